import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs } from "./logs.ts";
import { create, cutOff, errorOf, fails, GOOD, UNREACHABLE, VISIT_KEY } from "./payment-calls.ts";
import { intent } from "./stripe-objects.ts";
import { answerError, answerJson, stubStripe, visitDigest } from "./stripe-stub.ts";

/** A browser that has had payments before. */

collectLogs();

describe("a visit that had a payment before", () => {
  const known = { ...GOOD, intent: "pi_1" };
  const ours = async (changes: object = {}, price = "3900") => {
    const visit = await visitDigest(VISIT_KEY);
    return intent({ metadata: { product: "KVB1", price, flow: "none", visit, contents: "KVB1.3900" }, ...changes });
  };
  const fresh = () => intent({ id: "pi_2", client_secret: "pi_2_secret_b" });

  test.each(["requires_payment_method", "requires_action", "processing", "succeeded", "canceled"])(
    "gets it again, %s, though Stripe may have forgotten its key: nothing is made",
    async (status) => {
      const calls = stubStripe(async () => answerJson(await ours({ status })));
      expect(await (await create(known)).json()).toEqual({ clientSecret: "pi_1_secret_a" });
      expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(["GET /v1/payment_intents/pi_1"]);
    },
  );

  test.each([
    ["of somebody else's visit", async () => answerJson(intent())],
    ["at a price that has changed", async () => answerJson(await ours({ amount: 2900 }))],
    ["that Stripe does not know", fails(404, "invalid_request_error")],
  ] as const)("%s: a new one", async (_name, answer) => {
    const calls = stubStripe(({ method }) => (method === "GET" ? answer() : answerJson(fresh())));
    expect(await (await create(known)).json()).toEqual({ clientSecret: "pi_2_secret_b" });
    expect(calls.map(({ method }) => method)).toEqual(["GET", "POST"]);
  });

  test.each([
    ["no answer", cutOff],
    ["its own failure", fails(500, "api_error")],
    ["too many questions", fails(429, "rate_limit_error")],
    ["another key", fails(401, "invalid_request_error")],
  ])(
    "when Stripe cannot say how it stands (%s), nothing is made, and its key is not given up",
    async (_name, answer) => {
      const calls = stubStripe(answer);
      expect((await errorOf(await create(known))).code).toBe(UNREACHABLE);
      expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(["GET"]));
    },
  );

  test.each(["requires_action", "processing", "succeeded"])(
    "under way at an old price, %s: no second one",
    async (status) => {
      const calls = stubStripe(async () => answerJson(await ours({ status, amount: 2900 }, "2900")));
      expect((await create(known)).status).toBe(200);
      expect(calls.map(({ method }) => method)).toEqual(["GET"]);
    },
  );

  test("in another flow at the same price it is the same purchase: the payment goes on", async () => {
    const calls = stubStripe(async ({ method }) => answerJson(method === "GET" ? await ours() : fresh()));
    const response = await create(known, { path: `${PATHS.createPaymentIntent}?flow=A` });
    expect(await response.json()).toEqual({ clientSecret: "pi_1_secret_a" });
    expect(calls.map(({ method }) => method)).toEqual(["GET"]);
  });

  test.each(["pi_", "pi_1/../x", "pm_1", "pi_1_secret_a", 1, null])("%j is no payment's id", async (id) => {
    const calls = stubStripe(() => answerJson(fresh()));
    expect((await create({ ...GOOD, intent: id })).status).toBe(400);
    expect(calls).toEqual([]);
  });
});

describe("other visits of the same browser", () => {
  const OTHER_KEY = "9d1f7c38-0a4e-4f0b-8f53-2f3f7f9b6a01";
  const asked = { ...GOOD, others: [{ intentId: "pi_9", visitKey: OTHER_KEY }] };

  async function leftOf(status: string, key = OTHER_KEY): Promise<unknown> {
    const metadata = { product: "KVB1", price: "3900", flow: "none", visit: await visitDigest(key), gift: "1" };
    stubStripe(({ method }) => answerJson(method === "GET" ? intent({ id: "pi_9", status, metadata }) : intent()));
    const response = await create(asked);
    expect(response.status).toBe(200);
    return response.json();
  }

  test.each([
    ["succeeded", { left: { pi_9: "paid" } }],
    ["processing", { left: { pi_9: "processing" } }],
    ["requires_capture", { left: { pi_9: "processing" } }],
    ["requires_action", { left: { pi_9: "pending" } }],
    ["requires_confirmation", { left: { pi_9: "pending" } }],
    ["requires_payment_method", {}],
    ["canceled", {}],
  ])("%s: says whether it went through, and nothing else", async (status, expected) => {
    expect(await leftOf(status)).toEqual({ clientSecret: "pi_1_secret_a", ...expected });
  });

  test("no payment is told without its visit's key", async () => {
    expect(await leftOf("succeeded", VISIT_KEY)).toEqual({ clientSecret: "pi_1_secret_a" });
  });

  test("a payment that cannot be read is left out, and does not stop the buyer", async () => {
    stubStripe(({ method }) => (method === "GET" ? answerError(500, { type: "api_error" }) : answerJson(intent())));
    expect(await (await create(asked)).json()).toEqual({ clientSecret: "pi_1_secret_a" });
  });

  test("four are too many, and each needs a key", async () => {
    const calls = stubStripe(() => answerJson(intent()));
    const [other] = asked.others;
    for (const others of [[other, other, other, other], [{ intentId: "pi_9" }], "pi_9"]) {
      expect((await create({ ...GOOD, others })).status).toBe(400);
    }
    expect(calls).toEqual([]);
  });
});
