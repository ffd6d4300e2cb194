import { beforeEach, describe, expect, test } from "vitest";
import { type Invoice, type InvoiceBuyer, MAX_CORRECTIONS } from "../../src/ledger/invoice-rules.ts";
import { creditRefunded, firstInvoice, replaceInvoice, showInvoices, toInvoice } from "../../src/ledger/invoices.ts";
import { type Order, recordStatements, type Told } from "../../src/ledger/orders.ts";
import { sql } from "../../src/server/database.ts";
import type { Trader } from "../../src/shared/trader.ts";
import { emptyLedger, keepOrder, newsOf, rowsOf, run } from "./ledger-rows.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";

/** The numbers and sums of invoices, in workerd's D1. */

collectLogs();
beforeEach(emptyLedger);

const SELLER: Trader = { legalName: "Vaarkoers BV", address: "Kade 1, 1234 AB Stad", vatId: "NL000000000B01" };
const JANSEN: InvoiceBuyer = { company: "Jansen BV", address: "Dijk 2\n2345 CD Dorp", vatId: "NL123456789B01" };
const NEW_YEAR = new Date("2026-12-31T23:00:00Z");
const OLD_YEAR = new Date(NEW_YEAR.getTime() - 1);

const PAID = paidOrder({ intentId: "pi_1", productId: "KVB1", buyerName: "Jan" });
const ask = (intentId: string, now = OLD_YEAR, buyer = JANSEN) =>
  run(firstInvoice(intentId, buyer, SELLER, "Online cursus", now), creditRefunded(intentId, now));
const correct = (number: string, buyer: Partial<InvoiceBuyer>, intentId = "pi_1") =>
  run(...replaceInvoice(intentId, number, { ...JANSEN, ...buyer }, { ...SELLER, address: "Elders 3" }, OLD_YEAR));
const tell = (told: Told, order: Order = PAID) =>
  run(...recordStatements({ ...newsOf(order), told }), creditRefunded(order.intentId, OLD_YEAR));
const refund = (cents: number, id: string, isFailed = false) => tell({ kind: "refund", id, cents, isFailed });
const invoicesOf = async (intentId = "pi_1"): Promise<readonly Invoice[]> =>
  ((await run(showInvoices(intentId)))[0] ?? []).map(toInvoice);
const linesOf = async (intentId?: string) =>
  (await invoicesOf(intentId)).map(({ number, kind, about, inclCents }) =>
    [number.slice(-4), kind, ...(about ? ["of", about.slice(-4)] : []), inclCents].join(" "),
  );

test("numbers: many at once, for many orders and for one: each order has one, without gaps and doubles", async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `pi_many${index}`);
  for (const intentId of ids) await keepOrder({ ...PAID, intentId });
  await Promise.all([...ids, ...ids, ...ids.toReversed()].map((intentId) => ask(intentId)));
  const rows = await rowsOf("SELECT intent_id, number FROM invoices ORDER BY serial");
  const numbers = ids.map((_, index) => `2026-${String(index + 1).padStart(4, "0")}`);
  expect(rows.map(({ number }) => number)).toEqual(numbers);
  expect(new Set(rows.map((row) => row.intent_id)).size).toBe(ids.length);
});

test("numbers: begin again with the year in Amsterdam, and grow beyond four digits", async () => {
  for (const intentId of ["pi_1", "pi_2", "pi_3"]) await keepOrder({ ...PAID, intentId });
  await ask("pi_1", OLD_YEAR);
  await ask("pi_2", NEW_YEAR);
  await run(sql("UPDATE invoices SET serial = 9999 WHERE series = '2027'"));
  await ask("pi_3", NEW_YEAR);
  const rows = await rowsOf("SELECT number FROM invoices ORDER BY series, serial");
  expect(rows.map(({ number }) => number)).toEqual(["2026-0001", "2027-9999", "2027-10000"]);
});

test("numbers: of a series that follows a restored copy begin anew, and never meet those that were lost", async () => {
  for (const intentId of ["pi_1", "pi_2"]) await keepOrder({ ...PAID, intentId });
  await ask("pi_1");
  await run(sql("INSERT INTO invoice_series VALUES ('2026', '2026-12311200')"));
  await ask("pi_2");
  expect(await invoicesOf("pi_2")).toMatchObject([{ number: "2026-12311200-0001", kind: "invoice" }]);
});

