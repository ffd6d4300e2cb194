import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createVitest, type TestSpecification, type Vitest } from "vitest/node";
import { findInSales } from "../simulator/bundle.ts";
import { type Area, areaNames, type Fault, plantAll, readArea } from "./planting.ts";

/**
 * `npm run test:faults -- withdrawal`: puts each fault of an area into a copy of the repository, one at a time, and runs the
 * area's tests until one fails. A second argument is a part of a fault's name. Needs a build.
 */

const ROOT = resolve(import.meta.dirname, "../..");
const COPY = join(ROOT, ".build/faults");
/** What the tests need and git does not have. */
const BUILT = [
  "assets/build",
  ".build/pages",
  ".build/pages.ts",
  ".build/documents.json",
  ".build/manifest.json",
  ".build/worker",
];
/** Copies the repository as it stands, with what was built. The approved pictures are left out. */
function copyRepository(): void {
  rmSync(COPY, { recursive: true, force: true });
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const path of [...listed.split("\0"), ...BUILT]) {
    if (path === "" || path.startsWith("test/looks/approved/") || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(COPY, path)), { recursive: true });
    cpSync(join(ROOT, path), join(COPY, path), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(COPY, "node_modules"));
}

const builders = {
  nothing: [],
  worker: ["client/build/worker.ts"],
  all: ["client/build/client.ts", "client/build/worker.ts"],
};

async function findByTests(
  area: Area,
  faults: readonly Fault[],
  tell: (fault: Fault, finder: string | null) => void,
): Promise<void> {
  copyRepository();
  process.chdir(COPY);
  // Miniflare asks Cloudflare where it is; it must not wait for an answer.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const vitest = await createVitest("test", {
    root: COPY,
    config: join(COPY, "test/vitest.config.ts"),
    watch: true,
    bail: 1,
    reporters: [{}],
  });
  const specs = await vitest.globTestSpecifications([...area.tests]);
  const missing = area.tests.filter((name) => !specs.some(({ moduleId }) => moduleId.includes(name)));
  if (missing.length > 0) throw new Error(`no such test: ${missing.join(" ")}`);
  const first = await finderOf(vitest, specs);
  if (first !== null) throw new Error(`without a fault there is one already: ${first}`);
  for (const fault of faults) {
    const files = [...new Set(fault.edits.map(({ file }) => file))];
    const write = (edits: Fault["edits"]) => {
      for (const file of files) {
        writeFileSync(join(COPY, file), plantAll(file, edits));
        vitest.invalidateFile(join(COPY, file));
      }
    };
    write(fault.edits);
    const isBuilt = builders[area.builds].every(
      (script) => spawnSync(process.execPath, [script], { cwd: COPY }).status === 0,
    );
    tell(fault, isBuilt ? await finderOf(vitest, specs) : "the build");
    write([]);
  }
  await vitest.close();
}

/** The first test that fails, or what else went wrong; null if all pass. */
async function finderOf(vitest: Vitest, specs: TestSpecification[]): Promise<string | null> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs, false);
  for (const module of testModules) {
    for (const test of module.children.allTests("failed")) return `${module.relativeModuleId}: ${test.fullName}`;
    const [error] = module.errors();
    if (error !== undefined) return `${module.relativeModuleId}: ${error.message}`;
  }
  return unhandledErrors.length > 0 ? String(unhandledErrors[0]) : null;
}

async function findInArea(name: string, part: string): Promise<number> {
  const area = readArea(name);
  const faults = area.faults.filter((fault) => fault.name.includes(part));
  let missed = 0;
  const tell = (fault: Fault, finder: string | null) => {
    if (finder === null) missed += 1;
    console.log(
      `${finder === null ? "NOT FOUND" : "found    "} ${fault.name}${finder === null ? "" : `\n            ${finder.split("\n")[0]}`}`,
    );
  };
  if (area.tests.length > 0) await findByTests(area, faults, tell);
  else for (const fault of faults) tell(fault, (await findInSales(fault))?.match(/^Broken: .*/m)?.[0] ?? null);
  console.log(`${name}: ${faults.length - missed} of ${faults.length} found`);
  return missed;
}

if (import.meta.main) {
  const [name = "", part = ""] = process.argv.slice(2);
  if (!areaNames().includes(name)) throw new Error(`name one of: ${areaNames().join(" ")}`);
  process.exitCode = (await findInArea(name, part)) === 0 ? 0 : 1;
}
