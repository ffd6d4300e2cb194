import { DELIVERY_LIFE, mayHappen, WITHOUT_PLAN } from "../../ledger/delivery-life-rules.ts";
import { whyNot } from "../../ledger/life-rules.ts";
import { firstOf, fromRow, type Ledger, type Row, type Statement, sql } from "../../server/database.ts";
import { errorMessage, logEvent } from "../../server/log.ts";
import type { Shop } from "../../server/shop.ts";
import { sendMoment } from "./gift-delivery-rules.ts";

/**
 * The mail of a gift to its recipient, on its day: one row for each gift. The row has the address exactly as long as the
 * mail is to go. Each plan is a version, so that whoever mails an earlier one finds nothing to do. What may happen to it
 * stands in `DELIVERY_LIFE`.
 */

/** The cause of a stop. `shop`: the gift could not be unwrapped on its day, or its giver's data were erased. */
export type StoppedBy = "giver" | "withdrawal" | "money" | "shop";
/** `lost`: the address was not kept. `refused`: the mail service blocks it. `failed`: no mail could be sent for a day. */
export type DeliveryOutcome = "sent" | "refused" | "failed" | "lost";

/** A gift's delivery. `awaited`: it is paid, and the typed address is not here yet. `sending`: it is being mailed now. */
export type Delivery = { version: number; changes: number; at: string; isUnmailed: boolean } & (
  | { state: "awaited" | DeliveryOutcome }
  | { state: "planned" | "sending"; day: string; address: string; sendAt: string }
  | { state: "stopped"; by: StoppedBy }
);

/** The delivery in a row of `deliveries`; null without one. The schema has checked what is in it. */
export function toDelivery(row: Row | null): Delivery | null {
  if (row === null || row.state === "none") return null;
  const { version, changes, at, state, is_unmailed, stopped_by: by, day, address, send_at: sendAt } = row;
  const rest =
    state === "stopped" ? { by } : state === "planned" || state === "sending" ? { day, address, sendAt } : {};
  return { version, changes, at, state, isUnmailed: is_unmailed === 1, ...rest } as Delivery;
}

/** The cause of a stop by its order, as SQL for a row of `shown_deliveries`. */
const CAUSE = "iif(is_withdrawn, 'withdrawal', 'money')";

/** Reads a gift's delivery; it comes as the row that `toPlan` reads. */
export function selectDelivery(intentId: string): Statement {
  const show = `SELECT *, ${whyNot(DELIVERY_LIFE.change)} AS why FROM shown_deliveries WHERE intent_id = ?1`;
  return sql(show, intentId);
}

/** The address that a gift's mail goes to, while it is needed. */
export function addressOf(delivery: Delivery | null): string | undefined {
  return delivery?.state === "planned" || delivery?.state === "sending" ? delivery.address : undefined;
}

/** A gift's delivery; null if there is none. Rejects if the ledger is away. */
export async function readDelivery(ledger: Ledger, intentId: string): Promise<Delivery | null> {
  return (await readPlan(ledger, intentId)).delivery;
}

/** A gift whose mail is still to go. `day`: absent while its address is awaited. */
export type WaitingGift = { intentId: string; day?: string };

/** The gifts of these payments that are still to be mailed: nothing proves that they may not go. Rejects if the ledger is away. */
export async function readWaitingGifts(ledger: Ledger, payments: readonly string[]): Promise<readonly WaitingGift[]> {
  const waiting = `SELECT intent_id, day FROM shown_deliveries
    WHERE intent_id IN (SELECT value FROM json_each(?1)) AND ${whyNot(DELIVERY_LIFE.revoke)} = 'kept' ORDER BY day, intent_id`;
  const [rows = []] = await ledger([sql(waiting, JSON.stringify(payments))]);
  return rows.map((row) => fromRow(row));
}

/**
 * Makes the first plan of a paid gift from the draft that its payment names. Both the sale and the draft do this, because
 * either may come first. A gift whose money went back, whose giver has withdrawn, or that was erased, is not planned.
 * `day`: of its wish.
 */