test("an order: has one invoice, however often it is asked for, with all that is on it", async () => {
  await keepOrder(PAID);
  await ask("pi_1");
  await ask("pi_1", NEW_YEAR, { ...JANSEN, company: "Pietersen" });
  const what = { number: "2026-0001", intentId: "pi_1", kind: "invoice", description: "Online cursus" };
  const when = { issuedAt: OLD_YEAR.toISOString(), suppliedAt: PAID.paidAt, inclCents: 3900 };
  const whole = { ...what, ...when, ...JANSEN, seller: SELLER, vatCents: 677, vatPercent: 21 };
  expect(await invoicesOf()).toMatchObject([whole]);
});

test.each<[string, Partial<Order>]>([
  ["that is not paid", { status: "open" }],
  ["that was repaid", { refundedCents: 3900 }],
])("an order: %s has none", async (_name, change) => {
  await keepOrder({ ...PAID, ...change });
  await ask("pi_1");
  expect(await invoicesOf()).toEqual([]);
});

test("an order: of which a part went back before it was invoiced has the credit note at once", async () => {
  await keepOrder({ ...PAID, refundedCents: 900 });
  await ask("pi_1");
  expect(await linesOf()).toEqual(["0001 invoice 3900", "0002 refund of 0001 -900"]);
});

test("an order: that is repaid in parts has a credit note of each, whose VAT adds up to that of the sale", async () => {
  await keepOrder(PAID);
  await ask("pi_1");
  await refund(1000, "re_1");
  await refund(1000, "re_1");
  await refund(2900, "re_2");
  const lines = ["0001 invoice 3900", "0002 refund of 0001 -1000", "0003 refund of 0001 -2900"];
  expect(await linesOf()).toEqual(lines);
  expect((await invoicesOf()).reduce((sum, { vatCents }) => sum + vatCents, 0)).toBe(0);
});

test("an order: whose refund failed, and is made again, is credited once", async () => {
  await keepOrder(PAID);
  await ask("pi_1");
  await refund(1000, "re_1");
  await refund(1000, "re_1", true);
  await refund(1000, "re_2");
  expect(await linesOf()).toEqual(["0001 invoice 3900", "0002 refund of 0001 -1000"]);
});

test("an order: without an invoice gets no credit note, and a dispute makes none", async () => {
  await keepOrder(PAID);
  await refund(1000, "re_1");
  expect(await invoicesOf()).toEqual([]);
  await ask("pi_1");
  await tell({ kind: "dispute", id: "du_1", state: "lost" });
  expect(await linesOf()).toHaveLength(2);
});

describe("a correction", () => {
  beforeEach(async () => {
    await keepOrder(PAID);
    await ask("pi_1");
  });

  test("is a credit note of the first invoice, with its data, and a new invoice with those of now", async () => {
    await correct("2026-0001", { company: "Jansen & Zn." });
    const [, credit, invoice] = await invoicesOf();
    const lines = ["0001 invoice 3900", "0002 correction of 0001 -3900", "0003 invoice of 0001 3900"];
    expect(await linesOf()).toEqual(lines);
    expect(credit).toMatchObject({ company: "Jansen BV", seller: SELLER, vatCents: -677 });
    expect(invoice).toMatchObject({ company: "Jansen & Zn.", seller: { address: "Elders 3" }, vatCents: 677 });
  });

  test("that is sent twice, of an old form, or that changes nothing, makes nothing", async () => {
    await correct("2026-0001", {});
    expect(await linesOf()).toHaveLength(1);
    await Promise.all(["Een", "Een", "Een"].map((company) => correct("2026-0001", { company })));
    await correct("2026-0001", { company: "Twee" });
    expect((await invoicesOf()).map(({ company }) => company)).toEqual(["Jansen BV", "Jansen BV", "Een"]);
  });

  test("after a refund is of what is left, and of nothing once all is repaid", async () => {
    await refund(1000, "re_1");
    await correct("2026-0001", { vatId: "" });
    expect((await linesOf()).slice(2)).toEqual(["0003 correction of 0001 -2900", "0004 invoice of 0001 2900"]);
    await refund(2900, "re_2");
    await correct("2026-0004", { company: "Een" });
    expect((await linesOf()).slice(4)).toEqual(["0005 refund of 0004 -2900"]);
  });

  test("is made a few times only", async () => {
    for (let times = 0; times < MAX_CORRECTIONS + 2; times += 1) {
      const number = (await invoicesOf()).at(-1)?.number ?? "";
      await correct(number, { company: `Bedrijf ${times}` });
    }
    expect(await linesOf()).toHaveLength(1 + 2 * MAX_CORRECTIONS);
  });
});
