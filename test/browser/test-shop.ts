import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { KVNamespace } from "@cloudflare/workers-types";
import type * as miniflare from "miniflare";
import { seedNamespaces } from "../../kv-seed/seed.ts";
import { freePort } from "../outside-world/ports.ts";
import { type OutsideWorld, startOutsideWorld } from "../outside-world/server.ts";
import buildTestWorker, { TEST_WORKER } from "./global-setup.ts";
import type { ShopSettings } from "./test-worker.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const NAME = "vaarkoers";

export type TestShop = {
  origin: string;
  world: OutsideWorld;
  /** Its orders in KV. */
  orders: KVNamespace;
  /** The settings of this shop that every test starts from; by default none differ from the shop's own. */
  usual: ShopSettings;
  /** Says what is not as usual; everything else is as usual again. */
  set(settings: ShopSettings): Promise<void>;
};

/**
 * The Worker with a fresh KV in wrangler's own runtime, without the proxies of `wrangler dev` and its watcher: a change of
 * a source while tests run changes nothing. It ends with this process.
 */
async function startTestShop(): Promise<TestShop> {
  const { unstable_getMiniflareWorkerOptions: readOptions } = await import("wrangler");
  const { convertV4MiniflareOptions, Miniflare } = createRequire(
    createRequire(import.meta.url).resolve("wrangler/package.json"),
  )("miniflare") as typeof miniflare;
  const { workerOptions } = readOptions(join(ROOT, "wrangler.toml"));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const world = await startOutsideWorld({ port: 0, shopOrigin: origin });
  // Tests have built it; a measurement that takes its list of pages from theirs has not.
  if (!existsSync(TEST_WORKER)) await buildTestWorker();
  const names = readdirSync(TEST_WORKER).filter((name) => name.endsWith(".mjs"));
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: "localhost",
      port,
      cf: false,
      // The Postvak reads there what was mailed.
      unsafeLocalExplorer: true,
      // Where `wrangler dev` puts what was attached.
      resourceTmpPath: join(ROOT, ".wrangler/tmp"),
      handleStructuredLogs: () => undefined,
      workers: [
        {
          ...workerOptions,
          name: NAME,
          modulesRoot: TEST_WORKER,
          // The entry is the first.
          modules: names
            .sort((a, b) => Number(b === "worker.mjs") - Number(a === "worker.mjs"))
            .map((name) => ({
              type: "ESModule",
              path: join(TEST_WORKER, name),
              contents: readFileSync(join(TEST_WORKER, name), "utf8"),
            })),
          bindings: { ...(workerOptions.bindings as object), ...world.vars(), SITE_ORIGIN: origin },
          stripCfConnectingIp: false,
        },
      ],
    } as miniflare.V4MiniflareOptions),
  );
  await runtime.ready;
  const [INTERSTITIALS, GIFTS, ORDERS] = await Promise.all(
    ["INTERSTITIALS", "GIFTS", "ORDERS"].map((binding) => runtime.getKVNamespace(binding, NAME)),
  );
  await seedNamespaces({ INTERSTITIALS, GIFTS } as never, world.origin);
  const usual: ShopSettings = {};
  return {
    origin,
    world,
    orders: ORDERS as never,
    usual,
    async set(settings) {
      await fetch(`${origin}/_shop`, { method: "POST", body: JSON.stringify({ ...usual, ...settings }) });
    },
  };
}

/** The shop of this vitest worker: a file has it to itself while it runs. Its port may be taken by the time it starts. */
export const shop = await startTestShop().catch(startTestShop);
