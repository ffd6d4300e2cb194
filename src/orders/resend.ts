import { type Ledger, type Statement, sql } from "../ledger/database.ts";
import type { Order, Unconfirmable } from "../ledger/orders.ts";
import { RESTORED } from "./unsent-mails.ts";

/** Sends a confirmation or a receipt at the owner's wish: makes it due, and the clock sends it within ten minutes. */

/**
 * How long ago a mail counts as due if it is made due again: the clock starts again only what is half an hour late
 * (`upkeep/clock-steps.ts`).
 */
const DUE_AGAIN_MS = 31 * 60_000;

/**
 * Makes a confirmation due again that has ended without being sent, was never owed, or went without the link to the gift or
 * the course. One that is due stays as it is.
 */
const OWE_CONFIRMATION = `INSERT INTO mails (kind, about, version, due_at) 
  SELECT 'confirmation', intent_id, ?2, ?3 FROM shown_orders WHERE intent_id = ?1 AND unconfirmable IS NULL AND email IS NOT NULL
  ON CONFLICT DO UPDATE SET state = 'due', due_at = excluded.due_at, ended_at = NULL, detail = NULL
  WHERE state IN ('refused', 'withheld', 'failed') OR (state = 'sent' AND detail IN ('codeless', 'targetless'))
  RETURNING 1`;
/** One more receipt, with all that was declared, unless one is on its way. */
const OWE_RECEIPT = `INSERT INTO mails (kind, about, version, due_at)
  SELECT 'receipt', reference, ?2, ?2 FROM withdrawals AS w WHERE reference = ?1 AND email <> ''
    AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'receipt' AND about = w.reference AND state IN ('due', 'sending'))
  RETURNING 1`;

/** Makes all mails due that were withheld after a restore; each once, because what is due is not withheld any more. */
export function resendRestored(now: Date): Statement {
  return sql(
    `UPDATE mails AS m SET state = 'due', due_at = ?1, ended_at = NULL, detail = NULL WHERE ${RESTORED} RETURNING 1`,
    new Date(now.getTime() - DUE_AGAIN_MS).toISOString(),
  );
}

/** `is-due`: it is on its way already. `has-one`: it was sent before, and another one would say nothing new. */
export type ConfirmationAgain = "due" | Unconfirmable | "no-address" | "is-due" | "has-one";

/** Makes an order's confirmation due. Rejects if the ledger is away. */
export async function resendConfirmation(ledger: Ledger, order: Order, now: Date): Promise<ConfirmationAgain> {
  const { intentId, email, emailCorrectedAt = "", confirmedAt, unconfirmable } = order;
  if (unconfirmable !== undefined) return unconfirmable;
  if (email === undefined) return "no-address";
  const dueAt = new Date(now.getTime() - DUE_AGAIN_MS).toISOString();
  const [owed = []] = await ledger([sql(OWE_CONFIRMATION, intentId, emailCorrectedAt, dueAt)]);
  if (owed.length > 0) return "due";
  return confirmedAt === undefined ? "is-due" : "has-one";
}

/** `erased`: there is no address any more. */
export type ReceiptAgain = "due" | "is-due" | "erased" | "unknown";

/** Makes one more receipt of a withdrawal due, with all that was declared. Rejects if the ledger is away. */
export async function resendReceipt(ledger: Ledger, reference: string, now: Date): Promise<ReceiptAgain> {
  const [owed = [], [withdrawal] = []] = await ledger([
    sql(OWE_RECEIPT, reference, now.toISOString()),
    sql("SELECT email FROM withdrawals WHERE reference = ?1", reference),
  ]);
  if (owed.length > 0) return "due";
  if (withdrawal === undefined) return "unknown";
  return withdrawal.email === "" ? "erased" : "is-due";
}
