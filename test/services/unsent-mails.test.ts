import { expect, test } from "vitest";
import { eraseStatements } from "../../src/ledger/erasure.ts";
import { INCOMPLETE } from "../../src/ledger/mail-life-rules.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import { correctAddress } from "../../src/orders/address-correction.ts";
import { oweInvoices, resendConfirmation, resendReceipt } from "../../src/orders/resend.ts";
import { isMailOverdue, readUnsentMails, remedyOf } from "../../src/orders/unsent-mails.ts";
import { answerStatements } from "../../src/orders/withdrawal/withdrawals.ts";
import { TODAY } from "../kv-seed/tool.ts";
import { ledger, openLedger, rows } from "./ledger.ts";
import { endMailOf, refund, sell, sellGiftByMail, tell, withdraw } from "./shop.ts";

/** What the desk and the evening's mail tell of mails that did not go, and sending them again. */

openLedger();

const sale = (id: string, paidAt = "2026-07-15T11:50:00.000Z") =>
  sell(id, { paidAt, metadata: { buyer_email: "jan@example.nl" } });
/** What is listed, without what the owner is told. */
const listed = async (at = TODAY) =>
  (await readUnsentMails(ledger, at)).flatMap((one) => {
    if (one.is !== "mail") return [[one.is, one.is === "held" ? one.reference : one.intentId]];
    const { kind, about, state } = one.mail;
    if (kind.endsWith("notice")) return [];
    return [[about, isMailOverdue(one.mail, TODAY) ? "overdue" : state, remedyOf(one.mail)]];
  });
async function resend(intentId: string) {
  const order = await readOrder(ledger, intentId);
  if (order === null) throw new Error(`no ${intentId}`);
  return resendConfirmation(ledger, order, TODAY);
}
const confirmationsOf = (about: string) =>
  rows("SELECT state, due_at FROM mails WHERE about = ?1 AND kind = 'confirmation'", about);

test("what is due and what ended unsent, oldest first, each with what can be done", async () => {
  expect(await listed()).toEqual([]);
  await sale("pi_mailed");
  await endMailOf("pi_mailed", "2026-07-15T11:51:00.000Z");
  await sale("pi_due");
  await sale("pi_late", "2026-07-15T10:00:00.000Z");
  await sale("pi_blocked", "2026-07-14T10:00:00.000Z");
  await endMailOf("pi_blocked", "2026-07-14T10:01:00.000Z", { end: "refused" });
  await sale("pi_failed", "2026-07-01T10:00:00.000Z");
  await endMailOf("pi_failed", "2026-07-08T10:00:00.000Z", { end: "failed" });
  // Of an address that was corrected only the last one counts.
  await sale("pi_corrected", "2026-07-04T10:00:00.000Z");
  await endMailOf("pi_corrected", "2026-07-04T10:01:00.000Z", { end: "refused" });
  const version = "2026-07-05T10:00:00.000Z";
  await correctAddress(ledger, { intentId: "pi_corrected" }, "els@example.nl", new Date(version));
  await endMailOf("pi_corrected", "2026-07-05T10:01:00.000Z", { version, end: "failed" });
  // Nothing is left to confirm, or it is no sale of the shop.
  await sale("pi_repaid", "2026-07-02T10:00:00.000Z");
  await endMailOf("pi_repaid", "2026-07-02T10:01:00.000Z", { end: "failed" });
  await refund("pi_repaid", 3900);
  const other = { id: "pi_other", metadata: {}, receipt_email: null };
  await tell("payment_intent.succeeded", "2026-07-02T10:00:00.000Z", other);
  await sell("pi_nowhere", { paidAt: "2026-07-03T10:00:00.000Z" });
  // Of nobody known, of links that somebody asked for long ago, and what a restore withheld: that is said in one line.
  await rows(`INSERT INTO mails (kind, about, state, due_at, ended_at, detail) VALUES
    ('invoice', 'pi_nowhere', 'failed', '2026-07-03', '2026-07-03', NULL),
    ('links', 'pi_late', 'failed', '2026-06-01', '2026-06-01', NULL),
    ('invoice', 'pi_due', 'withheld', '2026-07-03', '2026-07-03', 'restored')`);
  const old = "unaddressed pi_nowhere; pi_corrected failed resend; pi_failed failed resend; pi_blocked refused correct";
  const found = (await listed()).map((one) => one.join(" ")).join("; ");
  expect(found).toBe(`${old}; pi_late overdue resend; pi_due due resend`);
});