export function planDelivery(intentId: string, day: string, now: Date): readonly Statement[] {
  return [
    sql(
      `INSERT INTO deliveries (intent_id, state, stopped_by, day, address, send_at, at)
        SELECT intent_id, will_be, iif(will_be = 'stopped', ${CAUSE}, NULL), iif(will_be = 'planned', wished, NULL),
          iif(will_be = 'planned', typed, NULL), iif(will_be = 'planned', ?2, NULL), ?3
        FROM (SELECT s.*, o.gift ->> 'from' AS wished, d.address AS typed,
            CASE WHEN is_withdrawn OR s.is_repaid THEN 'stopped' WHEN d.address IS NULL THEN 'awaited' ELSE 'planned' END AS will_be
          FROM shown_deliveries AS s JOIN orders AS o ON o.intent_id = s.intent_id
          LEFT JOIN delivery_drafts AS d ON d.intent_id = o.intent_id AND d.id = o.gift ->> 'deliveryDraftId'
          WHERE s.intent_id = ?1 AND o.gift ->> 'deliveryDraftId' IS NOT NULL)
        WHERE ${whyNot(DELIVERY_LIFE.begin)} IS NULL AND will_be <> state
        ON CONFLICT (intent_id) DO UPDATE SET state = excluded.state, stopped_by = excluded.stopped_by, day = excluded.day,
          address = excluded.address, send_at = excluded.send_at, at = excluded.at`,
      intentId,
      sendMoment(day, now).toISOString(),
      now.toISOString(),
    ),
    dropDrafts(intentId),
  ];
}

/** Deletes the addresses that were typed for a gift, unless the one that it was paid with is still awaited. */
function dropDrafts(about: string, payment = "?1"): Statement {
  return sql(
    `DELETE FROM delivery_drafts WHERE intent_id = ${payment}
      AND EXISTS (SELECT 1 FROM deliveries WHERE intent_id = ${payment} AND state <> 'awaited')`,
    about,
  );
}

/**
 * Keeps the address of a gift that is about to be paid, under the draft's name in its wish. If the gift is paid already,
 * its mail is planned. Rejects if the ledger is away.
 */
export async function keepDeliveryDraft(
  { ledger, now }: Pick<Shop, "ledger" | "now">,
  intentId: string,
  { id, to, day }: { id: string; to: string; day: string },
): Promise<void> {
  await ledger([
    sql(
      "INSERT INTO delivery_drafts (intent_id, id, address, kept_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
      intentId,
      id,
      to,
      now.toISOString(),
    ),
    ...planDelivery(intentId, day, now),
  ]);
}

/** The reason why a delivery was not changed. `closed`: it is being sent, or was sent. */
export type UnchangedReason = "closed" | keyof (typeof DELIVERY_LIFE)["change"]["guard"] | "unavailable";

/** ?2: the new wish's day, ?3 its address. The same wish again is no change. */
const PLAN = `INSERT INTO deliveries (intent_id, state, changes, day, address, send_at, at)
    SELECT intent_id, 'planned', 1, ?2, ?3, ?4, ?5 FROM shown_deliveries
    WHERE intent_id = ?1 AND ${whyNot(DELIVERY_LIFE.change)} IS NULL
  ON CONFLICT (intent_id) DO UPDATE SET state = 'planned', version = version + 1, changes = changes + 1, stopped_by = NULL,
    day = excluded.day, address = excluded.address, send_at = excluded.send_at, at = excluded.at
  WHERE NOT (state = 'planned' AND day = excluded.day AND address = excluded.address)`;

/** The end of a plan without a mail. */
const STOPPED = `state = 'stopped', version = version + 1, ${WITHOUT_PLAN}`;

