import type { D1Database } from "@cloudflare/workers-types";
import { afterEach, expect, test } from "vitest";
import { type Row, type Statement, sql, type Value } from "../src/server/database.ts";

/**
 * Cases for both SQLites that tests use: workerd's, which is D1's too, and Node's (`d1-on-node.ts`). What they do not
 * share, the ledger must not use. Whole orders are made in both by worker/orders.test.ts and services/facts.test.ts.
 */

const REPORT = `INSERT INTO payment_reports
    (intent_id, source, event_id, event_at, status, amount_cents, currency, created_at)
  VALUES ('pi_case', ?1, ?2, ?3, 'paid', 3900, 'eur', '2026-07-01T10:00:00.000Z')
  ON CONFLICT (intent_id, source) DO UPDATE SET event_id = excluded.event_id, event_at = excluded.event_at
  WHERE (ifnull(excluded.refunded_cents, 0), excluded.event_at, excluded.event_id)
    >= (ifnull(refunded_cents, 0), event_at, event_id)
  RETURNING rank, event_id, paid_at`;
const REFUND = "INSERT INTO refunds (id, intent_id, cents, created_at) VALUES (?1, 'pi_case', ?2, ?3)";
const REFUNDS = "SELECT * FROM refunds WHERE intent_id = 'pi_case' ORDER BY id";

/** Makes the tests. They leave the tables as they were. */
export function testLedgerOn(DB: D1Database): void {
  const run = async (...statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> => {
    const results = await DB.batch<Row>(statements.map((one) => DB.prepare(one.sql).bind(...one.values)));
    return results.map((result) => result.results);
  };
  const rowsOf = async (text: string, ...values: readonly Value[]) => (await run(sql(text, ...values)))[0] ?? [];

  afterEach(async () => {
    const tables = ["payment_reports", "refunds", "corrections"];
    await run(...tables.map((table) => sql(`DELETE FROM ${table} WHERE intent_id = 'pi_case'`)));
  });

  test("a batch is done or not done as a whole", async () => {
    const refund = sql(REFUND, "re_1", 100, "");
    await expect(run(refund, sql(REFUND, "re_2", -1, ""))).rejects.toThrow(
      /^D1_ERROR: CHECK constraint failed: cents >= 0: SQLITE_CONSTRAINT/,
    );
    await expect(run(refund, sql("SELECT nonsense"))).rejects.toThrow(/no such column: nonsense.*: SQLITE_ERROR/);
    expect(await rowsOf(REFUNDS)).toEqual([]);
    expect(await run(refund, sql(REFUNDS))).toEqual([[], [expect.objectContaining({ id: "re_1", cents: 100 })]]);
  });

  test.each(["many", "", 1.5])("a column of whole numbers refuses %o", async (cents) => {
    await expect(run(sql(REFUND, "re_1", cents, ""))).rejects.toThrow(
      /cannot store (TEXT|REAL) value in INTEGER column refunds\.cents: SQLITE_CONSTRAINT/,
    );
  });

  test("values come back as they went in", async () => {
    const texts = ["", "Zoë 👩‍👧", "it's", "12", "a\u0000b", "x".repeat(10_000)];
    for (const [index, text] of texts.entries()) {
      expect(await rowsOf(`${REFUND} RETURNING created_at, failed_at`, `re_${index}`, index, text)).toEqual([
        { created_at: text, failed_at: null },
      ]);
    }
    expect(await rowsOf(`${REFUND} RETURNING cents`, "re_most", Number.MAX_SAFE_INTEGER, "")).toEqual([
      { cents: Number.MAX_SAFE_INTEGER },
    ]);
    expect(await rowsOf("SELECT ?1 AS price, ?2 AS note", 1.5, null)).toEqual([{ price: 1.5, note: null }]);
  });

  test("a number is bound as a real one: no statement may make a text of it", async () => {
    const [row] = await rowsOf("SELECT typeof(?1) AS type, ?1 || '' AS text, json_array(?1) AS json", 5);
    expect(row).toEqual({ type: "real", text: "5.0", json: "[5.0]" });
    expect(await rowsOf("SELECT value FROM json_each('[1, 2, 3]') LIMIT ?1", 2)).toHaveLength(2);
  });

  test("each parameter needs a value, each value a parameter, and there are at most a hundred", async () => {
    await expect(run(sql("SELECT ?1, ?2", 1))).rejects.toThrow("Wrong number of parameter bindings");
    await expect(run(sql("SELECT ?1, '?2'", 1, 2))).rejects.toThrow("Wrong number of parameter bindings");
    const find = (count: number) => sql(`SELECT 7 IN (${Array(count).fill("?")}) AS found`, ...Array(count).fill(7));
    expect(await run(find(100))).toEqual([[{ found: 1 }]]);
    await expect(run(find(101))).rejects.toThrow("too many SQL variables");
    await expect(run(sql("SELECT ?1", undefined as never))).rejects.toThrow("D1_TYPE_ERROR");
    await expect(run(sql(`SELECT '${"x".repeat(100_001)}'`))).rejects.toThrow("statement too long");
  });

  test("an upsert returns the row that it wrote, with its generated column; nothing if its condition fails", async () => {
    const [early, late] = ["2026-07-01T10:00:00.000Z", "2026-07-01T10:00:01.000Z"];
    expect(await rowsOf(REPORT, "session", "evt_2", late)).toEqual([{ rank: 2, event_id: "evt_2", paid_at: null }]);
    expect(await rowsOf(REPORT, "session", "evt_9", early)).toEqual([]);
    expect(await rowsOf(REPORT, "session", "evt_1", late)).toEqual([]);
    expect(await rowsOf(REPORT, "session", "evt_3", late)).toMatchObject([{ event_id: "evt_3" }]);
    await expect(run(sql(REPORT, "rumour", "evt_1", late))).rejects.toThrow("NOT NULL constraint failed");
  });

  test("JSON is read by its fields and as rows", async () => {
    const gift = JSON.stringify({ from: "2026-12-05", to: { name: "Zoë" }, count: 2, note: null });
    expect(
      await rowsOf(
        "SELECT ?1 ->> '$.from' AS day, ?1 ->> '$.to.name' AS name, ?1 ->> '$.count' AS n, ?1 ->> '$.x' AS x",
        gift,
      ),
    ).toEqual([{ day: "2026-12-05", name: "Zoë", n: 2, x: null }]);
    expect(await rowsOf("SELECT json_set(?1, '$.note', ?2) ->> '$.note' AS note", gift, "hi")).toEqual([
      { note: "hi" },
    ]);
    const ids = ["re_3", "re_1", "re_7"];
    await run(...ids.map((id) => sql(REFUND, id, 1, "")));
    const picked = await rowsOf(
      "SELECT id FROM refunds WHERE id IN (SELECT value FROM json_each(?1)) ORDER BY id",
      JSON.stringify(["re_7", "re_1", "re_none"]),
    );
    expect(picked).toEqual([{ id: "re_1" }, { id: "re_7" }]);
  });

  test("addresses are compared in any case of a to z", async () => {
    const ask = "INSERT INTO corrections VALUES ('pi_case', ?1, '', NULL) RETURNING email";
    expect(await rowsOf(ask, "Jan.É@Example.org")).toHaveLength(1);
    const find = "SELECT intent_id FROM corrections WHERE email = ?1 COLLATE NOCASE";
    expect(await rowsOf(find, "JAN.É@EXAMPLE.ORG")).toEqual([{ intent_id: "pi_case" }]);
    expect(await rowsOf(find, "jan.é@example.org")).toEqual([]);
  });
}
