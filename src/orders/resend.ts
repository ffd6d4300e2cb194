import { MAY_RESEND } from "../ledger/mail-life-rules.ts";
import { RESTARTED_AFTER_MS } from "../ledger/mails.ts";
import type { Order } from "../ledger/orders.ts";
import { firstOf, type Ledger, type Statement, sql, type Value } from "../server/database.ts";
import type { MailKind } from "../shared/mail-kind.ts";
import { MINUTE_MS } from "../shared/time.ts";
import { RESTORED } from "./unsent-mails.ts";

/** Sends a confirmation, a receipt or invoices at the owner's wish: makes it due, and the clock sends it within ten minutes. */

/** How long ago a mail counts as due if it is made due again, so that the clock starts it again. */
const DUE_AGAIN_MS = RESTARTED_AFTER_MS + MINUTE_MS;
const dueAgain = (now: Date) => new Date(now.getTime() - DUE_AGAIN_MS).toISOString();

/** Makes due again what ended and may be sent again. `which`: SQL for a row of `shown_mails`; its values begin with ?2. */
function resend(now: Date, which: string, ...values: readonly Value[]): Statement {
  return sql(
    `UPDATE mails SET state = 'due', due_at = ?1, ended_at = NULL, detail = NULL
      WHERE (kind, about, version) IN (SELECT kind, about, version FROM shown_mails WHERE ${which} AND ${MAY_RESEND})`,
    dueAgain(now),
    ...values,
  );
}

/** What is owed already goes now, or once its claim has ended, though the clock has tried it today, or it was to wait for its session. */
function hasten(kind: MailKind, about: string, now: Date): Statement {
  return sql("UPDATE mails SET due_at = ?3 WHERE kind = ?1 AND about = ?2 AND is_owed", kind, about, dueAgain(now));
}

/** Makes all mails due that were withheld after a restore; each once, because what is due is not withheld any more. */
export function resendRestored(now: Date): Statement {
  return resend(now, RESTORED);
}

/** A confirmation that was never owed: its address was not known. */
const OWE_CONFIRMATION = `INSERT INTO mails (kind, about, version, due_at)
  SELECT 'confirmation', intent_id, ifnull(email_corrected_at, ''), ?2 FROM shown_orders
    WHERE intent_id = ?1 AND unconfirmable IS NULL AND email IS NOT NULL ON CONFLICT DO NOTHING`;
/** One more receipt, with all that was declared, unless one is on its way. */
const OWE_RECEIPT = `INSERT INTO mails (kind, about, version, due_at)
  SELECT 'receipt', reference, ?2, ?2 FROM withdrawals AS w WHERE reference = ?1 AND email <> ''
    AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'receipt' AND about = w.reference AND is_owed)`;
const OWE_INVOICES = `INSERT INTO mails (kind, about, version, due_at) SELECT 'invoice', ?1, ?2, ?2
  WHERE NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'invoice' AND about = ?1 AND is_owed)`;
/** Asked after the write, and of what is there: so a call whose answer was lost may be made again. */
const IS_OWED = "SELECT 1 FROM mails WHERE kind = ?1 AND about = ?2 AND is_owed";

/** One that was refused stays so, and goes as another one: it says that those before it bounced (`waived_at`). */
const RESENT = "kind = 'confirmation' AND about = ?2 AND version = ?3 AND state <> 'refused'";

/** Makes an order's confirmation due. Returns whether it is: one that went whole, or was refused, goes once. Rejects if the ledger is away. */
export async function resendConfirmation(
  ledger: Ledger,
  { intentId, emailCorrectedAt = "" }: Pick<Order, "intentId" | "emailCorrectedAt">,
  now: Date,
): Promise<boolean> {
  const results = await ledger([
    hasten("confirmation", intentId, now),
    sql(OWE_CONFIRMATION, intentId, now.toISOString()),
    resend(now, RESENT, intentId, emailCorrectedAt),
    sql(IS_OWED, "confirmation", intentId),
  ]);
  return firstOf(results, -1) !== null;
}

/** Makes one more mail with the invoices of an order due, unless one is. */
export function oweInvoices(intentId: string, now: Date): readonly Statement[] {
  return [hasten("invoice", intentId, now), sql(OWE_INVOICES, intentId, now.toISOString())];
}

/** Makes one more receipt of a withdrawal due, with all that was declared. Returns whether one is. Rejects if the ledger is away. */
export async function resendReceipt(ledger: Ledger, reference: string, now: Date): Promise<boolean> {
  const results = await ledger([
    hasten("receipt", reference, now),
    sql(OWE_RECEIPT, reference, now.toISOString()),
    sql(IS_OWED, "receipt", reference),
  ]);
  return firstOf(results, -1) !== null;
}
