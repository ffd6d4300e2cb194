import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type * as miniflare from "miniflare";
import { seedNamespaces } from "../../kv-seed/seed.ts";
import { type Ledger, sql } from "../../src/server/database.ts";
import { freePort } from "../outside-world/ports.ts";
import { startOutsideWorld } from "../outside-world/server.ts";
import type { ShopSettings } from "./test-worker.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TEST_WORKER = join(ROOT, ".build/test-worker");
const OPTIONS = join(TEST_WORKER, "options.json");
const NAME = "vaarkoers";
/** The tables of what happens in the shop. The holidays are no data of it. */
const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'`;

/**
 * Starts the Worker with a fresh KV and an empty ledger in wrangler's own runtime, without the proxies and the watcher
 * of `wrangler dev`: a source that changes while tests run changes nothing. The Worker ends with this process.
 */
async function startTestShop() {
  const { convertV4MiniflareOptions, Miniflare } = createRequire(
    createRequire(import.meta.url).resolve("wrangler/package.json"),
  )("miniflare") as typeof miniflare;
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const world = await startOutsideWorld({ port: 0, shopOrigin: origin });
  // The tests' global setup has built it. A measurement that imports their list of pages has not.
  if (!existsSync(OPTIONS)) await (await import("./global-setup.ts")).default();
  const { statements, ...workerOptions } = JSON.parse(readFileSync(OPTIONS, "utf8")) as miniflare.V4MiniflareOptions & {
    bindings: object;
    statements: string[];
  };
  const names = readdirSync(TEST_WORKER).filter((name) => name.endsWith(".mjs"));
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: "localhost",
      port,
      cf: false,
      // The Postvak reads the mails there, and moves the clock.
      unsafeLocalExplorer: true,
      unsafeTriggerHandlers: true,
      // Where `wrangler dev` puts attachments.
      resourceTmpPath: join(ROOT, ".wrangler/tmp"),
      handleStructuredLogs: () => undefined,
      workers: [
        {
          ...workerOptions,
          name: NAME,
          modulesRoot: TEST_WORKER,
          // The first module is the entry.
          modules: names
            .sort((a, b) => Number(b === "worker.mjs") - Number(a === "worker.mjs"))
            .map((name) => ({
              type: "ESModule",
              path: join(TEST_WORKER, name),
              contents: readFileSync(join(TEST_WORKER, name), "utf8"),
            })),
          bindings: { ...workerOptions.bindings, ...world.vars(), SITE_ORIGIN: origin },
          stripCfConnectingIp: false,
        },
      ],
    } as miniflare.V4MiniflareOptions),
  );
  await runtime.ready;
  const [INTERSTITIALS, GIFTS] = await Promise.all(
    ["INTERSTITIALS", "GIFTS"].map((binding) => runtime.getKVNamespace(binding, NAME)),
  );
  await seedNamespaces({ INTERSTITIALS, GIFTS } as never, world.origin);
  const DB = await runtime.getD1Database("DB", NAME);
  await DB.batch(statements.map((statement) => DB.prepare(statement)));
  /** The Worker's, without its faults. Through the runtime's proxy each statement would be two calls that wait for each other. */
  const ledger: Ledger = async (statements) => {
    const response = await fetch(`${origin}/_ledger`, { method: "POST", body: JSON.stringify(statements) });
    if (!response.ok) throw new Error(`the ledger answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Awaited<ReturnType<Ledger>>;
  };
  const [tables = []] = await ledger([sql(TABLES)]);
  /** The settings of this shop that every test starts from; by default none differ from the shop's own. */
  const usual: ShopSettings = {};
  /** Replaces the settings; those that are not named are as usual again. */
  const set = async (settings: ShopSettings) => {
    await fetch(`${origin}/_shop`, { method: "POST", body: JSON.stringify({ ...usual, ...settings }) });
  };
  return {
    ...{ origin, world, ledger, usual, set },
    /** Makes it a shop in which nothing has happened: an empty ledger, a world without faults, and the usual settings. */
    async reset() {
      world.stripe.reset();
      world.auth.reset();
      await Promise.all([set({}), ledger(tables.map(({ name }) => sql(`DELETE FROM ${name}`)))]);
    },
  };
}

/** The shop of this vitest worker, for one file at a time. A second start follows if its port was taken meanwhile. */
export const shop = await startTestShop().catch(startTestShop);
