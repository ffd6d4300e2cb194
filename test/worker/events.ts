import { env } from "cloudflare:workers";
import { beforeEach, expect } from "vitest";
import { createApp } from "../../src/app.tsx";
import type { Bindings } from "../../src/env.ts";
import type { ORDER_EVENT_TYPES } from "../../src/services/order-events.ts";
import { type Order, readOrder } from "../../src/services/orders.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs, type Logs } from "./logs.ts";
import { kvWorld } from "./places.ts";
import { ORIGIN } from "./shop.ts";
import { choice, intent } from "./stripe-objects.ts";
import { answerJson, STRIPE_BINDINGS, stripeEvent, stubStripe, webhookCall } from "./stripe-stub.ts";

/** Stripe's events of an order, and their deliveries. */

export const T = 1_700_000_000;
export const at = (seconds: number) => new Date((T + seconds) * 1000).toISOString();

let payments = 0;
export function newIntent(): string {
  payments += 1;
  return `pi_order${payments}`;
}

export const event = (type: (typeof ORDER_EVENT_TYPES)[number], seconds: number, object: unknown) =>
  stripeEvent(type, object, { id: `evt_${type.replaceAll(".", "_")}_${seconds}`, created: T + seconds });
export type Event = ReturnType<typeof event>;

const app = createApp();

let deliveries = 0;
/** Delivers an event so many times at the same moment, each time in another place than the time before. */
export async function deliver(what: Event, times = 1): Promise<Response[]> {
  const call = await webhookCall(JSON.stringify(what));
  const bindingsAt = (place: string) => ({ ...env, ...STRIPE_BINDINGS, ...kvWorld.at(place) }) as Bindings;
  const places = Array.from({ length: times }, (_, index) => `webhook ${(deliveries + index) % 3}`);
  deliveries += times;
  return Promise.all(places.map((place) => app.request(ORIGIN + PATHS.stripeWebhook, call, bindingsAt(place))));
}

/** The order as its buyer's place shows it, once every place shows it. */
export async function order(intentId: string): Promise<Order | string> {
  kvWorld.settle();
  const read = await readOrder(kvWorld.at("buyer").ORDERS, intentId);
  return read.status === "found" ? read.value : read.status;
}

export const CONSENT_AT = at(40);
export const METADATA = {
  product: "KVB1",
  price: "3900",
  flow: "A",
  visit: "digest",
  buyer_name: "Jan Jansen",
  buyer_email: "jan@example.nl",
  consent: "2026-11",
  consent_at: CONSENT_AT,
  user_id: "user-1",
};

export const session = (intentId: string, changes: object = {}) => ({
  id: "cs_1",
  object: "checkout.session",
  payment_intent: intentId,
  payment_status: "paid",
  amount_total: 5900,
  currency: "eur",
  created: T,
  metadata: { product: "KVB2", flow: "none", consent: "2026-11-22-link" },
  customer_details: { name: "Els Bos", email: "els@example.nl" },
  consent: { terms_of_service: "accepted" },
  custom_fields: [choice("vaargebied", "vervalt"), choice("herroepingsrecht", "vervalt")],
  ...changes,
});

export const charge = (intentId: string, amount: number, refunded: number, metadata: object) => ({
  id: "ch_1",
  object: "charge",
  payment_intent: intentId,
  amount,
  amount_refunded: refunded,
  currency: "eur",
  created: T + 50,
  billing_details: { name: "J. Jansen", email: null },
  metadata,
});

export const dispute = (intentId: string, status: string) => ({
  id: "du_1",
  object: "dispute",
  payment_intent: intentId,
  status,
});

export const refund = (intentId: string, id: string, amount: number, status = "succeeded") => ({
  id,
  object: "refund",
  payment_intent: intentId,
  amount,
  currency: "eur",
  created: T + 70,
  status,
});

/** Delivers each event twice at the same moment. A delivery that KV refused comes again, as Stripe sends it. */
export async function deliverInTurn(events: readonly Event[]): Promise<void> {
  for (const next of events) {
    const responses = await deliver(next, 2);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  }
}

/** The order after these events. */
export async function known(events: (intentId: string) => Event[]): Promise<Order | string> {
  const intentId = newIntent();
  await deliverInTurn(events(intentId));
  return order(intentId);
}

/** Before each test: the shop asks Stripe for the payment's metadata if a refund or a dispute comes before its sale. */
export function withStripe(): Logs {
  beforeEach(() => {
    stubStripe(({ url }) => answerJson(intent({ id: url.pathname.split("/").at(-1) })));
  });
  return collectLogs();
}
