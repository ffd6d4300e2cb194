import { expect, test, vi } from "vitest";
import { openCloudflareKv } from "../../kv-seed/cloudflare-kv.ts";
import { openCloudflareLedger, readDatabaseState } from "../../kv-seed/database.ts";
import { migrationNames } from "../../kv-seed/migrations.ts";
import { listSecretNames, readCloudflareLogin, sendTestMail } from "../../kv-seed/wrangler.ts";
import { oweMail, readMail } from "../../src/ledger/mails.ts";
import { type Ledger, ledgerOf, sql } from "../../src/server/database.ts";
import type { KvEntry } from "../../src/server/kv-store.ts";
import { openD1 } from "../d1-on-node.ts";
import { inLines } from "../worker/document.ts";
import { writeProductionConfig } from "./production-config.ts";
import { temporaryFolder } from "./tool.ts";

/**
 * KV and the ledger at Cloudflare, with a stand-in for its API: addresses, bodies and answers are those of the API's pages, and
 * of the calls of the pinned wrangler. Nothing here was tried at Cloudflare itself.
 */

const folder = temporaryFolder();
const API = "https://api.example/client/v4";

type Refuse = (call: number) => Response | "lost" | undefined;
type Asked = { method: string; path: string; body: unknown; headers: unknown };

const answer = (result: unknown, more: object = {}) =>
  Response.json({ success: true, errors: [], messages: [], result, ...more });
const failure = (status: number, code: number, message: string) =>
  Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status });

/** A namespace with these entries, and a database. `refuse` may answer a call instead, by its number. */
async function standIn(refuse: Refuse = allowed, entries = new Map<string, KvEntry>()) {
  const { DB, sqlite } = openD1();
  const asked: Asked[] = [];
  const waited: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => AbortSignal.any(ms < 999 ? [AbortSignal.abort()] : []));

  async function query({ batch }: { batch: { sql: string; params: unknown[] }[] }): Promise<Response> {
    try {
      return answer(await DB.batch(batch.map((one) => DB.prepare(one.sql).bind(...one.params))));
    } catch (error) {
      return failure(400, 7500, (error as Error).message);
    }
  }

  async function callKv(path: string, body: unknown, parameters: URLSearchParams): Promise<Response> {
    if (path.endsWith("/keys")) {
      const found = [...entries.values()].filter(({ key }) => key.startsWith(parameters.get("prefix") ?? ""));
      const start = Number(parameters.get("cursor") ?? 0);
      const end = start + Number(parameters.get("limit"));
      const page = found.slice(start, end).map(({ key, value: _value, ...rest }) => ({ name: key, ...rest }));
      return answer(page, { result_info: { count: page.length, cursor: end < found.length ? String(end) : "" } });
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
    asked.push({ method: init?.method ?? "", path, body, headers: init?.headers });
    const refused = refuse(asked.length);
    if (refused instanceof Response) return refused;
    const isKv = path.startsWith("/storage/kv/");
    const made = isKv ? callKv(path, body, url.searchParams) : body === undefined ? null : query(body);
    const answered = (await made) ?? answer({ name: "vaarkoers", jurisdiction: "eu" });
    if (refused === "lost" || init?.signal?.aborted) throw new Error("socket hang up");
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
    DB,
    sqlite,
    asked,
    waited,
  };
}

type World = Awaited<ReturnType<typeof standIn>>;
const NAME = { kind: "receipt", about: "wd_1", version: "" } as const;
const owed = (about: string, detail?: string) => oweMail({ ...NAME, about }, "2026-07-01T10:00:00.000Z", detail);
const countMails = (ledger: Ledger) => ledger([sql("SELECT count(*) AS n FROM mails")]);
const sales = (count: number): KvEntry[] =>
  Array.from({ length: count }, (_, index) => `pi_${String(index).padStart(5, "0")}`).map((key) => ({
    ...{ key, value: `value of ${key}`, metadata: { intentId: key }, expiration: 2_000_000_000 },
  }));

const away = () => new Response("bad gateway", { status: 502 });
const forbidden = () => failure(403, 10000, "Authentication error");
const slow = (headers = {}) => new Response("slow down", { status: 429, headers });
const database = (result: unknown) => () => Response.json({ success: true, errors: [], result });

const once = (answered: Response | "lost") => (call: number) => (call === 1 ? answered : undefined);
const allowed: Refuse = () => undefined;
const gone = () => failure(404, 7404, "The database could not be found");
const unwritten = () => answer({ successful_key_count: 0, unsuccessful_keys: ["a"] });
const FORMS = [[], [{ success: false, results: [] }], [{ success: true, results: [{ n: [1, 2] }] }], null];
const ASK = ({ ledger }: World) => ledger([sql("SELECT 1")]);
const STATE = ({ readState }: World) => readState();
const BROKEN = ({ ledger }: World) => ledger([owed("wd_1"), sql("UPDATE mails SET attempts = 1, claim = ?1", "lost")]);
async function applied(world: World) {
  world.sqlite.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)");
  for (const name of migrationNames()) world.sqlite.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
  return world.readState();
}
async function listAndRead({ store }: World) {
  const listed = await store.list("pi_");
  const keys = listed.map(({ name }) => name);
  const values = await store.get([...keys, "pi_none"]);
  const isRight = keys.every((key) => values.get(key) === `value of ${key}`);
  return { listed: [listed.length, listed[0], listed.at(-1)], read: [values.size, isRight] };
}
async function writeAndRemove({ store }: World) {
  await store.write([{ key: "pi_new", value: "{}", expiration: 2_000_000_000 }]);
  await store.delete(["pi_00000", "pi_00001"]);
  await store.write([]);
  return (await store.list()).map(({ name }) => name);
}

