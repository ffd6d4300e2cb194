import { expect, test, vi } from "vitest";
import { ledgerOf, sql } from "../../src/server/database.ts";
import { openD1 } from "../d1-on-node.ts";

// How often a call is made again: worker/withdrawal.test.ts and worker/ledger.test.ts. How long it may take: worker/faults.test.ts.
test("a call that succeeds leaves no timer", async () => {
  vi.useFakeTimers();
  expect(await ledgerOf(openD1())([sql("SELECT 1 AS one")])).toEqual([[{ one: 1 }]]);
  expect(vi.getTimerCount()).toBe(0);
});
