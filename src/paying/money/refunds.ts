import type Stripe from "stripe";
import { findIntent, isStripeError, statusOf } from "../../server/stripe.ts";
import { hasFailed, stateOfDispute } from "../webhook/order-events.ts";
import { whyNotOurs } from "./books.ts";

/** The amount of a payment that Stripe can refund, and refunding it. */

export type Refundable = {
  charge: Stripe.Charge;
  /** Every refund that was ever made of it, the oldest first. */
  refunds: readonly Stripe.Refund[];
  leftCents: number;
  /** The buyer's bank asks, and has taken nothing. */
  isInquiry: boolean;
};

/** The same amount again within this time may be the same refund, asked for twice. Milliseconds. */
const SAME_REFUND_MS = 60 * 60_000;

/**
 * Why nothing of a payment can be refunded. `unknown`: this Stripe account has no such payment. `status`: Stripe's word for
 * the payment. `foreign`: it is no sale of this shop. `disputed`: the buyer's bank has taken the money back, or may do so.
 */
export type Refusal =
  | { why: "unknown" }
  | { why: "unpaid"; status: Stripe.PaymentIntent.Status }
  | { why: "foreign" }
  | { why: "disputed" };

/** The refundable amount of a payment, or why there is none. Rejects with Stripe's error. */
export async function readRefundable(
  stripe: Stripe,
  intentId: string,
  environment: string,
): Promise<Refundable | { refusal: Refusal }> {
  const intent = await findIntent(stripe, intentId);
  if (intent === null) return { refusal: { why: "unknown" } };
  const { latest_charge: latest, status } = intent;
  if (status !== "succeeded" || latest === null) return { refusal: { why: "unpaid", status } };
  const charge = await stripe.charges.retrieve(typeof latest === "string" ? latest : latest.id);
  if (whyNotOurs({ charge, movements: [] }, environment) !== null) return { refusal: { why: "foreign" } };
  let isInquiry = false;
  for await (const dispute of stripe.disputes.list({ charge: charge.id, limit: 100 })) {
    // A status that Stripe adds says nothing; what moved, and what Stripe still allows, does.
    const state = stateOfDispute(dispute) ?? stateOfDispute({ ...dispute, status: "needs_response" });
    if (state === "open" || state === "lost") return { refusal: { why: "disputed" } };
    isInquiry ||= state === "inquiry";
  }
  const refunds: Stripe.Refund[] = [];
  for await (const refund of stripe.refunds.list({ charge: charge.id, limit: 100 })) refunds.unshift(refund);
  return { charge, refunds, leftCents: charge.amount - charge.amount_refunded, isInquiry };
}

/** The minutes since the same amount last went back, if that is less than an hour; null otherwise. */
export function minutesSince({ refunds }: Refundable, cents: number, now: Date): number | null {
  const last = refunds.findLast((refund) => refund.amount === cents && !hasFailed(refund));
  const passedMs = now.getTime() - (last?.created ?? 0) * 1000;
  return passedMs < SAME_REFUND_MS ? Math.max(0, Math.floor(passedMs / 60_000)) : null;
}

export type RefundOutcome =
  | { status: "made"; refund: Stripe.Refund }
  | { status: "refused"; error: Error }
  /** It is not known whether something was paid back. `error`: Stripe's, or that of a connection. */
  | { status: "unknown"; error: Error };

/**
 * Refunds `cents`. The idempotency key follows from the refunds of that amount that were shown to the operator. So two
 * operators at the same moment, or one who asks again after a lost answer, make one refund. Rejects with any error that is
 * not Stripe's.
 */
export async function payBack(
  stripe: Stripe,
  { charge, refunds }: Refundable,
  intentId: string,
  cents: number,
): Promise<RefundOutcome> {
  const asked = { payment_intent: intentId, amount: cents, reason: "requested_by_customer" } as const;
  const shown = refunds.filter(({ amount }) => amount === cents).length;
  for (let refusals = 0; ; refusals += 1) {
    try {
      const idempotencyKey = `refund-${charge.id}-${cents}-${shown}-${refusals}`;
      return { status: "made", refund: await stripe.refunds.create(asked, { idempotencyKey }) };
    } catch (error) {
      if (!isStripeError(error)) throw error;
      const status = statusOf(error) ?? 0;
      // A conflict means that the same refund is under way from elsewhere.
      if (status < 400 || status >= 500 || status === 409) return { status: "unknown", error };
      // Stripe repeats a refusal to its key for a day, also if its reason is gone. It paid nothing back with that key.
      if (!isRepeated(error)) return { status: "refused", error };
    }
  }
}

/** Whether Stripe gave an answer that it had given before (docs, "Idempotent requests"). */
function isRepeated(error: unknown): boolean {
  const { headers = {} } = error as { headers?: Readonly<Record<string, string>> };
  return headers["idempotent-replayed"] === "true";
}
