import { beforeEach, expect, test } from "vitest";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { dispute, endMailOf, openShop, refund, rows, run, sell, withdraw } from "./shop.ts";
import { printed, type ToolRun } from "./tool.ts";

openShop();

/** Two days before the first of these must be repaid. */
const now = new Date("2026-07-14T12:00:00Z");
const LATE = new Date("2026-08-01T12:00:00Z");
const withdrawals = (args: readonly string[] = [], at = now): Promise<ToolRun> =>
  run(["withdrawals", ...args], { now: at });

const ID = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
const NUMBER = "VK-IJKLMNOPQR";
const BUYER = { buyer_name: "Jan de Vries", buyer_email: "jan@example.nl" };
const WAIVER = { consent: "2026-11", consent_at: "2026-06-30T09:59:00.000Z" };
const GIFT = wishToMetadata({ productId: "KVB1", recipient: "N", giver: "O", message: "", from: "now" });

/** The references of a withdrawal by its order's link, and of one of nobody known. */
let first: string;
let second: string;
beforeEach(async () => {
  first = await withdraw("2026-07-01T22:10:00.000Z", { intentId: ID, reason: "Ik vaar\nniet \u001b[31mmeer" });
  const noor = { name: "Noor Bakker", contract: "marifonie", email: "noor@example.nl" };
  second = await withdraw("2026-07-03T08:00:00.000Z", noor);
});

const sale = (metadata: Readonly<Record<string, string>> = {}, paidAt = "2026-06-30T10:00:00.000Z") =>
  sell(ID, { paidAt, metadata: { ...BUYER, ...metadata } });
const confirmed = (time: string) => endMailOf(ID, time);

const row = ({ out }: ToolRun, reference: string) =>
  out
    .split("\n")
    .find((line) => line.startsWith(reference))
    ?.split(/ {2,}/);
const firstRow = async (at = now) => row(await withdrawals([], at), first);

test("lists them newest first with state, right, receipt and order, and without personal data", async () => {
  await sale();
  await endMailOf(first, "2026-07-01T22:11:00.000Z", { kind: "receipt", detail: "full" });
  const { exitCode, out, notes } = await withdrawals();
  expect(exitCode).toBe(0);
  expect(out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["REFERENCE", "RECEIVED", "STATE", "RIGHT", "RECEIPT", "ORDER"],
    [second, "2026-07-03 10:00:00", "find its order by 2026-07-17 (3 days)", "?", "due", "not known"],
    [first, "2026-07-02 00:10:00", "repay by 2026-07-16 (2 days)", "yes", "full", NUMBER],
  ]);
  expect(notes).toContain("2 to answer.");
  expect(out).not.toMatch(/jan@|Jan|Noor/);
});

test.each([
  ["2026-07-15T12:00:00Z", "repay by 2026-07-16 (1 day)"],
  ["2026-07-16T12:00:00Z", "repay by 2026-07-16 (today)"],
  // Midnight in Amsterdam, the day before in UTC.
  ["2026-07-16T22:30:00Z", "OVERDUE since 2026-07-16"],
])("at %s it says: %s", async (at, said) => {
  await sale();
  expect((await firstRow(new Date(at)))?.[2]).toBe(said);
});

test("what is overdue is counted; with the order's facts against a right nothing is", async () => {
  await sale(WAIVER);
  expect((await withdrawals([], LATE)).notes).toContain("2 to answer, 2 OVERDUE.");
  await confirmed("2026-06-30T10:05:00.000Z");
  expect((await withdrawals([], LATE)).notes).toContain("2 to answer, 1 OVERDUE.");
});

