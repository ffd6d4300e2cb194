import { expect, test } from "vitest";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { openShop, PAID_AT, putDeliveries, refund, runOrder, runOrders, sell, sellGiftByMail } from "./shop.ts";

/** `orders` and `order` of a gift that the shop mails on its day. */

openShop();

const NOOR = "noor@example.nl";
const DAY = "2026-12-05";
const ID = "pi_gift";

/** Changes the gift's delivery in the ledger. */
const become = (change: string) => putDeliveries(change, `intent_id = '${ID}'`);
const ENDED = "day = NULL, address = NULL, send_at = NULL";

test("is stopped once all of its money went back", async () => {
  await sellGiftByMail(ID, NOOR, DAY);
  await refund(ID, 3900);
  expect((await runOrders()).out).toContain("paid, refunded, gift still open, gift's mail stopped (money)");
  const { out } = await runOrder(ID);
  expect(out).toMatch(/^Delivery +stopped, 2026-07-01 12:00:00: its money went back$/m);
  expect(out).not.toContain(NOOR);
});

test.each([
  [
    "waits",
    "changes = 0",
    "gift waits for 2026-12-05",
    ["Delivery    waits for 2026-12-05, goes at 2026-12-05 08:00:00", `Mailed to   ${NOOR}`],
  ],
  [
    "was changed",
    "day = '2026-12-24', send_at = '2026-12-24T07:00:00.000Z', changes = 2",
    "gift waits for 2026-12-24",
    ["Delivery    waits for 2026-12-24, goes at 2026-12-24 08:00:00, changed 2 times"],
  ],
  [
    "should have gone",
    "send_at = '2026-07-15T07:00:00.000Z'",
    "gift is being sent",
    ["Delivery    was to go at 2026-07-15 09:00:00, and is tried for a day", `Mailed to   ${NOOR}`],
  ],
  [
    "is being sent",
    "state = 'sending', claim = 'a', claimed_until = '2026-12-05T07:10:00.000Z'",
    "gift is being sent",
    ["Delivery    is being sent now, was to go at 2026-12-05 08:00:00"],
  ],
  [
    "was stopped by its giver",
    `state = 'stopped', stopped_by = 'giver', changes = 1, ${ENDED}`,
    "gift's mail stopped (giver)",
    ["Delivery    stopped, 2026-07-01 12:00:00: the giver stopped it, changed once"],
  ],
  [
    "was stopped by a withdrawal",
    `state = 'stopped', stopped_by = 'withdrawal', ${ENDED}`,
    "gift's mail stopped (withdrawal)",
    ["Delivery    stopped, 2026-07-01 12:00:00: its order was withdrawn"],
  ],
  ["was sent", `state = 'sent', ${ENDED}`, "gift sent", ["Delivery    sent, 2026-07-01 12:00:00"]],
  [
    "was refused",
    `state = 'refused', ${ENDED}`,
    "gift not sent (refused)",
    ["Delivery    could not be sent, 2026-07-01 12:00:00: the mail service refuses"],
  ],
  ["failed for a day", `state = 'failed', ${ENDED}`, "gift not sent (failed)", ["Delivery    could not be sent, 2026"]],
  ["lost its address", `state = 'lost', ${ENDED}`, "gift not sent (lost)", ["Delivery    could not be sent, 2026-07"]],
])("%s: the list says it without the address, the order with it", async (_name, change, said, lines) => {
  await sellGiftByMail(ID, NOOR, DAY);
  // Another one's, whose id begins with the same letters.
  await sellGiftByMail(`${ID}2`, "els@example.nl", DAY);
  await become(change);
  const list = await runOrders();
  expect(list.out.replaceAll(/ +/g, " ")).toContain(`paid, ${said} 2026-07-01 12:00:00`);
  expect(list.out).not.toContain("@");
  const one = await runOrder(ID);
  for (const line of lines) expect(one.out).toContain(`\n${line}`);
  expect(one.out).not.toContain("els@");
});

test("its address has not come yet: says so, and that its giver is asked for it", async () => {
  const metadata = wishToMetadata({
    productId: "KVB1",
    recipient: "Noor",
    giver: "Opa",
    message: "",
    from: DAY,
    deliveryDraftId: "0a1b2c3d",
  });
  await sell(ID, { metadata });
  expect((await runOrders()).out).toContain("paid, gift waits for its address");
  expect((await runOrder(ID)).out).toContain(
    `\nDelivery    for ${DAY}: the address that its giver typed is not here yet`,
  );
});

test.each([
  ["for at once", "now"],
  ["for a day, handed over by the giver", DAY],
])("a gift %s says nothing of a delivery", async (_name, from) => {
  const metadata = wishToMetadata({ productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from });
  await sell(ID, { metadata, paidAt: PAID_AT });
  expect((await runOrders()).out).toMatch(/paid, gift +2026-07-01 12:00:00$/);
  expect((await runOrder(ID)).out).not.toContain("Delivery");
});
