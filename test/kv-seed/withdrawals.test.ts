import { expect, test } from "vitest";
import { readOrderKeys } from "../../kv-seed/order-keys.ts";
import { buyerEntry } from "../../src/services/buyer-index.ts";
import { MemoryStore, printed, runTool, type ToolRun } from "./tool.ts";

/** Two days before the first of these must be repaid. */
const now = new Date("2026-07-14T12:00:00Z");
const withdrawals = (kv: MemoryStore, args: readonly string[] = [], at = now): Promise<ToolRun> =>
  runTool(["withdrawals", ...args], { stores: { ORDERS: kv }, now: at });

const ID = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
const FIRST = {
  reference: "HR-AAAA-0000-0001",
  receivedAt: "2026-07-01T22:10:00.000Z",
  name: "Jan de Vries",
  contract: "Klein Vaarbewijs 1",
  email: "jan@example.nl",
  reason: "Ik vaar\nniet \u001b[31mmeer",
  intentId: ID,
};
const SECOND = {
  reference: "HR-BBBB-0000-0002",
  receivedAt: "2026-07-03T08:00:00.000Z",
  name: "Noor Bakker",
  contract: "marifonie",
  email: "noor@example.nl",
};
const PAID = {
  intentId: ID,
  ...{ amountCents: 3900, currency: "eur", productId: "KVB1", status: "paid", eventId: "evt_1" },
  ...{
    createdAt: "2026-06-30T10:00:00.000Z",
    paidAt: "2026-06-30T10:00:00.000Z",
    updatedAt: "2026-06-30T10:00:00.000Z",
  },
};
const WAIVER = { consent: "2026-11", consentAt: PAID.paidAt, confirmedAt: "2026-06-30T10:05:00.000Z" };

function filled(changes: object = {}, more: Readonly<Record<string, object>> = {}): MemoryStore {
  const { confirmedAt, ...order } = changes as { confirmedAt?: string };
  return MemoryStore.with({
    [`withdrawal:${FIRST.reference}`]: FIRST,
    [`withdrawal:${SECOND.reference}`]: SECOND,
    [ID]: { ...PAID, ...order },
    ...(confirmedAt === undefined ? {} : { [`${ID}.mail`]: { intentId: ID, confirmedAt, updatedAt: confirmedAt } }),
    ...more,
  });
}

const row = ({ out }: ToolRun, reference: string) =>
  out
    .split("\n")
    .find((line) => line.startsWith(reference))
    ?.split(/ {2,}/);
const first = async (kv: MemoryStore, at = now) => row(await withdrawals(kv, [], at), FIRST.reference);

test("lists them newest first with state, right, receipt and order, and without personal data", async () => {
  const kv = filled(
    {},
    { [`receipt:${FIRST.reference}`]: { reference: FIRST.reference, receipt: "full", sentAt: PAID.paidAt } },
  );
  const run = await withdrawals(kv);
  expect(run.exitCode).toBe(0);
  expect(run.out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["REFERENCE", "RECEIVED", "STATE", "RIGHT", "RECEIPT", "ORDER"],
    ["HR-BBBB-0000-0002", "2026-07-03 10:00:00", "repay by 2026-07-17 (3 days)", "?", "none", "not known"],
    ["HR-AAAA-0000-0001", "2026-07-02 00:10:00", "repay by 2026-07-16 (2 days)", "yes", "full", "VK-IJKLMNOPQR"],
  ]);
  expect(run.notes).toContain("2 to answer.");
  expect(run.out).not.toMatch(/jan@|Jan|Noor/);
});

test.each([
  ["2026-07-15T12:00:00Z", "repay by 2026-07-16 (1 day)"],
  ["2026-07-16T12:00:00Z", "repay by 2026-07-16 (today)"],
  // Midnight in Amsterdam, the day before in UTC.
  ["2026-07-16T22:30:00Z", "OVERDUE since 2026-07-16"],
])("at %s it says: %s", async (at, said) => {
  expect((await first(filled(), new Date(at)))?.[2]).toBe(said);
});

