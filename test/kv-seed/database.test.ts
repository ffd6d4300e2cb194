import { expect, test, vi } from "vitest";
import { ledgerOf, sql } from "../../src/server/database.ts";
import { openD1 } from "../d1-on-node.ts";
import { collectLogs, logs } from "../worker/logs.ts";

collectLogs();
const ADDRESS = "els@x.example";

// How often it is made again when its answer is lost: worker/withdrawal.test.ts. How long it may take: worker/faults.test.ts.
test.each([
  ["a value of another type", sql("UPDATE deliveries SET changes = ?1", ADDRESS), "cannot store TEXT value"],
  ["an unknown column", sql("UPDATE deliveries SET email = ?1", ADDRESS), "no such column"],
])("a call that is refused for %s is not repeated, and the log has no value", async (_name, statement, reason) => {
  const travel = vi.fn(async () => undefined);
  const { DB, sqlite } = openD1({ travel });
  sqlite.exec("INSERT INTO deliveries (intent_id, state, at) VALUES ('pi_1', 'awaited', '')");
  await expect(ledgerOf({ DB })([statement])).rejects.toThrow();
  expect(travel.mock.calls).toHaveLength(1);
  expect(logs.lines("ledger.refused")).toMatchObject([{ level: "error", reason: expect.stringContaining(reason) }]);
  expect(JSON.stringify(logs.lines("ledger.refused"))).not.toContain(ADDRESS);
  expect(logs.lines("ledger.unavailable")).toEqual([]);
});

test("a call that succeeds leaves no timer", async () => {
  vi.useFakeTimers();
  expect(await ledgerOf(openD1())([sql("SELECT 1 AS one")])).toEqual([[{ one: 1 }]]);
  expect(vi.getTimerCount()).toBe(0);
});
