import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import { unstable_getMiniflareWorkerOptions as readOptions } from "wrangler";
import { buildWorker } from "../../client/build/worker.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/**
 * Builds the Worker of the tests (test-worker.ts), once for all that run them, and keeps what wrangler.toml says of it and the
 * statements of the ledger's migrations: to load wrangler takes each process a second.
 */
export default async function setup(): Promise<void> {
  const built = join(ROOT, ".build/test-worker");
  await buildWorker("test/browser/test-worker.ts", built);
  const { workerOptions } = readOptions(join(ROOT, "wrangler.toml"));
  const migrations = await readD1Migrations(join(ROOT, "src/ledger/migrations"));
  const statements = migrations.flatMap(({ queries }) => queries);
  writeFileSync(join(built, "options.json"), JSON.stringify({ ...workerOptions, statements }));
}
