import { giftStopKey, giftStopSchema } from "../../src/gifts/gift-entries.ts";
import { DISPUTE_STATES, readOrder } from "../../src/ledger/orders.ts";
import { readOrderEvent } from "../../src/paying/webhook/order-events.ts";
import { RETENTION } from "../../src/shared/retention.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { now } from "./clock.ts";
import { isOfItsRow } from "./mails.ts";
import { shortId } from "./order-page.ts";
import { RECIPIENT_ADDRESSES, WISHES } from "./purchases.ts";
import type { World } from "./world.ts";

/** The age of an unpaid payment that the next purge deletes: a purge comes once a day. */
const PURGED_AFTER_MS = (RETENTION.unpaidDays - 1) * 24 * 3_600_000;

/** What operators erased: all that may go of an address. */
export type Erasure = {
  email: string;
  askedMs: number;
  /** When the desk said that it was done, and what the ledger knew and kept of the address then, by payment. */
  done: { atMs: number; knew: ReadonlySet<string>; kept: ReadonlySet<string> } | null;
};

/** The shop's promises about what the ledger holds when all has ended. */

/** Nothing is owed, and each order is what its reports make. */
export function checkLedger(world: World): void {
  const { database, fail } = world;
  // Without what follows from the others.
  const names = database.rows("SELECT name FROM pragma_table_xinfo('orders') WHERE hidden = 0");
  const stored = names.map(({ name }) => name).join(", ");
  for (const [one, other] of [
    ["orders", "joined_orders"],
    ["joined_orders", "orders"],
  ])
    for (const row of database.rows(`SELECT ${stored} FROM ${one} EXCEPT SELECT ${stored} FROM ${other}`))
      fail(`a row of ${one} is not in ${other}: ${JSON.stringify(Object.values(row))}`);
  for (const mail of world.mails)
    if (!isOfItsRow(mail)) fail(`the mail '${mail.subject}' to ${mail.to} is not the ${mail.row.kind} that was owed`);
  for (const { id } of world.provider.intents.all()) checkHeard(world, id);
  for (const { email, done } of world.erasures)
    for (const { to, begunMs, row } of world.mails)
      if (to === email && done?.knew.has(row.about) && !done.kept.has(row.about) && begunMs > done.atMs)
        if (!world.corrections.some((one) => one.email === email && one.atMs > done.atMs))
          fail(`a mail about ${row.about} goes to an address that was erased`);
  checkSent(world);
  checkWithdrawnOnce(world);
  checkOwed(world);
}

/** What is written down as sent was taken by the mail service. */
function checkSent({ database, mails, fail }: World): void {
  const sent = `SELECT kind, about, version FROM mails WHERE state = 'sent'
    UNION ALL SELECT 'gift', intent_id, '' FROM deliveries WHERE state = 'sent'`;
  for (const { kind, about, version } of database.rows(sent)) {
    const isIt = ({ row }: (typeof mails)[number]) =>
      row.kind === kind && row.about === about && (kind === "gift" || row.version === version);
    if (!mails.some(isIt)) fail(`the mail '${kind} ${version}' about ${about} is written down as sent, and none went`);
  }
}

