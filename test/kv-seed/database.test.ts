import { beforeEach, describe, expect, test, vi } from "vitest";
import { DEADLINE_MS, ledgerOf, sql } from "../../src/server/database.ts";
import { openD1 } from "../d1-on-node.ts";
import { testLedgerOn } from "../ledger-cases.ts";
import { collectLogs } from "../worker/logs.ts";

describe("Node's SQLite does what D1 does:", () => testLedgerOn(openD1().DB));

describe("a call of the ledger", () => {
  const ADDRESS = "els@x.example";
  /** A change that counts, and finds its own work by its version. */
  const CHANGE = "UPDATE deliveries SET changes = changes + 1, version = 2 WHERE version = 1";
  const READ = "SELECT changes FROM deliveries";
  const lost = new Error("D1_ERROR: Network connection lost.");
  const logs = collectLogs();

  beforeEach(() => void vi.useFakeTimers());

  /** A ledger with one delivery. Its first calls fail so, before their work or after it. */
  function ledgerWith(failures: readonly (Error | "hang")[], failsOn: "there" | "back" = "there") {
    const calls: string[] = [];
    const { DB, sqlite } = openD1({
      async travel(way) {
        calls.push(way);
        const failure = way === failsOn ? failures[calls.filter((call) => call === way).length - 1] : undefined;
        if (failure === "hang") await new Promise(() => {});
        if (failure !== undefined) throw failure;
      },
    });
    sqlite.exec("INSERT INTO deliveries (intent_id, state, at) VALUES ('pi_1', 'awaited', '')");
    return { ledger: ledgerOf({ DB }), calls };
  }

  /** Lets all its pauses pass. */
  async function ended<T>(call: Promise<T>): Promise<PromiseSettledResult<T>> {
    const [[end]] = await Promise.all([Promise.allSettled([call]), vi.runAllTimersAsync()]);
    return end as PromiseSettledResult<T>;
  }

  test("whose answers were lost is made again, and finds its own work", async () => {
    const { ledger, calls } = ledgerWith([lost, lost], "back");
    const end = await ended(ledger([sql(CHANGE), sql(READ)]));
    expect(end).toEqual({ status: "fulfilled", value: [[], [{ changes: 1 }]] });
    expect(calls.filter((way) => way === "there")).toHaveLength(3);
    expect(logs.lines("ledger.unavailable")).toEqual([]);
  });

  test("that never arrives is given up after three times", async () => {
    const { ledger, calls } = ledgerWith([lost, lost, lost, lost]);
    expect(await ended(ledger([sql(READ)]))).toMatchObject({ status: "rejected", reason: lost });
    expect(calls).toHaveLength(3);
    expect(logs.lines("ledger.unavailable")).toMatchObject([{ level: "error", reason: `Error: ${lost.message}` }]);
  });

  test.each([
    ["a value of another type", sql("UPDATE deliveries SET changes = ?1", ADDRESS), "cannot store TEXT value"],
    ["a broken rule", sql("UPDATE deliveries SET address = ?1", ADDRESS), "CHECK constraint failed"],
    ["an unknown column", sql("UPDATE deliveries SET email = ?1", ADDRESS), "no such column"],
  ])("that is refused for %s is not repeated, and the log has no value", async (_name, statement, reason) => {
    const { ledger, calls } = ledgerWith([]);
    expect(await ended(ledger([statement]))).toMatchObject({ status: "rejected" });
    expect(calls).toEqual(["there"]);
    expect(logs.lines("ledger.refused")).toMatchObject([{ level: "error", reason: expect.stringContaining(reason) }]);
    expect(JSON.stringify(logs.lines("ledger.refused"))).not.toContain(ADDRESS);
    expect(logs.lines("ledger.unavailable")).toEqual([]);
  });

  test("that hangs ends at the deadline", async () => {
    const { ledger } = ledgerWith(["hang"]);
    const call = ledger([sql(READ)]);
    const seen = vi.fn();
    void call.catch(seen);
    await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1);
    expect(seen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(call).rejects.toThrow("did not answer in time");
    expect(logs.lines("ledger.unavailable")).toHaveLength(1);
  });

  test("that succeeds leaves no timer", async () => {
    const { ledger } = ledgerWith([]);
    expect(await ledger([sql(READ)])).toEqual([[{ changes: 0 }]]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
