import type Stripe from "stripe";
import { randomId } from "./identifiers.ts";
import type { StripeAccountStore } from "./stripe-account.ts";
import { nowInSeconds } from "./stripe-intents.ts";
import { BALANCE_TRANSACTION } from "./stripe-objects.ts";

/** A change of the account's balance. `source`: the id of the object that caused it; null if none did. */
export type BalanceTransaction = Stripe.BalanceTransaction & { source: string | null };

type Reporting = { type: Stripe.BalanceTransaction.Type; category: string };

/** Types and categories as Stripe has them (docs, "Reporting categories and types"). */
const REPORTING = {
  sale: { type: "charge", category: "charge" },
  refund: { type: "refund", category: "refund" },
  "failed refund": { type: "refund_failure", category: "refund_failure" },
  dispute: { type: "adjustment", category: "dispute" },
  "won dispute": { type: "adjustment", category: "dispute_reversal" },
  "counter fee": { type: "stripe_fee", category: "fee" },
  payout: { type: "payout", category: "payout" },
} as const satisfies Record<string, Reporting>;

/** Fees like those of a Dutch account, cents. Only their existence matters, not their amount. */
const FEES = {
  card: { percent: 1.5, cents: 25 },
  other: { percent: 0, cents: 29 },
  disputeCents: 2000,
  counterCents: 2000,
};

/** The time until a payment can be paid out, seconds. */
const PENDING_S = 7 * 24 * 60 * 60;

export type Move = {
  what: keyof typeof REPORTING;
  /** Id of the charge, refund or dispute. */
  source: string | null;
  /** Negative if the account loses it. */
  amount: number;
  currency: string;
  fee?: number;
  description?: string;
  /** Seconds since 1970; default: now. */
  created?: number;
};

/** Records a change of the account's balance. */
export function moveBalance(account: Pick<StripeAccountStore, "add">, move: Move): BalanceTransaction {
  const { what, source, amount, currency, fee = 0, description = null, created = nowInSeconds() } = move;
  const { type, category } = REPORTING[what];
  const transaction: BalanceTransaction = {
    ...BALANCE_TRANSACTION,
    ...{ amount, created, currency, description, fee, source, type },
    id: randomId("txn_3"),
    available_on: created + PENDING_S,
    fee_details: fee === 0 ? [] : [{ amount: fee, application: null, currency, description: null, type: "stripe_fee" }],
    net: amount - fee,
    reporting_category: category,
    status: "pending",
  };
  account.add("balance_transactions", transaction);
  return transaction;
}

/** Stripe's fee for a sale, cents. */
export function feeOfSale(amount: number, method: string): number {
  const { percent, cents } = method === "card" ? FEES.card : FEES.other;
  return Math.round((amount * percent) / 100) + cents;
}

/** Stripe's fee for a dispute, whatever its outcome, and its fee for countering one, which it returns if the shop wins. Cents. */
export const DISPUTE_FEE_CENTS = FEES.disputeCents;
export const COUNTER_FEE_CENTS = FEES.counterCents;
