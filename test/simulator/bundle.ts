import { execFile, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { type Plugin, rolldown } from "rolldown";
import { writeWhole } from "../../client/build/files.ts";
import { BUNDLE_OPTIONS } from "../../client/build/worker.ts";
import { migrationNames } from "../../kv-seed/migrations.ts";
import { type Edit, type Fault, plantAll, ROOT } from "../faults/planting.ts";

/** Bundles the shop and its simulator into one script, as the Worker is bundled, with these edits. Returns its path. */
export async function buildSimulator(edits: readonly Edit[] = [], name = "simulator"): Promise<string> {
  const own: Plugin = {
    name: "own-sources",
    load: {
      filter: { id: /\/(src|client|kv-seed)\/.*\.tsx?$/ },
      handler(path) {
        const file = relative(ROOT, path);
        if (file.startsWith("..") || file.startsWith("node_modules")) return null;
        // Sources use their own folder at run time, when they are in one script.
        const code = plantAll(file, edits).replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
        return { code, moduleType: path.endsWith("x") ? "tsx" : "ts" };
      },
    },
  };
  const { resolve: found, transform, plugins } = BUNDLE_OPTIONS;
  const bundle = await rolldown({
    ...BUNDLE_OPTIONS,
    platform: "node",
    input: join(ROOT, "test/simulator/run.ts"),
    external: [/^node:/, "wrangler", "svgo", "sharp", "subset-font", "rolldown", "lightningcss"],
    resolve: {
      ...found,
      alias: { ...found.alias, "cloudflare:workers": join(ROOT, "test/simulator/cloudflare-workers.ts") },
    },
    // The parts of a page that the checkout's machine uses.
    transform: {
      ...transform,
      define: {
        ...transform.define,
        ...(edits.some(({ file }) => file.endsWith(".sql"))
          ? { "process.env.LEDGER_MIGRATIONS": JSON.stringify(plantMigrations(edits, name)) }
          : {}),
        "window.Stripe": "globalThis.Stripe",
        "document.documentElement.dataset": "globalThis.pageDataset",
      },
    },
    plugins: [...plugins, own],
  });
  const { output } = await bundle.generate({ codeSplitting: false });
  const script = join(ROOT, `.build/simulator/${name}.mjs`);
  writeWhole(script, output[0].code);
  return script;
}

/** Copies the ledger's migrations with these edits. Returns the folder of the copy. */
function plantMigrations(edits: readonly Edit[], name: string): string {
  const copy = join(ROOT, `.build/simulator/${name}-migrations`);
  for (const migration of migrationNames())
    writeWhole(join(copy, migration), plantAll(`src/ledger/migrations/${migration}`, edits));
  return copy;
}

/** What a simulator says. `code`: 0 if every promise is kept. */
export async function runSimulator(script: string, args: readonly string[]) {
  return promisify(execFile)(process.execPath, [script, ...args], { maxBuffer: 2 ** 28 }).then(
    (said) => ({ ...said, code: 0 }),
    (said: { stdout: string; stderr: string; code: number }) => said,
  );
}

const PLANTED_SALES = 2_000;
/** A story that stands with a fault is told with this many seeds of its small delays: what shows it may depend on them. */
const PLANTED_CHANCES = 10;

/** The simulator's output about a fault in a copy of the shop; null if it found nothing. */
export async function findInSales({ name, edits, finds, seed, story }: Fault): Promise<string | null> {
  const script = await buildSimulator(edits, `fault-${crypto.randomUUID()}`);
  const sales = ["--sales", String(PLANTED_SALES), "--seed", String(seed), "--first"];
  const told = Array.from({ length: PLANTED_CHANCES }, (_, chance) => [
    "--story",
    JSON.stringify({ ...JSON.parse(story ?? "{}"), chance }),
  ]);
  const { stdout, stderr, code } = await runSimulator(script, story === undefined ? sales : told.flat());
  for (const made of [script, script.replace(/\.mjs$/, "-migrations")]) rmSync(made, { recursive: true, force: true });
  if (code !== 0 && !finds.test(stdout)) throw new Error(`"${name}" shows as something else:\n${stdout}${stderr}`);
  return code === 0 ? null : stdout;
}

/** `npm run simulate -- --sales 2000 --seed 1`. Needs a build. */
if (import.meta.main) {
  const { status } = spawnSync(process.execPath, [await buildSimulator(), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
