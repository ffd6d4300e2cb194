import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { recordStatements, type Told } from "../../src/ledger/orders.ts";
import { purge } from "../../src/ledger/purge.ts";
import { ledgerOf, type Statement, sql } from "../../src/server/database.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { emptyLedger, keepOrder, paidOrder, row, rowsOf, run, WISH } from "./ledger-rows.ts";

/** What the shop may not keep any longer goes, and what it must keep stays: each line of RETENTION at its end. */

beforeEach(emptyLedger);

const ID = "pi_purged";
/** A night of 2034, and the beginning of 2027 by the shop's clock: seven whole years before. */
const NIGHT = new Date("2034-06-15T02:17:00.000Z");
const YEARS = "2026-12-31T23:00:00.000Z";
const NEW = "2034-06-15T00:00:00.000Z";
/** So many days before that night. The purge comes once a day, so what is promised in days goes a day earlier. */
const daysBefore = (days: number) => new Date(NIGHT.getTime() - (days - 1) * DAY_MS).toISOString();
const before = (at: string) => new Date(Date.parse(at) - 1).toISOString();

const order = (at: string, status = "paid", id = ID, updated_at = at) =>
  row("orders", { intent_id: id, status, created_at: at, updated_at });
const tried = order(before(daysBefore(30)), "failed");
const refund = (created_at: string, failed_at: string | null = null) =>
  row("refunds", { id: "re_purged", intent_id: ID, cents: 100, created_at, failed_at });
const dispute = (at: string) => sql("INSERT INTO disputes VALUES ('du_purged', ?1, 1, ?2, NULL)", ID, at);
const settlement = (at: string) => sql("INSERT INTO settlements (intent_id, cents, at) VALUES (?1, 100, ?2)", ID, at);
const erasure = (at: string, table = "erasures") => sql(`INSERT INTO ${table} VALUES (?1, ?2)`, ID, at);
const draft = (at: string) => sql("INSERT INTO delivery_drafts VALUES (?1, 'draft', 'noor@example.nl', ?2)", ID, at);
const mail = (kind: string, about: string, due_at = NEW) => row("mails", { kind, about, due_at });
const withdrawal = (received_at: string) => row("withdrawals", { received_at, recorded_at: NEW, receipt: "held" });
const SENDING = { state: "sending", claim: NEW, claimed_until: NEW };
const planned = (at: string, state = "planned") => {
  const held = state === "sending" ? SENDING : {};
  const plan = { state, day: "2034-06-10", address: "noor@example.nl", send_at: at, at };
  return row("deliveries", { intent_id: ID, ...plan, ...held });
};
const report = (due_at: string, version = "1-sent", more = {}) =>
  row("mails", { kind: "delivery-report", about: ID, version, due_at, detail: "noor@example.nl", ...more });

const alarm = (at: string, detail: string | null = ID) =>
  sql("INSERT INTO alarms VALUES ('withdrawal-due', 'HR-1', ?1, ?2, NULL)", at, detail);
const invoice = (at: string) => row("invoices", { intent_id: ID, issued_at: at, supplied_at: at });

/** What stands beside an order, with rows so new that no other line is about them. */
const BESIDE: Readonly<Record<string, Statement>> = {
  payment_reports: row("payment_reports", { intent_id: ID, event_at: NEW, created_at: NEW }),
  refunds: refund(NEW),
  disputes: dispute(NEW),
  asked: sql("INSERT INTO asked VALUES ('du_purged', ?1)", NEW),
  corrections: sql("INSERT INTO corrections VALUES (?1, 'a@b.nl', ?2, ?2)", ID, NEW),
  // These two go by their own time, once the order is gone.
  erasures: erasure(YEARS),
  erased_mentions: erasure(YEARS, "erased_mentions"),
  settlements: settlement(before(YEARS)), // a newer one keeps its order
  notes: sql("INSERT INTO notes VALUES (?1, 'Belt terug', ?2)", ID, NEW),
  gifts: sql("INSERT INTO gifts VALUES (?1, 'ABCD', ?2)", ID, NEW),
  deliveries: planned("2034-07-01T06:00:00.000Z"),
  delivery_drafts: draft(NEW),
  mails: mail("confirmation", ID),
  alarms: alarm(NEW),
};

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%' ORDER BY name";
const tables = async () => (await rowsOf(TABLES)).map(({ name }) => String(name));
/** The tables that have a row after the purge of that night. */
async function left(statements: readonly Statement[], now = NIGHT): Promise<readonly string[]> {
  if (statements.length > 0) await run(...statements);
  await purge(ledgerOf(env), now);
  const all = await tables();
  const rows = await Promise.all(all.map((table) => rowsOf(`SELECT 1 FROM ${table}`)));
  return all.filter((_, index) => rows[index]?.length !== 0);
}

