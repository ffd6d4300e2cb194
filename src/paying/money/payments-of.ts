import type Stripe from "stripe";
import type { Order } from "../../ledger/orders.ts";
import { otherEnvironment } from "../../shared/environment.ts";
import { addDays, isoDateOf } from "../../shared/time.ts";
import { stateOfIntent, VISIT_LIFE_MS } from "../payment-rules.ts";
import { isCancelable } from "../stripe-erasure.ts";
import type { OrderEvent } from "../webhook/order-events.ts";
import { eventOfIntent } from "../webhook/stripe-truth.ts";

/** Payments as Stripe has them, also those that no event told of. */

/**
 * A payment at Stripe. `under-way`: its money is on its way. `open`: its buyer may still pay it. `left`: they left it
 * without paying, and it can still be canceled. `ended`: without being paid. `event` and `order`: what the payment says of
 * itself; null if the webhook would refuse it.
 */
export type NamedPayment = {
  intentId: string;
  state: "paid" | "under-way" | "open" | "left" | "ended";
  event: OrderEvent | null;
  order: Order | null;
};

/**
 * The payments of an environment whose buyer gave this address in our own checkout. Stripe's search ignores case, and shows
 * a new payment after a minute or so (docs.stripe.com/search). Rejects with Stripe's error.
 */
export async function findPaymentsOf(
  stripe: Stripe,
  email: string,
  environment: string,
  now: Date,
): Promise<readonly NamedPayment[]> {
  // An address that the shop takes has no quotation mark and no backslash.
  const query = `metadata["buyer_email"]:"${email.replace(/["\\]/g, "")}"`;
  const found: NamedPayment[] = [];
  for await (const intent of stripe.paymentIntents.search({ query, limit: 100, expand: ["data.latest_charge"] })) {
    const { buyer_email: named = "" } = intent.metadata;
    if (named.toLowerCase() !== email.toLowerCase() || otherEnvironment(intent.metadata, environment) !== null)
      continue;
    found.push(namedPayment(intent, now));
  }
  return found;
}

function namedPayment(intent: Stripe.PaymentIntent, now: Date): NamedPayment {
  const event = eventOfIntent(intent);
  return { intentId: intent.id, state: stateOf(intent, now), event, order: event === null ? null : orderOf(event) };
}

function stateOf(intent: Stripe.PaymentIntent, now: Date): NamedPayment["state"] {
  const state = stateOfIntent(intent.status);
  if (state === "paid") return "paid";
  if (state === "processing") return "under-way";
  if (state === "canceled") return "ended";
  const isOld = now.getTime() - intent.created * 1000 > VISIT_LIFE_MS;
  return isOld && isCancelable(intent) ? "left" : "open";
}

/** Only the ledger says what follows from an order. This is what follows from one that was paid and of which nothing else is known. */
export const UNKNOWN = {
  money: "paid",
  state: "paid",
  isRepaid: false,
  isWithdrawn: false,
  isUsable: true,
  isUnconfirmed: false,
  isUnsent: false,
  isAtBank: false,
  paidOtherwiseCents: 0,
} as const;

function orderOf({ news: { intentId, at, told } }: OrderEvent): Order | null {
  if (told.kind !== "report") return null;
  // No right lasts longer than five days off after its fortnight: Good Friday to King's Day, 2038.
  const { report } = told;
  const boughtAt = report.paidAt ?? report.createdAt;
  const withdrawUntil = addDays(isoDateOf(new Date(boughtAt)), 19);
  return { intentId, updatedAt: at, ...report, ...UNKNOWN, keptCents: report.amountCents, boughtAt, withdrawUntil };
}
