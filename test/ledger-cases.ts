import type { D1Database } from "@cloudflare/workers-types";
import { afterEach, expect, test } from "vitest";
import { type Row, type Statement, sql, type Value } from "../src/server/database.ts";

/**
 * Cases for both SQLites that tests use: workerd's, which is D1's too, and Node's (`d1-on-node.ts`). What they do not
 * share, the ledger must not use. Whole orders, with upserts, JSON and addresses, are made in both by worker/orders.test.ts
 * and services/facts.test.ts; what both refuse, worker/ledger.test.ts and kv-seed/database.test.ts say.
 */

const REFUND = "INSERT INTO refunds (id, intent_id, cents, created_at) VALUES (?1, 'pi_case', ?2, ?3)";
const REFUNDS = "SELECT * FROM refunds WHERE intent_id = 'pi_case' ORDER BY id";

/** Makes the tests. They leave the tables as they were. */
export function testLedgerOn(DB: D1Database): void {
  const run = async (...statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> => {
    const results = await DB.batch<Row>(statements.map((one) => DB.prepare(one.sql).bind(...one.values)));
    return results.map((result) => result.results);
  };
  const rowsOf = async (text: string, ...values: readonly Value[]) => (await run(sql(text, ...values)))[0] ?? [];

  afterEach(() => run(sql("DELETE FROM refunds WHERE intent_id = 'pi_case'")));

  test("a batch is done or not done as a whole", async () => {
    const refund = sql(REFUND, "re_1", 100, "");
    await expect(run(refund, sql(REFUND, "re_2", -1, ""))).rejects.toThrow(
      /^D1_ERROR: CHECK constraint failed: cents >= 0: SQLITE_CONSTRAINT/,
    );
    await expect(run(refund, sql("SELECT nonsense"))).rejects.toThrow(/no such column: nonsense.*: SQLITE_ERROR/);
    expect(await rowsOf(REFUNDS)).toEqual([]);
    expect(await run(refund, sql(REFUNDS))).toEqual([[], [expect.objectContaining({ id: "re_1", cents: 100 })]]);
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
}
