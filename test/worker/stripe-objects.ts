import type Stripe from "stripe";
import { BALANCE_TRANSACTION, CHARGE, DISPUTE, INTENT, REFUND, SESSION } from "../outside-world/stripe-objects.ts";
import { isRefundable } from "../outside-world/stripe-sales.ts";

/** Whole objects of Stripe's, as events have them. A test sets the fields that it is about. */

type Fields = Readonly<Record<string, unknown>>;

/** A payment as our checkout makes it. */
const OURS = { ...INTENT, metadata: { product: "KVB1", price: "3900", flow: "none" }, receipt_email: "jan@example.nl" };

/** Objects that a test may set a part of. */
const PARTS = ["billing_details", "consent", "customer_details"] as const;

export function intent(changes: Fields = {}): Record<string, unknown> {
  return { ...OURS, ...changes };
}

/** An answer to a question of a payment link; null = none. */
export function choice(key: string, value: string | null): Stripe.Checkout.Session.CustomField {
  const dropdown = { default_value: null, options: [], value };
  return { key, label: { custom: "Vraag", type: "custom" }, optional: false, type: "dropdown", dropdown };
}

export function balanceTransaction(amount: number): Stripe.BalanceTransaction {
  return { ...BALANCE_TRANSACTION, id: `txn_${amount}`, amount, net: amount };
}

/** The object of an event, by the beginning of its type. */
const ABOUT: readonly (readonly [string, Fields])[] = [
  ["payment_intent.", OURS],
  ["checkout.session.", SESSION],
  ["charge.dispute.", DISPUTE],
  ["charge.refund.", REFUND],
  ["charge.", CHARGE],
  ["refund.", REFUND],
];

/** What has become of a payment when such an event is sent. */
const BECAME: Readonly<Record<string, Fields>> = {
  "payment_intent.succeeded": { latest_charge: "ch_1", status: "succeeded" },
  "payment_intent.processing": { latest_charge: "ch_1", status: "processing" },
  "payment_intent.payment_failed": { latest_charge: "ch_1" },
  "payment_intent.canceled": { status: "canceled" },
};

/** The object of an event with all fields of its kind. Another value is returned as it is. */
export function wholeObject(type: string, object: unknown): unknown {
  const kind = ABOUT.find(([prefix]) => type.startsWith(prefix))?.[1];
  if (typeof object !== "object" || object === null || kind === undefined) return object;
  const given = object as Fields;
  const parts = PARTS.filter((name) => typeof given[name] === "object" && given[name] !== null && name in kind);
  const whole = parts.map((name) => [name, { ...(kind[name] as object), ...(given[name] as object) }]);
  const status = String(given.status ?? DISPUTE.status);
  const facts = kind === DISPUTE ? { is_charge_refundable: isRefundable(status) } : {};
  return { ...kind, ...facts, ...given, ...BECAME[type], ...Object.fromEntries(whole) };
}