test("what is overdue is counted; with the order's facts against a right nothing is", async () => {
  const late = new Date("2026-08-01T12:00:00Z");
  expect((await withdrawals(filled(), [], late)).notes).toContain("2 to answer, 2 OVERDUE.");
  expect((await withdrawals(filled(WAIVER), [], late)).notes).toContain("2 to answer, 1 OVERDUE.");
});

test.each([
  ["no waiver", {}, "yes", "yes: no waiver, 2 days after the sale"],
  ["a gift", { ...WAIVER, gift: { recipient: "N", giver: "O", message: "", from: "now" } }, "yes", "yes: a gift"],
  ["a waiver, and the mail", WAIVER, "no, waived", "no: the buyer asked for delivery at once"],
  ["a waiver, and no mail", { ...WAIVER, confirmedAt: undefined }, "yes", "yes: not confirmed by mail"],
  [
    "a waiver, and the mail too late",
    { ...WAIVER, confirmedAt: "2026-07-02T10:00:00.000Z" },
    "yes",
    "yes: not confirmed",
  ],
  ["the 14th day", { paidAt: "2026-06-17T23:00:00.000Z" }, "yes", "yes: no waiver, 14 days after the sale"],
  [
    "the day after it",
    { paidAt: "2026-06-17T21:00:00.000Z" },
    "no, too late",
    "no: 15 days after the sale. A 14th day on",
  ],
])("%s: was there a right?", async (_name, order, short, long) => {
  const kv = filled(order);
  expect((await first(kv))?.[3]).toBe(short);
  expect((await first(kv))?.[2]).toBe(short === "yes" ? "repay by 2026-07-16 (2 days)" : "answer it");
  expect((await withdrawals(kv, [FIRST.reference])).out).toContain(`\nRight       ${long}`);
});

test("what went back is said with its day: all, a part, or by the bank", async () => {
  const refund = (cents: number) => ({ intentId: ID, refundCents: cents, updatedAt: "2026-07-05T22:30:00.000Z" });
  const all = filled({}, { [`${ID}.refund-re_1`]: refund(3900) });
  expect((await first(all))?.[2]).toBe("repaid 2026-07-06");
  expect((await withdrawals(all)).notes).toContain("1 to answer.");
  const part = filled({}, { [`${ID}.refund-re_1`]: refund(1900) });
  expect((await first(part))?.[2]).toBe("19.00 of 39.00 repaid 2026-07-06; repay by 2026-07-16 (2 days)");
  expect((await first(part, new Date("2026-08-01T12:00:00Z")))?.[2]).toMatch(/; OVERDUE since 2026-07-16$/);
  const lost = { intentId: ID, dispute: "lost", updatedAt: "2026-07-05T22:30:00.000Z" };
  expect((await first(filled({}, { [`${ID}.dispute-du_1-lost`]: lost })))?.[2]).toBe("repaid 2026-07-06");
});

test("while a dispute is open nothing is to be repaid, or overdue: the bank may have taken the money back", async () => {
  const open = { intentId: ID, dispute: "open", updatedAt: "2026-07-05T22:30:00.000Z" };
  const kv = filled({}, { [`${ID}.dispute-du_1-open`]: open });
  const late = new Date("2026-08-01T12:00:00Z");
  expect((await first(kv, late))?.[2]).toBe("disputed: do not repay, answer it at Stripe");
  expect((await withdrawals(kv, [], late)).notes).toContain("2 to answer, 1 OVERDUE.");
  const won = { ...open, dispute: "won" };
  expect((await first(filled({}, { [`${ID}.dispute-du_1-won`]: won })))?.[2]).toBe("repay by 2026-07-16 (2 days)");
});