const act = (at: string) =>
  sql(
    "INSERT INTO acts (id, at, actor, act, about, what, before, press, state, after) VALUES (?1, ?1, 'eigenaar@example.nl', 'refund', 'pi_1', 'a', 'b', 'c', 'done', 'd')",
    at,
  );
const undo = (at: string) => sql("INSERT INTO undos (id, at, about, undo) VALUES ('a', ?1, ?2, '{}')", at, ID);
const whole = (at: string, status?: string, begun = at) => [order(begun, status, ID, at), ...Object.values(BESIDE)];
/** A withdrawal of long ago, with these columns set to the time. */
const declared = (changes: string) => (at: string) => [
  withdrawal("2030-01-01T00:00:00.000Z"),
  sql(`UPDATE withdrawals SET ${changes}`, at),
];
const ITS_ORDER = sql("UPDATE withdrawals SET intent_id = ?1", ID);
const REFUSED = sql("UPDATE withdrawals SET answer = 'refused', answered_at = received_at");
const ofOrder = (at: string) => [order(NEW), withdrawal(at), ITS_ORDER, REFUSED, mail("receipt", "HR-1")];
const ANSWERED = "answered_at = ?1, answer =";
const unsold = (at: string) => [order(NEW), ...declared(`intent_id = '${ID}', ${ANSWERED} 'no-order'`)(at)];
const ALL = [...Object.keys(BESIDE), "orders"].sort().join(" ");

test.each<[what: string, end: string, statements: (at: string) => readonly Statement[], kept: string, left: string]>([
  ["what was done on the desk", YEARS, (at) => [act(at)], "acts", ""],
  ["what an act replaced", daysBefore(4), (at) => [undo(at)], "undos", ""],
  ["an order that was paid, with all that stands beside it", YEARS, whole, ALL, ""],
  ["one that was paid back otherwise", YEARS, (at) => [order(before(YEARS)), settlement(at)], "orders settlements", ""],
  ["an invoice, by its own year", YEARS, (at) => [...whole(before(YEARS)), invoice(at)], "invoices", ""],
  ["an invoice, no shorter than its order", YEARS, (at) => [order(at), invoice(before(YEARS))], "invoices orders", ""],
  ["an order that is open", daysBefore(30), (at) => whole(at, "open", YEARS), ALL, ""],
  ["an order that failed", daysBefore(30), (at) => whole(at, "failed"), ALL, ""],
  ["an order that was canceled", daysBefore(30), (at) => whole(at, "canceled"), ALL, ""],
  ["one that failed once more", daysBefore(30), (at) => [order(at, "failed", ID, NEW)], "orders", ""],
  ["one that the night canceled", daysBefore(30), (at) => [order(at, "canceled", ID, NEW)], "orders", ""],
  ["the erasure of an order", YEARS, (at) => [order(at), erasure("2027-01-01T00:00:00.000Z")], "erasures orders", ""],
  ["that of an attempt, longer than it", daysBefore(30), (at) => [tried, erasure(at)], "erasures", ""],
  ["and of a mention", daysBefore(30), (at) => [tried, erasure(at, "erased_mentions")], "erased_mentions", ""],
  ["a refund whose sale never came", YEARS, (at) => [refund(at)], "refunds", ""],
  ["one that came back, by that", YEARS, (at) => [refund("2026-01-01T00:00:00.000Z", at)], "refunds", ""],
  ["a dispute whose sale never came", YEARS, (at) => [dispute(at)], "disputes", ""],
  ["the erasure of what never became an order", daysBefore(30), (at) => [erasure(at)], "erasures", ""],
  ["the typed address of an unpaid gift", daysBefore(7), (at) => [draft(at)], "delivery_drafts", ""],
  ["a day's list of withdrawals", daysBefore(30), (at) => [mail("digest", "2034-05-01", at)], "mails", ""],
  ["an evening's mail", daysBefore(30), (at) => [mail("evening", "2034-05-01", at)], "mails", ""],
  ["a mail of alarms", daysBefore(30), (at) => [mail("alarm", "2034-05-01T10:00:00.000Z", at)], "mails", ""],
  ["an alarm about a payment", daysBefore(365), (at) => [alarm(at)], "alarms", ""],
  ["an alarm about no payment", daysBefore(365), (at) => [alarm(at, null)], "alarms", ""],
  ["a withdrawal of an order, with its mails", YEARS, ofOrder, "mails orders withdrawals", "orders"],
  ["one of an order, answered that nothing was bought", daysBefore(365), unsold, "orders withdrawals", "orders"],
  ["one of no order, from its answer on", daysBefore(365), declared(`${ANSWERED} 'repaid'`), "withdrawals", ""],
])("%s is kept to its end, and not longer", async (_what, end, statements, kept, gone) => {
  expect((await left(statements(end))).join(" ")).toBe(kept);
  await emptyLedger();
  expect((await left(statements(before(end)))).join(" ")).toBe(gone);
});

