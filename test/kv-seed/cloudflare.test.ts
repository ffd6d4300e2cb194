import { expect, test } from "vitest";
import { openCloudflareKv } from "../../kv-seed/cloudflare-kv.ts";
import { openCloudflareLedger, readDatabaseState } from "../../kv-seed/database.ts";
import { migrationNames } from "../../kv-seed/migrations.ts";
import { oweMail, readMail } from "../../src/ledger/mails.ts";
import { type Ledger, sql } from "../../src/server/database.ts";
import type { KvEntry } from "../../src/server/kv-store.ts";
import { openD1 } from "../d1-on-node.ts";
import { DATABASE_ID, writeProductionConfig } from "./production-config.ts";
import { temporaryFolder } from "./tool.ts";

/**
 * KV and the ledger at Cloudflare, with a stand-in for its API: addresses, bodies and answers are those of the API's pages, and
 * of the calls of the pinned wrangler. Nothing here was tried at Cloudflare itself.
 */

const folder = temporaryFolder();
const API = "https://api.example/client/v4";

type Asked = { method: string; path: string; body: unknown; authorization: string | null };

const answer = (result: unknown, more: object = {}) =>
  Response.json({ success: true, errors: [], messages: [], result, ...more });
const failure = (status: number, code: number, message: string) =>
  Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status });
const badGateway = () => new Response("bad gateway", { status: 502 });

/** A namespace with these entries, and a database. `refuse` may answer a call instead, by its number. */
async function standIn(
  refuse: (call: number, asked: Asked) => Response | "lost" | undefined = () => undefined,
  entries = new Map<string, KvEntry>(),
) {
  const { DB, sqlite } = openD1();
  const asked: Asked[] = [];
  const waited: number[] = [];

  async function query({ batch }: { batch: { sql: string; params: unknown[] }[] }): Promise<Response> {
    try {
      return answer(await DB.batch(batch.map((one) => DB.prepare(one.sql).bind(...one.params))));
    } catch (error) {
      return failure(400, 7500, (error as Error).message);
    }
  }

  async function callKv(path: string, body: unknown, parameters: URLSearchParams): Promise<Response> {
    if (path.endsWith("/keys")) {
      const names = [...entries.keys()].filter((name) => name.startsWith(parameters.get("prefix") ?? "")).sort();
      const start = Number(parameters.get("cursor") ?? 0);
      const end = start + Number(parameters.get("limit"));
      const page = names.slice(start, end).map((name) => ({ name, metadata: entries.get(name)?.metadata }));
      return answer(page, { result_info: { count: page.length, cursor: end < names.length ? String(end) : "" } });
    }
    if (path.endsWith("/bulk/get")) {
      const { keys } = body as { keys: readonly string[] };
      if (keys.length > 100) return new Response("too many", { status: 400 });
      return answer({ values: Object.fromEntries(keys.map((key) => [key, entries.get(key)?.value ?? null])) });
    }
    if (path.endsWith("/bulk/delete")) for (const key of body as readonly string[]) entries.delete(key);
    else for (const entry of body as readonly KvEntry[]) entries.set(entry.key, entry);
    return answer({ successful_key_count: 1, unsuccessful_keys: [] });
  }

  const fetchApi: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const path = String(input).replace(`${API}/accounts/account`, "").replace(/\?.*/, "");
    const body = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    const authorization = new Headers(init?.headers).get("authorization");
    const call: Asked = { method: init?.method ?? "", path, body, authorization };
    asked.push(call);
    const refused = refuse(asked.length, call);
    if (refused instanceof Response) return refused;
    const isKv = path.startsWith("/storage/kv/");
    const made = isKv ? callKv(path, body, url.searchParams) : body === undefined ? null : query(body);
    const answered = (await made) ?? answer({ name: "vaarkoers", jurisdiction: "eu" });
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
    store: openCloudflareKv(target, parts).store("GIFTS"),
    sqlite,
    asked,
    waited,
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
  expect(asked[0]).toMatchObject({
    method: "POST",
    path: `/d1/database/${DATABASE_ID}/query`,
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

  const away = await standIn(badGateway);
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
  expect(asked[0]).toMatchObject({ method: "GET", path: `/d1/database/${DATABASE_ID}`, body: undefined });

  sqlite.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)");
  for (const name of migrationNames()) sqlite.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
  expect(await readState()).toEqual({ jurisdiction: "eu", waiting: [] });

  const gone = await standIn(() => failure(404, 7404, "The database could not be found"));
  expect(await gone.readState()).toBeNull();
  const anywhere = await standIn((call) =>
    call === 1 ? Response.json({ success: true, result: { name: "vaarkoers" } }) : undefined,
  );
  expect(await anywhere.readState()).toMatchObject({ jurisdiction: null });
  const refused = await standIn(() => failure(403, 10000, "Authentication error"));
  await expect(refused.readState()).rejects.toThrow("403 Authentication error (10000)");
});

function sales(count: number): Map<string, KvEntry> {
  const keys = Array.from({ length: count }, (_, index) => `pi_${String(index).padStart(5, "0")}`);
  return new Map(keys.map((key) => [key, { key, value: `value of ${key}`, metadata: { paidAt: "2026-07-01" } }]));
}

test("lists every page, reads a hundred keys a call, and leaves out what does not exist", async () => {
  const entries = sales(2050);
  const { store, asked } = await standIn(undefined, entries);
  const keys = (await store.list("pi_")).map(({ name }) => name);
  expect(keys).toEqual([...entries.keys()]);
  expect(asked).toHaveLength(3);
  const values = await store.get([...keys, "pi_none"]);
  expect(values).toEqual(new Map([...entries].map(([key, { value }]) => [key, value])));
  expect(asked).toHaveLength(3 + 21);
  for (const { authorization } of asked) expect(authorization).toBe("Bearer token");
});

test("writes and removes in bulk", async () => {
  const entries = sales(2);
  const { store, asked } = await standIn(undefined, entries);
  await store.write([{ key: "pi_new", value: "{}", expiration: 2_000_000_000 }]);
  await store.delete(["pi_00000", "pi_00001"]);
  expect([...entries.keys()]).toEqual(["pi_new"]);
  expect(asked.map(({ method, path }) => `${method} ${path.replace(/.*(?=\/bulk)/, "")}`)).toEqual([
    "PUT /bulk",
    "POST /bulk/delete",
  ]);
  await store.write([]);
  expect(asked).toHaveLength(2);
});

test("waits when there were too many calls, as long as the answer says", async () => {
  const slow = (headers = {}) => new Response("slow down", { status: 429, headers });
  const refuse = (call: number) => [slow({ "retry-after": "7" }), slow()][call - 1];
  const { store, waited } = await standIn(refuse, sales(1));
  expect((await store.get(["pi_00000"])).size).toBe(1);
  expect(waited).toEqual([7000, 4000]);
});

test("says in Cloudflare's words what was refused, and what could not be written", async () => {
  const refused = await standIn(() => failure(403, 10000, "Authentication error"));
  await expect(refused.store.list()).rejects.toThrow("403 Authentication error (10000)");
  expect(refused.asked).toHaveLength(1);
  const partly = await standIn(() => answer({ successful_key_count: 0, unsuccessful_keys: ["a"] }));
  await expect(partly.store.write([{ key: "a", value: "b" }])).rejects.toThrow("could not write 1 of the keys");
  const down = await standIn(badGateway);
  await expect(down.store.get(["a"])).rejects.toThrow("502 bad gateway");
  expect(down.waited).toHaveLength(3);
});
