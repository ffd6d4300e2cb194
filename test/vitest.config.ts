import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { unstable_readConfig as readConfig } from "wrangler";

const ROOT = resolve(import.meta.dirname, "..");

/**
 * `npm run test:full` runs all cases, with other random values and another order of files each time. TEST_SEED repeats
 * such a run, and gives `npm test` other random values than usual.
 */
const FULL = process.env.TEST_FULL === "1";
// A seed by the machine's clock. Stored, because vitest reads this file once for each project, and all of them take one seed.
if (FULL) process.env.TEST_SEED ??= String(Date.now() % 1_000_000_000);
const { TEST_SEED } = process.env;
const SEED = Number(TEST_SEED ?? 22_11_2026);
const IS_RANDOM = TEST_SEED !== undefined;
if (IS_RANDOM) console.log(`Random values and the order of files: TEST_SEED=${SEED}`);

/** The moment at which the clock of each test stands (stopped-clock.ts): a Monday in winter, by day in the Netherlands. */
const NOW = process.env.TEST_NOW ?? "2026-11-23T10:00:00.000Z";

/** The slowest files, slowest first. By their size they would start late, and one worker would run them alone at the end. */
const LONGEST = [
  "worker/faults",
  "worker/gift-sale",
  "worker/after-sale",
  "worker/hostile-input",
  "worker/templates",
  "simulator/simulator",
  "kv-seed/local-kv",
  "outside-world/start",
  "browser/accessibility",
  "browser/account",
  "browser/checkout",
  "browser/islands",
  "browser/desk-screens",
  "browser/coming-back",
].map((name) => `/test/${name}.test.ts`);

/**
 * The slowest files first, or a random order. A worker keeps its shop and its browser until it gets a file of another project,
 * so the files of a project follow one another. Those of `node` are last: they are short, and end at about the same time.
 */
class InTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (IS_RANDOM) return files.toSorted(byChance).toSorted(byProject);
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return index < 0 ? LONGEST.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

const byProject = (one: TestSpecification, other: TestSpecification) =>
  one.project.name.localeCompare(other.project.name);
const drawn = ({ moduleId }: TestSpecification) => createHash("sha256").update(`${SEED} ${moduleId}`).digest("hex");
const byChance = (one: TestSpecification, other: TestSpecification) => drawn(one).localeCompare(drawn(other));

/**
 * Makes each import that waits until it is needed one at the start. For such an import the runner asks the process that serves
 * the sources, also for a module that it has, and requests that need the same one at the same moment wait for one answer.
 * workerd lets none but the first have it: the others hang.
 */
const IMPORT_AT_START = {
  name: "import-at-start",
  enforce: "post",
  transform(code: string, id: string) {
    if (!id.startsWith(resolve(ROOT, "src/"))) return null;
    const imports: string[] = [];
    const changed = code.replace(/\bimport\(("[^"]+")(?:,[^()]*)?\)/g, (_import, name: string) => {
      imports.push(`import * as later${imports.length} from ${name};`);
      return `Promise.resolve(later${imports.length - 1})`;
    });
    return imports.length === 0 ? null : { code: imports.join("") + changed, map: null };
  },
} as const;

/** The runtime gets each module with its source map; a package's is longer than its code. Nothing here reads a map of a package. */
const NO_MAPS_OF_PACKAGES = {
  name: "no-maps-of-packages",
  enforce: "post",
  // Vite keeps its own map of code that nothing has changed.
  transform: (code: string, id: string) =>
    id.includes("/node_modules/") ? { code: `${code}\n`, map: { mappings: "" } } : null,
} as const;

/** All files share one runtime, whose limiters reset with the machine's minutes: their limits are too high to be reached. */
function rateLimits() {
  type Limit = { name: string; namespace_id: string; simple: { limit: number; period: 10 | 60 } };
  const { ratelimits } = readConfig({ config: resolve(ROOT, "wrangler.toml") }) as { ratelimits: Limit[] };
  return Object.fromEntries(
    ratelimits.map(({ name, ...rest }) => [
      name,
      { ...rest, simple: { ...rest.simple, limit: Number.MAX_SAFE_INTEGER } },
    ]),
  );
}