const WHY_NOT_STOP = `SELECT ${whyNot(DELIVERY_LIFE.stop)} AS why FROM shown_deliveries WHERE intent_id = ?1`;
const STOP_BY_GIVER = `INSERT INTO deliveries (intent_id, state, stopped_by, changes, at)
    SELECT intent_id, 'stopped', 'giver', 1, ?2 FROM shown_deliveries WHERE intent_id = ?1 AND ${whyNot(DELIVERY_LIFE.stop)} IS NULL
  ON CONFLICT (intent_id) DO UPDATE SET ${STOPPED}, stopped_by = 'giver', changes = changes + 1, at = excluded.at`;
/** An operator's stop, ?3, of a mail that was still to go is told to the giver. It comes before the stop. */
const TELL_STOP = `INSERT INTO mails (kind, about, version, due_at) SELECT 'delivery-report', intent_id, (version + 1) || '-halted', ?2
  FROM deliveries WHERE intent_id = ?1 AND ${mayHappen("stop")} AND NOT is_unmailed AND ?3 = 'operator' ON CONFLICT DO NOTHING`;

/**
 * A gift's delivery, and why its giver cannot change it now, by the row that `selectDelivery` reads. `delivery`: null if there is none.
 * `why`: null if they can; without a row it is closed.
 */
export function toPlan(row: Row | null): { delivery: Delivery | null; why: UnchangedReason | null } {
  return { delivery: toDelivery(row), why: whyUnchanged(row) };
}

/** The same, read now. Rejects if the ledger is away. */
export async function readPlan(ledger: Ledger, intentId: string): Promise<ReturnType<typeof toPlan>> {
  return toPlan(firstOf(await ledger([selectDelivery(intentId)]), 0));
}

function whyUnchanged(row: Row | null): UnchangedReason | null {
  return row === null ? "closed" : (row.why as UnchangedReason | null);
}

/**
 * Replaces a gift's plan with the giver's new wish; `null`: mail nothing. The answer is what the ledger has. Never rejects.
 */
export async function changeDelivery(
  { ledger, now }: Pick<Shop, "ledger" | "now">,
  intentId: string,
  wanted: { day: string; to: string } | null,
  by: "giver" | "operator" = "giver",
): Promise<{ status: "changed"; delivery: Delivery } | { status: UnchangedReason }> {
  const at = now.toISOString();
  const change =
    wanted === null
      ? [sql(WHY_NOT_STOP, intentId), sql(TELL_STOP, intentId, at, by), sql(STOP_BY_GIVER, intentId, at)]
      : [
          selectDelivery(intentId),
          sql(PLAN, intentId, wanted.day, wanted.to, sendMoment(wanted.day, now).toISOString(), at),
        ];
  try {
    const results = await ledger([...change, dropDrafts(intentId), selectDelivery(intentId)]);
    const delivery = toDelivery(firstOf(results, -1));
    const why = whyUnchanged(firstOf(results, 0));
    // An answer may be lost, and the same change asked again: what is as it was wanted is changed.
    if (delivery !== null && (why === null || isAsWanted(delivery, wanted))) {
      logEvent("info", wanted === null ? "delivery.stopped" : "delivery.planned", { intentId });
      return { status: "changed", delivery };
    }
    return { status: why ?? "closed" };
  } catch (error) {
    logEvent("error", "delivery.unchanged", { intentId, reason: errorMessage(error) });
    return { status: "unavailable" };
  }
}

function isAsWanted(delivery: Delivery, wanted: { day: string; to: string } | null): boolean {
  if (wanted === null) return delivery.state === "stopped";
  return delivery.state === "planned" && delivery.day === wanted.day && delivery.address === wanted.to;
}

/**
 * Stops the mail of a gift whose giver has withdrawn, or whose money went back. Without either it changes nothing. `about`: its payment;
 * or ?1 of `payment`, SQL that names it.
 */
export function stopEndedDelivery(about: string, at: string, payment = "?1"): readonly Statement[] {
  return [
    sql(
      `UPDATE deliveries SET ${STOPPED}, at = ?2,
          stopped_by = (SELECT ${CAUSE} FROM shown_deliveries AS s WHERE s.intent_id = deliveries.intent_id)
        WHERE intent_id = ${payment} AND ${mayHappen("revoke")}`,
      about,
      at,
    ),
    dropDrafts(about, payment),
  ];
}

