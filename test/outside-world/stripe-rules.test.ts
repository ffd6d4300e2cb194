import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { ORDER_EVENT_TYPES } from "../../src/paying/webhook/order-events.ts";
import { type OutsideWorld, startOutsideWorld } from "./server.ts";
import { publicIntent } from "./stripe-intents.ts";
import { STRIPE_SECRET_KEY } from "./stripe-keys.ts";
import { parseForm } from "./stripe-parameters.ts";
import { createStripeRules } from "./stripe-rules.ts";
import { takeFaults } from "./stripe-watch.ts";

const rules = createStripeRules(inject("stripeSchema"));

function faultsOf(call: string, form: string, idempotencyKey: string | null = null): readonly string[] {
  const [method = "", path = ""] = call.split(" ");
  return rules.faultsOfRequest({ method, path, form: parseForm(form), idempotencyKey });
}

const INTENT = "amount=3900&currency=eur&automatic_payment_methods[enabled]=true";
const LINK = "line_items[0][price]=price_1&line_items[0][quantity]=1";
const metadataOf = (keys: number, name = "k", value = "v") =>
  Array.from({ length: keys }, (_, index) => `metadata[${name}${index}]=${value}`).join("&");
const EMOJI = "⛵";

describe("requests", () => {
  test.each([
    ["POST /v1/payment_intents", `${INTENT}&metadata[product]=KVB1&statement_descriptor_suffix=KVB1`],
    ["POST /v1/payment_intents", `${INTENT}&${metadataOf(50, "k".repeat(38), EMOJI.repeat(500))}`],
    ["POST /v1/payment_intents/pi_1", "metadata[consent]=&description=Cursus"],
    ["POST /v1/payment_intents/pi_1", "metadata="],
    ["POST /v1/payment_intents/pi_1", "receipt_email=&metadata[buyer_email]="],
    ["POST /v1/charges/ch_1", "metadata[buyer_email]="],
    ["GET /v1/charges", "payment_intent=pi_1&limit=100"],
    ["GET /v1/payment_intents", "limit=100&created[gte]=1700000000&created[lt]=1700086400"],
    ["GET /v1/payment_intents", "limit=100&created[gte]=1700000000&expand[0]=data.latest_charge"],
    [
      "POST /v1/payment_links",
      `${LINK}&after_completion[type]=redirect&after_completion[redirect][url]=https://x.example`,
    ],
    ["POST /v1/payment_links", `${LINK}&custom_text[submit][message]=${"a".repeat(1200)}`],
  ])("%s with %s is as published", (call, form) => {
    expect(faultsOf(call, form)).toEqual([]);
  });

  test.each([
    ["POST /v1/payment_intents", "amount=3900", "currency: is missing"],
    ["POST /v1/payment_intents", `${INTENT}&colour=blue`, "colour: is not known to Stripe"],
    [
      "POST /v1/payment_intents",
      `${INTENT}&payment_method_types[0]=card`,
      "payment_method_types: is not known to Stripe",
    ],
    ["POST /v1/payment_intents", `${INTENT}&capture_method=later`, 'capture_method: "later" is none of "automatic"'],
    ["POST /v1/payment_intents", `${INTENT}&setup_future_usage=often`, "setup_future_usage"],
    ["POST /v1/payment_intents", `${INTENT}&description=`, 'description: "" in place of string'],
    ["POST /v1/payment_intents", "amount=a&currency=eur", 'amount: "a" in place of number'],
    ["POST /v1/payment_intents", "amount=39.5&currency=eur", "amount: 39.5"],
    ["POST /v1/payment_intents", "amount=49&currency=eur", "amount: 49"],
    ["POST /v1/payment_intents", "amount=100000000&currency=eur", "amount: 100000000"],
    [
      "POST /v1/payment_intents",
      `${INTENT}&automatic_payment_methods[enabled]=yes`,
      "automatic_payment_methods.enabled",
    ],
    ["POST /v1/payment_intents", `${INTENT}&${metadataOf(51)}`, "metadata: 51 keys"],
    ["POST /v1/payment_intents", `${INTENT}&${metadataOf(1, "k".repeat(40))}`, "metadata: the key kkkk"],
    ["POST /v1/payment_intents", `${INTENT}&${metadataOf(1, "k", EMOJI.repeat(501))}`, "metadata.k0: longer"],
    ["POST /v1/payment_intents", `${INTENT}&statement_descriptor=Kort`, "statement_descriptor: 5 to 22"],
    ["POST /v1/payment_intents", `${INTENT}&statement_descriptor=${"V".repeat(23)}`, "statement_descriptor: 5 to 22"],
    ["POST /v1/payment_intents", `${INTENT}&statement_descriptor_suffix=12345`, "statement_descriptor_suffix: 1 to 22"],
    ["POST /v1/payment_intents", `${INTENT}&statement_descriptor_suffix=KVB*1`, "statement_descriptor_suffix: 1 to 22"],
    ["POST /v1/payment_intents/pi_1", "amount_capturable=1", "amount_capturable: is not known to Stripe"],
    ["POST /v1/charges/ch_1", "receipt_email=", 'receipt_email: "" in place of string'],
    ["GET /v1/charges", "charge=ch_1", "charge: is not known to Stripe"],
    ["GET /v1/payment_intents", "limit=101", "limit: 101"],
    ["GET /v1/payment_intents", "status=succeeded", "status: is not known to Stripe"],
    ["GET /v1/payment_intents", "expand[0]=data.latest_sale", "expand: the answer has no data.latest_sale"],
    ["GET /v1/payment_intents", "created[since]=1", "created.since: is not known to Stripe"],
    ["POST /v1/payment_links", `${LINK}&after_completion[type]=reload`, "after_completion.type"],
    [
      "POST /v1/payment_links",
      `${LINK}&custom_text[submit][message]=${"a".repeat(1201)}`,
      "custom_text.submit.message: 1201",
    ],
    ["POST /v1/payment_links", `${LINK}&custom_fields[0][key]=a`, "custom_fields.0.label: is missing"],
    ["POST /v1/payment_links", `line_items=price_1`, 'line_items: "price_1" in place of array'],
    ["POST /v1/webhook_endpoints", "url=https://x.example&enabled_events[0]=payment.done", "enabled_events.0"],
    ["POST /v1/sales", "amount=1", "no call that stripe-types.ts knows"],
    ["DELETE /v1/payment_links/plink_1", "", "no call that stripe-types.ts knows"],
  ])("%s with %s is not: %s", (call, form, fault) => {
    expect(faultsOf(call, form).join("\n")).toContain(fault);
  });

  test("an idempotency key has 255 characters at most", () => {
    expect(faultsOf("POST /v1/payment_intents", INTENT, "k".repeat(255))).toEqual([]);
    expect(faultsOf("POST /v1/payment_intents", INTENT, "k".repeat(256)).join()).toContain("Idempotency-Key: 256");
  });
});