/** The Worker's secrets, which are not in wrangler.toml. Tests of their absence remove them. */
const SECRETS = {
  ORDER_TOKEN_KEYS: `1:${"k".repeat(42)}A`,
  STRIPE_SECRET_KEY: "sk_test_worker",
  STRIPE_WEBHOOK_SECRET: "whsec_worker",
};

/** Long enough for a very busy machine: no test decides by the time that it takes. */
const LIMITS = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000, interval: 20 } } };

/**
 * A project whose files ask a shop in browsers, in a folder of its name. A worker keeps its shop and its browser for all
 * files that it runs (browser/test-shop.ts, browser/browser.ts).
 */
const inBrowsers = (name: string, groupOrder: number, more: object = {}) => ({
  root: ROOT,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    globalSetup: ["test/browser/global-setup.ts"],
    setupFiles: ["test/browser/fresh-shop.ts"],
    isolate: false,
    ...LIMITS,
    sequence: { groupOrder },
    ...more,
  },
});

/** `npm run test:browsers`: the shop in every browser that is installed, one at a time. */
const BROWSERS = inBrowsers("browsers", 2, { maxWorkers: 1 });
/** `npm run looks`: a picture of every screen, beside the one that was approved. */
const LOOKS = inBrowsers("looks", 3, { setupFiles: ["test/looks/fixed-world.ts", "test/browser/fresh-shop.ts"] });
/** `npm run test:orca`: what a screen reader says on five short ways. It must have the keyboard's focus for itself. */
const ORCA = inBrowsers("orca", 4, { maxWorkers: 1, testTimeout: 600_000 });

export default defineConfig({
  root: ROOT,
  test: {
    // For two cores: a worker with a browser waits for a part of its time.
    maxWorkers: 3,
    maxConcurrency: 2,
    sequence: { sequencer: InTurns },
    provide: {
      full: FULL,
      seed: SEED,
      now: NOW,
      migrations: await readD1Migrations(resolve(ROOT, "src/ledger/migrations")),
    },
    projects: [
      {
        root: ROOT,
        plugins: [
          IMPORT_AT_START,
          NO_MAPS_OF_PACKAGES,
          cloudflareTest({
            main: resolve(ROOT, "test/unbuilt-worker.ts"),
            wrangler: { configPath: resolve(ROOT, "wrangler.toml") },
            miniflare: { ratelimits: rateLimits(), bindings: SECRETS },
          }),
        ],
        // The production JSX runtime, as in the deployed bundle.
        oxc: { jsx: { runtime: "automatic", development: false } },
        test: {
          name: "worker",
          include: ["test/worker/**/*.test.{ts,tsx}"],
          setupFiles: ["test/stopped-clock.ts", "test/worker/seed.ts"],
          ...LIMITS,
          // React's production build, as in the deployed bundle.
          env: { NODE_ENV: "production" },
          // All files of a worker share one workerd, which reads the modules once. Each file stores the KV entries that
          // it needs.
          isolate: false,
          // Their hundred modules each are bundled: a module costs a question, whatever its size.
          deps: { optimizer: { ssr: { enabled: true, include: ["stripe", "zod", "zod/mini"] } } },
          // As many as there are cores, because these tests never wait.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root: ROOT,
        test: {
          name: "node",
          include: [
            "test/client/**/*.test.ts",
            "test/house/**/*.test.ts",
            "test/kv-seed/**/*.test.ts",
            "test/services/**/*.test.ts",
            "test/outside-world/**/*.test.ts",
            "test/simulator/**/*.test.ts",
          ],
          setupFiles: ["test/stopped-clock.ts"],
          isolate: false,
          ...LIMITS,
          sequence: { groupOrder: 1 },
        },
      },
      // Most objects of a test do not outlive it. With more room for new ones, V8 searches the old ones less often.
      inBrowsers("browser", 1, { execArgv: ["--max-semi-space-size=64"] }),
      ...(FULL || process.env.TEST_BROWSERS === "1" ? [BROWSERS] : []),
      ...(FULL || process.env.TEST_LOOKS === "1" ? [LOOKS] : []),
      ...(process.env.TEST_ORCA === "1" ? [ORCA] : []),
    ],
  },
});
