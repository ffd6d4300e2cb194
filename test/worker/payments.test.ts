import { expect, test, vi } from "vitest";
import type { Bindings } from "../../src/server/env.ts";
import { FLOWS, IN_PRODUCT_OFFER, PRODUCT_IDS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { PRICES } from "../../src/shared/prices.ts";
import { eachRow } from "../table.ts";
import { logs } from "./logs.ts";
import { intent } from "./stripe-objects.ts";
import { answerError, answerJson, postJson, stubStripe, visitDigest } from "./stripe-stub.ts";

/** Calls that start a payment, and answers of Stripe's that are no payment. */

const VISIT_KEY = "3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55";
const GOOD = { amount: 3900, currency: "eur" };

const fails = (status: number, type: string, code?: string) => () => answerError(status, { type, code });
const cutOff = () => Promise.reject(new TypeError("connection lost"));
const UNREACHABLE = "payment_provider_unreachable";

type Asked = { headers?: Record<string, string>; path?: string; bindings?: Partial<Bindings> };

function create(body: unknown, { headers = {}, path = PATHS.createPaymentIntent, bindings = {} }: Asked = {}) {
  return postJson(path, body, { headers: { "idempotency-key": VISIT_KEY, ...headers }, bindings });
}

async function errorOf(response: Response): Promise<{ code: string; message: string }> {
  const body = (await response.json()) as { error: { code: string; message: string } };
  expect(Object.keys(body)).toEqual(["error"]);
  expect(Object.keys(body.error)).toEqual(["code", "message"]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("content-type")).toContain("application/json");
  return body.error;
}

const UNEXPECTED = { type: "unexpected_answer" };
const FAILED = "payment_provider_failed";

test("answers with the client secret and nothing else", async () => {
  const calls = stubStripe(() => answerJson(intent()));
  const response = await create(GOOD);
  expect([response.status, await response.json()]).toEqual([200, { clientSecret: "pi_1_secret_a" }]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(calls).toHaveLength(1);
  const [call] = calls;
  expect(call?.url.href).toBe("http://localhost:8788/v1/payment_intents");
  expect(call?.headers.get("authorization")).toBe("Bearer sk_test_worker");
  expect(Object.fromEntries(call?.form ?? [])).toMatchSnapshot();
  expect(call?.headers.get("idempotency-key")).toBe(`vaarkoers-local-KVB1-3900eur-none-${VISIT_KEY}`);
});

test("a visit key in capitals is the same visit; without one each call is a new visit", async () => {
  const calls = stubStripe(() => answerJson(intent()));
  for (const key of [VISIT_KEY, VISIT_KEY.toUpperCase()]) await create(GOOD, { headers: { "idempotency-key": key } });
  for (const _ of [1, 2]) await postJson(PATHS.createPaymentIntent, GOOD);
  const keys = calls.map((call) => call.headers.get("idempotency-key"));
  expect([keys[0] === keys[1], new Set(keys).size]).toEqual([true, 3]);
});

test("content type with a charset, and our public origin behind a proxy, are fine", async () => {
  stubStripe(() => answerJson(intent()));
  const headers = { "content-type": "Application/JSON; charset=utf-8", origin: "http://localhost:4" };
  expect((await create(GOOD, { headers, bindings: { SITE_ORIGIN: "http://localhost:4" } })).status).toBe(200);
});

eachRow(`
one cent              | {"amount":1,"currency":"eur"}                                     | price_not_offered
half a cent           | {"amount":3900.5,"currency":"eur"}                                | price_not_offered
a negative amount     | {"amount":-3900,"currency":"eur"}                                 | price_not_offered
dollars               | {"amount":3900,"currency":"usd"}                                  | price_not_offered
the currency in capitals | {"amount":3900,"currency":"EUR"}                               | price_not_offered
1e999                 | {"amount":1e999,"currency":"eur"}                                 | malformed_request
text                  | {"amount":"3900","currency":"eur"}                                | malformed_request
a list                | {"amount":[3900],"currency":"eur"}                                | malformed_request
no currency           | {"amount":3900}                                                   | malformed_request
metadata              | {"amount":3900,"currency":"eur","metadata":{"product":"KVB2"}}    | malformed_request
no digest of a wish   | {"amount":3900,"currency":"eur","gift":true}                      | malformed_request
a digest and more     | {"amount":3900,"currency":"eur","gift":"${"d".repeat(44)}"}       | malformed_request
__proto__             | {"amount":3900,"currency":"eur","__proto__":{"amount":1}}         | malformed_request
a list of orders      | [{"amount":3900,"currency":"eur"}]                                | malformed_request
nothing               |                                                                   | malformed_request
broken JSON           | {"amount":3900,                                                   | malformed_request`)(
  "what is charged cannot be chosen: %s",
  async (_name, body, code) => {
    const calls = stubStripe(() => answerJson(intent()));
    const response = await create(body);
    expect(response.status).toBe(code === "price_not_offered" ? 422 : 400);
    expect([(await errorOf(response)).code, calls]).toEqual([code, []]);
  },
);

const [DIGEST = "", OTHER_DIGEST = ""] = ["d", "e"].map((letter) => letter.repeat(43));
const AMOUNTS = [...new Set(Object.values(PRICES).flatMap((flows) => Object.values(flows)))];

type Offer = { flow: string; product: string; amount: number; gift?: string | undefined };

async function askFor({ flow, product, amount, gift }: Offer) {
  const calls = stubStripe(({ form }) => {
    const metadata = { product, price: form.get("amount") ?? "" };
    return answerJson(intent({ amount: Number(form.get("amount")), metadata }));
  });
  const response = await create(
    { amount, currency: "eur", product, gift },
    { path: `${PATHS.createPaymentIntent}?flow=${encodeURIComponent(flow)}` },
  );
  return { response, calls };
}

const ALL = FLOWS.flatMap((flow) =>
  PRODUCT_IDS.flatMap((product) =>
    [DIGEST, OTHER_DIGEST, undefined].flatMap((gift) => AMOUNTS.map((amount) => ({ flow, product, gift, amount }))),
  ),
);

/** The offers of our own checkout: each product as a gift at the price of the flow, and KVB1 for oneself. Nothing else. */
function isOffered({ flow, product, gift, amount }: (typeof ALL)[number]): boolean {
  if (gift !== undefined) return amount === PRICES[product][flow];
  return product === IN_PRODUCT_OFFER.productId && amount === IN_PRODUCT_OFFER.priceCents;
}

test("a payment of each offer is opened, whose parameters and key tell it from every other", async () => {
  const keys = new Set<string | null>();
  const offers = ALL.filter(isOffered);
  for (const offer of offers) {
    const { response, calls } = await askFor(offer);
    expect(response.status).toBe(200);
    const { product, flow, amount, gift } = offer;
    expect(Object.fromEntries(calls[0]?.form ?? [])).toMatchObject({
      amount: String(amount),
      ...{ "metadata[product]": product, "metadata[price]": String(amount), "metadata[flow]": flow },
      "metadata[contents]": [product, amount, gift].filter(Boolean).join("."),
    });
    expect(calls[0]?.form.get("metadata[gift]")).toBe(gift === undefined ? null : "1");
    keys.add(calls[0]?.headers.get("idempotency-key") ?? null);
  }
  expect(offers).toHaveLength(FLOWS.length * (2 * PRODUCT_IDS.length + 1));
  expect(keys.size).toBe(offers.length);
});

test("every other product, flow and amount is refused with 422, and Stripe is asked nothing", async () => {
  for (const offer of ALL.filter((candidate) => !isOffered(candidate))) {
    const { response, calls } = await askFor(offer);
    expect([response.status, calls.length], JSON.stringify(offer)).toEqual([422, 0]);
    expect(await response.json()).toMatchObject({ error: { code: "price_not_offered" } });
  }
});

test("an unknown flow is the normal one, and an unknown product is malformed", async () => {
  const gift = { product: "MARIFONIE", gift: DIGEST, amount: PRICES.MARIFONIE.none };
  const { response, calls } = await askFor({ ...gift, flow: "<script>" });
  expect([response.status, calls[0]?.form.get("metadata[flow]")]).toEqual([200, "none"]);
  expect((await askFor({ ...gift, flow: "none", product: "KVB3" })).response.status).toBe(400);
});

test("a visit key that is no UUID, a payment's id that is none, and a body that is no UTF-8 are malformed", async () => {
  const calls = stubStripe(() => answerJson(intent()));
  const answers = [
    ...["1", "x".repeat(300), `${VISIT_KEY}-2`].map((key) => create(GOOD, { headers: { "idempotency-key": key } })),
    ...["pi_", "pi_1/../x", "pm_1", "pi_1_secret_a", 1, null].map((id) => create({ ...GOOD, intent: id })),
    create(new Response(new Uint8Array([0x7b, 0xff, 0x7d])).body),
  ];
  for (const answer of answers) expect((await answer).status).toBe(400);
  expect(calls).toEqual([]);
});

test.each([
  ["refuses the key", fails(401, "invalid_request_error"), 1, FAILED, { status: 401 }],
  ["refuses the request", fails(400, "invalid_request_error", "parameter_x"), 1, FAILED, { code: "parameter_x" }],
  ["is asked too often", fails(429, "rate_limit_error", "rate_limit"), 1, FAILED, { status: 429 }],
  ["has a failure of its own", fails(500, "api_error"), 2, FAILED, { status: 500 }],
  ["has the key with other fields", fails(400, "idempotency_error"), 1, FAILED, { type: "StripeIdempotencyError" }],
  ["is busy with the same key", fails(409, "idempotency_error"), 2, UNREACHABLE, { status: 409 }],
  ["answers with HTML", () => new Response("<!doctype html><title>Even geduld</title>"), 1, FAILED, {}],
  ["answers with another amount", () => answerJson(intent({ amount: 1 })), 1, FAILED, UNEXPECTED],
  ["answers without a secret", () => answerJson(intent({ client_secret: null })), 1, FAILED, UNEXPECTED],
  ["cuts the connection", cutOff, 2, UNREACHABLE, {}],
  ["refuses the card", fails(402, "card_error", "card_declined"), 1, FAILED, { stripeRequestId: "req_stub" }],
] as const)(
  "when Stripe fails, the buyer gets our own message and the log names the call: %s",
  async (_name, answer, callCount, code, logged) => {
    const calls = stubStripe(answer);
    const response = await create(GOOD, { headers: { "cf-ray": "ray-1" } });
    expect(response.status).toBe(502);
    const error = await errorOf(response);
    expect(error.code).toBe(code);
    expect(JSON.stringify(error)).not.toContain("SECRET DETAIL");
    expect(calls).toHaveLength(callCount);
    expect(new Set(calls.map((call) => call.headers.get("idempotency-key"))).size).toBe(1);
    const line = { requestId: "ray-1", call: "create", ...logged };
    expect(logs.lines("stripe.failed")).toEqual([expect.objectContaining(line)]);
    expect(JSON.stringify(logs.lines("stripe.failed"))).not.toContain("SECRET DETAIL");
  },
);

test("when Stripe fails, the buyer gets our own message and the log names the call: never answers: given up after 8 seconds, twice", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const calls = stubStripe(() => new Promise(() => undefined));
  const asked = create(GOOD);
  await vi.advanceTimersByTimeAsync(7_900);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(9_000);
  const response = await asked;
  expect(response.status).toBe(502);
  expect((await errorOf(response)).code).toBe(UNREACHABLE);
});

const known = { ...GOOD, intent: "pi_1" };
const METADATA = { product: "KVB1", price: "3900", flow: "none", contents: "KVB1.3900" };
const ours = async (changes: object = {}, price = "3900") => {
  const visit = await visitDigest(VISIT_KEY);
  return intent({ metadata: { ...METADATA, price, visit }, ...changes });
};
const fresh = () => intent({ id: "pi_2", client_secret: "pi_2_secret_b" });

test.each([
  ...["requires_payment_method", "canceled", "requires_action", "processing", "succeeded"].map((is) => [is, 3900]),
  // Under way at an old price: no second one.
  ...["requires_action", "processing", "succeeded"].map((is) => [is, 2900]),
  // In another flow at the same price it is the same purchase.
  ["requires_payment_method", 3900, "?flow=A"],
])("a visit that had a payment before gets it again, %s at %i cents, and nothing is made", async (...row) => {
  const [status, amount, flow = ""] = row;
  const calls = stubStripe(async () => answerJson(await ours({ status, amount }, `${amount}`)));
  const again = await create(known, { path: `${PATHS.createPaymentIntent}${flow}` });
  expect(await again.json()).toEqual({ clientSecret: "pi_1_secret_a" });
  expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(["GET /v1/payment_intents/pi_1"]);
});

test.each([
  ["of somebody else's visit", async () => answerJson(intent({ metadata: { ...METADATA, visit: "another" } }))],
  ["at a price that has changed", async () => answerJson(await ours({ amount: 2900 }))],
  ["that Stripe does not know", fails(404, "invalid_request_error")],
] as const)("a visit that had a payment before: %s: a new one", async (_name, answer) => {
  const calls = stubStripe(({ method }) => (method === "GET" ? answer() : answerJson(fresh())));
  expect(await (await create(known)).json()).toEqual({ clientSecret: "pi_2_secret_b" });
  expect(calls.map(({ method }) => method)).toEqual(["GET", "POST"]);
});

// In flow A KVB1 costs the same as a gift and for oneself.
test.each([
  ["KVB1.3900", DIGEST, false],
  [`KVB1.3900.${DIGEST}`, undefined, false],
  [`KVB1.3900.${OTHER_DIGEST}`, DIGEST, false],
  [`KVB1.2900.${DIGEST}`, DIGEST, false],
  [`KVB1.3900.${DIGEST}`, DIGEST, true],
  ["KVB1.3900", undefined, true],
])("a visit that had a payment before: of %s; it goes on for the gift %s: %s", async (contents, gift, goesOn) => {
  const metadata = { ...METADATA, contents, visit: await visitDigest(VISIT_KEY) };
  const calls = stubStripe(() => answerJson(intent({ metadata })));
  await create({ ...known, gift }, { path: `${PATHS.createPaymentIntent}?flow=A` });
  expect(calls.map(({ method }) => method)).toEqual(goesOn ? ["GET"] : ["GET", "POST"]);
});

test.each([
  ["no answer", cutOff],
  ["its own failure", fails(500, "api_error")],
  ["too many questions", fails(429, "rate_limit_error")],
  ["another key", fails(401, "invalid_request_error")],
])("a visit that had a payment before: while Stripe cannot say how it stands (%s): no other", async (_name, answer) => {
  const calls = stubStripe(answer);
  expect((await errorOf(await create(known))).code).toBe(UNREACHABLE);
  expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(["GET"]));
});

