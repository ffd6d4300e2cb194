import { firstOf, fromRow, type Ledger, type Row, type Statement, sql } from "../server/database.ts";
import type { MailKind } from "../shared/mail-kind.ts";
import { MINUTE_MS } from "../shared/time.ts";
import { type MailEnd, type MailState, mailMay } from "./mail-life-rules.ts";

/**
 * The mails that the shop owes. A row is made in the transaction that makes its mail owed. Who sends it first claims the
 * row, for a while: so two never send it at the same time, and a claim whose holder has died is taken over. A mail goes
 * twice only if its holder dies, or the ledger is away, between sending and `endMail`, because no mail service has a
 * transaction with us.
 */

/**
 * The name of one mail, about a payment, a withdrawal, a day (`2026-11-22`) or a moment. `version` tells several of a kind apart: of a
 * confirmation the time of the correction that it is for, of a delivery's report the plan and its end, of links the time in
 * which they were asked for.
 */
export type MailName = { kind: MailKind; about: string; version: string };

export type MailRow = MailName & {
  state: MailState;
  /** When it became due, ISO 8601. */
  dueAt: string;
  claim?: string;
  claimedUntil?: string;
  attempts: number;
  endedAt?: string;
  detail?: string;
  /** It goes by itself. */
  isOwed: boolean;
  /** It was to go, and could not. */
  isUnsent: boolean;
};

/** How long a claim lasts: longer than any attempt to send, milliseconds. */
export const CLAIM_MS = 10 * MINUTE_MS;

/** A mail this late: the instance that was to send it has ended, so the clock starts another one, once a day. Milliseconds. */
export const RESTARTED_AFTER_MS = 30 * MINUTE_MS;
/** A mail this late, milliseconds: the clock starts owed mails every ten minutes, so something is wrong. */
export const OVERDUE_MS = 60 * MINUTE_MS;

/** Makes a mail owed, once. `dueAt` is ISO 8601 in UTC; if the mail is due already, the earlier moment counts. */
export function oweMail(
  { kind, about, version = "" }: Omit<MailName, "version"> & { version?: string },
  dueAt: string,
  detail: string | null = null,
): Statement {
  return sql(
    `INSERT INTO mails (kind, about, version, due_at, detail) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT DO UPDATE SET due_at = min(due_at, excluded.due_at) WHERE state = 'due'`,
    kind,
    about,
    version,
    dueAt,
    detail,
  );
}

const CLAIM = `UPDATE mails SET state = 'sending', attempts = attempts + (claim IS NOT ?4), claim = ?4, claimed_until = ?5
  WHERE kind = ?1 AND about = ?2 AND version = ?3
    AND ${mailMay("claim")} AND (claim IS NULL OR claimed_until <= ?6 OR claim = ?4)
  RETURNING *`;

/**
 * Takes a mail to send it. `claim`: a name of this attempt alone, so that the same statement, sent again because its answer
 * was lost, finds its own work. Returns no row if the mail has ended, is not owed, or is held by another.
 */
export function claimMail({ kind, about, version }: MailName, claim: string, now: Date): Statement {
  const until = new Date(now.getTime() + CLAIM_MS).toISOString();
  return sql(CLAIM, kind, about, version, claim, until, now.toISOString());
}

/** Ends the mail of this claim. `detail`: why it ended so. */
export function endMail(
  { kind, about, version }: MailName,
  claim: string,
  end: MailEnd,
  at: string,
  detail: string | null = null,
): Statement {
  return sql(
    `UPDATE mails SET state = ?5, ended_at = ?6, detail = ?7, claim = NULL, claimed_until = NULL
      WHERE kind = ?1 AND about = ?2 AND version = ?3 AND claim = ?4 AND ${mailMay("end")}`,
    kind,
    about,
    version,
    claim,
    end,
    at,
    detail,
  );
}

/** Gives a claimed mail back, because it could not be sent now. */
export function releaseMail({ kind, about, version }: MailName, claim: string): Statement {
  return sql(
    `UPDATE mails SET state = 'due', claim = NULL, claimed_until = NULL
      WHERE kind = ?1 AND about = ?2 AND version = ?3 AND claim = ?4 AND ${mailMay("release")}`,
    kind,
    about,
    version,
    claim,
  );
}

/** Reads one mail; it comes as the row that `toMail` reads. */
export function selectMail({ kind, about, version }: MailName): Statement {
  return sql("SELECT * FROM mails WHERE kind = ?1 AND about = ?2 AND version = ?3", kind, about, version);
}

/** The mails about these that are due now, as rows that `toMail` reads. */
export function selectDueMails(about: string, now: string): Statement {
  return sql("SELECT * FROM mails WHERE about = ?1 AND is_owed AND due_at <= ?2", about, now);
}

/**
 * Begins the order of a list that has an end: the form of a withdrawal is public, so its receipts come after all other mails, but for
 * those whose buyer proved the order, or that the owner sends, which have a version.
 */
export const RECEIPTS_LAST =
  "(kind = 'receipt' AND version = '' AND NOT EXISTS (SELECT 1 FROM withdrawals WHERE reference = about AND is_proven))";

/** The most mails that one call returns. */
const MOST_DUE = 500;

/** The mails that nobody holds and that are due at this moment: `RECEIPTS_LAST`, then what is overdue longest. Rejects if the ledger is away. */
export async function findDueMails(ledger: Ledger, now: string): Promise<readonly MailRow[]> {
  const due = `SELECT * FROM mails WHERE is_owed AND due_at <= ?1 AND ifnull(claimed_until, '') <= ?1
    ORDER BY ${RECEIPTS_LAST}, due_at LIMIT ${MOST_DUE}`;
  const [rows = []] = await ledger([sql(due, now)]);
  return rows.map(toMail);
}

/** One mail; null if it was never owed. Rejects if the ledger is away. */
export async function readMail(ledger: Ledger, name: MailName): Promise<MailRow | null> {
  const row = firstOf(await ledger([selectMail(name)]), 0);
  return row === null ? null : toMail(row);
}

export function toMail(row: Row): MailRow {
  return fromRow<MailRow>(row);
}