/** Whatever the shop hears, late, twice or in another order: what ended, was corrected or was erased stays so. */
export function checkHeard(world: World, intentId: string): void {
  const { database, provider, corrections, erasures } = world;
  const says = (what: string) => world.fail(`the ledger ${what} of ${shortId(intentId)}`);
  const reports = database.rows("SELECT * FROM payment_reports WHERE intent_id = ?1", intentId);
  const disputes = database.rows("SELECT id, stage, event_at FROM disputes WHERE intent_id = ?1", intentId);
  const failed = database.rows("SELECT id FROM refunds WHERE intent_id = ?1 AND failed_at IS NOT NULL", intentId);
  const isErased = database.rows("SELECT 1 FROM erasures WHERE intent_id = ?1", intentId).length > 0;
  // An erasure and a purge delete the reports of what nobody paid: the ledger does not know any more which came later.
  const isOld = reports.some(({ created_at }) => now() - Date.parse(String(created_at)) > PURGED_AFTER_MS);
  const isForgotten = (isErased || isOld) && !reports.some(({ status }) => status === "paid");
  for (const event of provider.takenOf(intentId)) {
    const heard = readOrderEvent(event);
    if (heard === null || heard === "unrelated") continue;
    const { told, at } = heard.news;
    if (told.kind === "refund") {
      if (told.isFailed && !failed.some(({ id }) => id === told.id)) says("counts a refund that failed as made");
    } else if (told.kind === "dispute") {
      // Of two states the later counts, and of one moment the higher: a bank may decide anew.
      const stage = DISPUTE_STATES.indexOf(told.state);
      const row = disputes.find((one) => one.id === told.id && one.stage !== stage);
      const [rowAt, rowStage] = [String(row?.event_at), Number(row?.stage)];
      if (row !== undefined && (rowAt < at || (rowAt === at && rowStage < stage)))
        says("has an older state of a dispute");
    } else {
      const row = isForgotten ? undefined : reports.find(({ source }) => source === told.source);
      const olderCents = (told.report.refundedCents ?? 0) - Number(row?.refunded_cents ?? 0);
      if (row !== undefined && (olderCents > 0 || (olderCents === 0 && String(row.event_at) < at)))
        says(`has an older '${event.type}'`);
    }
  }
  const correct = corrections.flatMap((one) => (one.intentId === intentId && one.isDone ? [one.email] : []));
  const known = reports.flatMap(({ email }) => (email === null ? [] : [String(email)]));
  if (correct.length > 0 && known.some((email) => !correct.includes(email))) says("has the mistyped address again");
  const names = WISHES.flatMap(({ recipient, giver }) => [recipient, giver]);
  if (isErased && names.some((name) => reports.some(({ gift }) => String(gift).includes(name))))
    says("has the names of an erased gift again");
  for (const erasure of erasures) {
    const { email, done } = erasure;
    if (done === null || !done.knew.has(intentId) || done.kept.has(intentId)) continue;
    if (!isGivenAgain(world, intentId, erasure) && keptOf(world, email).has(intentId))
      says("has an erased address again");
  }
}

/** Whether somebody has given the address again since its erasure was asked for. */
function isGivenAgain(world: World, intentId: string, { email, askedMs }: Erasure): boolean {
  const left = world.leftAddresses.get(intentId) ?? [];
  return (
    world.corrections.some((one) => one.intentId === intentId && one.email === email && one.atMs >= askedMs) ||
    world.decisions.some((one) => one.intentId === intentId && one.wanted?.to === email && one.answeredMs >= askedMs) ||
    left.some(({ to, answeredMs }) => to === email && answeredMs >= askedMs)
  );
}

function keptOf({ database }: World, email: string): ReadonlySet<string> {
  const kept = `SELECT intent_id FROM orders WHERE email = ?1 UNION SELECT intent_id FROM payment_reports WHERE email = ?1
    UNION SELECT intent_id FROM corrections WHERE email = ?1 UNION SELECT intent_id FROM deliveries WHERE address = ?1
    UNION SELECT intent_id FROM delivery_drafts WHERE address = ?1 UNION SELECT about FROM mails WHERE detail = ?1`;
  return new Set(database.rows(kept, email).map(({ intent_id: id }) => String(id)));
}

/** After this long nobody may withdraw from a sale any more: fourteen days, and those that a weekend and holidays add. */
const WITHDRAWABLE_MS = 19 * DAY_MS;

/**
 * An erasure is done: what stays of the address is of sales that may still be withdrawn from or disputed, that are not paid, or of
 * which money moved lately or is owed, because a refund failed.
 */