describe("calls of a browser", () => {
  const RETRIEVE = "key=pk_test_local&client_secret=pi_1_secret_a";
  const CONFIRM = `${RETRIEVE}&return_url=https://x.example&payment_method_data[type]=card`;
  const faultsAt = (call: string, form: string) => {
    const [method = "", path = ""] = call.split(" ");
    const asked = { form: parseForm(form), idempotencyKey: null };
    return rules.faultsOfRequest({ method, path, key: "publishable", ...asked }).join("\n");
  };

  test.each([
    ["GET /v1/payment_intents/pi_1", RETRIEVE],
    ["POST /v1/payment_intents/pi_1/confirm", CONFIRM],
    [
      "POST /v1/payment_intents/pi_1/confirm",
      `${CONFIRM}&receipt_email=a@example.nl&payment_method_data[billing_details][name]=Jan`,
    ],
  ])("%s with %s is as published", (call, form) => {
    expect(faultsAt(call, form)).toBe("");
  });

  test.each([
    ["GET /v1/payment_intents/pi_1", "key=pk_test_local", "client_secret: is missing"],
    ["POST /v1/payment_intents/pi_1/confirm", `${CONFIRM}&colour=blue`, "colour: is not known to Stripe"],
    [
      "POST /v1/payment_intents/pi_1/confirm",
      `${CONFIRM}&payment_method_data[type]=shells`,
      "payment_method_data.type",
    ],
    ["POST /v1/payment_intents/pi_1/confirm", `${CONFIRM}&payment_method_data[billing_details][names]=Jan`, "names"],
    ["POST /v1/payment_intents", "amount=3900&currency=eur", "no call that stripe-types.ts knows"],
  ])("%s with %s is not: %s", (call, form, fault) => {
    expect(faultsAt(call, form)).toContain(fault);
  });
});

