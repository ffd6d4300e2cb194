import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openD1 } from "../d1-on-node.ts";
import { ROOT } from "../house/source-files.ts";

/** The questions to the database that the developer's manual lists, read out of its text and asked. */

const MANUAL = readFileSync(join(ROOT, "kv-seed/README.md"), "utf8");
const SQL = /```sql\n(.*?)```/s.exec(MANUAL)?.[1] ?? "";
const QUESTIONS = new Map(
  SQL.split(/^-- /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n") + 1).trim()] as const),
);

const sqlOf = (begin: string) => [...QUESTIONS].find(([question]) => question.startsWith(begin))?.[1] ?? "";

type Issued = { series: string; serial: number; at: string; cents: number; intentId: string };

/** A ledger with these invoices, each of an order of its own. */
function ledgerWith(invoices: readonly Issued[]) {
  const { sqlite } = openD1();
  const insert =
    sqlite.prepare(`INSERT INTO invoices (series, serial, intent_id, turn, kind, about, issued_at, supplied_at, seller,
      company, address, vat_id, description, incl_cents, vat_cents, vat_percent)
    VALUES (?, ?, ?, 1, 'invoice', NULL, ?, ?, '{}', 'Kluiver', 'Havendijk 7', NULL, 'Online cursus', ?, ?, 21)`);
  for (const { series, serial, at, cents, intentId } of invoices)
    insert.run(series, serial, intentId, at, at, cents, cents - Math.round(cents / 1.21));
  const rowsOf = (text: string) =>
    sqlite
      .prepare(text)
      .all()
      .map((row) => ({ ...row }));
  return (question: string) => rowsOf(sqlOf(question));
}

const FIRST = { series: "2026", serial: 1, at: "2026-11-01T09:00:00.000Z", cents: 5900, intentId: "pi_1" };
const LATER = { ...FIRST, serial: 2, at: "2026-11-30T22:59:59.000Z", cents: 3900, intentId: "pi_2" };
const DECEMBER = { ...FIRST, serial: 3, at: "2026-12-01T00:00:00.000Z", intentId: "pi_3" };

test("each question is one that a ledger answers, and only asks", () => {
  expect(MANUAL).toContain("asks each of these twelve questions");
  expect(QUESTIONS.size).toBe(12);
  const { sqlite } = openD1();
  for (const [question, text] of QUESTIONS) {
    expect(text, question).toMatch(/^SELECT [^;]+;$/);
    expect(() => sqlite.prepare(text).all(), question).not.toThrow();
  }
});

test("the invoices of a month are those of that month, in the order of their numbers", () => {
  const ask = ledgerWith([DECEMBER, LATER, FIRST]);
  expect(ask("Which invoices and credit notes")).toMatchObject([
    { number: "2026-0001", kind: "invoice", company: "Kluiver", gross: 59, vat: 10.24 },
    { number: "2026-0002", gross: 39, vat: 6.77 },
  ]);
});

test("a series with a gap has more numbers than rows, and one without has as many", () => {
  const ask = (invoices: readonly Issued[]) => ledgerWith(invoices)("Has a series of invoices a gap");
  expect(ask([FIRST, LATER, DECEMBER, { ...FIRST, series: "2027", intentId: "pi_4" }])).toEqual([
    { series: "2026", invoices: 3, numbers: 3 },
    { series: "2027", invoices: 1, numbers: 1 },
  ]);
  expect(ask([FIRST, DECEMBER])).toEqual([{ series: "2026", invoices: 2, numbers: 3 }]);
  // The first number that is missing is a gap too.
  expect(ask([LATER, DECEMBER])).toEqual([{ series: "2026", invoices: 2, numbers: 3 }]);
});
