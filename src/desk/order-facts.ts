import { type Delivery, selectDelivery, toPlan, type UnchangedReason } from "../gifts/day/gift-delivery.ts";
import type { Invoice } from "../ledger/invoice-rules.ts";
import { selectInvoices, toInvoice } from "../ledger/invoices.ts";
import { type MailRow, toMail } from "../ledger/mails.ts";
import { type Order, selectOrder, toOrder } from "../ledger/orders.ts";
import { readWithdrawalsOf, type WithdrawalRecord } from "../orders/withdrawal/withdrawal-records.ts";
import { firstOf, fromRow, type Ledger, sql } from "../server/database.ts";
import { type ActRow, toAct } from "./acts.ts";

/** All that the ledger has of one order. */

/** A refund of Stripe's. `createdAt`: empty if only its failure was told. `failedAt`: the bank returned it. */
type RefundRow = { id: string; cents: number; createdAt: string; failedAt?: string };
export type OrderFacts = {
  order: Order;
  delivery: Delivery | null;
  why: UnchangedReason | null;
  invoices: readonly Invoice[];
  refunds: readonly RefundRow[];
  /** Mails and acts also about its withdrawals by its own link. */
  mails: readonly MailRow[];
  /** Also those that only may mean it. */
  withdrawals: readonly WithdrawalRecord[];
  acts: readonly ActRow[];
};

const REFERENCES = "SELECT reference FROM withdrawals WHERE intent_id = ?1";

/** The order of a payment with all that belongs to it. Null if it is not known. Rejects if the ledger is away. */
export async function readOrderFacts(ledger: Ledger, intentId: string): Promise<OrderFacts | null> {
  const [withdrawals, results] = await Promise.all([
    readWithdrawalsOf(ledger, { intentId }),
    ledger([
      selectOrder(intentId),
      selectDelivery(intentId),
      selectInvoices(intentId),
      sql("SELECT * FROM refunds WHERE intent_id = ?1 ORDER BY created_at", intentId),
      sql(`SELECT * FROM mails WHERE about = ?1 OR about IN (${REFERENCES}) ORDER BY due_at, kind, version`, intentId),
      sql(`SELECT * FROM acts WHERE about = ?1 OR about IN (${REFERENCES}) ORDER BY at`, intentId),
    ]),
  ]);
  const order = toOrder(firstOf(results, 0));
  if (order === null) return null;
  const [, , invoices = [], refunds = [], mails = [], acts = []] = results;
  return {
    order,
    ...toPlan(firstOf(results, 1)),
    invoices: invoices.map(toInvoice),
    refunds: refunds.map((row) => fromRow<RefundRow>(row)),
    mails: mails.map(toMail),
    withdrawals,
    acts: acts.map(toAct),
  };
}