/**
 * Takes a plan to mail it, as `claimMail` takes a mail. Returns no row if another plan counts, none, or another holds it.
 */
export function claimDelivery(intentId: string, version: number, claim: string, until: string, now: string): Statement {
  return sql(
    `UPDATE deliveries SET state = 'sending', claim = ?3, claimed_until = ?4 WHERE intent_id = ?1 AND version = ?2
      AND ${mayHappen("claim")} AND (claim IS NULL OR claimed_until <= ?5 OR claim = ?3) RETURNING *`,
    intentId,
    version,
    claim,
    until,
    now,
  );
}

/** Gives a claimed plan back, because it could not be mailed now. Its giver may change it again. */
export function releaseDelivery(intentId: string, claim: string): Statement {
  return sql(
    `UPDATE deliveries SET state = 'planned', claim = NULL, claimed_until = NULL
      WHERE intent_id = ?1 AND claim = ?2 AND ${mayHappen("release")}`,
    intentId,
    claim,
  );
}

/**
 * Owes the giver a mail about the end of a claimed plan, with the recipient's address if a mail was tried. It is due from the gift's moment on,
 * because the address may be kept only for some days after that. Nothing if the claim is gone: then its recipient was erased meanwhile.
 */
export function oweReport(version: string, intentId: string, claim: string): Statement {
  return sql(
    `INSERT INTO mails (kind, about, version, due_at, detail)
      SELECT 'delivery-report', intent_id, ?3, send_at, iif(?3 LIKE '%-stopped', NULL, address) FROM deliveries
        WHERE intent_id = ?1 AND claim = ?2
      ON CONFLICT DO NOTHING`,
    intentId,
    claim,
    version,
  );
}

/** Ends a claimed plan, and deletes its address. `stoppedBy`: the gift was not mailed, because it may not be opened. */
export function endDelivery(
  intentId: string,
  claim: string,
  end: Exclude<DeliveryOutcome, "lost"> | { stoppedBy: StoppedBy },
  at: string,
): Statement {
  const [state, by] = typeof end === "string" ? [end, null] : ["stopped", end.stoppedBy];
  return sql(
    `UPDATE deliveries SET state = ?3, stopped_by = ?4, at = ?5, ${WITHOUT_PLAN}
      WHERE intent_id = ?1 AND claim = ?2 AND ${mayHappen("end")}`,
    intentId,
    claim,
    state,
    by,
    at,
  );
}

/** The plans whose moment has come and that nobody holds, by payment. Rejects if the ledger is away. */
export async function findDueDeliveries(
  ledger: Ledger,
  now: string,
): Promise<readonly { intentId: string; version: number; sendAt: string }[]> {
  const due = `SELECT intent_id, version, send_at FROM deliveries
    WHERE ${mayHappen("claim")} AND send_at <= ?1 AND ifnull(claimed_until, '') <= ?1 ORDER BY send_at LIMIT 500`;
  const [rows = []] = await ledger([sql(due, now)]);
  return rows.map((row) => fromRow(row));
}

/** Gives up addresses that have not come since this moment: their givers are asked for them by mail. */
export function giveUpAwaited(since: string, now: string): readonly Statement[] {
  const lost = `${mayHappen("giveUp")} AND at <= ?1`;
  return [
    sql(
      `INSERT INTO mails (kind, about, version, due_at)
        SELECT 'delivery-report', intent_id, version || '-lost', ?2 FROM deliveries WHERE ${lost} ON CONFLICT DO NOTHING`,
      since,
      now,
    ),
    sql(`DELETE FROM delivery_drafts WHERE intent_id IN (SELECT intent_id FROM deliveries WHERE ${lost})`, since),
    sql(`UPDATE deliveries SET state = 'lost', at = ?2 WHERE ${lost}`, since, now),
  ];
}
