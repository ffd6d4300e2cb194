import { beforeEach, expect, test } from "vitest";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import { resendReceipt } from "../../src/orders/resend.ts";
import { settleOwed } from "../../src/orders/settlement.ts";
import { isOverdue, readOpenWithdrawals, readWithdrawals } from "../../src/orders/withdrawal/withdrawal-records.ts";
import { rightAt } from "../../src/orders/withdrawal/withdrawal-rules.ts";
import { countUnknown, dismissUnknown } from "../../src/orders/withdrawal/withdrawals.ts";
import { today } from "../../src/shared/time.ts";
import { ledger, openLedger } from "./ledger.ts";
import { dispute, endMailOf, refund, sell, tell, withdraw } from "./shop.ts";

/** A withdrawal with the order that it is of: was there a right, what is to be done, and until when. */

openLedger();

/** Two days before the first of these must be repaid. */
const now = new Date("2026-07-14T12:00:00Z");
const LATE = new Date("2026-08-01T12:00:00Z");
const ID = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
const BUYER = { buyer_name: "Jan de Vries", buyer_email: "jan@example.nl" };
const WAIVER = { consent: "2026-11", consent_at: "2026-06-30T09:59:00.000Z" };
const GIFT = wishToMetadata({ productId: "KVB1", recipient: "N", giver: "O", message: "", from: "now" });

/** The references of a withdrawal by its order's link, whose sale is told later, and of one of nobody known. */
let first: string;
let second: string;
beforeEach(async () => {
  first = await withdraw("2026-07-01T22:10:00.000Z", { intentId: ID, formAt: "2026-07-01T22:01:00.000Z" });
  const nobody = { name: "Noor", contract: "marifonie", email: "noor@example.nl", formAt: "2026-07-03T07:45:00.000Z" };
  second = await withdraw("2026-07-03T08:00:00.000Z", nobody);
});

const sale = (metadata: Readonly<Record<string, string>> = {}, paidAt = "2026-06-30T10:00:00.000Z") =>
  sell(ID, { paidAt, metadata: { ...BUYER, ...metadata } });
async function recordOf(reference: string) {
  const [record] = await readWithdrawals(ledger, "reference = upper(?1)", reference.toLowerCase());
  if (record === undefined) throw new Error(`no ${reference}`);
  return record;
}
const overdue = async (at: Date) =>
  (await readWithdrawals(ledger)).filter((record) => isOverdue(record, today(at))).map(({ reference }) => reference);

test("is overdue after the fourteenth day in Amsterdam, unless the facts are against a right", async () => {
  await sale(WAIVER);
  expect(await overdue(new Date("2026-07-16T12:00:00Z"))).toEqual([]);
  // Midnight in Amsterdam, the day before in UTC.
  expect(await overdue(new Date("2026-07-16T22:30:00Z"))).toEqual([first]);
  // Nothing proves the other one: it has no last day.
  expect(await overdue(LATE)).toEqual([first]);
  await endMailOf(ID, "2026-06-30T10:05:00.000Z");
  expect(await overdue(LATE)).toEqual([]);
});

