import { HTTPException } from "hono/http-exception";
import type Stripe from "stripe";
import type { DISPUTE_STATUSES } from "../../src/paying/webhook/order-events.ts";
import { randomId } from "./identifiers.ts";
import type { StripeAccountStore } from "./stripe-account.ts";
import { type BalanceTransaction, COUNTER_FEE_CENTS, DISPUTE_FEE_CENTS, moveBalance } from "./stripe-balance.ts";
import type { Charge } from "./stripe-charges.ts";
import { nowInSeconds } from "./stripe-intents.ts";
import { DISPUTE } from "./stripe-objects.ts";

/**
 * Disputes, with what they move and cost (docs, "How disputes work" and "Respond to disputes"). An inquiry, `warning_*`,
 * moves nothing, its payment can still be refunded, and a refund of everything closes it. A chargeback takes the amount with
 * Stripe's fee in one movement, and nothing can be refunded until it is won. Countering one, `under_review`, costs a fee of
 * its own. Its movement names no dispute, as far as a published example shows; it comes back if the dispute is won.
 *
 * Not modelled: a second dispute of a payment, a dispute of a part, a refund that fails because its inquiry becomes a
 * chargeback, what a `prevented` dispute costs, and the time that Stripe takes to bill a fee.
 */

export type Dispute = Stripe.Dispute & {
  balance_transactions: BalanceTransaction[];
  charge: string;
  payment_intent: string;
  status: (typeof DISPUTE_STATUSES)[number];
};

type Status = Dispute["status"];

/** The time for a shop to answer a dispute, seconds. */
const EVIDENCE_S = 10 * 24 * 60 * 60;

/** The statuses that end a dispute, with those that may follow: a lost one can be appealed. */
const AFTER_THE_END: ReadonlyMap<Status, readonly Status[]> = new Map<Status, readonly Status[]>([
  ["won", []],
  ["lost", ["appeal_needs_response", "appeal_under_review", "won"]],
  ["warning_closed", []],
  ["prevented", []],
]);

const isInquiry = (status: string) => status.startsWith("warning_");

/** `is_charge_refundable` of a dispute in this status. */
export function isRefundable(status: string): boolean {
  return isInquiry(status) || status === "won";
}

type Account = Pick<StripeAccountStore, "add">;

/** Opens a dispute of a charge in this status, or gives it another one. Throws a 409 after its end. */
export function disputeCharge(account: Account, charge: Charge, known: Dispute | undefined, status: Status): Dispute {
  const before = known?.status;
  const next = before === undefined ? undefined : AFTER_THE_END.get(before);
  if (next?.includes(status) === false) {
    throw new HTTPException(409, { message: `the dispute of payment ${charge.payment_intent} has ended: ${before}` });
  }
  const dispute = known ?? newDispute(charge);
  Object.assign(dispute, { status, is_charge_refundable: isRefundable(status) });
  if (known === undefined) account.add("disputes", dispute);
  charge.disputed = true;
  moveMoney(account, dispute, before);
  return dispute;
}

/** The event of a dispute that has just got its status. */
export function disputeEventType({ status }: Dispute, isNew: boolean): DisputeEventType {
  if (isNew) return "charge.dispute.created";
  return AFTER_THE_END.has(status) ? "charge.dispute.closed" : "charge.dispute.updated";
}
export type DisputeEventType = Extract<
  Stripe.Event.Type,
  "charge.dispute.created" | "charge.dispute.updated" | "charge.dispute.closed"
>;

function moveMoney(account: Account, dispute: Dispute, before: Status | undefined): void {
  const { id: source, amount, currency, status, balance_transactions: own } = dispute;
  if (!isInquiry(status) && own.length === 0) {
    own.push(moveBalance(account, { what: "dispute", source, amount: -amount, currency, fee: DISPUTE_FEE_CENTS }));
  }
  const { evidence_details: evidence } = dispute;
  const counterFee = {
    what: "counter fee",
    source: null,
    currency,
    description: "Card Dispute Countered Fee",
  } as const;
  if (status === "under_review" && before !== "under_review") {
    Object.assign(evidence, { has_evidence: true, submission_count: evidence.submission_count + 1 });
    moveBalance(account, { ...counterFee, amount: -COUNTER_FEE_CENTS });
  }
  if (status !== "won") return;
  own.push(moveBalance(account, { what: "won dispute", source, amount, currency }));
  if (evidence.submission_count > 0) {
    moveBalance(account, { ...counterFee, amount: COUNTER_FEE_CENTS * evidence.submission_count });
  }
}

function newDispute({ id: charge, payment_intent, amount, currency }: Charge): Dispute {
  const created = nowInSeconds();
  return {
    ...DISPUTE,
    ...{ charge, payment_intent, amount, currency, created },
    id: randomId("du_1"),
    balance_transactions: [],
    evidence_details: { ...DISPUTE.evidence_details, due_by: created + EVIDENCE_S },
  };
}
