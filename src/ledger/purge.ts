import { type Ledger, type Statement, sql } from "../server/database.ts";
import { startOf } from "../shared/day-moments.ts";
import { RETENTION } from "../shared/retention.ts";
import { DAY_MS, today } from "../shared/time.ts";
import { mayHappen, WITHOUT_PLAN } from "./delivery-life-rules.ts";
import { eraseGiftNames } from "./erasure.ts";
import { mailMay } from "./mail-life-rules.ts";
import { answerByOrders } from "./withdrawal-life-rules.ts";

/** Deletes what the shop may not keep any longer (`RETENTION`). D1 keeps a copy for thirty days more (Time Travel). */

/** The purge comes once a day. So what is promised in days goes up to a day earlier. */
const EVERY_DAYS = 1;

/**
 * The payments to delete. A sale: once the tax law's years have passed since its last news, and since the last money that was
 * paid back otherwise. Any other: after some days, an open one from its last news, a failed one from its beginning, as at Stripe.
 */
const OLD_PAYMENTS = `SELECT intent_id FROM orders WHERE status = 'paid' AND updated_at < ?1
    AND NOT EXISTS (SELECT 1 FROM settlements AS s WHERE s.intent_id = orders.intent_id AND s.at >= ?1)
  UNION ALL SELECT intent_id FROM orders WHERE status IN ('open', 'failed', 'canceled')
    AND iif(status = 'open', updated_at, created_at) < ?2`;
const IS_ALONE = "intent_id NOT IN (SELECT intent_id FROM orders)";
/** What stands beside an order, under its payment. The orders themselves go last. */
const OF_PAYMENT = [
  "payment_reports",
  "refunds",
  "disputes",
  "corrections",
  "settlements",
  "notes",
  "gifts",
  "deliveries",
  "delivery_drafts",
  "orders",
] as const;

/** The day from which the texts of an order's gift are kept: the gift's, or that of the purchase if it has none. */
const GIFT_DAY = "max(substr(bought_at, 1, 10), iif(gift ->> 'from' = 'now', '', gift ->> 'from'))";
/** Orders of gifts whose texts are too old. */
const OLD_GIFTS = `SELECT intent_id FROM orders WHERE gift IS NOT NULL AND ${GIFT_DAY} < ?1`;

/**
 * A withdrawal that belongs to no order, after its answer. Whether an erased one belonged to an order can no longer be known, unless
 * its answer says `no-order`.
 */
const IS_STRAY = "NOT is_proven AND (answer = 'no-order' OR (orders = '[]' AND email <> '')) AND answered_at < ?2";
/** The withdrawals to delete: with the tax law's years, and the stray ones earlier. */
const OLD_WITHDRAWALS = `SELECT reference FROM shown_withdrawals WHERE received_at < ?1 OR (${IS_STRAY})`;

/** Plans whose moment is long past. */
const EXPIRED = `${mayHappen("expire")} AND send_at < ?1`;

const GIFT_TEXT_DAYS = RETENTION.giftTextYears * 365;

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - (days - EVERY_DAYS) * DAY_MS).toISOString();
}

/**
 * The payments of gifts whose texts became too old in the last `days`, and that `asked` does not name: Stripe has these texts too. Rejects
 * if the ledger is away.
 */
export async function findOldGifts(ledger: Ledger, now: Date, days: number): Promise<readonly string[]> {
  const day = (count: number) => daysBefore(now, count).slice(0, 10);
  const [rows = []] = await ledger([
    sql(
      `${OLD_GIFTS} AND ${GIFT_DAY} >= ?2 AND intent_id NOT IN (SELECT id FROM asked)`,
      day(GIFT_TEXT_DAYS),
      day(GIFT_TEXT_DAYS + days),
    ),
  ]);
  return rows.map(({ intent_id }) => String(intent_id));
}

