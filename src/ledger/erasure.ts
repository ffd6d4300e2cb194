import { type Statement, sql } from "../server/database.ts";
import { ERASED_GIFT_NAMES } from "../shared/gift.ts";
import { mayHappen } from "./delivery-life-rules.ts";
import { IS_MENTION, WITHOUT_MENTION } from "./orders.ts";
import { settleWithdrawals } from "./withdrawal-life-rules.ts";

/**
 * The erasure of a person's data in the ledger, at their request. It is told by ids alone, so it can be repeated after a
 * restore when no address is known any more (`gifts/erasure-marks.ts`).
 */

export const ERASABLE_KINDS = ["payments", "mentions", "deliveries", "withdrawals"] as const;

/**
 * What is erased, by ids. `payments`: those of the person; what the tax law wants of a sale stays. `mentions`: payments of
 * somebody else that a report gives another address. `deliveries`: plans to mail a gift of somebody else to the person, each as
 * `pi_….2`, with its version, because its giver may plan it again for another one.
 * `withdrawals`: references.
 */
export type Erasable = Readonly<Record<(typeof ERASABLE_KINDS)[number], readonly string[]>>;

/** The payment whose gift a plan mails. */
export function paymentOfPlan(plan: string): string {
  return plan.slice(0, plan.indexOf("."));
}

/** ?1: ids, as a JSON list, because a statement takes a hundred parameters. */
const AMONG = "IN (SELECT value FROM json_each(?1))";

const ENTER = `INSERT INTO erasures (intent_id, erased_at) SELECT value, ?2 FROM json_each(?1) WHERE true
  ON CONFLICT DO NOTHING`;
const DELETE_UNPAID = `DELETE FROM payment_reports WHERE intent_id ${AMONG} AND NOT EXISTS (
  SELECT 1 FROM payment_reports AS r WHERE r.intent_id = payment_reports.intent_id AND r.status = 'paid')`;
const DELETE_ATTEMPTS = `DELETE FROM orders WHERE intent_id ${AMONG} AND status <> 'paid'`;
/** The tax law keeps the name of a sale. An attempt before it may be somebody else's. */
const EMPTY_PERSON = "email = NULL, user_id = NULL, names = NULL, buyer_name = iif(status = 'paid', buyer_name, NULL)";
const EMPTY_REPORTS = `UPDATE payment_reports SET ${EMPTY_PERSON}, gift = json_set(gift, '$.recipient', ?2, '$.giver', ?3)
  WHERE intent_id ${AMONG}`;
const ENTER_MENTIONS = `INSERT INTO erased_mentions (intent_id, erased_at) SELECT value, ?2 FROM json_each(?1) WHERE true
  ON CONFLICT DO NOTHING`;
const EMPTY_MENTIONS = `UPDATE payment_reports SET ${WITHOUT_MENTION} WHERE intent_id ${AMONG} AND ${IS_MENTION}`;
const REFRESH_ALL = `INSERT OR REPLACE INTO orders SELECT * FROM joined_orders WHERE intent_id ${AMONG}`;

/** Also for a mail that is being sent now: its sender then finds no row to end. */
const WITHOUT_PLAN = "day = NULL, address = NULL, send_at = NULL, claim = NULL, claimed_until = NULL, at = ?2";
const STOP_DELIVERIES = `UPDATE deliveries SET state = 'stopped', stopped_by = 'shop', version = version + 1, ${WITHOUT_PLAN}
  WHERE intent_id ${AMONG} AND ${mayHappen("eraseGiver")}`;
const TELL_GIVERS = `INSERT INTO mails (kind, about, version, due_at)
  SELECT 'delivery-report', intent_id, version || '-refused', ?2 FROM deliveries
    WHERE intent_id || '.' || version ${AMONG} AND ${mayHappen("eraseRecipient")}
  ON CONFLICT DO NOTHING`;
const REFUSE_DELIVERIES = `UPDATE deliveries SET state = 'refused', ${WITHOUT_PLAN}
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
export function eraseStatements(
  { payments, mentions, deliveries, withdrawals }: Erasable,
  now: Date,
): readonly Statement[] {
  const at = now.toISOString();
  const { recipient, giver } = ERASED_GIFT_NAMES;
  const [paymentIds, mentionIds, deliveryIds] = [payments, mentions, deliveries].map((ids) => JSON.stringify(ids)) as [
    string,
    string,
    string,
  ];
  return [
    sql(settleWithdrawals("SELECT value FROM json_each(?1)"), JSON.stringify(withdrawals)),
    sql(ENTER, paymentIds, at),
    sql(DELETE_UNPAID, paymentIds),
    sql(DELETE_ATTEMPTS, paymentIds),
    sql(EMPTY_REPORTS, paymentIds, recipient, giver),
    // By its times it is known whether the buyer was sent the confirmation.
    sql(`UPDATE corrections SET email = '' WHERE intent_id ${AMONG}`, paymentIds),
    sql(`DELETE FROM notes WHERE intent_id ${AMONG}`, paymentIds),
    sql(FORGET_REPLACED, paymentIds),
    sql(REFRESH_ALL, paymentIds),
    sql(STOP_DELIVERIES, paymentIds, at),
    sql(DELETE_DRAFTS, paymentIds),
    sql(EMPTY_DELIVERY_REPORTS, paymentIds),
    sql(ENTER_MENTIONS, mentionIds, at),
    sql(EMPTY_MENTIONS, mentionIds),
    sql(FORGET_REPLACED, mentionIds),
    sql(REFRESH_ALL, mentionIds),
    sql(TELL_GIVERS, deliveryIds, at),
    sql(REFUSE_DELIVERIES, deliveryIds, at),
    sql(DELETE_DRAFTS, deliveryIds),
    sql(EMPTY_DELIVERY_REPORTS, deliveryIds),
    sql(EMPTY_WITHDRAWALS, JSON.stringify(withdrawals)),
  ];
}
