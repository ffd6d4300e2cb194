import { env } from "cloudflare:workers";
import { beforeEach } from "vitest";
import type { Bindings } from "../../src/env.ts";
import { createGiftCode } from "../../src/services/gift-code.ts";
import { wishToMetadata } from "../../src/services/gift-wish.ts";
import { readOrder } from "../../src/services/orders.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { runAfterSale, type SaleWorld } from "./after-sale-steps.ts";
import { collectLogs, type Logs } from "./logs.ts";
import { kvWorld } from "./places.ts";
import { askWith, emptyKv, ORDER_KEYS, seedTargets } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, STRIPE_BINDINGS, stripeEvent, stubStripe, webhookCall } from "./stripe-stub.ts";

/** The payment of a gift, and what comes after it: the return page, the webhook, the Workflow and a refund. */

export const BINDINGS: Partial<Bindings> = { ...STRIPE_BINDINGS, ...ORDER_KEYS };
export const WISH: GiftWish = {
  productId: "KVB1",
  recipient: "Noor & <b>Bo</b>",
  giver: "Opa",
  message: "Lieve Noor,\nbehouden vaart!",
  from: "2099-12-24",
};

let payments = 0;
export let intentId = "";
export let code = "";
/** Makes a new payment, of which Stripe tells, before each test. */
export function beginGift(): Logs {
  beforeEach(async () => {
    payments += 1;
    intentId = `pi_gift${payments}`;
    code = (await createGiftCode(ORDER_KEYS as Bindings, intentId)) ?? "";
    await seedTargets();
    await emptyKv(env.GIFTS);
    // A refund or a dispute may come where KV does not show its sale yet.
    stubStripe(() => answerJson(paid()));
  });
  return collectLogs();
}

export const metadata = (wish: GiftWish = WISH) => ({
  product: "KVB1",
  price: "3900",
  flow: "none",
  visit: "v",
  buyer_name: "Opa Jansen",
  buyer_email: "opa@example.nl",
  ...wishToMetadata(wish),
});

export const paid = (changes: object = {}) =>
  intent({
    id: intentId,
    client_secret: `${intentId}_secret_a`,
    status: "succeeded",
    metadata: metadata(),
    ...changes,
  });

/** The return page, as the giver's browser gets it. */
export async function comeBack(bindings: Partial<Bindings> = {}, query = ""): Promise<Response> {
  const path = `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=${intentId}${query}`;
  const headers = { cookie: `payment_${intentId}=${intentId}_secret_a`, "cf-connecting-ip": freshAddress() };
  const response = await askWith({ ...BINDINGS, ...kvWorld.at("giver"), ...bindings }, path, { headers });
  return new Response(await response.text(), response);
}

/** Requests an address of the gift from the recipient's place, once every place shows every write. */
export function receive(path: string): Promise<Response> {
  kvWorld.settle();
  return askWith(kvWorld.at("recipient"), path, { headers: { "cf-connecting-ip": freshAddress() } });
}

/** Reads the order from the giver's place, once every place shows every write. */
export function readSold(): ReturnType<typeof readOrder> {
  kvWorld.settle();
  return readOrder(kvWorld.at("giver").ORDERS, intentId);
}

export async function deliver(type: string, object: object, bindings: Partial<Bindings> = {}): Promise<number> {
  const call = await webhookCall(JSON.stringify(stripeEvent(type, object)));
  return (await askWith({ ...BINDINGS, ...kvWorld.at("webhook"), ...bindings }, PATHS.stripeWebhook, call)).status;
}
export const sale = () => deliver("payment_intent.succeeded", paid());
export const refund = (amount_refunded = 3900, changes: object = {}, bindings: Partial<Bindings> = {}) =>
  deliver(
    "charge.refunded",
    {
      id: "ch_1",
      payment_intent: intentId,
      amount: 3900,
      amount_refunded,
      currency: "eur",
      created: 1_700_000_000,
      metadata: metadata(),
      ...changes,
    },
    bindings,
  );
export const lostDispute = () =>
  deliver("charge.dispute.closed", { id: "du_1", payment_intent: intentId, status: "lost" });
export const workflow = ({ bindings = {}, ...more }: SaleWorld = {}) =>
  runAfterSale(intentId, {
    ...more,
    bindings: { ...ORDER_KEYS, ...kvWorld.at("workflow"), ...bindings },
    pass: kvWorld.pass,
  });

/** Everything in `GIFTS` of this payment, by key. */
export async function gifts(): Promise<Record<string, unknown>> {
  const { keys } = await env.GIFTS.list({ prefix: code });
  const values = await Promise.all(keys.map(async ({ name }) => [name, await env.GIFTS.get(name, "json")] as const));
  return Object.fromEntries(values);
}
export const ENTRY = { recipient: WISH.recipient, giver: WISH.giver, from: WISH.from };