describe("the local Stripe", () => {
  let world: OutsideWorld;
  let stripe: Stripe;
  beforeAll(async () => {
    world = await startOutsideWorld({ port: 0, shopOrigin: "http://localhost:9" });
    stripe = new Stripe(STRIPE_SECRET_KEY, { host: "localhost", port: world.port, protocol: "http" });
  });
  afterAll(() => world.close());

  const sale = { product: "KVB1", flow: "A", amount: 5900, name: "Jan", email: "jan@example.nl", hasConsented: true };

  test("sends every event that the shop asks for, and lists all that happened, as published", async () => {
    const bought = world.stripe.buy({ ...sale, isPaid: "now" }).payment_intent;
    world.stripe.refund(bought, 100);
    world.stripe.failRefund(bought);
    world.stripe.refund(bought);
    world.stripe.dispute(bought, "needs_response");
    world.stripe.dispute(bought, "under_review");
    world.stripe.dispute(bought, "won");
    for (const status of ["succeeded", "requires_payment_method"] as const) {
      world.stripe.settle(world.stripe.buy({ ...sale, isPaid: "later" }).payment_intent, status);
    }
    const { id } = await stripe.paymentIntents.create({ amount: 3900, currency: "eur" });
    await stripe.paymentIntents.cancel(id);
    const lists = await Promise.all([
      stripe.paymentIntents.list({ expand: ["data.latest_charge"] }),
      stripe.checkout.sessions.list(),
      stripe.charges.list({ payment_intent: bought, expand: ["data.balance_transaction"] }),
      stripe.refunds.list({ expand: ["data.failure_balance_transaction"] }),
      stripe.disputes.list(),
      stripe.balanceTransactions.list({ expand: ["data.source"] }),
      stripe.events.list({ limit: 100 }),
    ]);
    expect(lists.every(({ data }) => data.length > 0)).toBe(true);
    const sent = world.stripe.webhookDeliveries.map(({ event }) => event.type);
    expect(ORDER_EVENT_TYPES.filter((type) => !sent.includes(type))).toEqual([]);
    expect(takeFaults()).toEqual([]);
  });

  test("an answer or an event that lacks a field, or has one of another kind, is found", () => {
    const [intent] = world.stripe.intents;
    const event = world.stripe.webhookDeliveries[0]?.event;
    if (intent === undefined || event === undefined) throw new Error("nothing was sold");
    const place = { method: "GET", path: `/v1/payment_intents/${intent.id}` };
    const answered = (body: unknown) => rules.faultsOfAnswer(place, { status: 200, body });
    expect(answered(intent)).toEqual([]);
    expect(answered({ ...intent, status: "paid" })).toEqual([expect.stringMatching(/^status: "paid" is none of/)]);
    expect(answered({ ...intent, currency: undefined })).toEqual(["currency: is missing"]);
    expect(answered({ ...intent, amount: "3900" })).toEqual(['amount: "3900" in place of number']);
    expect(answered({ ...intent, latest_charge: 1 }).join()).toContain("latest_charge");
    expect(rules.faultsOfEvent({ ...event, livemode: null } as never)).toEqual(["livemode: null in place of boolean"]);
    expect(rules.faultsOfEvent({ ...event, type: "payment.done" })).toHaveLength(1);
    const inBrowser = (body: unknown) => rules.faultsOfAnswer({ ...place, key: "publishable" }, { status: 200, body });
    expect(inBrowser(publicIntent(intent))).toEqual([]);
    expect(inBrowser({ ...publicIntent(intent), metadata: {} })).toEqual(["metadata: is not known to Stripe"]);
    const refusal = { error: { type: "sorry", message: "" } };
    expect(rules.faultsOfAnswer(place, { status: 400, body: refusal }).join()).toContain("error.type");
  });
});