const SOLD = "2026-06-30T10:00:00.000Z";
const MAILED = "2026-06-30T10:05:00.000Z";
test.each([
  ["no waiver", {}, SOLD, MAILED, "yes", "yes: no waiver, 2 days after the sale"],
  ["a gift", GIFT, SOLD, MAILED, "yes", "yes: a gift"],
  ["a waiver, and the mail", WAIVER, SOLD, MAILED, "no, waived", "no: the buyer asked for delivery at once"],
  ["a waiver, and no mail", WAIVER, SOLD, null, "yes", "yes: not confirmed by mail"],
  ["a waiver, and the mail too late", WAIVER, SOLD, "2026-07-02T10:00:00.000Z", "yes", "yes: not confirmed"],
  ["the 14th day", {}, "2026-06-17T23:00:00.000Z", null, "yes", "yes: no waiver, 14 days after the sale"],
  [
    "the day after it",
    {},
    "2026-06-17T21:00:00.000Z",
    null,
    "no, too late",
    "no: 15 days after the sale. A 14th day on",
  ],
])("%s: was there a right?", async (_name, metadata, soldAt, mailedAt, short, long) => {
  await sale(metadata, soldAt);
  if (mailedAt !== null) await confirmed(mailedAt);
  expect((await firstRow())?.[3]).toBe(short);
  expect((await firstRow())?.[2]).toBe(short === "yes" ? "repay by 2026-07-16 (2 days)" : "answer it");
  expect((await withdrawals([first])).out).toContain(`\nRight       ${long}`);
});

test("what went back is said with its day: all, a part, or by the bank", async () => {
  await sale();
  await refund(ID, 1900, "2026-07-05T22:30:00.000Z");
  expect((await firstRow())?.[2]).toBe("19.00 of 39.00 repaid 2026-07-06; repay by 2026-07-16 (2 days)");
  expect((await firstRow(LATE))?.[2]).toMatch(/; OVERDUE since 2026-07-16$/);
  await refund(ID, 2000, "2026-07-06T22:30:00.000Z");
  expect((await firstRow())?.[2]).toBe("repaid 2026-07-07");
  expect((await withdrawals()).notes).toContain("1 to answer.");
});

test("a lost dispute is money that went back", async () => {
  await sale();
  await dispute(ID, "lost", "2026-07-05T22:30:00.000Z");
  expect((await firstRow())?.[2]).toBe("repaid 2026-07-06");
});

test("while a dispute is open nothing is to be repaid, or overdue: the bank may have taken the money back", async () => {
  await sale();
  await dispute(ID, "needs_response", "2026-07-05T22:30:00.000Z");
  expect((await firstRow(LATE))?.[2]).toBe("disputed: do not repay, answer it at Stripe");
  expect((await withdrawals([], LATE)).notes).toContain("2 to answer, 1 OVERDUE.");
  await dispute(ID, "won", "2026-07-06T22:30:00.000Z");
  expect((await firstRow())?.[2]).toBe("repay by 2026-07-16 (2 days)");
});

test("a bank that only asks has taken nothing: the withdrawal is to be repaid, and overdue, as any other", async () => {
  await sale();
  await dispute(ID, "warning_needs_response", "2026-07-05T22:30:00.000Z");
  expect((await firstRow())?.[2]).toBe("repay by 2026-07-16 (2 days)");
  expect((await firstRow(LATE))?.[2]).toBe("OVERDUE since 2026-07-16");
});

test("without the link's order the one of the typed number or address is shown, as typed by anybody", async () => {
  await sale();
  const typed = await withdraw("2026-07-04T08:00:00.000Z", { contract: "bestelling vk-ijklmnopqr van 30 juni" });
  expect(row(await withdrawals(), typed)?.slice(3)).toEqual(["yes", "due", `~ ${NUMBER}`]);
  expect((await withdrawals([typed])).out).toContain("by the number that was typed");

  const addressed = await withdraw("2026-07-05T08:00:00.000Z", { email: "JAN@example.nl" });
  expect(row(await withdrawals(), addressed)?.[5]).toBe(`~ ${NUMBER}`);
  await sell("pi_2", { metadata: BUYER });
  expect(row(await withdrawals(), addressed)?.slice(3)).toEqual(["?", "due", "~ one of 2"]);
  expect((await withdrawals([addressed])).out.match(/^Order .*/gm)).toHaveLength(2);
});

test.each([
  "Klein Vaarbewijs 1, VK–IJKLMNOPQR",
  "VK\u2011IJKLMNOPQR",
  "VK - IJKLMNOPQR",
  "VK: ijklmnopqr.",
  "VK-IJKLM NOPQR",
  "bestelnummer IJKLMNOPQR",
])("the number is found as people write it: %s", async (contract) => {
  await sale();
  const typed = await withdraw("2026-07-04T08:00:00.000Z", { contract });
  expect(row(await withdrawals(), typed)?.[5]).toBe(`~ ${NUMBER}`);
  expect((await run(["orders", contract.replace(/^.*(?=VK)|bestelnummer /, "")], { now })).out).toContain(NUMBER);
});