/** What is asked for, what the API answers to a call instead, and of how many entries. */
test.each<[string, (at: World) => Promise<unknown>, Refuse?, number?]>([
  [
    "the Worker's own statements run through the API, a call each",
    async ({ ledger }) => [await ledger([owed("wd_1"), owed("wd_2", "held")]), await readMail(ledger, NAME)],
  ],
  ["a call of several statements is one transaction, and what was refused is said in the database's words", BROKEN],
  ["a call whose answer was lost is made again", ({ ledger }: World) => ledger([owed("wd_1")]), once("lost")],
  ["a database that stays away is named", ASK, away],
  ...FORMS.map((result): [string, typeof ASK, Refuse] => [
    `an answer of another form, or with results left out, is an error: ${JSON.stringify(result)}`,
    ...([ASK, database(result)] as const),
  ]),
  ["says where the database's data stay, and which migrations it lacks", STATE],
  ["has no migration to wait for where all were applied", applied],
  ["knows a database that is gone", STATE, gone],
  ["knows a database without a place", STATE, once(database({ name: "vaarkoers" })())],
  ["says who may not ask for the database", STATE, forbidden],
  ["lists every page, reads a hundred keys a call, and leaves out what does not exist", listAndRead, allowed, 2050],
  ["writes and removes in bulk, and asks nothing for nothing", writeAndRemove, allowed, 2],
  [
    "waits when there were too many calls, as long as the answer says",
    ({ store }) => store.get(["pi_00000"]),
    (call) => [slow({ "retry-after": "7" }), slow({ "retry-after": "86400" }), slow()][call - 1],
    1,
  ],
  ["says in Cloudflare's words what was refused", ({ store }) => store.list(), () => failure(200, 10000, "No")],
  ["says what could not be written", ({ store }) => store.write([{ key: "a", value: "b" }]), unwritten],
  ["says that KV stays away", ({ store }) => store.get(["a"]), away],
])("%s", async (_title, act, refuse, count = 0) => {
  const at = await standIn(refuse, new Map(sales(count).map((entry) => [entry.key, entry])));
  const end = await act(at).catch((error: Error) => `${error.name}: ${error.message}`);
  const calls = at.asked.map(
    ({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)?.slice(0, 60) ?? ""}`,
  );
  for (const { body, headers } of at.asked)
    expect(headers).toEqual({ authorization: "Bearer token", ...(body ? { "content-type": "application/json" } : {}) });
  const mails = (await countMails(ledgerOf(at)))[0]?.[0]?.n;
  const ended = `${JSON.stringify(end instanceof Map ? [...end] : end)}`.replace(
    JSON.stringify(migrationNames()),
    '"all"',
  );
  expect(inLines([ended, ...calls, `waited: ${at.waited.join(", ")}`, `mails: ${mails}`])).toMatchSnapshot();
});

const TOKEN = '{"token":"t"}';

/** What wrangler prints of the login, and the accounts that this has. */
test.each<[string, string, string, string?]>([
  ["the only account, behind a remark", `▲ [WARNING] an old version\n${TOKEN}`, "Shop"],
  ["a key instead of a token", '{"type":"api_key","key":"k","email":"jan@example.nl"}', "Shop"],
  ["several accounts", TOKEN, "Shop Other"],
  ["several accounts, one of them named", TOKEN, "Shop Other", "id-1"],
  ["what is no JSON", "You are not logged in", "Shop"],
])("whose login it is: %s", async (_title, login, names, named) => {
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", named);
  const accounts = names.split(" ").map((name, index) => ({ id: `id-${index}`, name }));
  const run = async ([command]: readonly string[]) => (command === "auth" ? login : JSON.stringify({ accounts }));
  const target = { remote: true, env: "production", config: await writeProductionConfig(folder) };
  expect(await readCloudflareLogin(target, run).catch(String)).toMatchSnapshot();
});

test("the secrets of an environment are those of its own Worker, a test mail goes to the owner, and what fails is an error", async () => {
  const run = vi.fn(async (args: readonly string[]) => JSON.stringify([{ name: args.join(" ") }]));
  expect(await listSecretNames({ remote: true, env: "e" }, run)).toEqual(["secret list --format json --env e"]);
  await sendTestMail("order@shop.example", "owner@home.example", run);
  expect(run.mock.lastCall?.[0]).toMatchSnapshot();
  vi.stubGlobal("process", { ...process, execPath: "false" });
  await expect(sendTestMail("order@shop.example", "owner@home.example")).rejects.toThrow("failed (exit code 1)");
});

// How often a call is made again: worker/withdrawal.test.ts and worker/ledger.test.ts. How long it may take: worker/faults.test.ts.
test("a call that succeeds leaves no timer", async () => {
  vi.useFakeTimers();
  expect(await ledgerOf(openD1())([sql("SELECT 1 AS one")])).toEqual([[{ one: 1 }]]);
  expect(vi.getTimerCount()).toBe(0);
});
