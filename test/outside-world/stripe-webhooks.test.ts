import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LINK_CONSENT } from "../../src/legal/purchase-consent-copy.ts";
import { priceOf } from "../../src/shared/courses.ts";
import { confirmIntent, createIntent, openWorld, post, world } from "./calls.ts";
import type { PaymentIntent } from "./stripe-intents.ts";
import { STRIPE_WEBHOOK_SECRET } from "./stripe-keys.ts";

/** The price of a course of the hosted checkout, cents. */
const KVB2_A = priceOf("KVB2", "A").priceCents;

openWorld();

/** A shop that answers the webhook with these statuses in turn, then 200. */
let statuses: number[] = [];
let received: { body: string; signature: string }[];
let shop: Server;

beforeEach(async () => {
  received = [];
  shop = createServer(async (request, response) => {
    received.push({ body: await text(request), signature: String(request.headers["stripe-signature"]) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  world.setShopOrigin(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`);
});
afterEach(() => void shop.close().closeAllConnections());

/** The delivered events, as the real package reads them. */
async function events(): Promise<Stripe.Event[]> {
  await world.stripe.webhooksIdle();
  const { webhooks } = Stripe;
  return Promise.all(
    received.map(({ body, signature }) => webhooks.constructEventAsync(body, signature, STRIPE_WEBHOOK_SECRET)),
  );
}

const typesOf = (all: readonly Stripe.Event[]) => all.map(({ type }) => type).toSorted();
const buy = (fields: Record<string, string>) =>
  post("/checkout/KVB2/A", { name: "Els", email: "els@example.nl", ...fields });

test("a refused delivery is tried again", async () => {
  statuses = [500];
  await confirmIntent(await createIntent(), "card");
  expect(typesOf(await events())).toEqual(["payment_intent.succeeded", "payment_intent.succeeded"]);
  expect(world.stripe.webhookDeliveries).toMatchObject([
    { attempts: [{ status: 500 }, { status: 200 }], delivered: true },
  ]);
});

test.each([
  [{ skewSeconds: -301 }, "outside the tolerance"],
  [{ badSignature: true }, "No signatures found"],
])("a delivery by hand can be wrong: %o", async (flaws, problem) => {
  const { id } = await createIntent();
  await world.stripe.sendWebhook({ intent: id, type: "payment_intent.succeeded" }, flaws);
  await expect(events()).rejects.toThrow(problem);
});

test("a hosted sale is a payment and a session that name each other, the course, the buyer and the consent", async () => {
  await buy({ method: "ideal", herroepingsrecht: "vervalt" });
  const all = await events();
  const objectOf = (type: Stripe.Event.Type) => all.find((event) => event.type === type)?.data.object;
  expect(objectOf("payment_intent.succeeded")).toMatchObject({
    amount: KVB2_A,
    metadata: { product: "KVB2", flow: "A", price: String(KVB2_A) },
  });
  expect(objectOf("checkout.session.completed")).toMatchObject({
    payment_intent: world.stripe.intents[0]?.id,
    payment_status: "paid",
    amount_total: KVB2_A,
    customer_details: { name: "Els", email: "els@example.nl" },
    metadata: { product: "KVB2", flow: "A", consent: LINK_CONSENT.version },
    consent: { terms_of_service: "accepted" },
    custom_fields: [{ key: "herroepingsrecht", type: "dropdown", dropdown: { value: "vervalt" } }],
  });
});

test.each([
  ["succeeded", "checkout.session.async_payment_succeeded", "payment_intent.succeeded"],
  ["requires_payment_method", "checkout.session.async_payment_failed", "payment_intent.payment_failed"],
] as const)("money that comes later: %s", async (status, ofSession, ofPayment) => {
  await buy({ method: "sepa_debit" });
  world.stripe.settle(world.stripe.intents[0]?.id ?? "", status);
  const types = ["checkout.session.completed", ofSession, "payment_intent.processing", ofPayment];
  expect(typesOf(await events())).toEqual(types.sort());
});

test("what is paid can be paid back in parts, never more, and disputed; what is not paid cannot", async () => {
  await buy({ method: "card" });
  const { id } = world.stripe.intents[0] as PaymentIntent;
  world.stripe.refund(id, 1000);
  world.stripe.refund(id);
  expect(() => world.stripe.refund(id, 1)).toThrow("at most 0 cents");
  world.stripe.dispute(id, "needs_response");
  world.stripe.dispute(id, "lost");
  const told = (await events()).filter(({ type }) => type.startsWith("charge.")).map(({ data }) => data.object);
  expect(told).toHaveLength(4);
  for (const object of [
    { payment_intent: id, amount: KVB2_A, amount_refunded: 1000, refunded: false },
    { payment_intent: id, amount: KVB2_A, amount_refunded: KVB2_A, refunded: true },
    { payment_intent: id, status: "needs_response" },
    { payment_intent: id, status: "lost" },
  ]) {
    expect(told).toContainEqual(expect.objectContaining(object));
  }
  const { id: unpaid } = await createIntent();
  expect(() => world.stripe.refund(unpaid)).toThrow("requires_payment_method");
  expect(() => world.stripe.dispute(unpaid, "needs_response")).toThrow("requires_payment_method");
});
