import { beforeEach, describe, expect, test, vi } from "vitest";
import { openCloudflareLedger, readDatabaseState } from "../../kv-seed/database.ts";
import { migrationNames } from "../../kv-seed/migrations.ts";
import { oweMail, readMail } from "../../src/ledger/mails.ts";
import { DEADLINE_MS, type Ledger, ledgerOf, sql } from "../../src/server/database.ts";
import { openD1 } from "../d1-on-node.ts";
import { testLedgerOn } from "../ledger-cases.ts";
import { collectLogs } from "../worker/logs.ts";
import { DATABASE_ID, writeProductionConfig } from "./production-config.ts";
import { temporaryFolder } from "./tool.ts";

/**
 * The operators' ledger at Cloudflare, with a stand-in for its API. Addresses, bodies and answers are those of the
 * API's page. Nothing here was tried at Cloudflare itself.
 */

const folder = temporaryFolder();
const API = "https://api.example/client/v4";

type Asked = { method: string; url: string; body?: { batch: { sql: string; params: unknown[] }[] } };

/** A database behind the API. `refuse` may answer a call instead. */
async function standIn(refuse: (call: number) => Response | "lost" | undefined = () => undefined) {
  const { DB, sqlite } = openD1();
  const asked: Asked[] = [];
  const waited: number[] = [];
  const answer = (result: unknown) => Response.json({ success: true, errors: [], messages: [], result });
  const failure = (status: number, code: number, message: string) =>
    Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status });

  async function query({ batch }: NonNullable<Asked["body"]>): Promise<Response> {
    try {
      return answer(await DB.batch(batch.map((one) => DB.prepare(one.sql).bind(...one.params))));
    } catch (error) {
      return failure(400, 7500, (error as Error).message);
    }
  }

  const fetchApi: typeof fetch = async (input, init) => {
    const body = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    asked.push({ method: init?.method ?? "", url: String(input), body });
    const refused = refuse(asked.length);
    if (refused instanceof Response) return refused;
    const answered = body === undefined ? answer({ name: "vaarkoers", jurisdiction: "eu" }) : await query(body);
    if (refused === "lost") throw new Error("socket hang up");
    return answered;
  };
  const parts = {
    fetchApi,
    readLogin: async () => ({ accountId: "account", headers: { authorization: "Bearer token" }, apiBase: API }),
    wait: async (ms: number) => void waited.push(ms),
  };
  const target = { remote: true, env: "production", config: await writeProductionConfig(folder) };
  return {
    ledger: openCloudflareLedger(target, parts),
    readState: () => readDatabaseState(target, parts),
    sqlite,
    asked,
    waited,
    failure,
  };
}

const NAME = { kind: "receipt", about: "wd_1", version: "" } as const;
const AT = "2026-07-01T10:00:00.000Z";
const countMails = async (ledger: Ledger) => (await ledger([sql("SELECT count(*) AS n FROM mails")]))[0]?.[0]?.n;

test("the Worker's own statements run through the API, a call each", async () => {
  const { ledger, asked } = await standIn();
  await ledger([oweMail(NAME, AT), oweMail({ ...NAME, about: "wd_2" }, AT, "held")]);
  expect(await readMail(ledger, NAME)).toEqual({
    ...NAME,
    state: "due",
    dueAt: AT,
    attempts: 0,
    isOwed: true,
    isUnsent: false,
  });
  expect(asked).toHaveLength(2);
  expect(asked[0]).toEqual({
    method: "POST",
    url: `${API}/accounts/account/d1/database/${DATABASE_ID}/query`,
    body: {
      batch: [
        { sql: expect.stringContaining("INSERT INTO mails"), params: ["receipt", "wd_1", "", AT, null] },
        { sql: expect.stringContaining("INSERT INTO mails"), params: ["receipt", "wd_2", "", AT, "held"] },
      ],
    },
  });
});

test("a call of several statements is one transaction, and what was refused is said in the database's words", async () => {
  const { ledger, asked } = await standIn();
  const broken = [oweMail(NAME, AT), sql("UPDATE mails SET attempts = 1, claim = ?1", "lost")];
  await expect(ledger(broken)).rejects.toMatchObject({
    name: "WranglerError",
    message: expect.stringMatching(/^Cloudflare's API: 400 D1_ERROR: CHECK constraint failed: .*\(7500\)$/),
  });
  expect(asked).toHaveLength(1);
  expect(await countMails(ledger)).toBe(0);
});

test("a call whose answer was lost is made again; a database that stays away is named", async () => {
  const lost = await standIn((call) => (call === 1 ? "lost" : undefined));
  await lost.ledger([oweMail(NAME, AT)]);
  expect(lost.asked).toHaveLength(2);
  expect(await countMails(lost.ledger)).toBe(1);

  const away = await standIn(() => new Response("bad gateway", { status: 502 }));
  await expect(away.ledger([sql("SELECT 1")])).rejects.toThrow("Cloudflare's API: 502 bad gateway");
  expect(away.waited).toEqual([1000, 4000, 15_000]);
});

test("an answer of another form, or with results left out, is an error", async () => {
  for (const result of [[], [{ success: false, results: [] }], [{ success: true, results: [{ n: [1, 2] }] }], null]) {
    const { ledger } = await standIn(() => Response.json({ success: true, errors: [], result }));
    await expect(ledger([sql("SELECT 1")])).rejects.toThrow("Cloudflare's API");
  }
});

test("says whether the database is there, where its data stay, and which migrations it lacks", async () => {
  const { readState, sqlite, asked } = await standIn();
  expect(await readState()).toEqual({ jurisdiction: "eu", waiting: migrationNames() });
  expect(asked[0]).toEqual({
    method: "GET",
    url: `${API}/accounts/account/d1/database/${DATABASE_ID}`,
    body: undefined,
  });

  sqlite.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)");
  for (const name of migrationNames()) sqlite.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
  expect(await readState()).toEqual({ jurisdiction: "eu", waiting: [] });

  const gone = await standIn(() => gone.failure(404, 7404, "The database could not be found"));
  expect(await gone.readState()).toBeNull();
  const anywhere = await standIn((call) =>
    call === 1 ? Response.json({ success: true, result: { name: "vaarkoers" } }) : undefined,
  );
  expect(await anywhere.readState()).toMatchObject({ jurisdiction: null });
  const refused = await standIn(() => refused.failure(403, 10000, "Authentication error"));
  await expect(refused.readState()).rejects.toThrow("403 Authentication error (10000)");
});

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
