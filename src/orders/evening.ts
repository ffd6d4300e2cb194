import { OVERDUE_MS, RECEIPTS_LAST } from "../ledger/mails.ts";
import { DISPUTE_STATES } from "../ledger/orders.ts";
import { firstOf, fromRow, type Ledger, sql } from "../server/database.ts";
import { addDays, DAY_MS, momentOf, today } from "../shared/time.ts";
import { WENT_BACK } from "./order-records.ts";
import { readOpenWithdrawals } from "./withdrawal/withdrawal-records.ts";
import type { WithdrawalFacts } from "./withdrawal/withdrawal-rules.ts";

/** The evening's figures: what a day brought, and what waits for the owner. */

/** The hour of the mail, in the shop's time zone. A day goes from this hour to this hour, so that no sale falls between two. */
const EVENING_HOUR = 20;

/** What waits for longer is not repeated each evening: the desk's lists have it. */
const WAITING_DAYS = 30;
/** No dispute lasts longer. */
const DISPUTE_DAYS = 180;
/** The most lines of each kind. */
const MOST_LINES = 30;

/** A withdrawal. `orderId`: the payment that it means. */
export type WaitingWithdrawal = WithdrawalFacts & { reference: string; orderId?: string };
/** A mail to a buyer that did not go. `state`: it waits, or why it ended. */
type UnsentLine = {
  kind: "confirmation" | "receipt" | "delivery-report" | "invoice";
  about: string;
  state: "due" | "refused" | "failed";
};

/** What the day brought. Money is in cents. */
type Figures = {
  sold: number;
  soldCents: number;
  gifts: number;
  refunds: number;
  refundedCents: number;
  failedRefunds: number;
  withdrawals: number;
};

/** Each list has the most urgent first. */
export type Evening = Figures & {
  /** The day on which it is told, `2026-11-22`, which counts for what waits. */
  today: string;
  /** The moments between which the evening lies. */
  from: Date;
  to: Date;
  openWithdrawals: readonly WaitingWithdrawal[];
  /** How many others are open. */
  moreWithdrawals: number;
  disputes: readonly { intentId: string; isInquiry: boolean; dueBy?: string }[];
  /** What refunds that failed left owed. */
  owed: readonly { intentId: string; cents: number }[];
  unsent: readonly UnsentLine[];
};

/** The span of a day, `2026-11-22`: it ends with the evening of that date. */
export function dayOfEvening(day: string): { from: Date; to: Date } {
  return { from: momentOf(addDays(day, -1), EVENING_HOUR), to: momentOf(day, EVENING_HOUR) };
}

const SOLD = `SELECT count(*) AS sold, ifnull(sum(amount_cents), 0) AS sold_cents, count(gift) AS gifts FROM orders
  WHERE bought_at >= ?1 AND bought_at < ?2 AND +status = 'paid'
    AND is_sale`;
const REFUNDED = `SELECT count(*) AS refunds, ifnull(sum(cents), 0) AS refunded_cents FROM ${WENT_BACK} AND at >= ?1 AND at < ?2`;
const FAILED = "SELECT count(*) AS failed_refunds FROM refunds WHERE failed_at >= ?1 AND failed_at < ?2";
/**
 * By the press of the button: a form may be opened before eight, and sent after it. The second line is for the index
 * `withdrawals_by_day`.
 */
const WITHDRAWN = `SELECT count(*) AS withdrawals FROM withdrawals WHERE recorded_at >= ?1 AND recorded_at < ?2
  AND substr(recorded_at, 1, 10) BETWEEN substr(?1, 1, 10) AND substr(?2, 1, 10)`;
const DISPUTED = `SELECT intent_id, stage = ${DISPUTE_STATES.indexOf("inquiry")} AS is_inquiry, due_by FROM disputes WHERE event_at >= ?1 AND is_at_bank
  ORDER BY event_at LIMIT ${MOST_LINES}`;
const OWED = `SELECT intent_id, owed_cents AS cents FROM orders WHERE owed_cents > 0 ORDER BY updated_at LIMIT ${MOST_LINES}`;
const BUYERS = "+kind IN ('confirmation', 'receipt', 'delivery-report', 'invoice')";
const LATE = `SELECT kind, about, 'due' AS state FROM mails WHERE is_owed AND due_at < ?1 AND ${BUYERS}
  ORDER BY ${RECEIPTS_LAST}, due_at LIMIT ${MOST_LINES}`;
const ENDED = `SELECT kind, about, state FROM shown_mails WHERE is_unsent AND ended_at >= ?1 AND ${BUYERS} AND is_last
  AND (has_reader OR kind = 'delivery-report')
  ORDER BY ${RECEIPTS_LAST}, ended_at LIMIT ${MOST_LINES}`;

/** The evening of a day, `2026-11-22`; what waits is that of now. Rejects if the ledger is away. */
export async function readEvening(ledger: Ledger, day: string, now: Date): Promise<Evening> {
  const { from, to } = dayOfEvening(day);
  const span = [from.toISOString(), to.toISOString()] as const;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const open = await readOpenWithdrawals(ledger, ago(WAITING_DAYS).toISOString());
  const results = await ledger([
    sql(SOLD, ...span),
    sql(REFUNDED, ...span),
    sql(FAILED, ...span),
    sql(WITHDRAWN, ...span),
    sql(OWED),
    sql(DISPUTED, ago(DISPUTE_DAYS).toISOString()),
    sql(LATE, new Date(now.getTime() - OVERDUE_MS).toISOString()),
    sql(ENDED, ago(WAITING_DAYS).toISOString()),
  ]);
  const [sold, refunded, failed, withdrawn] = [0, 1, 2, 3].map((index) => firstOf(results, index));
  const [owed = [], disputed = [], late = [], ended = []] = results.slice(4);
  return {
    today: today(now),
    from,
    to,
    ...fromRow<Figures>({ ...sold, ...refunded, ...failed, ...withdrawn }),
    openWithdrawals: open.shown.filter(({ isDisputed }) => !isDisputed),
    moreWithdrawals: open.more,
    disputes: disputed.map((row) => fromRow(row)),
    owed: owed.map((row) => fromRow(row)),
    unsent: [...ended, ...late].map((row) => fromRow(row)),
  };
}
