import type { ORDER_EVENT_TYPES } from "../../src/paying/webhook/order-events.ts";
import { stripeEvent } from "./stripe-stub.ts";

/** Stripe's events of an order. */

export const T = 1_700_000_000;
export const at = (seconds: number) => new Date((T + seconds) * 1000).toISOString();

export const event = (type: (typeof ORDER_EVENT_TYPES)[number], seconds: number, object: unknown) =>
  stripeEvent(type, object, { id: `evt_${type.replaceAll(".", "_")}_${seconds}`, created: T + seconds });
export type Event = ReturnType<typeof event>;

export const CONSENT_AT = at(40);
export const METADATA = {
  ...{ product: "KVB1", price: "3900", flow: "A", visit: "digest" },
  ...{ buyer_name: "Jan Jansen", buyer_email: "jan@example.nl", user_id: "user-1" },
  ...{ consent: "2026-11", consent_at: CONSENT_AT },
};

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