test("an order has something in every table of the ledger but those of withdrawals, invoices and acts", async () => {
  const others = ["acts", "invoice_series", "invoices", "orders", "undos", "withdrawals"];
  expect([...Object.keys(BESIDE), ...others].sort()).toEqual(await tables());
});

test("an order of the first hour of a year by the shop's clock is of that year, not of the one before", async () => {
  expect(await left([order("2026-12-31T23:30:00.000Z")], new Date("2034-12-31T22:59:59.999Z"))).toEqual(["orders"]);
  expect(await left([], new Date("2034-12-31T23:00:00.000Z"))).toEqual([]);
});

test("an order whose money moved in a later year is kept by that, with every earlier movement", async () => {
  await keepOrder(paidOrder({ intentId: ID, updatedAt: "2026-03-01T10:00:00.000Z" }));
  const news = (at: string, told: Told) => recordStatements({ intentId: ID, eventId: "evt_1", at, told });
  await run(...news("2026-04-01T10:00:00.000Z", { kind: "refund", id: "re_1", cents: 100, isFailed: false }));
  await run(...news("2026-05-01T10:00:00.000Z", { kind: "dispute", id: "du_1", state: "open" }));
  await run(...news(YEARS, { kind: "refund", id: "re_2", cents: 200, isFailed: false }));
  expect(await left([])).toEqual(["disputes", "orders", "payment_reports", "refunds"]);
  expect(await rowsOf("SELECT id FROM refunds")).toHaveLength(2);
});

test.each(["failed", "canceled"])("a withdrawal of a payment that %s is not open once that is gone", async (status) => {
  await left([order(before(daysBefore(30)), status), withdrawal(NEW), ITS_ORDER]);
  expect(await rowsOf("SELECT answer FROM withdrawals")).toEqual([{ answer: "no-order" }]);
});

test("an order of another payment is left alone", async () => {
  await left([...whole(before(YEARS)), order(NEW, "paid", "pi_other"), mail("notice", "pi_other")]);
  expect(await rowsOf("SELECT intent_id FROM orders")).toEqual([{ intent_id: "pi_other" }]);
  expect(await rowsOf("SELECT about FROM mails")).toEqual([{ about: "pi_other" }]);
});

test.each([
  ["was proven by its own link", `is_proven = 1, ${ANSWERED} 'no-order'`],
  ["was erased, so that its order cannot be told any more", `email = '', mailbox = '', ${ANSWERED} 'repaid'`],
  ["waits for an answer", "recorded_at = ?1"],
])("a withdrawal that %s is kept for the tax law's years", async (_which, changes) => {
  expect(await left(declared(changes)(before(daysBefore(365))))).toEqual(["withdrawals"]);
});

