import { beforeEach, expect, test, vi } from "vitest";
import type { Mail } from "../../src/server/mail.ts";
import { DAY_MS, MINUTE_MS } from "../clock.ts";
import { beginAt, OWNER, sendOne, started, startedOf, tick } from "./clock-ticks.ts";
import { emptyLedger, keepOrder, paidOrder, refreshed, row, rowsOf, run, WISH } from "./ledger-rows.ts";

/** The owner's mail each evening: what the day brought, and what waits. */

/** Eight o'clock in the evening in Amsterdam, in winter, and the evening before. */
const EIGHT = "2026-11-25T19:00:00.000Z";
const BEFORE = "2026-11-24T19:00:00.000Z";
const shifted = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString();

beginAt(BEFORE);
const evenings = () => startedOf("evening");
/** The evening's mail, or how it ended. */
async function evening(): Promise<Mail | string> {
  await tick(EIGHT);
  const { mails, outcome } = await sendOne(evenings()[0]);
  return mails[0] ?? outcome;
}

let sales = 0;
beforeEach(() => {
  sales = 0;
});
async function sale(at: string, changes: Parameters<typeof paidOrder>[0] = {}): Promise<string> {
  sales += 1;
  const intentId = `pi_evening${String(sales).padStart(10, "0")}`;
  await keepOrder(
    paidOrder({ intentId, source: "checkout", productId: "KVB1", email: "els@example.nl", ...changes }, at),
  );
  await run(row("mails", { about: intentId, state: "sent", due_at: at, ended_at: at }));
  return intentId;
}
const withdrawal = (reference: string, received_at: string, intent_id: string | null = null) => {
  const proof = { intent_id, is_proven: Number(intent_id !== null) };
  return row("withdrawals", { reference, received_at, recorded_at: received_at, ...proof });
};
const refund = (intent_id: string, cents: number, created_at: string, failed_at: string | null = null) =>
  row("refunds", { id: `re_${intent_id}${cents}`, intent_id, cents, created_at, failed_at });
const ANSWERED = { answer: "no-order", answered_at: EIGHT } as const;

test("when it is owed: a clock that stood still makes it up until the next morning, and later no more", async () => {
  for (const [time, days] of [
    ["25T22:50:00.000Z", ["2026-11-25"]],
    ["25T23:10:00.000Z", ["2026-11-25"]],
    ["26T07:00:00.000Z", ["2026-11-25"]],
    ["26T07:00:00.001Z", []],
  ] as const) {
    await emptyLedger();
    started.length = 0;
    await tick(`2026-11-${time}`);
    expect(evenings().map(({ about }) => about)).toEqual(days);
  }
});

test("what it says: of a day that brought nothing, and with nothing that waits, it is withheld", async () => {
  await sale(shifted(BEFORE, -1));
  expect(await evening()).toBe("withheld");
  const rows = await rowsOf("SELECT state, detail FROM mails WHERE kind = 'evening'");
  expect(rows).toEqual([{ state: "withheld", detail: "nothing to tell" }]);
});

test("what it says: the sums are those from eight to eight, and the subject has the first", async () => {
  await sale(shifted(BEFORE, -1), { amountCents: 100 });
  const first = await sale(BEFORE);
  await sale("2026-11-25T11:00:00.000Z", { amountCents: 5900, productId: "KVB2", source: "hosted", gift: WISH });
  await sale(shifted(EIGHT, -1), { gift: WISH });
  await sale(EIGHT, { amountCents: 200 });
  await sale("2026-11-25T11:00:00.000Z", { status: "open" });
  const strange = await sale("2026-11-25T11:00:00.000Z", { source: undefined, productId: undefined } as never);
  await run(
    refund(first, 3900, "2026-11-25T12:00:00.000Z"),
    refund(first, 100, shifted(BEFORE, -1)),
    row("settlements", { intent_id: first, cents: 450, at: "2026-11-25T14:00:00.000Z" }),
    refund(strange, 700, "2026-11-25T12:00:00.000Z"),
    refund(first, 200, "2026-11-25T12:00:00.000Z", "2026-11-25T13:00:00.000Z"),
    refund(first, 250, "2026-11-25T12:00:00.000Z", "2026-11-25T13:00:00.000Z"),
    refund(first, 300, "2026-11-25T12:00:00.000Z", EIGHT),
    withdrawal("HR-1", "2026-11-25T08:00:00.000Z", first),
    withdrawal("HR-0", shifted(BEFORE, -1)),
    // Its form came before, and its button was pressed on this day.
    row("withdrawals", { reference: "HR-2", received_at: shifted(BEFORE, -1), recorded_at: BEFORE, ...ANSWERED }),
    row("withdrawals", { reference: "HR-3", received_at: EIGHT, recorded_at: EIGHT, ...ANSWERED }),
  );
  const mail = await evening();
  expect(mail).toMatchObject({ to: OWNER, subject: "[local] Vandaag: 3 verkocht, €137,00, waarvan 2 cadeaus" });
  expect((mail as Mail).text).toMatchSnapshot();
  await tick(shifted(EIGHT, DAY_MS));
  expect(await sendOne(evenings()[1], { MAIL_OWNER: "" })).toEqual({ outcome: "withheld", mails: [] });
});

