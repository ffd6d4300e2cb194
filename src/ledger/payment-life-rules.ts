import type { LifeEvent } from "./life-rules.ts";
import type { MoneyState } from "./order-rules.ts";

/** The states of a payment in `orders`: before it is paid those of Stripe, then those of its money. */
export type RecordedPaymentState = "open" | "failed" | "canceled" | MoneyState;

/** The states in which a payment may first be known as paid: later events may arrive before. */
const PAID = ["paid", "partlyRefunded", "refunded", "disputed", "reversed"] as const;
/** Of these, the states in which the shop still has money of the payment, or may have. */
const KEPT = ["paid", "partlyRefunded", "disputed"] as const;

/**
 * The life of a payment: all events that change its state; nothing else changes it. Its state is the
 * column `money`, made of what was told of it, so events may be told late, twice and in any order. What was paid never becomes
 * unpaid. Of any other change a trigger tells the owner, with the alarm `payment-strange` (`migrations/0002_lives.sql`).
 */
export const PAYMENT_LIFE = {
  /** Its money is on its way, also after an attempt that failed. */
  wait: { by: "buyer", from: ["none", "open", "failed"], to: ["open"] },
  fail: { by: "bank", from: ["none", "open", "failed"], to: ["failed"] },
  /** Nobody finished it (`paying/stripe-erasure.ts`), or its buyer took it back at Stripe. */
  cancel: { by: "night", from: ["none", "open", "failed"], to: ["canceled"] },
  pay: { by: "buyer", from: ["none", "open", "failed", "canceled"], to: PAID },
  /** Of a disputed one only if the bank merely asks (`paying/money/refunds.ts`). */
  refund: { by: "operator", from: KEPT, to: ["partlyRefunded", "refunded", "disputed"] },
  /** The bank returned a refund: the buyer is owed it again. */
  refundFailed: { by: "bank", from: [...KEPT, "refunded"], to: [...KEPT, "reversed"] },
  /** Also an inquiry: the bank asks, and no money has moved. */
  dispute: { by: "bank", from: ["paid", "partlyRefunded"], to: ["disputed"] },
  lose: { by: "bank", from: KEPT, to: ["reversed"] },
  /** Or the bank closed it without a decision; after it was lost, by an appeal. */
  win: { by: "bank", from: ["disputed", "reversed"], to: KEPT },
  /** A refund that was made before the bank decided, and is told after it. */
  refundReversed: { by: "Stripe", from: ["reversed"], to: ["refunded"] },
} as const satisfies Record<string, LifeEvent<RecordedPaymentState>>;
