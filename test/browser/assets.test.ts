import { describe, expect, test } from "vitest";
import manifest from "../../.build/manifest.json";
import { openBrowser } from "./browser.ts";

const { origin } = openBrowser();

describe("static files", () => {
  test.each([
    manifest.stylesheets.styles,
    manifest.font,
    manifest.notFoundScript,
    manifest.pictures["poster-intro"].src,
  ])("%s has a hashed name and never changes", async (path) => {
    const response = await fetch(origin + path);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect(response.headers.get("content-security-policy")).not.toContain("unsafe");
    // Browsers obey the newest such header, so only pages send it.
    expect(response.headers.has("strict-transport-security")).toBe(false);
    expect(response.headers.get("permissions-policy")).toContain("camera=()");
  });

  test("a picture of links and mails may be shown by others, and nothing else may", async () => {
    const policies = ["/images/social/gift.png", manifest.pictures["poster-intro"].src].map(async (path) =>
      (await fetch(origin + path)).headers.get("cross-origin-resource-policy"),
    );
    expect(await Promise.all(policies)).toEqual(["cross-origin", "same-origin"]);
  });

  test("pages are revalidated each time", async () => {
    expect((await fetch(`${origin}/`)).headers.get("cache-control")).toBe("public, no-cache");
  });

  test.each([
    "/src/worker.ts",
    "/worker.js",
    "/wrangler.toml",
    "/.build/manifest.json",
    "/build/manifest.json",
    "/kv-seed/gifts.json",
    "/package.json",
    "/.dev.vars",
    "/.assetsignore",
    "/drawings/inline/logo.svg",
    "/drawings/README.md",
    "/makers/social-image.ts",
    `${manifest.notFoundScript}.map`,
    "/worker.js.map",
  ])("%s is not served", async (path) => {
    expect((await fetch(origin + path)).status).toBe(404);
  });

  test.each(["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png", "/images/social/home.png"])(
    "%s is there",
    async (path) => {
      expect((await fetch(origin + path)).status).toBe(200);
    },
  );
});
