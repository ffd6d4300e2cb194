import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/app.tsx";
import type { Bindings } from "../../src/env.ts";
import { routes } from "../../src/routes.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { createLimiter } from "../limiter.ts";
import { addressOf, ask, ORIGIN } from "./shop.ts";

/** What is too long is refused before anything looks at it; how long the rest takes is in test/house/linear-time.test.ts. */

describe("an address of more than 16 KB", () => {
  test.each([...routes.map(addressOf), "/nope"])("%s: 414, and nothing of it is in the answer", async (path) => {
    for (const method of ["GET", "POST"]) {
      const response = await ask(`${path}?x=secret&${"y".repeat(16 * 1024)}`, { method });
      expect(response.status).toBe(414);
      expect(response.headers.get("cache-control")).toContain("no-store");
      expect(await response.text()).not.toContain("secret");
    }
  });
});

test.each([PATHS.createPaymentIntent, PATHS.paymentDetails])("%s: who asks too often is not read", async (path) => {
  let isRead = false;
  const body = new ReadableStream(
    {
      pull(controller) {
        isRead = true;
        controller.enqueue(new TextEncoder().encode("{}"));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    "content-type": "application/json",
    origin: ORIGIN,
    "cf-connecting-ip": freshAddress(),
  };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const bindings = { ...env, PAYMENT_LIMIT: createLimiter(0) } as Bindings;
  const response = await createApp().request(`${ORIGIN}${path}`, init, bindings);
  expect(response.status).toBe(429);
  expect(isRead).toBe(false);
});
