import { expect, test } from "vitest";
import { facts, PAID, runOrder, runOrders } from "./order-facts.ts";
import { TODAY } from "./tool.ts";

/** `orders` and `order` of a gift that the shop mails on its day. */

const NOOR = "noor@example.nl";
const AT = "2026-07-01T10:00:00.000Z";
const plan = { day: "2026-12-05", to: NOOR, sendAt: "2026-12-05T07:00:00.000Z", changes: 0, at: AT };
const wish = { recipient: "Noor", giver: "Opa Kees", message: "", from: "2026-12-05", byMail: "0a1b2c3d" };
const giftWith = (deliveries: Readonly<Record<string, object>>, more: object = {}, paidAt = AT) => {
  const kv = facts({ pi_gift: { ...PAID, paidAt, gift: { ...wish, ...more } } });
  for (const [end, value] of Object.entries(deliveries)) kv.set(`delivery:pi_gift:${end}`, value);
  // Another gift's, whose id begins with the same letters.
  kv.set("delivery:pi_gift2:0", { ...plan, to: "els@example.nl" });
  return kv;
};

test("does not wait once all of its money went back, although its plan is stopped minutes later or never", async () => {
  const kv = giftWith({ "0": plan });
  kv.set("pi_gift.refund-re_1", { intentId: "pi_gift", refundedCents: 3900, updatedAt: AT });
  expect((await runOrders(kv)).out).toContain("paid, refunded, gift's mail stopped (money)");
  const { out } = await runOrder(kv, "pi_gift");
  expect(out).toMatch(/^Delivery +stopped: its money went back$/m);
  // Until its plan is deleted, KV holds the address.
  expect(out).toContain(NOOR);
});

test.each([
  ["was never planned", {}, "gift never planned", ["Delivery    for 2026-12-05, never planned"]],
  [
    "waits",
    { "0": plan },
    "gift waits for 2026-12-05",
    ["Delivery    waits for 2026-12-05, goes at 2026-12-05 08:00:00", `Mailed to   ${NOOR}`],
  ],
  [
    "was changed",
    { "1783000000000-a": { ...plan, day: "2026-12-24", sendAt: "2026-12-24T07:00:00.000Z", changes: 2 } },
    "gift waits for 2026-12-24",
    ["Delivery    waits for 2026-12-24, goes at 2026-12-24 08:00:00, changed 2 times"],
  ],
  [
    "should have gone",
    { "0": { ...plan, sendAt: "2026-07-15T07:00:00.000Z" } },
    "gift is being sent",
    ["Delivery    was to go at 2026-07-15 09:00:00; nothing says yet that it went"],
  ],
  [
    "should have gone long ago",
    { "0": { ...plan, sendAt: "2026-07-10T07:00:00.000Z" } },
    "gift perhaps not sent",
    ["Delivery    was to go at 2026-07-10 09:00:00; nobody knows whether it went"],
  ],
  [
    "was stopped by its giver",
    { "1783000000000-a": { stoppedBy: "giver", changes: 1, at: AT } },
    "gift's mail stopped (giver)",
    ["Delivery    stopped, 2026-07-01 12:00:00: the giver stopped it, changed once"],
  ],
  [
    "was stopped by a withdrawal",
    { "0": plan, "1783000000000-withdrawal": { stoppedBy: "withdrawal", changes: 0, at: AT } },
    "gift's mail stopped (withdrawal)",
    ["Delivery    stopped, 2026-07-01 12:00:00: its order was withdrawn"],
  ],
  ["was sent", { "0.sent": { at: AT } }, "gift sent", ["Delivery    sent, 2026-07-01 12:00:00"]],
  ["was refused", { "0.refused": { at: AT } }, "gift not sent (refused)", ["Delivery    could not be sent, 2026-07"]],
  ["failed for a day", { "0.failed": { at: AT } }, "gift not sent (failed)", ["Delivery    could not be sent, 2026"]],
  ["lost its address", { "0.lost": { at: AT } }, "gift not sent (lost)", ["Delivery    could not be sent, 2026-07"]],
])("%s: the list says it without the address, the order with it", async (_name, deliveries, said, lines) => {
  const list = await runOrders(giftWith(deliveries));
  expect(list.out).toContain(`paid, ${said}  2026-07-01 12:00:00`);
  expect(list.out).not.toContain("@");
  const one = await runOrder(giftWith(deliveries), "pi_gift");
  for (const line of lines) expect(one.out).toContain(`\n${line}`);
  expect(one.out).not.toContain("els@");
});

test("is not planned yet for the three days in which its plan may still come", async () => {
  const recent = () => giftWith({}, {}, new Date(TODAY.getTime() - 71 * 3_600_000).toISOString());
  expect((await runOrders(recent())).out).toContain("paid, gift not planned yet");
  expect((await runOrder(recent(), "pi_gift")).out).toContain("\nDelivery    for 2026-12-05, not planned yet");
});

test.each([
  ["for at once", { from: "now", byMail: undefined }],
  ["for a day, handed over by the giver", { byMail: undefined }],
])("a gift %s says nothing of a delivery", async (_name, more) => {
  expect((await runOrders(giftWith({}, more))).out).toMatch(/paid +2026-07-01 12:00:00$/);
  expect((await runOrder(giftWith({}, more), "pi_gift")).out).not.toContain("Delivery");
});