const delivery = () => rowsOf("SELECT state, address, send_at, claim FROM deliveries");
const told = () => rowsOf("SELECT state, detail, ended_at FROM mails");

test.each(["planned", "sending"])(
  "the address of a gift's recipient: that was never mailed (%s) goes some days after its day",
  async (state) => {
    await left([order(NEW), planned(daysBefore(4), state)]);
    expect(await delivery()).toMatchObject([{ state, address: "noor@example.nl" }]);
    await emptyLedger();
    await left([order(NEW), planned(before(daysBefore(4)), state)]);
    expect(await delivery()).toEqual([{ state: "failed", address: null, send_at: null, claim: null }]);
    // That is news, so the owner hears of it.
    expect(await rowsOf("SELECT at FROM deliveries")).toEqual([{ at: NIGHT.toISOString() }]);
    // And so does its giver.
    const report = { kind: "delivery-report", version: "1-failed", state: "due", due_at: NIGHT.toISOString() };
    expect(await rowsOf("SELECT kind, version, state, due_at FROM mails WHERE detail IS NULL")).toEqual([report]);
  },
);

test("the address of a gift's recipient that the giver could not be told of goes too", async () => {
  await left([order(NEW), report(daysBefore(4))]);
  expect(await told()).toEqual([{ state: "due", detail: "noor@example.nl", ended_at: null }]);
  await emptyLedger();
  const old = before(daysBefore(4));
  await left([order(NEW), report(old), report(old, "2-sent", SENDING), mail("confirmation", ID, old)]);
  const failed = { state: "failed", detail: null, ended_at: NIGHT.toISOString() };
  expect(await told()).toEqual([{ state: "due", detail: null, ended_at: null }, failed, failed]);
});

/** The names in a gift that was bought then and is from that day, in each table that has them. */
async function bought(paidAt: string, from: string, giver = "Opa"): Promise<readonly string[]> {
  await emptyLedger();
  const sold = { paidAt, createdAt: paidAt, updatedAt: NEW, buyerName: "Jan" };
  await keepOrder(paidOrder({ intentId: ID, gift: { ...WISH, giver, from }, ...sold }));
  await left([]);
  const [found, reports] = [await names(), await rowsOf("SELECT names FROM payment_reports")];
  expect(reports).toEqual([{ names: found[0]?.startsWith("Noor") ? expect.stringMatching(/^jan.noor /) : "jan" }]);
  return found;
}
const GIFTS = ["payment_reports", "orders", "shown_orders"]
  .map((table) => `SELECT gift FROM ${table}`)
  .join(" UNION ALL ");
const names = async () =>
  (await rowsOf(GIFTS)).map((row) => {
    const { recipient, giver } = JSON.parse(String(row.gift)) as Record<string, string>;
    return `${recipient}, ${giver}`;
  });
const FIRST = daysBefore(2 * 365).slice(0, 10);

test.each([
  [`${FIRST}T00:00:00.000Z`, "now", "Noor, Opa"],
  [before(`${FIRST}T00:00:00.000Z`), "now", "de ontvanger, de gever"],
  ["2031-01-01T00:00:00.000Z", FIRST, "Noor, Opa"],
  ["2031-01-01T00:00:00.000Z", "2031-12-05", "de ontvanger, de gever"],
])("the names in a gift are kept for two years: bought at %s, from %s: %s", async (paidAt, from, kept) => {
  expect(await bought(paidAt, from)).toEqual(Array(3).fill(kept));
  // So is the recipient's of a giver who calls themself so.
  expect(await bought(paidAt, from, "de gever")).toEqual(Array(3).fill(kept.replace("Opa", "de gever")));
});

test("the names in a gift come back by no later event", async () => {
  const paidAt = "2031-01-01T00:00:00.000Z";
  await bought(paidAt, "now");
  await keepOrder(paidOrder({ intentId: ID, gift: WISH, paidAt, updatedAt: NEW }), "charge");
  await left([]);
  expect((await names()).join()).not.toContain("Noor");
});