const SOLD = "2026-06-30T10:00:00.000Z";
const MAILED = "2026-06-30T10:05:00.000Z";
test.each<[string, Readonly<Record<string, string>>, string, string | null, object, string?]>([
  ["no waiver", {}, SOLD, MAILED, { hasRight: "exists", kept: "no-waiver", days: 2 }],
  ["a gift, whatever was agreed", { ...GIFT, ...WAIVER }, SOLD, MAILED, { hasRight: "exists", kept: "gift", days: 2 }],
  ["a waiver, and the mail", WAIVER, SOLD, MAILED, { hasRight: "waived" }],
  ["a waiver, and no mail", WAIVER, SOLD, null, { hasRight: "exists", kept: "unconfirmed", days: 2 }],
  ["the mail too late", WAIVER, SOLD, "2026-07-02T10:00:00.000Z", { hasRight: "exists", kept: "unconfirmed", days: 2 }],
  ["a mail while the form was open", WAIVER, SOLD, "2026-07-01T22:02:00.000Z", { hasRight: "exists", days: 2 }],
  ["a mail without the way to the course", WAIVER, SOLD, MAILED, { hasRight: "exists", days: 2 }, "targetless"],
  ["the 14th day", {}, "2026-06-17T23:00:00.000Z", null, { hasRight: "exists", kept: "no-waiver", days: 14 }],
  ["paid after it was declared", {}, "2026-07-03T10:00:00.000Z", null, { hasRight: "exists", days: 0 }],
  ["the day after it", {}, "2026-06-17T21:00:00.000Z", null, { hasRight: "late", days: 15 }],
  ["given up before that day", WAIVER, "2026-06-17T21:00:00.000Z", MAILED, { hasRight: "waived" }],
  ["given up after the last day", WAIVER, "2026-06-15T10:00:00.000Z", MAILED, { hasRight: "late", days: 17 }],
])("%s: was there a right?", async (_name, metadata, soldAt, mailedAt, right, detail) => {
  await sale(metadata, soldAt);
  if (mailedAt !== null) await endMailOf(ID, mailedAt, { detail: detail ?? null });
  const record = await recordOf(first);
  expect(record).toMatchObject(right);
  // The order's page says the same before it is declared.
  expect(record).toMatchObject(rightAt((await readOrder(ledger, ID)) ?? {}, new Date(record.receivedAt)));
});

test("means orders that were paid, by the link, the number or the address, as typed by anybody", async () => {
  await sale();
  const unpaid = { id: "pi_3QxYzUnpaid00", amount: 3900, currency: "eur", metadata: BUYER };
  await tell("payment_intent.processing", SOLD, unpaid);
  const declared = async (fields: Parameters<typeof withdraw>[1]) =>
    recordOf(await withdraw("2026-07-02T08:00:00.000Z", fields));
  const ofUnpaid = { email: "JAN@example.nl", contract: formatOrderNumber(unpaid.id) };
  expect(await declared(ofUnpaid)).toMatchObject({ orders: [ID], meantBy: "address", proof: "typed" });
  // By its own link also the other one, of which nothing is to be paid back.
  const linked = await declared({ intentId: unpaid.id });
  expect(linked).toMatchObject({ orderId: unpaid.id, hasRight: "unpaid", isPayable: false, isOpen: true });
  await tell("payment_intent.payment_failed", "2026-07-02T09:00:00.000Z", unpaid);
  expect((await recordOf(linked.reference)).isOpen).toBe(false);
  await sell("pi_2", { metadata: BUYER });
  const contract = "bestelling vk–ijklm nopqr van 30 juni";
  expect(await declared({ contract })).toMatchObject({ meantBy: "number", orders: [ID] });
  const { reference, orders, hasRight } = await declared(ofUnpaid);
  expect([orders.length, hasRight]).toEqual([2, "unknown"]);
  // What is bought after it is none of them.
  await sell("pi_3", { paidAt: "2026-07-02T08:01:00.000Z", metadata: BUYER });
  expect((await recordOf(reference)).orders).toEqual(orders);
  // But what was on its way then, and is paid.
  const created = Date.parse(SOLD) / 1000;
  await tell("payment_intent.succeeded", "2026-07-02T08:01:00.000Z", { ...unpaid, id: "pi_4", created });
  expect((await recordOf(reference)).orders).toContain("pi_4");
});

