import { expect, test } from "vitest";
import {
  callStripe,
  confirmIntent,
  createIntent,
  get,
  INTENT,
  type IntentBody,
  openWorld,
  post,
  world,
} from "./calls.ts";
import type { PaymentIntent } from "./stripe-intents.ts";
import { takeFaults } from "./stripe-watch.ts";

/** Tests that the local Stripe is as strict as the real one. The shop's own tests rely on that and cannot check it. */

type ErrorBody = { error: { type: string; code?: string; param?: string } };

openWorld();

test("the publishable key reads an intent with its own secret, without metadata, and sets nothing up", async () => {
  const { id, client_secret: secret } = await createIntent({ "metadata[product]": "KVB1" });
  const path = `/v1/payment_intents/${id}?key=pk_test_local`;
  const read = await (await get(`${path}&client_secret=${secret}`)).json();
  expect(read).toMatchObject({ id, status: "requires_payment_method" });
  expect(read).not.toHaveProperty("metadata");
  expect((await get(path)).status).toBe(400);
  expect((await get(`${path}&client_secret=${id}_secret_x`)).status).toBe(400);
  for (const name of ["payment_intents", "products", `payment_intents/${id}`]) {
    const fields = { client_secret: secret };
    expect((await callStripe(name, fields, { authorization: "Bearer pk_test_local" })).status).toBe(403);
  }
  // A browser makes none of the four calls that were refused, the read without its secret among them.
  expect(takeFaults()).toEqual([
    expect.stringMatching(/client_secret: is missing$/),
    ...Array.from({ length: 3 }, () => expect.stringMatching(/no call that stripe-types.ts knows$/)),
  ]);
});

test.each([
  [{ authorization: "" }, 401],
  [{ authorization: "Bearer sk_live_abc" }, 401],
  [{ "stripe-version": "" }, 400],
  [{ "stripe-version": "2020-08-27" }, 400],
])("with %o nothing is made", async (headers: Record<string, string>, status) => {
  const response = await callStripe("payment_intents", INTENT, headers);
  expect([response.status, world.stripe.intents]).toEqual([status, []]);
  expect(response.headers.get("request-id")).toMatch(/^req_\w+$/);
});

const price = { product: "prod_1", currency: "eur", tax_behavior: "inclusive", "metadata[a]": "b" };
test.each([
  ["payment_intents", { ...INTENT, "payment_method_types[0]": "card" }, "payment_method_types", "parameter_unknown"],
  [
    "payment_intents",
    { ...INTENT, "automatic_payment_methods[on]": "true" },
    "automatic_payment_methods[on]",
    "parameter_unknown",
  ],
  ["payment_intents", { ...INTENT, amount: "39.5" }, "amount", undefined],
  ["payment_intents", { ...INTENT, amount: "1" }, "amount", undefined],
  ["payment_intents", { ...INTENT, currency: "xxq" }, "currency", undefined],
  ["payment_intents", { ...INTENT, metadata: "a" }, "metadata", undefined],
  ["products", { name: "Cursus", colour: "blue" }, "colour", "parameter_unknown"],
  ["products", {}, "name", "parameter_missing"],
  ["prices", { ...price, unit_amount: "39.5" }, "unit_amount", undefined],
  ["payment_links", { "line_items[0][prise]": "price_1" }, "line_items[0][prise]", "parameter_unknown"],
  ["webhook_endpoints", { url: "https://x.example", enabled_events: "*" }, "enabled_events", undefined],
])("%s with %o is refused", async (name, fields: Record<string, string>, param, code) => {
  const response = await callStripe(name, fields);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error", param } });
  expect(((await (await callStripe(name, fields)).json()) as ErrorBody).error.code).toBe(code);
  expect(world.stripe.intents).toEqual([]);
  // The published types find this fault too, except the currency, which they leave open.
  const isSeen = takeFaults().some((fault) => fault.includes(`: ${param.replaceAll(/\[(\w+)\]/g, ".$1")}`));
  expect(isSeen).toBe(param !== "currency");
});

test("the same idempotency key gives the first answer again, to parallel calls and after the payment", async () => {
  const create = async (amount = "3900") =>
    (await callStripe("payment_intents", { ...INTENT, amount }, { "idempotency-key": "visit" })).json();
  expect(await create("1")).toHaveProperty("error");
  expect(takeFaults()).toHaveLength(1);
  const bodies = (await Promise.all(Array.from({ length: 20 }, () => create()))) as [IntentBody];
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
  expect(world.stripe.requests.filter(({ replayed }) => replayed)).toHaveLength(19);
  await confirmIntent(bodies[0], "card");
  expect(world.stripe.intents).toMatchObject([{ status: "succeeded" }]);
  expect(await create()).toEqual(bodies[0]);
  expect(await create("5900")).toMatchObject({ error: { type: "idempotency_error" } });
});

test.each([
  ["rate-limit", 429, "rate_limit_error", 200],
  ["error-500", 500, "api_error", 500],
  ["unauthorized", 401, "invalid_request_error", 200],
] as const)("%s answers %i, and only what Stripe keeps under a key comes again", async (mode, status, type, again) => {
  const create = (key: string) => callStripe("payment_intents", INTENT, { "idempotency-key": key });
  world.stripe.setMode(mode, 1);
  const response = await create("visit");
  expect([response.status, ((await response.json()) as ErrorBody).error.type]).toEqual([status, type]);
  expect([(await create("visit")).status, (await create("other")).status]).toEqual([again, 200]);
});

test("cut does the work, loses the answer and replays it; hang never answers, malformed with HTML", async () => {
  const create = () => callStripe("payment_intents", INTENT, { "idempotency-key": "visit" });
  world.stripe.setMode("cut", 1);
  await expect(create()).rejects.toThrow();
  expect((await create()).headers.get("idempotent-replayed")).toBe("true");
  expect(world.stripe.intents).toHaveLength(1);
  world.stripe.setMode("malformed", 1);
  expect((await create()).headers.get("content-type")).toContain("text/html");
  world.stripe.setMode("hang");
  const refused = expect(create()).rejects.toThrow();
  await expect.poll(() => world.stripe.requests.length).toBe(4);
  await world.close();
  await refused;
});

test.each([
  ["pay", "succeeded", "succeeded"],
  ["decline", "requires_payment_method", "failed"],
  ["process", "processing", "pending"],
])("the bank's page: %s", async (decision, status, redirectStatus) => {
  const intent = await createIntent();
  const { next_action: action } = (await (await confirmIntent(intent, "ideal")).json()) as PaymentIntent;
  const path = new URL(action?.redirect_to_url.url ?? "").pathname;
  expect(await (await get(path)).text()).toContain("€ 39,00");
  const target = new URL((await post(path, { decision })).headers.get("location") ?? "");
  expect(Object.fromEntries(target.searchParams)).toEqual({
    payment_type: "klein-vaarbewijs-1",
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: redirectStatus,
  });
  expect(world.stripe.intents).toMatchObject([{ status }]);
  expect((await get(path)).status).toBe(409);
});

test.each([
  ["stripe", '{"mode":"fast"}'],
  ["stripe", '{"mode":"ok","times":-1}'],
  ["stripe", "{"],
  ["settle", '{"intent":"pi_1","status":"paid"}'],
  ["auth", '{"account":"jan"}'],
])("/_control/%s refuses %s", async (name, body) => {
  expect((await get(`/_control/${name}`, { method: "POST", body })).status).toBe(400);
});
