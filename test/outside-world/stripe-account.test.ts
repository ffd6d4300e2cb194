import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectStripe } from "../../src/services/stripe.ts";
import { type OutsideWorld, startOutsideWorld } from "./server.ts";
import { STRIPE_API_VERSION, STRIPE_SECRET_KEY } from "./stripe-keys.ts";

let world: OutsideWorld;
let stripe: Stripe;
beforeAll(async () => {
  world = await startOutsideWorld({ port: 0 });
  stripe = await connectStripe({ secretKey: STRIPE_SECRET_KEY, apiBase: world.origin });
});
afterAll(() => world.close());
beforeEach(() => world.stripe.reset());

async function post(path: string, parameters: Record<string, string>, key = STRIPE_SECRET_KEY) {
  const response = await fetch(`${world.origin}/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "stripe-version": STRIPE_API_VERSION },
    body: new URLSearchParams(parameters),
  });
  const { error } = (await response.json()) as { error?: { param?: string } };
  return [response.status, error?.param];
}

test.each([
  ["products", { name: "Cursus", colour: "blue" }, 400, "colour"],
  ["products", {}, 400, "name"],
  ["products/prod_other", { name: "Cursus" }, 404, undefined],
  ["prices", { product: "prod_1", currency: "eur", unit_amount: "39.5" }, 400, "unit_amount"],
  ["payment_links", { "line_items[0][prise]": "price_1" }, 400, "line_items[0][prise]"],
  ["payment_links", { "line_items[0][price]": "price_other", "line_items[0][quantity]": "1" }, 404, undefined],
  [
    "payment_links",
    { "after_completion[redirect][href]": "https://x.example" },
    400,
    "after_completion[redirect][href]",
  ],
  ["webhook_endpoints", { url: "https://x.example", enabled_events: "*" }, 400, "enabled_events"],
  ["payment_method_domains", { domain_name: "x.example", metadata: "a" }, 400, "metadata"],
])("%s with %o is refused", async (path, parameters: Record<string, string>, status, param) => {
  expect(await post(path, parameters)).toEqual([status, param]);
});

test("the publishable key sets nothing up", async () => {
  expect(await post("products", { name: "Cursus" }, "pk_test_local")).toEqual([403, undefined]);
});

test("a list comes in pages, newest first, until there is no more", async () => {
  for (const name of ["a", "b", "c", "d", "e"]) await stripe.products.create({ name });
  const first = await stripe.products.list({ limit: 2 });
  expect([first.data.map(({ name }) => name), first.has_more]).toEqual([["e", "d"], true]);
  const names: string[] = [];
  for await (const { name } of stripe.products.list({ limit: 2 })) names.push(name);
  expect(names).toEqual(["e", "d", "c", "b", "a"]);
  await expect(stripe.products.list({ limit: 101 })).rejects.toThrow(Stripe.errors.StripeInvalidRequestError);
});

test("a change adds metadata, and a webhook's secret is told once", async () => {
  const { id } = await stripe.products.create({ name: "Cursus", metadata: { product: "KVB1" } });
  const changed = await stripe.products.update(id, { metadata: { kind: "course" } });
  expect(changed.metadata).toEqual({ product: "KVB1", kind: "course" });
  const made = await stripe.webhookEndpoints.create({ url: "https://x.example", enabled_events: ["charge.refunded"] });
  expect(made.secret).toMatch(/^whsec_/);
  expect((await stripe.webhookEndpoints.list()).data[0]).not.toHaveProperty("secret");
});
