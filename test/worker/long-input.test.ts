import { describe, expect, test } from "vitest";
import { SITE_COPY } from "../../src/content/site.ts";
import { routes } from "../../src/routes.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { createLimiter } from "../limiter.ts";
import { limiterOf } from "./limits.ts";
import { addressOf, answerText, ask, askWith, endlessBody, formOf, ORIGIN } from "./shop.ts";

/**
 * Input that is too long is refused before any code reads it; test/house/linear-time.test.ts measures the time for the
 * rest.
 */

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

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

test.each([
  [PATHS.createPaymentIntent, JSON_TYPE, "PAYMENT_LIMIT"],
  [PATHS.paymentDetails, JSON_TYPE, "PAYMENT_LIMIT"],
  [PATHS.cspReport, "application/csp-report", "REPORT_LIMIT"],
  [PATHS.withdrawal, FORM_TYPE, "ORDER_LIMIT"],
  [PATHS.myCourse, FORM_TYPE, "ORDER_LIMIT"],
  [PATHS.giveGift, FORM_TYPE, "GIFT_LIMIT"],
])("%s: who asks too often is not read", async (path, type, limiter) => {
  const { body, pulls } = endlessBody();
  const headers = { "content-type": type, origin: ORIGIN, "cf-connecting-ip": freshAddress() };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const response = await askWith({ [limiter]: createLimiter(0) }, path, init);
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("60");
  expect(pulls()).toBe(0);
});

test.each([
  [PATHS.withdrawal, "ORDER_LIMIT", 422],
  [PATHS.myCourse, "ORDER_LIMIT", 422],
  [PATHS.giveGift, "GIFT_LIMIT", 422],
])("%s: sixty forms a minute are read, and then a page says how to send it again", async (path, limiter, status) => {
  const bindings = limiterOf(limiter as "ORDER_LIMIT" | "GIFT_LIMIT");
  const form = formOf({ bericht: "Hoi" });
  const send = () => askWith(bindings, path, form);
  const statuses = new Set<number>();
  for (let n = 0; n < 60; n += 1) statuses.add((await send()).status);
  expect([...statuses]).toEqual([status]);
  const refused = await send();
  expect(refused.headers.get("cache-control")).toContain("no-store");
  expect(refused.headers.get("referrer-policy")).toBe("no-referrer");
  const html = await answerText(refused, 429);
  for (const text of [SITE_COPY.tooManyForms.heading, SITE_COPY.tooManyForms.again]) expect(html).toContain(text);
});