test("what it says: a day that passed while it was held up is said to be past", async () => {
  await run(withdrawal("HR-1", "2026-11-11T10:00:00.000Z", await sale("2026-11-10T10:00:00.000Z")));
  await tick(EIGHT);
  vi.setSystemTime(shifted(EIGHT, 300 * MINUTE_MS));
  expect((await sendOne(evenings()[0])).mails[0]?.text).toContain("was 25 november 2026: doe het meteen.");
});

test("what it says: what waits comes again each evening, also of a day that brought nothing", async () => {
  const order = await sale("2026-11-11T10:00:00.000Z");
  const [late, open] = [await sale("2026-11-08T10:00:00.000Z"), await sale("2026-11-19T10:00:00.000Z")];
  const repaid = await sale("2026-11-11T10:00:00.000Z");
  await run(
    withdrawal("HR-LATE", "2026-11-10T10:00:00.000Z", late),
    withdrawal("HR-OPEN", "2026-11-20T10:00:00.000Z", open),
    withdrawal("HR-NONE", "2026-11-09T10:00:00.000Z"),
    withdrawal("HR-OLD", "2026-10-20T10:00:00.000Z"),
    // The bank decides on its money.
    withdrawal("HR-BANK", "2026-11-12T10:00:00.000Z", order),
    refund(late, 1500, "2026-11-12T10:00:00.000Z", "2026-11-13T10:00:00.000Z"),
    refund(open, 500, "2026-11-20T10:00:00.000Z", "2026-11-21T10:00:00.000Z"),
    row("disputes", { intent_id: order, due_by: "2026-11-30T22:59:00.000Z", event_at: "2026-08-30T10:00:00.000Z" }),
    row("disputes", { id: "du_2", intent_id: order, stage: 4 }),
    row("disputes", { id: "du_3", intent_id: late, stage: 0, event_at: EIGHT }),
    row("mails", { kind: "invoice", about: open, state: "refused", ended_at: "2026-11-19T10:01:00.000Z" }),
    row("mails", { kind: "invoice", about: open, version: "2", state: "sent", ended_at: "2026-11-19T11:00:00.000Z" }),
    row("mails", { kind: "invoice", about: order, state: "failed", ended_at: "2026-11-11T10:00:00.000Z" }),
    row("mails", { about: await sale("2026-11-18T10:00:00.000Z"), version: "2", state: "refused", ended_at: BEFORE }),
    row("mails", { kind: "delivery-report", about: open, state: "failed", ended_at: "2026-11-20T10:00:00.000Z" }),
    row("mails", { kind: "delivery-report", about: order, due_at: shifted(EIGHT, -61 * MINUTE_MS) }),
    row("mails", { kind: "receipt", about: "HR-OPEN", due_at: shifted(EIGHT, -59 * MINUTE_MS) }),
    row("mails", { kind: "receipt", about: "HR-NONE", due_at: shifted(EIGHT, -62 * MINUTE_MS) }),
    row("mails", { kind: "receipt", about: "HR-OLD", state: "refused", ended_at: "2026-11-10T10:00:00.000Z" }),
    // Nobody waits for these any more.
    row("mails", { kind: "invoice", about: late, state: "failed", ended_at: "2026-10-20T10:00:00.000Z" }),
    refund(repaid, 3900, "2026-11-12T10:00:00.000Z"),
    row("mails", { about: repaid, version: "2", state: "refused", ended_at: "2026-11-11T10:00:00.000Z" }),
    row("withdrawals", { reference: "HR-NOT-OURS", ...ANSWERED }),
    row("mails", { kind: "receipt", about: "HR-NOT-OURS", state: "refused", ended_at: "2026-11-10T10:00:00.000Z" }),
    refreshed,
  );
  expect(((await evening()) as Mail).text).toMatchSnapshot();
});