test("a receipt says what was sent last, or why none went", async () => {
  const receiptOf = async (reference: string) => row(await withdrawals(), reference)?.[4];
  await endMailOf(second, "2026-07-03T08:01:00.000Z", { kind: "receipt", end: "refused" });
  expect(await receiptOf(second)).toBe("refused");
  await run(["mails", "--resend", second], { now });
  expect(await receiptOf(second)).toBe("due");
  await endMailOf(second, now.toISOString(), { kind: "receipt", version: now.toISOString(), detail: "full" });
  expect(await receiptOf(second)).toBe("full");
  // One after another: which of them is too many is the order in which they come.
  const many: string[] = [];
  for (const hour of [1, 2, 3, 4, 5, 6]) {
    many.push(await withdraw(`2026-07-06T0${hour}:00:00.000Z`, { email: "els@example.nl" }));
  }
  expect(await Promise.all(many.map(receiptOf))).toEqual(["due", "due", "due", "due", "due", "held"]);
});

test("an operator's answer counts, is dated, and can be taken back", async () => {
  await sale();
  await rows(
    "INSERT INTO deliveries (intent_id, state, stopped_by, at) SELECT intent_id, 'stopped', 'withdrawal', '' FROM withdrawals WHERE reference = ?1",
    first,
  );
  expect(await withdrawals([first.toLowerCase(), "--answer", "refused"])).toEqual(
    printed(0, "answer the buyer yourself"),
  );
  // The mail of a gift that had stopped with it can be planned again.
  expect(await rows("SELECT stopped_by FROM deliveries")).toEqual([{ stopped_by: "shop" }]);
  expect(await rows("SELECT answer, answered_at FROM withdrawals WHERE reference = ?1", first)).toEqual([
    { answer: "refused", answered_at: now.toISOString() },
  ]);
  expect((await firstRow())?.[2]).toBe("refused 2026-07-14");
  const open = await withdrawals(["--open"], LATE);
  expect(open.out).not.toContain(first);
  expect(open.notes).toContain("1 to answer, 1 OVERDUE.");
  await withdrawals([second, "--answer", "no-order"]);
  expect((await withdrawals(["--open"])).out).toBe("No withdrawals to answer (local).");
  await withdrawals([first, "--answer", "open"]);
  expect((await firstRow())?.[2]).toBe("repay by 2026-07-16 (2 days)");
  for (const args of [
    ["--answer", "refused"],
    ["jan@example.nl", "--answer", "refused"],
    [first, "--answer", "no"],
  ])
    expect((await withdrawals(args)).exitCode, args.join(" ")).toBe(2);
});

test("one in full, by its reference or its address in any case, as text that cannot move the cursor", async () => {
  await sale();
  for (const wanted of [first, first.toLowerCase(), "jan@example.nl", "Jan@Example.NL"]) {
    const { exitCode, out } = await withdrawals([wanted]);
    expect(exitCode).toBe(0);
    expect(out.split("\n"), wanted).toEqual([
      `Withdrawal  ${first}`,
      "Received    2026-07-02 00:10:00",
      "State       repay by 2026-07-16 (2 days)",
      "Right       yes: no waiver, 2 days after the sale",
      "Receipt     due",
      "Name        Jan de Vries",
      "Contract    Klein Vaarbewijs 1",
      "E-mail      jan@example.nl",
      "Reason      Ik vaar",
      "            niet \\u001b[31mmeer",
      `Order       ${NUMBER}, its own link was used`,
    ]);
  }
});

test("a reference is found as somebody reads it out", async () => {
  const [, ...parts] = first.toLowerCase().split("-");
  for (const typed of [["hr", ...parts], [`hr${parts.join("")}`], [`HR ${parts.join(" ")}`]])
    expect((await withdrawals(typed)).out, typed.join(" ")).toContain(`Withdrawal  ${first}`);
});

test("none, one that is not there, and too many words", async () => {
  const missing = await withdrawals(["HR-ZZZZ-0000-0000"]);
  expect([missing.exitCode, missing.out]).toEqual([
    1,
    "No withdrawal of HR-ZZZZ-0000-0000 (local; the real shop: --remote --env NAME).",
  ]);
  expect((await withdrawals(["a", "b"])).exitCode).toBe(2);
  await rows("DELETE FROM withdrawals");
  expect((await withdrawals()).out).toBe("No withdrawals (local).");
});
