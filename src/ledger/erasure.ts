import { type Statement, sql } from "../server/database.ts";
import { mapKeys } from "../shared/map-keys.ts";
import { mayHappen, WITHOUT_PLAN } from "./delivery-life-rules.ts";
import { IS_MENTION, NAMELESS, WITHOUT_GIFT_NAMES, WITHOUT_MENTION, WITHOUT_PERSON } from "./orders.ts";
import { answerByOrders } from "./withdrawal-life-rules.ts";

/**
 * The erasure of a person's data in the ledger, at their request. It is told by ids alone, so it can be repeated after a
 * restore when no address is known any more (`gifts/erasure-marks.ts`).
 */

export const ERASABLE_KINDS = ["payments", "mentions", "deliveries", "withdrawals", "gifts"] as const;

/**
 * What is erased, by ids. `payments`: those of the person; what the tax law wants of a sale stays. `mentions`: payments of
 * somebody else that a report gives another address. `deliveries`: plans to mail a gift of somebody else to the person, each as
 * `pi_….2`, with its version, because its giver may plan it again for another one.
 * `withdrawals`: references. `gifts`: payments whose gift loses its names, while its giver stays.
 */
export type Erasable = Readonly<Partial<Record<(typeof ERASABLE_KINDS)[number], readonly string[]>>>;

/** The payment whose gift a plan mails. */
export function paymentOfPlan(plan: string): string {
  return plan.slice(0, plan.indexOf("."));
}

/** ?1: ids, as a JSON list, because a statement takes a hundred parameters. */
const IDS = "SELECT value FROM json_each(?1)";
const AMONG = `IN (${IDS})`;

const ENTER = `INSERT INTO erasures (intent_id, erased_at) SELECT value, ?2 FROM json_each(?1) WHERE true
  ON CONFLICT DO NOTHING`;
const DELETE_UNPAID = `DELETE FROM payment_reports WHERE intent_id ${AMONG} AND NOT EXISTS (
  SELECT 1 FROM payment_reports AS r WHERE r.intent_id = payment_reports.intent_id AND r.status = 'paid')`;
const DELETE_ATTEMPTS = `DELETE FROM orders WHERE intent_id ${AMONG} AND status <> 'paid'`;
const EMPTY_REPORTS = `UPDATE payment_reports SET ${WITHOUT_PERSON} WHERE intent_id ${AMONG}`;
const ENTER_MENTIONS = `INSERT INTO erased_mentions (intent_id, erased_at) SELECT value, ?2 FROM json_each(?1) WHERE true
  ON CONFLICT DO NOTHING`;
const EMPTY_MENTIONS = `UPDATE payment_reports SET ${WITHOUT_MENTION} WHERE intent_id ${AMONG} AND ${IS_MENTION}`;
const REFRESH_ALL = `INSERT OR REPLACE INTO orders SELECT * FROM joined_orders WHERE intent_id ${AMONG}`;

const STOP_DELIVERIES = `UPDATE deliveries SET state = 'stopped', stopped_by = 'shop', version = version + 1, ${WITHOUT_PLAN}, at = ?2
  WHERE intent_id ${AMONG} AND ${mayHappen("eraseGiver")}`;
const TELL_GIVERS = `INSERT INTO mails (kind, about, version, due_at)
  SELECT 'delivery-report', intent_id, version || '-refused', ?2 FROM deliveries
    WHERE intent_id || '.' || version ${AMONG} AND ${mayHappen("eraseRecipient")}
  ON CONFLICT DO NOTHING`;
const REFUSE_DELIVERIES = `UPDATE deliveries SET state = 'refused', ${WITHOUT_PLAN}, at = ?2
  WHERE intent_id || '.' || version ${AMONG} AND ${mayHappen("eraseRecipient")}`;
const DELETE_DRAFTS = `DELETE FROM delivery_drafts WHERE intent_id ${AMONG} OR intent_id || '.' || id ${AMONG}`;
/** A report to a giver has the recipient's address until it went. Its version begins with that of the plan. */
const EMPTY_DELIVERY_REPORTS = `UPDATE mails SET detail = NULL WHERE kind = 'delivery-report' AND is_owed
  AND (about ${AMONG} OR about || '.' || CAST(version AS INTEGER) ${AMONG})`;

/** What an act at the desk replaced may be an address, of whomever. */
const FORGET_REPLACED = `DELETE FROM undos WHERE about ${AMONG}`;
const EMPTY_WITHDRAWALS = `UPDATE withdrawals SET email = '', mailbox = '', reason = NULL WHERE reference ${AMONG}`;

/**
 * The statements of an erasure, for one transaction. From then on every report of these payments is stored without the
 * person (`refreshStatements`). Attempts that were not paid go wholly. A withdrawal that its order answers is answered with that:
 * it would be open again without it. To do it twice changes nothing.
 */
export function eraseStatements(erased: Erasable, now: Date): readonly Statement[] {
  const at = now.toISOString();
  const { payments, mentions, deliveries, withdrawals, gifts } = mapKeys(ERASABLE_KINDS, (kind) =>
    JSON.stringify(erased[kind] ?? []),
  );
  return [
    sql(answerByOrders(IDS), withdrawals),
    sql(ENTER, payments, at),
    sql(DELETE_UNPAID, payments),
    sql(DELETE_ATTEMPTS, payments),
    sql(EMPTY_REPORTS, payments),
    // By its times it is known whether the buyer was sent the confirmation.
    sql(`UPDATE corrections SET email = '' WHERE intent_id ${AMONG}`, payments),
    sql(`DELETE FROM notes WHERE intent_id ${AMONG}`, payments),
    sql(FORGET_REPLACED, payments),
    sql(REFRESH_ALL, payments),
    sql(STOP_DELIVERIES, payments, at),
    sql(DELETE_DRAFTS, payments),
    sql(EMPTY_DELIVERY_REPORTS, payments),
    sql(ENTER_MENTIONS, mentions, at),
    sql(EMPTY_MENTIONS, mentions),
    sql(FORGET_REPLACED, mentions),
    sql(REFRESH_ALL, mentions),
    sql(TELL_GIVERS, deliveries, at),
    sql(REFUSE_DELIVERIES, deliveries, at),
    sql(DELETE_DRAFTS, deliveries),
    sql(EMPTY_DELIVERY_REPORTS, deliveries),
    sql(EMPTY_WITHDRAWALS, withdrawals),
    ...eraseGiftNames(IDS, gifts),
  ];
}

/** Takes the names out of gifts, also those that a later event tells (`refreshStatements`). `payments`: whose, as SQL of one value. */
export function eraseGiftNames(payments: string, value: string): readonly Statement[] {
  return [`payment_reports SET ${WITHOUT_GIFT_NAMES}`, `orders SET gift = ${NAMELESS}`].map((changes) =>
    sql(`UPDATE ${changes} WHERE gift <> ${NAMELESS} AND intent_id IN (${payments})`, value),
  );
}