function purgeStatements(now: Date): readonly Statement[] {
  const before = (days: number) => daysBefore(now, days);
  // The tax law's years end with the year by the shop's clock, as the bookkeeping's do.
  const years = startOf(`${Number(today(now).slice(0, 4)) - RETENTION.orderYears}-01-01`);
  const unpaid = before(RETENTION.unpaidDays);
  const stray = before(RETENTION.strayWithdrawalDays);
  return [
    sql(`DELETE FROM mails WHERE about IN (${OLD_PAYMENTS})`, years, unpaid),
    sql(`DELETE FROM alarms WHERE detail IN (${OLD_PAYMENTS})`, years, unpaid),
    sql("DELETE FROM alarms WHERE at < ?1", before(RETENTION.alarmDays)),
    // What was done stays as long as the books that it changed.
    sql("DELETE FROM acts WHERE at < ?1", years),
    sql("DELETE FROM undos WHERE at < ?1", before(RETENTION.undoDays)),
    sql(answerByOrders(`SELECT reference FROM withdrawals WHERE intent_id IN (${OLD_PAYMENTS})`), years, unpaid),
    ...OF_PAYMENT.map((table) => sql(`DELETE FROM ${table} WHERE intent_id IN (${OLD_PAYMENTS})`, years, unpaid)),
    // An invoice may be made long after its sale. While its order is kept the invoice is too, so it is never made
    // twice.
    sql(`DELETE FROM invoices WHERE issued_at < ?1 AND ${IS_ALONE}`, years),
    // A refund or a dispute whose sale never came.
    sql(`DELETE FROM refunds WHERE max(created_at, ifnull(failed_at, '')) < ?1 AND ${IS_ALONE}`, years),
    sql(`DELETE FROM disputes WHERE event_at < ?1 AND ${IS_ALONE}`, years),
    sql(`DELETE FROM asked WHERE id NOT IN (SELECT id FROM refunds UNION ALL SELECT id FROM disputes
      UNION ALL SELECT intent_id FROM orders)`),
    // An erasure is needed as long as an event of its payment may come.
    sql(`DELETE FROM erasures WHERE erased_at < ?1 AND ${IS_ALONE}`, unpaid),
    sql(`DELETE FROM erased_mentions WHERE erased_at < ?1 AND ${IS_ALONE}`, unpaid),
    sql(`DELETE FROM mails WHERE about IN (${OLD_WITHDRAWALS})`, years, stray),
    sql(`DELETE FROM withdrawals WHERE reference IN (${OLD_WITHDRAWALS})`, years, stray),
    // KV forgets the same texts by itself, and the night erases them at Stripe.
    ...eraseGiftNames(OLD_GIFTS, before(GIFT_TEXT_DAYS).slice(0, 10)),
    sql("DELETE FROM delivery_drafts WHERE kept_at < ?1", before(RETENTION.deliveryDraftDays)),
    // Whatever stopped its mail: no address is kept longer, and its giver hears of it.
    sql(
      `INSERT INTO mails (kind, about, version, due_at)
        SELECT 'delivery-report', intent_id, version || '-failed', ?2 FROM deliveries WHERE ${EXPIRED} ON CONFLICT DO NOTHING`,
      before(RETENTION.deliveryDays),
      now.toISOString(),
    ),
    sql(
      `UPDATE deliveries SET state = 'failed', at = ?2, ${WITHOUT_PLAN} WHERE ${EXPIRED}`,
      before(RETENTION.deliveryDays),
      now.toISOString(),
    ),
    sql("DELETE FROM mails WHERE kind IN ('digest', 'alarm', 'evening') AND due_at < ?1", unpaid),
    // A report to a giver that cannot go any more has the recipient's address.
    sql(
      `UPDATE mails SET state = 'failed', ended_at = ?2, detail = NULL, claim = NULL, claimed_until = NULL
        WHERE kind = 'delivery-report' AND ${mailMay("expire")} AND due_at < ?1`,
      before(RETENTION.deliveryDays),
      now.toISOString(),
    ),
  ];
}

/** Deletes what is too old. Rejects if the ledger is away. */
export async function purge(ledger: Ledger, now: Date): Promise<void> {
  await ledger(purgeStatements(now));
}