test("a confirmation that was withheld is named once it is to go after all: the withdrawal was refused, or the money came back", async () => {
  for (const id of ["pi_withdrawn", "pi_repaid"]) await sale(id, "2026-07-01T10:00:00.000Z");
  const reference = await withdraw("2026-07-01T10:00:00.000Z", { intentId: "pi_withdrawn" });
  await endMailOf(reference, "2026-07-01T10:01:00.000Z", { kind: "receipt" });
  await refund("pi_repaid", 3900, "2026-07-01T10:00:00.000Z", "succeeded", "re_1");
  for (const detail of ["withdrawn", "repaid"])
    await endMailOf(`pi_${detail}`, "2026-07-01T10:01:00.000Z", { end: "withheld", detail });
  expect(await listed()).toEqual([]);
  await ledger(answerStatements(reference, "refused", TODAY));
  await refund("pi_repaid", 3900, "2026-07-09T10:00:00.000Z", "failed", "re_1");
  expect((await listed()).toSorted()).toEqual(["pi_repaid", "pi_withdrawn"].map((id) => [id, "withheld", "resend"]));
});

test.each(["lost", "failed"])("a gift whose mail is %s is named, while somebody waits for it", async (state) => {
  const ids = ["pi_a", "pi_b", "pi_c"];
  for (const id of ids) await sellGiftByMail(id, "2026-07-14");
  const gifts = async (at?: Date) => (await listed(at)).flatMap(([is, id]) => (is === "gift" ? [id] : [])).toSorted();
  expect(await gifts(new Date("2026-07-14T07:00:00Z"))).toEqual([]);
  expect(await gifts()).toEqual(ids);
  // No event of the shop does this at once.
  await rows("DROP TRIGGER delivery_life");
  await rows("UPDATE deliveries SET state = ?1, day = NULL, address = NULL, send_at = NULL", state);
  expect(await gifts()).toEqual(ids);
  expect(await gifts(new Date("2026-08-31T10:00:00Z"))).toEqual([]);
  await refund("pi_a", 3900);
  await withdraw("2026-07-15T11:00:00.000Z", { intentId: "pi_b" });
  await ledger(eraseStatements({ payments: ["pi_c"] }, TODAY));
  expect(await gifts()).toEqual([]);
});

test("a receipt that was held back is named, and sent when somebody says so, once; but not of no contract of the shop", async () => {
  const held: string[] = [];
  for (const minute of [1, 2, 3, 4, 5, 6, 7, 8]) held.push(await withdraw(`2026-07-15T11:0${minute}:00.000Z`));
  const [last = "", other = "", erased = ""] = held.toReversed();
  await ledger(eraseStatements({ withdrawals: [erased] }, TODAY));
  expect((await listed()).filter(([is]) => is === "held")).toEqual(
    [other, last].map((reference) => ["held", reference]),
  );
  await ledger(answerStatements(other, "no-order", TODAY));
  expect(await resendReceipt(ledger, last, TODAY)).toBe(true);
  // Two who ask make one mail, also if whoever was sending it has died.
  const version = TODAY.toISOString();
  await rows("UPDATE mails SET state = 'sending', claim = 'c', claimed_until = due_at WHERE version = ?1", version);
  expect(await resendReceipt(ledger, last, new Date(TODAY.getTime() + 1))).toBe(true);
  const receipts = await rows("SELECT version, due_at FROM mails WHERE about = ?1 AND kind = 'receipt'", last);
  expect(receipts).toEqual([{ version, due_at: "2026-07-15T11:29:00.001Z" }]);
  await endMailOf(last, version, { kind: "receipt", version, detail: "full" });
  expect((await listed()).filter(([is]) => is === "held")).toEqual([]);
  // Once more, it goes once more.
  expect(await resendReceipt(ledger, last, new Date(TODAY.getTime() + 60_000))).toBe(true);
  for (const nobodys of [erased, "HR-0000-0000-0000"]) expect(await resendReceipt(ledger, nobodys, TODAY)).toBe(false);
});