export function endErasure(world: World, erasure: Erasure): void {
  const { database, fail } = world;
  const { email } = erasure;
  const known = database.rows("SELECT intent_id FROM payment_reports UNION SELECT intent_id FROM erasures");
  const kept = keptOf(world, email);
  const knew = new Set(known.map(({ intent_id: id }) => String(id)));
  erasure.done = { atMs: now(), knew, kept };
  const settled = `SELECT intent_id FROM orders AS o WHERE status = 'paid' AND ifnull(paid_at, created_at) < ?1
    AND owed_cents IS NULL AND ifnull(money_moved_at, '') < ?2
    AND NOT EXISTS (SELECT 1 FROM disputes AS d WHERE d.intent_id = o.intent_id AND stage < 2)
    AND NOT EXISTS (SELECT 1 FROM withdrawals WHERE intent_id = o.intent_id AND answer IS NULL)`;
  const ago = (ms: number) => new Date(erasure.askedMs - ms).toISOString();
  const answered = `SELECT reference, intent_id FROM withdrawals WHERE answer IS NOT NULL AND email <> ''
    AND (email = ?1 OR intent_id IN (SELECT intent_id FROM erasures WHERE erased_at >= ?2))`;
  for (const { reference, intent_id: id } of database.rows(answered, email, ago(0)))
    if (!kept.has(String(id))) fail(`an address is kept of the withdrawal ${reference} after it was erased`);
  const ended = database.rows(settled, ago(WITHDRAWABLE_MS), ago(10 * DAY_MS)).map(({ intent_id: id }) => String(id));
  const isRecipients = Object.values(RECIPIENT_ADDRESSES).includes(email);
  for (const id of isRecipients ? kept : ended)
    if (kept.has(id) && !isGivenAgain(world, id, erasure))
      fail(`an address is kept of ${shortId(id)} after it was erased`);
}

export function checkOwed({ database, fail }: World): void {
  const at = new Date(now()).toISOString();
  for (const { kind, about, version, state } of database.rows(
    "SELECT * FROM mails WHERE state IN ('due', 'sending') AND due_at <= ?1",
    at,
  ))
    fail(`the mail '${kind} ${version}' about ${about} is still ${state}`);
  for (const { intent_id, state } of database.rows(
    "SELECT * FROM deliveries WHERE state IN ('awaited', 'sending') OR (state = 'planned' AND send_at <= ?1)",
    at,
  ))
    fail(`the mail of the gift of ${intent_id} is still ${state}`);
}

/** KV says of a gift's stop what follows from the ledger's money, as soon as the shop has taken in what it heard. */
export async function checkProjection({ database, central, fail }: World, intentId: string): Promise<void> {
  const order = await readOrder(database.ledger, intentId);
  if (order?.gift === undefined || order.giftCode === undefined) return;
  const text = await central.GIFTS.get(giftStopKey(order.giftCode, "refund"));
  const isStopped = text !== null && giftStopSchema.parse(JSON.parse(text)).stopped;
  if (isStopped !== order.isRepaid)
    fail(
      `KV says that the gift of ${shortId(intentId)} is ${isStopped ? "stopped" : "open"}, and the ledger has other money`,
    );
}

/** The withdrawals by a payment's link that the owner has refused. */
export function refusedOf({ database }: World, intentId: string): readonly string[] {
  const refused = "SELECT reference FROM withdrawals WHERE intent_id = ?1 AND answer IN ('refused', 'no-order')";
  return database.rows(refused, intentId).map(({ reference }) => String(reference));
}

function checkWithdrawnOnce({ database, fail }: World): void {
  const twice = `SELECT intent_id FROM withdrawals WHERE intent_id IS NOT NULL AND mailbox <> '' AND ifnull(answer, 'repaid') = 'repaid'
      GROUP BY intent_id, mailbox HAVING count(*) > 1`;
  for (const { intent_id: id } of database.rows(twice)) fail(`${id} was withdrawn from twice by one mailbox`);
}
