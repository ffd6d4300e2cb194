import { execFile } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { DATA_FOLDER } from "../../kv-seed/data-files.ts";
import { openLedger } from "../../kv-seed/database.ts";
import { localBindingsOf, openLocalKv, withLocalBindings } from "../../kv-seed/local-kv.ts";
import { migrationNames } from "../../kv-seed/migrations.ts";
import { seedNamespaces } from "../../kv-seed/seed.ts";
import { type KvTarget, PlatformError, PROJECT_ROOT } from "../../kv-seed/wrangler.ts";
import { sql } from "../../src/server/database.ts";
import { FULL } from "../full.ts";
import { printed, runTool, TODAY, temporaryFolder } from "./tool.ts";

/**
 * Commands against a real local KV, through wrangler, in a temporary folder. Each start of wrangler takes seconds, so these tests
 * build on each other and run in order, and most share one start; everything that needs no wrangler is tested beside this file.
 */

const folder = temporaryFolder();
const file = join(folder, "interstitials.json");
const target: KvTarget = { remote: false, persistTo: join(folder, "state") };

/** Runs a command on that folder. It uses the bindings that `target` has opened, and leaves them open. */
function runLocal(...args: readonly string[]) {
  const shared = (asked: KvTarget) => {
    expect(asked).toEqual(target);
    return { ...openLocalKv(target), ...openLedger(target), close: async () => {} };
  };
  return runTool([...args, "--persist-to", target.persistTo ?? ""], { openKv: shared, openLedger: shared });
}

const seed = async () => seedNamespaces(await localBindingsOf(target), "http://localhost:8788");

test("the seed fills an empty local KV with exactly the files", async () => {
  const before = process.env.WRANGLER_LOG;
  expect(await seed()).toEqual({ INTERSTITIALS: "seeded", GIFTS: "seeded" });
  // Opened once; what wrangler says of it later is for whoever starts it.
  expect(await localBindingsOf(target)).toBe(await localBindingsOf(target));
  expect(process.env.WRANGLER_LOG).toBe(before);
  for (const name of ["gifts", "interstitials"])
    expect(await runLocal("push", "--dry-run", join(DATA_FOLDER, `${name}.json`))).toEqual(
      printed(0, "nothing to change"),
    );
});

test("push adds, changes and removes in KV", async () => {
  const kept = {
    key: "bridge-19incl-vb1",
    value: JSON.stringify({ target: "http://localhost:8788/cursus/kvb1", price: 19 }),
  };
  const changed = { key: "bridge-59incl-vb1", value: JSON.stringify({ target: "https://course.example/é🎁" }) };
  const added = { key: "extra-page", value: JSON.stringify({ target: "https://course.example/extra" }) };
  await writeFile(file, JSON.stringify([changed, kept, { ...added, metadata: { issued: "2026-07-15" } }]));
  expect(await runLocal("push", file, "--yes")).toEqual(printed(0, "INTERSTITIALS: 2 written, 12 removed"));
});

test("the seed never writes over what an operator changed", async () => {
  expect(await seed()).toEqual({ INTERSTITIALS: "kept", GIFTS: "kept" });
});

const EXPIRING = { expiration: Date.parse("2038-01-01") / 1000 };
test("pull writes KV to a sorted file and names what the shop cannot read", async () => {
  // Somebody could do this with a plain `wrangler kv key put`.
  await (await localBindingsOf(target)).INTERSTITIALS.put("bridge-29incl-vb1", "{oops", EXPIRING);
  const run = await runLocal("pull", file);
  expect(run.exitCode).toBe(0);
  expect(run.notes).toBe("warning  INTERSTITIALS: bridge-29incl-vb1: not JSON");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toMatchSnapshot();
});

test("the ledger has its tables, beside KV", async () => {
  const { ledger, close } = openLedger(target);
  await ledger([sql("INSERT INTO erasures VALUES ('pi_1', ?1)", TODAY.toISOString())]);
  await expect(ledger([sql("DELETE FROM erasures"), sql("SELECT * FROM nowhere")])).rejects.toMatchObject({
    name: "PlatformError",
    message: expect.stringContaining("the local database: Error: D1_ERROR: no such table: nowhere"),
  });
  expect(await ledger([sql("SELECT * FROM erasures")])).toEqual([
    [{ intent_id: "pi_1", erased_at: TODAY.toISOString() }],
  ]);
  await close();
  // As a person runs it: it opens what it needs by itself, and closes it.
  const run = await runTool(["pull", file, "--persist-to", target.persistTo ?? ""]);
  expect([run.exitCode, (await stat(file)).size > 0]).toEqual([0, true]);
});

// Each of its starts takes ten seconds. The tool's own migrations make the tables of every other test of it.
describe.runIf(FULL)("wrangler's migrations", () => {
  const wrangler = async (command: string, folderOfState: string) => {
    const bin = join(PROJECT_ROOT, "node_modules", "wrangler", "bin", "wrangler.js");
    const words = ["d1", "migrations", command, "DB", "--local", "--persist-to", folderOfState];
    const options = { cwd: PROJECT_ROOT, env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "1" } };
    return (await promisify(execFile)(process.execPath, [bin, ...words], options)).stdout;
  };

  /** The database's tables, however they were spelled, and what was applied. */
  const readState = (folderOfState: string) =>
    withLocalBindings({ persistTo: folderOfState }, async ({ DB }) => {
      const tables = await DB.prepare("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name").all();
      const applied = await DB.prepare("SELECT id, name FROM d1_migrations").all();
      return {
        tables: tables.results.map(({ sql }) => String(sql).replaceAll(/["\s]/g, "")),
        applied: applied.results,
      };
    });

  const databases = async (folderOfState: string) =>
    (await readdir(folderOfState, { recursive: true })).filter((name) => /\bd1\b.*\.sqlite$/.test(name));

  test("leave the tool's nothing to do, and make the same", async () => {
    const other = join(folder, "other");
    expect(await wrangler("apply", other)).toContain("0001_ledger.sql");
    const before = await databases(other);
    const made = await readState(other);
    expect(await databases(other), "the tool opens wrangler's own").toEqual(before);
    expect(made.applied).toEqual(migrationNames().map((name, index) => ({ id: index + 1, name })));
    expect(made).toEqual(await readState(target.persistTo ?? ""));
  });
});

test("what wrangler refuses is an error with wrangler's own words", async () => {
  const elsewhere = openLocalKv({ remote: false, env: "nowhere" }).store("GIFTS");
  const failure = await elsewhere.list().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PlatformError);
  expect(String(failure)).toContain('No environment found in configuration with name "nowhere"');
  expect(String(failure)).not.toContain("Logs were written");
});