test("a receipt that could not go is named, but not of no contract of the shop", async () => {
  const reference = await withdraw("2026-07-15T11:00:00.000Z");
  await endMailOf(reference, "2026-07-15T11:01:00.000Z", { kind: "receipt", end: "refused" });
  expect(await listed()).toEqual([[reference, "refused", "resend"]]);
  await ledger(answerStatements(reference, "no-order", TODAY));
  expect(await listed()).toEqual([]);
});

test("strangers' receipts that could not go do not keep a buyer's mail from the list", async () => {
  await sale("pi_a", "2026-07-14T10:00:00.000Z");
  await endMailOf("pi_a", "2026-07-14T10:01:00.000Z", { end: "refused" });
  await rows(`INSERT INTO withdrawals (reference, received_at, recorded_at, name, contract, email, mailbox, is_proven, receipt, notice)
    SELECT 'HR-' || key, '2026-07-01', '2026-07-01', 'Piet', 'KVB1', 'piet@example.nl', 'piet@example.nl', 0, 'facts', 'digest'
      FROM json_each('${JSON.stringify(Array(600).fill(0))}')`);
  await rows(`INSERT INTO mails (kind, about, state, due_at, ended_at)
    SELECT 'receipt', reference, 'refused', received_at, received_at FROM withdrawals`);
  const found = await listed();
  expect(found.filter(([about]) => about === "pi_a")).toEqual([["pi_a", "refused", "correct"]]);
  expect(found.length).toBeLessThanOrEqual(500);
});

test.each(INCOMPLETE)("a confirmation that went %s can be sent again, any other goes once", async (detail) => {
  await sale("pi_a", "2026-07-01T10:00:00.000Z");
  await endMailOf("pi_a", "2026-07-15T11:51:00.000Z");
  expect(await resend("pi_a")).toBe(false);
  await rows("UPDATE mails SET detail = ?1 WHERE kind = 'confirmation'", detail);
  // Late by more than half an hour, so that the clock starts it again at once (worker/clock.test.ts).
  const due = { state: "due", due_at: new Date(TODAY.getTime() - 31 * 60_000).toISOString() };
  // The answer may be lost, and the same asked again.
  for (let time = 0; time < 2; time += 1)
    expect([await resend("pi_a"), ...(await confirmationsOf("pi_a"))]).toEqual([true, due]);
});

test.each([
  ["had been due for a day", "2026-07-14T10:00:00.000Z"],
  ["was to wait for its session", "2026-07-18T10:00:00.000Z"],
])("a confirmation or a mail with invoices that %s goes when somebody says so", async (_since, dueAt) => {
  await sale("pi_a", "2026-07-14T10:00:00.000Z");
  await ledger(oweInvoices("pi_a", TODAY));
  await rows("UPDATE mails SET due_at = ?1", dueAt);
  expect(await resend("pi_a")).toBe(true);
  await ledger(oweInvoices("pi_a", TODAY));
  const due = { due_at: new Date(TODAY.getTime() - 31 * 60_000).toISOString() };
  expect(await rows("SELECT due_at FROM mails WHERE kind IN ('confirmation', 'invoice')")).toEqual([due, due]);
});

test("what was repaid, is no sale, or has no address gets none", async () => {
  await tell("payment_intent.succeeded", "2026-07-02T10:00:00.000Z", { id: "pi_other", metadata: {} });
  await sale("pi_repaid");
  await refund("pi_repaid", 3900);
  await endMailOf("pi_repaid", "2026-07-15T11:51:00.000Z", { end: "failed" });
  await sell("pi_nowhere");
  const before = await rows("SELECT * FROM mails");
  expect(await Promise.all(["pi_other", "pi_repaid", "pi_nowhere"].map(resend))).toEqual([false, false, false]);
  expect((await readOrder(ledger, "pi_nowhere"))?.unconfirmable).toBeUndefined();
  expect(await rows("SELECT * FROM mails")).toEqual(before);
});
