import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import { createVitest, type TestSpecification, type Vitest } from "vitest/node";
import { findInSales } from "../simulator/bundle.ts";
import { areaNames, type Fault, plantAll, ROOT, readArea } from "./planting.ts";

/**
 * `npm run test:faults -- withdrawal`: puts each fault of an area into a copy of the repository, one at a time, and runs the
 * area's tests until one fails. A second argument is a part of a fault's name. Needs a build.
 */

const COPIES = join(ROOT, ".build/faults");
/** What the tests need and git does not have. */
const BUILT = [
  ...readdirSync(join(ROOT, "assets"))
    .filter((name) => /^build|\.pdf$/.test(name))
    .map((name) => `assets/${name}`),
  ".build/pages",
  ".build/pages.ts",
  ".build/documents.json",
  ".build/exam",
  ".build/manifest.json",
  ".build/worker",
];
function copyRepository(copy: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const path of [...listed.split("\0"), ...BUILT]) {
    if (path === "" || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
}

const builders: Readonly<Record<string, readonly string[]>> = {
  nothing: [],
  worker: ["client/build/worker.ts"],
  all: ["client/build/client.ts", "client/build/worker.ts"],
};
/** Builds the Worker of browser tests, which names the client's files. Vitest does so once, before all runs. */
const BUILD_TEST_WORKER = ["--eval", 'import("./test/browser/global-setup.ts").then((made) => made.default())'];

async function findByTests(
  copy: string,
  faults: readonly Fault[],
  tell: (fault: Fault, finder: string | null) => void,
): Promise<void> {
  copyRepository(copy);
  process.chdir(copy);
  // Miniflare asks Cloudflare where it is; it must not wait for an answer.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const vitest = await createVitest("test", {
    root: copy,
    config: join(copy, "test/vitest.config.ts"),
    watch: false,
    bail: 1,
    reporters: [{}],
  });
  const build = ({ builds }: Fault) => {
    const scripts = (builders[builds] ?? []).map((script) => [script]);
    vitest.invalidateFile(join(copy, ".build/manifest.json"));
    return [...scripts, ...(builds === "all" ? [BUILD_TEST_WORKER] : [])].every(
      (args) => spawnSync(process.execPath, args, { cwd: copy }).status === 0,
    );
  };
  let group = "";
  let specs: TestSpecification[] = [];
  for (const fault of faults) {
    if (fault.tests.join(" ") !== group) {
      group = fault.tests.join(" ");
      specs = await vitest.globTestSpecifications([...fault.tests]);
      const missing = fault.tests.filter((name) => !specs.some(({ moduleId }) => moduleId.includes(name)));
      const first =
        missing.length > 0
          ? `there is no ${missing.join(" ")}`
          : build(fault)
            ? await finderOf(vitest, specs)
            : "no build";
      if (first !== null) throw new Error(`without a fault: ${first}`);
    }
    const files = [...new Set(fault.edits.map(({ file }) => file))];
    const originals = new Map(files.map((file) => [file, readFileSync(join(copy, file), "utf8")]));
    const write = (edits: Fault["edits"]) => {
      for (const file of files) {
        writeFileSync(join(copy, file), plantAll(file, edits, originals.get(file)));
        vitest.invalidateFile(join(copy, file));
      }
    };
    write(fault.edits);
    tell(fault, build(fault) ? await finderOf(vitest, specs) : "the build");
    write([]);
  }
  await vitest.close();
}

/** The first test that fails, or what else went wrong; null if all pass. */
async function finderOf(vitest: Vitest, specs: TestSpecification[]): Promise<string | null> {
  // The Worker's tests are given its tables, which may have the fault.
  const migrations = await readD1Migrations(join(vitest.config.root, "src/ledger/migrations"));
  for (const project of vitest.projects) project.provide("migrations", migrations);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs, false);
  const asked = new Set(specs.map(({ moduleId }) => moduleId));
  for (const module of testModules.filter(({ moduleId }) => asked.has(moduleId))) {
    for (const test of module.children.allTests("failed"))
      return `${module.relativeModuleId}: ${test.fullName}: ${test.result().errors?.[0]?.message}`;
    const [error] = module.errors();
    if (error !== undefined) return `${module.relativeModuleId}: ${error.message}`;
  }
  return unhandledErrors.length > 0 ? String(unhandledErrors[0]) : null;
}

async function findInArea(name: string, part: string): Promise<number> {
  const faults = readArea(name).filter((fault) => fault.name.includes(part));
  let missed = 0;
  const tell = (fault: Fault, finder: string | null) => {
    if (finder === null) missed += 1;
    const [by = ""] = (finder ?? "").split("\n");
    console.log(finder === null ? `NOT FOUND ${fault.name}` : `found     ${fault.name}\n          ${by.slice(0, 160)}`);
  };
  const byTests = faults.filter(({ tests }) => tests.length > 0);
  // A copy of its own, so that an area may be looked at by several runs.
  const copy = join(COPIES, `${name}-${process.pid}`);
  if (byTests.length > 0) await findByTests(copy, byTests, tell);
  process.chdir(ROOT);
  rmSync(copy, { recursive: true, force: true });
  for (const fault of faults.filter(({ tests }) => tests.length === 0)) {
    const said = await findInSales(fault).catch((error: Error) => {
      console.log(error.message);
      return null;
    });
    tell(fault, said?.match(/^Broken: .*/m)?.[0] ?? null);
  }
  console.log(`${name}: ${faults.length - missed} of ${faults.length} found`);
  return missed;
}

if (import.meta.main) {
  const [name = "", part = ""] = process.argv.slice(2);
  const isKnown = areaNames().includes(name);
  if (!isKnown) console.error(`Name one of: ${areaNames().join(" ")}`);
  process.exitCode = isKnown && (await findInArea(name, part)) === 0 ? 0 : 1;
}
