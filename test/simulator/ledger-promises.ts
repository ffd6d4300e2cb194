import { giftStopKey, giftStopSchema } from "../../src/gifts/gift-entries.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import { now } from "./clock.ts";
import { isOfItsRow } from "./mails.ts";
import { shortId } from "./words.ts";
import type { World } from "./world.ts";

/** The shop's promises about what the ledger holds when all has ended. */

/** Nothing is owed, each order is what its reports make, and no address is kept that only a mail needed. */
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
  for (const { about } of database.rows("SELECT about FROM mails WHERE ended_at IS NOT NULL AND detail LIKE '%@%'"))
    fail(`an address is kept of a mail about ${about} that has ended`);
  if (database.rows("SELECT 1 FROM delivery_drafts").length > 0)
    fail("an address that was typed at the checkout is kept for more than a week");
  for (const mail of world.mails)
    if (!isOfItsRow(mail)) fail(`the mail '${mail.subject}' to ${mail.to} is not the ${mail.row.kind} that was owed`);
  checkWithdrawnOnce(world);
  checkOwed(world);
}

/** No mail is owed that is due. */
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

/** An order is withdrawn from once by one mailbox. */
function checkWithdrawnOnce({ database, fail }: World): void {
  const twice =
    "SELECT intent_id FROM withdrawals WHERE intent_id IS NOT NULL GROUP BY intent_id, mailbox HAVING count(*) > 1";
  for (const { intent_id: id } of database.rows(twice)) fail(`${id} was withdrawn from twice by one mailbox`);
}