const OTHER_KEY = "9d1f7c38-0a4e-4f0b-8f53-2f3f7f9b6a01";
const asked = { ...GOOD, others: [{ intentId: "pi_9", visitKey: OTHER_KEY }] };

async function leftOf(status: string, key = OTHER_KEY): Promise<unknown> {
  const metadata = { product: "KVB1", price: "3900", flow: "none", visit: await visitDigest(key), gift: "1" };
  stubStripe(({ method }) => answerJson(method === "GET" ? intent({ id: "pi_9", status, metadata }) : intent()));
  const response = await create(asked);
  expect(response.status).toBe(200);
  return response.json();
}

eachRow(`
    succeeded       | paid
    processing      | processing
    requires_action | pending
    canceled        |`)(
  "%s: says whether it went through (%s), and nothing else, nor without its visit's key",
  async (status = "", left) => {
    const nothing = { clientSecret: "pi_1_secret_a" };
    expect(await leftOf(status)).toEqual(left === "" ? nothing : { ...nothing, left: { pi_9: left } });
    expect(await leftOf(status, VISIT_KEY)).toEqual(nothing);
  },
);

test("other visits of the same browser: a payment that cannot be read is left out, and does not stop the buyer", async () => {
  stubStripe(({ method }) => (method === "GET" ? answerError(500, { type: "api_error" }) : answerJson(intent())));
  expect(await (await create(asked)).json()).toEqual({ clientSecret: "pi_1_secret_a" });
});

test("other visits of the same browser: four are too many, and each needs a key", async () => {
  const calls = stubStripe(() => answerJson(intent()));
  const [other] = asked.others;
  for (const others of [[other, other, other, other], [{ intentId: "pi_9" }], "pi_9"])
    expect((await create({ ...GOOD, others })).status).toBe(400);
  expect(calls).toEqual([]);
});
