import type Stripe from "stripe";
import { stateOfDispute } from "../src/paying/webhook/order-events.ts";
import { findIntent, statusOf } from "../src/server/stripe.ts";
import { formatDecimal } from "../src/shared/money.ts";
import { whyNotOurs } from "./ledger.ts";
import { describeStripeError } from "./stripe-errors.ts";

/** The amount of a payment that Stripe can refund, and refunding it. */

export type Refundable = {
  charge: Stripe.Charge;
  /** Every refund that was ever made of it, the oldest first. */
  refunds: readonly Stripe.Refund[];
  leftCents: number;
  /** The status of an open inquiry: the buyer's bank asks, and has taken nothing. Null if there is none. */
  inquiry: string | null;
};

/** Within this time the same amount once more may be meant as the same refund, milliseconds. */
const SAME_REFUND_MS = 60 * 60_000;

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
  let inquiry: string | null = null;
  for await (const dispute of stripe.disputes.list({ charge: charge.id, limit: 100 })) {
    // A status that Stripe adds says nothing; what moved, and what Stripe still allows, does.
    const state = stateOfDispute(dispute) ?? stateOfDispute({ ...dispute, status: "needs_response" });
    if (state === "open" || state === "lost") {
      return { reason: `is disputed (${dispute.status}): the buyer's bank has taken the money back, or may do so` };
    }
    if (state === "inquiry") inquiry = dispute.status;
  }
  const refunds: Stripe.Refund[] = [];
  for await (const refund of stripe.refunds.list({ charge: charge.id, limit: 100 })) refunds.unshift(refund);
  return { charge, refunds, leftCents: charge.amount - charge.amount_refunded, inquiry };
}

/** Whether a refund did not arrive: the buyer is still owed it. */
export function hasFailed({ status }: Stripe.Refund): boolean {
  return status === "failed" || status === "canceled";
}

/** The minutes since the same amount last went back, if that is less than an hour; null otherwise. */
export function minutesSince({ refunds }: Refundable, cents: number, now: Date): number | null {
  const last = refunds.findLast((refund) => refund.amount === cents && !hasFailed(refund));
  const passedMs = now.getTime() - (last?.created ?? 0) * 1000;
  return passedMs < SAME_REFUND_MS ? Math.max(0, Math.floor(passedMs / 60_000)) : null;
}

export type RefundOutcome =
  | { status: "made"; refund: Stripe.Refund }
  /** Nothing was paid back. */
  | { status: "refused"; reason: string }
  /** It is not known whether something was paid back. */
  | { status: "unknown"; reason: string };

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
      const reason = describeStripeError(error);
      if (reason === null) throw error;
      const status = statusOf(error) ?? 0;
      // A conflict means that the same refund is under way from elsewhere.
      if (status < 400 || status >= 500 || status === 409) return { status: "unknown", reason };
      // Stripe repeats a refusal to its key for a day, also if its reason is gone. It paid nothing back with that key.
      if (!isRepeated(error)) return { status: "refused", reason };
    }
  }
}

/** Whether Stripe gave an answer that it had given before (docs, "Idempotent requests"). */
function isRepeated(error: unknown): boolean {
  const { headers = {} } = error as { headers?: Readonly<Record<string, string>> };
  return headers["idempotent-replayed"] === "true";
}

/** One refund in a line: `10.00 on re_1…, succeeded`. */
export function describeRefund({ amount, id, status }: Stripe.Refund, time: string): string {
  return `${formatDecimal(amount)}  ${id}  ${status ?? "status not known"}  ${time}`;
}
