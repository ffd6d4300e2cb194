import { MAY_RESEND } from "../ledger/mail-life-rules.ts";
import { type MailRow, OVERDUE_MS, RECEIPTS_LAST, toMail } from "../ledger/mails.ts";
import { fromRow, type Ledger, sql } from "../server/database.ts";
import type { MailKind } from "../shared/mail-kind.ts";
import { DAY_MS } from "../shared/time.ts";

/** The mails that are owed or could not be sent, and what the owner can do about each. */

/** How long a list has what nobody can send again. */
const LISTED_DAYS = 30;
/** The form of a withdrawal is public: a list has the oldest, of mails by `RECEIPTS_LAST`. */
const MOST_LISTED = 500;

/** The mails that the tool withheld after a restore (`kv-seed/commands/restored.ts`). */
export const RESTORED = "state = 'withheld' AND detail = 'restored'";
const COUNT_RESTORED = `SELECT kind, count(*) AS count, max(ended_at) AS since FROM shown_mails
  WHERE ${RESTORED} AND ${MAY_RESEND} GROUP BY kind ORDER BY kind`;
/**
 * What is owed, and what ended unsent and can be sent again. Nobody can send the other kinds again, so the list forgets them. ?1:
 * what ended before is forgotten.
 */
const OWED = `SELECT * FROM shown_mails WHERE is_owed
  OR (is_unsent AND kind NOT IN ('confirmation', 'receipt', 'invoice') AND ended_at > ?1)
  OR ((is_unsent OR (state = 'withheld' AND NOT (${RESTORED}))) AND ${MAY_RESEND})
  ORDER BY ${RECEIPTS_LAST}, due_at LIMIT ${MOST_LISTED}`;
/** Sales of the shop that never had a confirmation, because their buyer's address is not known. */
const UNADDRESSED = `SELECT intent_id, bought_at AS since FROM shown_orders WHERE is_unconfirmed
    AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'confirmation' AND about = intent_id) ORDER BY since LIMIT ${MOST_LISTED}`;
/** Receipts that were held back, and that nobody sent or answered as no contract of the shop. */
const HELD = `SELECT reference, recorded_at AS since, is_open FROM shown_withdrawals AS w
  WHERE receipt = 'held' AND email <> '' AND ifnull(answer, '') <> 'no-order'
    AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'receipt' AND about = w.reference) ORDER BY since LIMIT ${MOST_LISTED}`;
/** None of an order that has ended: nobody waits for it. ?1 as above, ?2: what was to go before is late. */
const UNMAILED_GIFTS = `SELECT intent_id, state, at AS since FROM deliveries
    WHERE is_unmailed AND at > ?1 AND EXISTS (SELECT 1 FROM shown_deliveries AS s
      WHERE s.intent_id = deliveries.intent_id AND NOT (s.is_withdrawn OR s.is_repaid OR s.is_erased))
  UNION ALL SELECT intent_id, 'overdue', send_at FROM deliveries WHERE state IN ('planned', 'sending') AND send_at < ?2`;

/**
 * `mail`: owed, or ended without being sent. `unaddressed`: the confirmation of a sale whose address is not known. `held`: a
 * receipt that nothing proves, and many were sent that day. `gift`: one that could not be mailed to its recipient, or is late.
 * `since`: ISO 8601.
 */
export type UnsentMail = { since: string } & (
  | { is: "mail"; mail: MailRow }
  | { is: "unaddressed"; intentId: string }
  | { is: "held"; reference: string; isOpen: boolean }
  | { is: "gift"; intentId: string; state: "refused" | "failed" | "lost" | "overdue" }
);

/**
 * The mails that are owed or could not be sent, the oldest first, without those of `countRestored`. Rejects if the ledger is
 * away.
 */
export async function readUnsentMails(ledger: Ledger, now: Date): Promise<readonly UnsentMail[]> {
  const listedSince = new Date(now.getTime() - LISTED_DAYS * DAY_MS).toISOString();
  const lateSince = new Date(now.getTime() - OVERDUE_MS).toISOString();
  const [owed = [], unaddressed = [], held = [], gifts = []] = await ledger([
    sql(OWED, listedSince),
    sql(UNADDRESSED),
    sql(HELD),
    sql(UNMAILED_GIFTS, listedSince, lateSince),
  ]);
  const unsent: readonly UnsentMail[] = [
    ...owed.map(toMail).map((mail) => ({ is: "mail" as const, mail, since: mail.endedAt ?? mail.dueAt })),
    ...unaddressed.map((row) => fromRow<UnsentMail>({ is: "unaddressed", ...row })),
    ...held.map((row) => fromRow<UnsentMail>({ is: "held", ...row })),
    ...gifts.map((row) => fromRow<UnsentMail>({ is: "gift", ...row })),
  ];
  return unsent.toSorted((a, b) => a.since.localeCompare(b.since));
}

/** The mails that were withheld after a restore. `since`: when the last of them was, ISO 8601; undefined if there are none. */
export async function countRestored(ledger: Ledger) {
  const [rows = []] = await ledger([sql(COUNT_RESTORED)]);
  const kinds = rows.map(({ kind, count }) => ({ kind: kind as MailKind, count: Number(count) }));
  const [since] = rows
    .map((row) => String(row.since))
    .toSorted()
    .toReversed();
  return { kinds, count: kinds.reduce((sum, { count }) => sum + count, 0), since };
}

/** Whether a mail should have gone by itself more than an hour ago. */
export function isMailOverdue(mail: MailRow, now: Date): boolean {
  return mail.isOwed && now.getTime() - Date.parse(mail.dueAt) > OVERDUE_MS;
}

/**
 * What helps a mail that ended without being sent. `none`: nothing does, or nothing has to. `correct`: to be sent to
 * another address. `correct-first`: the same, but it does not go by that alone. `ask-again`: whoever asked for it can ask again.
 */
export function remedyOf({ kind, state }: MailRow): "resend" | "correct" | "correct-first" | "ask-again" | "none" {
  if (kind === "receipt") return "resend";
  // A correction sends the confirmation alone.
  if (kind === "invoice") return state === "refused" ? "correct-first" : "resend";
  if (kind === "links") return "ask-again";
  if (kind !== "confirmation") return "none";
  return state === "refused" ? "correct" : "resend";
}
