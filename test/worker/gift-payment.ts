import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, vi } from "vitest";
import { createApp } from "../../src/app.tsx";
import { createGiftCode } from "../../src/gifts/gift-code.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { type Order, readOrder } from "../../src/ledger/orders.ts";
import { ledgerOf, sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { now } from "../clock.ts";
import { emptyLedger, run } from "./ledger-rows.ts";
import { collectLogs, type Logs } from "./logs.ts";
import { type MailRun, type MailWorld, runMails } from "./mail-steps.ts";
import { kvWorld } from "./places.ts";
import { askWith, emptyKv, ORDER_KEYS, ORIGIN, seedTargets } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, STRIPE_BINDINGS, stripeEvent, stubStripe, webhookCall } from "./stripe-stub.ts";

/** The payment of a gift, and what comes after it: the return page, the webhook, the mails and a refund. */

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
/** When a payment that Stripe tells of was just paid, seconds since 1970. */
const PAID_S = 1_700_000_100;
/** Before each test nothing is sold, the clock stands still, and Stripe tells of a new payment. */
export function beginGift(): Logs {
  beforeAll(seedTargets);
  beforeEach(async () => {
    vi.setSystemTime(PAID_S * 1000);
    payments += 1;
    intentId = `pi_gift${payments}`;
    code = (await createGiftCode(openShop(ORDER_KEYS as Bindings), intentId)) ?? "";
    await emptyKv(env.GIFTS);
    await emptyLedger();
    // A refund or a dispute may come before its sale.
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

/** The return page, as the giver's browser gets it, and what the shop goes on doing after the answer. */
export async function openReturnPage(
  bindings: Partial<Bindings> = {},
  query = "",
): Promise<{ response: Response; work: Promise<unknown>[] }> {
  const path = `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=${intentId}${query}`;
  const headers = { cookie: `payment_${intentId}=${intentId}_secret_a`, "cf-connecting-ip": freshAddress() };
  const work: Promise<unknown>[] = [];
  const context = {
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
    passThroughOnException() {},
    props: {},
  };
  const all = { ...env, ...BINDINGS, ...kvWorld.at("giver"), ...bindings };
  const response = await createApp().request(ORIGIN + path, { headers }, all, context as never);
  return { response: new Response(await response.text(), response), work };
}

/** The return page, once all is done that follows it. */
export async function comeBack(...asked: Parameters<typeof openReturnPage>): Promise<Response> {
  const { response, work } = await openReturnPage(...asked);
  await Promise.all(work);
  return response;
}

/** Requests an address of the gift from the recipient's place, once every place shows every write. */
export function receive(path: string): Promise<Response> {
  kvWorld.settle();
  return askWith(kvWorld.at("recipient"), path, { headers: { "cf-connecting-ip": freshAddress() } });
}

/** The order as the ledger has it. */
export function readSold(): Promise<Order | null> {
  return readOrder(ledgerOf(env), intentId);
}

export async function deliver(
  type: string,
  object: object,
  bindings: Partial<Bindings> = {},
  created?: number,
): Promise<number> {
  const call = await webhookCall(JSON.stringify(stripeEvent(type, object, created === undefined ? {} : { created })));
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
/** `at`: when the bank took the money, else with the sale. */
export const lostDispute = (at?: string) =>
  deliver(
    "charge.dispute.closed",
    { id: `du_${intentId}`, payment_intent: intentId, status: "lost" },
    {},
    at === undefined ? undefined : Date.parse(at) / 1000,
  );
/** Runs the clock and the mails of the sale. */
export const follow = ({ bindings = {}, ...more }: MailWorld = {}): Promise<MailRun> =>
  runMails(intentId, { ...more, bindings: { ...BINDINGS, ...bindings } });

/** Makes the confirmation due once more, as the operators' command does. */
export const owedAgain = () =>
  run(
    sql(
      "INSERT OR REPLACE INTO mails (kind, about, version, due_at) SELECT kind, about, version, ?2 FROM mails WHERE kind = 'confirmation' AND about = ?1",
      intentId,
      now().toISOString(),
    ),
  );

/** Everything in `GIFTS` of this payment, by key. */
export async function gifts(): Promise<Record<string, unknown>> {
  const { keys } = await env.GIFTS.list({ prefix: code });
  const values = await Promise.all(keys.map(async ({ name }) => [name, await env.GIFTS.get(name, "json")] as const));
  return Object.fromEntries(values);
}
export const ENTRY = { product: WISH.productId, from: WISH.from };
/** What the giver wrote, beside it. */
export const TEXTS = { message: WISH.message, recipient: WISH.recipient, giver: WISH.giver };