test("without the link's order the one of the typed number or address is shown, as typed by anybody", async () => {
  const { intentId: _intentId, ...typed } = FIRST;
  const key = `withdrawal:${FIRST.reference}`;
  const byNumber = filled({}, { [key]: { ...typed, contract: "bestelling vk-ijklmnopqr van 30 juni" } });
  expect((await first(byNumber))?.slice(2)).toEqual(["repay by 2026-07-16 (2 days)", "yes", "none", "~ VK-IJKLMNOPQR"]);
  expect((await withdrawals(byNumber, [FIRST.reference])).out).toContain("by the number that was typed");

  const byAddress = filled({ email: typed.email }, { [key]: typed });
  expect((await first(byAddress))?.[5]).toBe("not known");
  const sale = { status: "paid", email: "JAN@example.nl", updatedAt: PAID.updatedAt } as const;
  const indexed = async (intentId: string) => {
    const entry = await buyerEntry(await readOrderKeys({ remote: false }), intentId, { ...sale, intentId });
    if (entry !== null) byAddress.add(entry);
  };
  await indexed(ID);
  expect((await first(byAddress))?.[5]).toBe("~ VK-IJKLMNOPQR");
  byAddress.set("pi_2", { ...PAID, intentId: "pi_2" });
  await indexed("pi_2");
  expect((await first(byAddress))?.slice(3)).toEqual(["?", "none", "~ one of 2"]);
  expect((await withdrawals(byAddress, [FIRST.reference])).out.match(/^Order .*/gm)).toHaveLength(2);
});

test("an operator's answer counts, is dated, kept as long as the withdrawal, and can be taken back", async () => {
  const kv = filled();
  expect(await withdrawals(kv, ["hr-aaaa-0000-0001", "--answer", "refused"])).toEqual(
    printed(0, "answer the buyer yourself"),
  );
  expect(kv.entries.get("answer:HR-AAAA-0000-0001")).toEqual({
    key: "answer:HR-AAAA-0000-0001",
    value: JSON.stringify({ answer: "refused", at: now.toISOString() }),
    expiration: Date.UTC(2034, 0, 1) / 1000,
  });
  expect((await first(kv))?.[2]).toBe("refused 2026-07-14");
  const open = await withdrawals(kv, ["--open"], new Date("2026-08-01T12:00:00Z"));
  expect(open.out).not.toContain(FIRST.reference);
  expect(open.notes).toContain("1 to answer, 1 OVERDUE.");
  await withdrawals(kv, [SECOND.reference, "--answer", "no-order"]);
  expect((await withdrawals(kv, ["--open"])).out).toBe("No withdrawals to answer (local).");
  await withdrawals(kv, [FIRST.reference, "--answer", "open"]);
  expect((await first(kv))?.[2]).toBe("repay by 2026-07-16 (2 days)");
  for (const args of [
    ["--answer", "refused"],
    [FIRST.email, "--answer", "refused"],
    [FIRST.reference, "--answer", "no"],
  ])
    expect((await withdrawals(kv, args)).exitCode, args.join(" ")).toBe(2);
});

test.each(["HR-AAAA-0000-0001", "hr-aaaa-0000-0001", "jan@example.nl", "Jan@Example.NL"])(
  "%s shows that one in full, as text that cannot move the cursor",
  async (wanted) => {
    const { exitCode, out } = await withdrawals(filled(), [wanted]);
    expect(exitCode).toBe(0);
    expect(out.split("\n")).toEqual([
      "Withdrawal  HR-AAAA-0000-0001",
      "Received    2026-07-02 00:10:00",
      "State       repay by 2026-07-16 (2 days)",
      "Right       yes: no waiver, 2 days after the sale",
      "Receipt     none went",
      "Name        Jan de Vries",
      "Contract    Klein Vaarbewijs 1",
      "E-mail      jan@example.nl",
      "Reason      Ik vaar",
      "            niet \\u001b[31mmeer",
      "Order       VK-IJKLMNOPQR, its own link was used",
    ]);
  },
);

test("none, one that is not there, one that cannot be read, and too many words", async () => {
  expect((await withdrawals(new MemoryStore())).out).toBe("No withdrawals (local).");
  const missing = await withdrawals(filled(), ["HR-ZZZZ-0000-0000"]);
  expect([missing.exitCode, missing.out]).toEqual([1, "No withdrawal of HR-ZZZZ-0000-0000 (local)."]);
  const kv = filled();
  kv.add({ key: "withdrawal:x", value: "{" });
  expect((await withdrawals(kv)).out.split("\n")[1]).toBe("withdrawal:x       unreadable record");
  expect((await withdrawals(filled(), ["a", "b"])).exitCode).toBe(2);
});

test("orders are listed without them", async () => {
  const { out } = await runTool(["orders"], { stores: { ORDERS: filled() } });
  expect(out).toContain(ID);
  expect(out).not.toContain("withdrawal");
});
