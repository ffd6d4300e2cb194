import { env } from "cloudflare:workers";
import { beforeEach, expect } from "vitest";
import { createApp } from "../../src/app.tsx";
import { type Order, readOrder } from "../../src/ledger/orders.ts";
import type { ORDER_EVENT_TYPES } from "../../src/paying/webhook/order-events.ts";
import { ledgerOf } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { ORIGIN } from "./shop.ts";
import { choice, intent } from "./stripe-objects.ts";
import { answerJson, stripeEvent, stubStripe, webhookCall } from "./stripe-stub.ts";

/** Stripe's events of an order, and their deliveries. */

const T = 1_700_000_000;
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

export async function deliver(what: Event, times = 1, bindings: Partial<Bindings> = {}): Promise<Response[]> {
  const call = await webhookCall(JSON.stringify(what));
  const all = { ...env, ...bindings } as Bindings;
  return Promise.all(Array.from({ length: times }, () => app.request(ORIGIN + PATHS.stripeWebhook, call, all)));
}

/** The order as the ledger has it. */
export function order(intentId: string): Promise<Order | null> {
  return readOrder(ledgerOf(env), intentId);
}

export const CONSENT_AT = at(40);
export const METADATA = {
  ...{ product: "KVB1", price: "3900", flow: "A", visit: "digest" },
  ...{ buyer_name: "Jan Jansen", buyer_email: "jan@example.nl", user_id: "user-1" },
  ...{ consent: "2026-11", consent_at: CONSENT_AT },
};

export const session = (intentId: string, changes: object = {}) => ({
  id: "cs_1",
  payment_intent: intentId,
  payment_status: "paid",
  amount_total: 5900,
  created: T,
  metadata: { product: "KVB2", flow: "none", consent: "2026-11-22-link" },
  customer_details: { name: "Els Bos", email: "els@example.nl" },
  consent: { terms_of_service: "accepted" },
  custom_fields: [choice("vaargebied", "vervalt"), choice("herroepingsrecht", "vervalt")],
  ...changes,
});

export const charge = (intentId: string, amount: number, refunded: number, metadata: object) => ({
  id: "ch_1",
  payment_intent: intentId,
  amount,
  amount_refunded: refunded,
  created: T + 50,
  billing_details: { name: "J. Jansen", email: null },
  metadata,
});

export const dispute = (intentId: string, status: string, number = 1) => ({
  id: `du_${number}_${intentId}`,
  payment_intent: intentId,
  status,
});

/** A refund. `name`: tells those of a payment apart. */
export const refund = (intentId: string, name: string, amount: number, status = "succeeded") => ({
  id: `${name}_${intentId}`,
  payment_intent: intentId,
  amount,
  created: T + 70,
  status,
});

/** The order after these events, each of which is delivered twice at the same moment. */
export async function known(events: (intentId: string) => Event[]): Promise<Order | null> {
  const intentId = newIntent();
  for (const next of events(intentId)) {
    const responses = await deliver(next, 2);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  }
  return order(intentId);
}

/** Before each test: the shop asks Stripe for the payment's metadata if a refund or a dispute comes before its sale. */
export function withStripe(): void {
  beforeEach(() => {
    stubStripe(({ url }) => answerJson(intent({ id: url.pathname.split("/").at(-1) })));
  });
}
