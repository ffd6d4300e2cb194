import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { CLIENT } from "../../src/ui/client-manifest.ts";
import { attributes, one, readDocument } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { ask, askWith, formOf } from "./shop.ts";
import { STRIPE_BINDINGS } from "./stripe-stub.ts";

collectLogs();

const PAGE = PATHS.checkout;

test("Stripe's script may load here, and on no other page", async () => {
  const policy = (await ask(PAGE)).headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(
    /script-src [^;]*https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com http:\/\/localhost:8788/,
  );
  expect(policy).toMatch(/frame-src [^;]*https:\/\/hooks\.stripe\.com/);
  expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/);
  expect(policy).toMatch(/img-src [^;]*https:\/\/\*\.stripe\.com/);
  for (const path of [PATHS.home, PATHS.order, `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1`]) {
    const response = await ask(path);
    expect(response.headers.get("content-security-policy")).not.toContain("stripe");
    expect(await response.text()).not.toContain("stripe.js");
  }
});

test("its markup makes the browser connect to Stripe and load the payment's script; no script comes before the first paint", async () => {
  const page = readDocument(await (await ask(PAGE)).text());
  const head = one(page, "head");
  expect(attributes(head, "link[rel=preconnect]", "href")).toEqual(["http://localhost:8788"]);
  expect(attributes(head, "link[rel=preload][as=script]", "href")).toEqual([]);
  const { module, files } = CLIENT.paymentBeginning;
  expect(attributes(page, "script[src]", "src")).toEqual([module]);
  expect(attributes(head, "link[rel=modulepreload]", "href")).toEqual(files);
  expect(attributes(page, "script", "type").filter((type) => type !== "module")).toEqual([]);
});

test("the form of a browser without scripts leads back to the page, and what was typed stands in no address", async () => {
  const fields = formOf({ name: "Jan de Vries", email: "jan@example.nl" });
  const response = await ask(`${PATHS.checkout}?flow=A`, fields);
  expect([response.status, response.headers.get("location")]).toEqual([303, `${PATHS.checkout}?flow=A`]);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("never holds a secret", async () => {
  const html = await (await askWith(STRIPE_BINDINGS, PAGE)).text();
  expect(html).toContain("pk_test_local");
  expect(html).not.toMatch(/sk_test|whsec/);
});
