import { expect, test } from "vitest";
import { firstInvoice } from "../../src/ledger/invoices.ts";
import { refreshStatements } from "../../src/ledger/orders.ts";
import { ledgerOf, sql } from "../../src/server/database.ts";
import { openD1 } from "../d1-on-node.ts";
import { readText } from "../house/source-files.ts";
import { intentOf, type OrderName, storedBefore } from "../stored-orders.ts";

/** The questions to the database that the developer's manual lists, read out of its text and asked. */

const MANUAL = readText("kv-seed/README.md");
const QUESTIONS = (/```sql\n(.*?)```/s.exec(MANUAL)?.[1] ?? "").split(/^-- /m).slice(1);
/** Invoices of the end of a month, of the next one and of the next year; the number before them is missing. */
const INVOICED: readonly (readonly [OrderName, string])[] = [
  ["nameless", "2026-11-27T10:00:00.000Z"],
  ["hosted", "2026-11-30T22:59:59.000Z"],
  ["part", "2026-12-01T00:00:00.000Z"],
  ["gift", "2027-01-02T10:00:00.000Z"],
];

test("each question is one that a ledger answers, as was approved, and only asks", async () => {
  expect(MANUAL).toContain("asks each of these twelve questions");
  expect(QUESTIONS).toHaveLength(12);
  const { DB, sqlite } = openD1();
  const company = { company: "Kluiver", address: "Havendijk 7\n1234 AB Stad", vatId: "" };
  await ledgerOf({ DB })([
    ...storedBefore(new Date("2026-11-26T11:00:00.000Z")).weeks({ gift: "A", unmailed: "B" }),
    ...INVOICED.map(([name, at]) => firstInvoice(intentOf(name), company, {}, "Cursus", new Date(at))),
    // A dispute was lost, and another one of the same payment is open.
    sql("INSERT INTO disputes VALUES ('dp_lost', ?1, 3, '2026-11-24T11:00:00.000Z', NULL)", intentOf("disputed")),
    sql("UPDATE disputes SET due_by = '2026-12-09T22:59:59.000Z' WHERE id = 'dp_2'"),
    ...refreshStatements(intentOf("disputed")),
    sql("DELETE FROM invoices WHERE intent_id = ?1", intentOf("nameless")),
  ]);
  const answers = QUESTIONS.map((question) => {
    const [title = "", ...lines] = question.trim().split("\n");
    expect(lines.join("\n"), title).toMatch(/^SELECT [^;]+;$/);
    const asked = lines.join("\n").replaceAll("date('now'", "date('2026-12-05'").replace("amrani", "jansen");
    return [
      title,
      ...sqlite
        .prepare(asked)
        .all()
        .map((row) => JSON.stringify(row)),
    ].join("\n");
  });
  expect(answers.join("\n")).toMatchSnapshot();
});