test("what went back has its day: all, a part, by the bank, or otherwise", async () => {
  await sale();
  await refund(ID, 1900, "2026-07-05T22:30:00.000Z");
  const part = await recordOf(first);
  expect(part).toMatchObject({ outcome: "part", refundedCents: 1900, amountCents: 3900, isOpen: true });
  expect([today(new Date(part.newsAt ?? "")), isOverdue(part, today(LATE))]).toEqual(["2026-07-06", true]);
  await refund(ID, 2000, "2026-07-06T22:30:00.000Z", "succeeded", "re_last");
  expect(await recordOf(first)).toMatchObject({ outcome: "repaid", newsAt: "2026-07-06T22:30:00.000Z", isOpen: false });
  await sell("pi_2", { paidAt: "2026-06-30T10:00:00.000Z", metadata: BUYER });
  await dispute("pi_2", "lost", "2026-07-05T22:30:00.000Z");
  const other = await withdraw("2026-07-02T08:00:00.000Z", { intentId: "pi_2" });
  expect(await recordOf(other)).toMatchObject({ outcome: "repaid", newsAt: "2026-07-05T22:30:00.000Z" });
  await refund(ID, 2000, "2026-07-07T22:30:00.000Z", "failed", "re_last");
  expect(await settleOwed(ledger, ID, 2000, LATE)).toBe(true);
  expect(await recordOf(first)).toMatchObject({ outcome: "repaid", newsAt: LATE.toISOString() });
});

test.each([
  ["needs_response", true],
  ["won", false],
  // A bank that only asks has taken nothing.
  ["warning_needs_response", false],
])("with a dispute that is %s the bank has the money: %s", async (status, isTaken) => {
  await sale();
  await dispute(ID, status, "2026-07-05T22:30:00.000Z");
  expect((await recordOf(first)).isDisputed).toBe(isTaken);
  expect(await overdue(LATE)).toEqual(isTaken ? [] : [first]);
});

test("a screen has those of buyers first, at most twenty, and the number of the others", async () => {
  await sale();
  for (let minute = 10; minute < 40; minute += 1)
    await withdraw(`2026-06-01T10:${minute}:00.000Z`, { email: `x${minute}@example.nl` });
  // The sale of one by its order's own link may still come.
  const linked = await withdraw("2026-07-02T08:00:00.000Z", { email: "x@example.nl", intentId: "pi_2" });
  // And the money of an order that one names by its address or its number.
  const slow = { id: "pi_underway1234", amount: 3900, currency: "eur", receipt_email: "slow@example.nl" };
  await tell("payment_intent.processing", SOLD, slow);
  const underWay = [
    await withdraw("2026-07-02T09:00:00.000Z", { email: "Slow@example.nl" }),
    await withdraw("2026-07-02T10:00:00.000Z", { email: "x@example.nl", contract: formatOrderNumber(slow.id) }),
  ];
  const { shown, more } = await readOpenWithdrawals(ledger);
  expect([shown[0]?.reference, shown.length, more]).toEqual([first, 20, 15]);
  const { count, until } = await countUnknown(ledger);
  expect([count, until]).toEqual([31, "2026-07-03T08:00:00.000Z"]);
  const ofLater = { email: "later@example.nl", formAt: "2026-07-03T07:55:00.000Z" };
  const later = await withdraw("2026-07-03T08:05:00.000Z", ofLater);
  await ledger([dismissUnknown(until ?? "", now)]);
  const left = [first, linked, ...underWay, later].map((reference) => ({ reference }));
  expect(await readOpenWithdrawals(ledger)).toMatchObject({ shown: left, more: 0 });
});

test("a receipt is the one that was sent last, else the last that is owed or could not go", async () => {
  const receipt = async () => (await recordOf(second)).receiptMail;
  expect(await receipt()).toMatchObject({ state: "due" });
  await endMailOf(second, "2026-07-03T08:01:00.000Z", { kind: "receipt", end: "refused" });
  expect(await receipt()).toMatchObject({ state: "refused" });
  expect(await resendReceipt(ledger, second, now)).toBe(true);
  expect(await receipt()).toMatchObject({ state: "due" });
  await endMailOf(second, now.toISOString(), { kind: "receipt", version: now.toISOString(), detail: "full" });
  await resendReceipt(ledger, second, LATE);
  expect(await receipt()).toMatchObject({ state: "sent", detail: "full" });
});
