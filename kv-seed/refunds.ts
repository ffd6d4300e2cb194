import type Stripe from "stripe";
import { findIntent, statusOf } from "../src/services/stripe.ts";
import { formatDecimal } from "../src/shared/money.ts";
import { whyNotOurs } from "./ledger.ts";
import { describeStripeError } from "./stripe-errors.ts";

/** The amount of a payment that Stripe can refund, and refunding it. */

export type Refundable = {
  charge: Stripe.Charge;
  /** Every refund that was ever made of it, the oldest first. */
  refunds: readonly Stripe.Refund[];
  leftCents: number;
};

/** Two requests within this time for a refund of the same amount make one refund. */
const ONE_REFUND_MS = 60 * 60_000;

/** The refundable amount of a payment, or the reason that there is none. Rejects with Stripe's error. */
export async function readRefundable(
  stripe: Stripe,
  intentId: string,
  environment: string,
): Promise<Refundable | { reason: string }> {
  const intent = await findIntent(stripe, intentId);
  if (intent === null) return { reason: "is not known to this Stripe account" };
  const { latest_charge: latest, status } = intent;
  if (status !== "succeeded" || latest === null) return { reason: `was not paid: Stripe says ${status}` };
  const charge = await stripe.charges.retrieve(typeof latest === "string" ? latest : latest.id);
  const foreign = whyNotOurs({ charge, movements: [] }, environment);
  if (foreign !== null) return { reason: `is ${foreign}: pay it back in Stripe's dashboard` };
  for await (const { status: dispute } of stripe.disputes.list({ charge: charge.id, limit: 100 })) {
    if (HOLDING.some((one) => one === dispute)) {
      return { reason: `is disputed (${dispute}): the buyer's bank has taken the money back, or may do so` };
    }
  }
  const refunds: Stripe.Refund[] = [];
  for await (const refund of stripe.refunds.list({ charge: charge.id, limit: 100 })) refunds.unshift(refund);
  return { charge, refunds, leftCents: charge.amount - charge.amount_refunded };
}

/** Statuses of a dispute in which the buyer's bank has taken the money back, or may do so. */
const HOLDING: readonly Stripe.Dispute.Status[] = [
  "warning_needs_response",
  "warning_under_review",
  "needs_response",
  "under_review",
  "lost",
  "appeal_needs_response",
  "appeal_under_review",
];

export type RefundOutcome =
  | { status: "made"; refund: Stripe.Refund }
  /** Nothing was paid back. */
  | { status: "refused"; reason: string }
  /** It is not known whether something was paid back. */
  | { status: "unknown"; reason: string };

/**
 * Refunds `cents`. The idempotency key follows from the earlier refunds and from the hour. So two operators, or
 * one who retries without an answer, make one refund. Rejects with any error that is not Stripe's.
 */
export async function payBack(
  stripe: Stripe,
  { charge, refunds }: Refundable,
  intentId: string,
  cents: number,
  now: Date,
): Promise<RefundOutcome> {
  const hour = Math.floor(now.getTime() / ONE_REFUND_MS);
  const idempotencyKey = `refund-${charge.id}-${refunds.length}-${cents}-${hour}`;
  try {
    const asked = { payment_intent: intentId, amount: cents, reason: "requested_by_customer" } as const;
    return { status: "made", refund: await stripe.refunds.create(asked, { idempotencyKey }) };
  } catch (error) {
    const reason = describeStripeError(error);
    if (reason === null) throw error;
    const status = statusOf(error) ?? 0;
    // A conflict means that the same refund is under way from elsewhere.
    return { status: status >= 400 && status < 500 && status !== 409 ? "refused" : "unknown", reason };
  }
}

/** One refund in a line: `10.00 on re_1…, succeeded`. */
export function describeRefund({ amount, id, status }: Stripe.Refund, time: string): string {
  return `${formatDecimal(amount)}  ${id}  ${status ?? "status not known"}  ${time}`;
}
