import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs } from "./logs.ts";
import { askWith } from "./shop.ts";

const logs = collectLogs();

/** A binding that throws as soon as it is used. */
const explosive = {
  get id(): string {
    throw new Error("the binding is broken: secret-detail");
  },
  tag: "",
  timestamp: "",
};

describe("anything unexpected", () => {
  test("is the designed 500 page with a request id that one log line has too", async () => {
    const response = await askWith({ CF_VERSION_METADATA: explosive }, PATHS.health);
    expect(response.status).toBe(500);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const html = await response.text();
    expect(html).toContain("Unexpected Application Error!");
    expect(html).not.toContain("secret-detail");
    const lines = logs.lines("request.failed");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: "error", method: "GET", reason: expect.stringContaining("secret-detail") });
    expect(html).toContain(`<code>${lines[0]?.requestId}</code>`);
  });

  test("Cloudflare's ray id is the request id where there is one", async () => {
    const response = await askWith({ CF_VERSION_METADATA: explosive }, PATHS.health, {
      headers: { "cf-ray": "8f00-AMS" },
    });
    expect(await response.text()).toContain("<code>8f00-AMS</code>");
  });
});
