import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { ACCESSIBILITY_COPY } from "../src/legal/accessibility-copy.ts";
import { PRIVACY_COPY } from "../src/legal/privacy-copy.ts";
import { TERMS_COPY } from "../src/legal/terms-copy.ts";
import { addDays } from "../src/shared/time.ts";

/**
 * `npm run test:days`: the tests of the Worker, of Node and of the simulator, once on each of these days. The machine's
 * clock is moved for the run alone (shift-clock.c), and the tests' own clock stands at the same moment. Arguments choose
 * days by a part of their name or moment. Needs Linux and a C compiler.
 */

const ROOT = resolve(import.meta.dirname, "..");
const BUILT = resolve(ROOT, ".build/shift-clock.so");

const lastLaw = [ACCESSIBILITY_COPY, PRIVACY_COPY, TERMS_COPY]
  .map(({ lastChanged }) => lastChanged.iso)
  .sort()
  .at(-1);

/** Moments in UTC. */
const DAYS: Readonly<Record<string, string>> = {
  "a Saturday": "2027-01-16T10:00:00Z",
  "a Sunday": "2027-04-18T21:40:00Z",
  "the day after the last change of a legal text": `${addDays(lastLaw ?? "", 1)}T09:00:00Z`,
  "before midnight in the Netherlands on 31 December": "2026-12-31T22:55:00Z",
  "before midnight UTC on 31 December, in the Netherlands the new year": "2026-12-31T23:55:00Z",
  "before the clocks go forward": "2027-03-28T00:55:00Z",
  "the last hour of a day in the two weeks before that": "2027-03-14T22:20:00Z",
  "before the clocks go back": "2027-10-31T00:55:00Z",
  "29 February": "2028-02-29T10:00:00Z",
  "a day in 2030": "2030-12-06T10:00:00Z",
};

async function runOn(name: string, moment: string): Promise<boolean> {
  console.log(`\n${name}: ${moment}`);
  const CLOCK_OFFSET = String(Math.round((Date.parse(moment) - Date.now()) / 1000));
  // Samples, also within a full run, which has run every case.
  const env = { ...process.env, TEST_FULL: "", TEST_NOW: moment, LD_PRELOAD: BUILT, CLOCK_OFFSET };
  const args = ["run", "--config", "test/vitest.config.ts", "--project", "worker", "--project", "node"];
  const child = spawn(resolve(ROOT, "node_modules/.bin/vitest"), [...args, "--reporter", "dot"], {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  const [code] = (await once(child, "close")) as [number | null];
  return code === 0;
}

mkdirSync(resolve(ROOT, ".build"), { recursive: true });
const compiler = process.env.CC ?? "cc";
const compiled = spawnSync(compiler, ["-shared", "-fPIC", "-o", BUILT, resolve(ROOT, "test/shift-clock.c")], {
  stdio: "inherit",
});
if (process.platform !== "linux" || compiled.status !== 0) {
  console.error(`The machine's clock can be moved on Linux only, with a C compiler (${compiler}; CC names another).`);
  process.exit(1);
}
const asked = process.argv.slice(2);
const chosen = Object.entries(DAYS).filter(
  (day) => asked.length === 0 || asked.some((part) => day.join(" ").includes(part)),
);
const red: string[] = [];
for (const [name, moment] of chosen) if (!(await runOn(name, moment))) red.push(name);
console.log(red.length === 0 ? `\nGreen on ${chosen.length} days.` : `\nRed: ${red.join("; ")}`);
process.exitCode = red.length === 0 && chosen.length > 0 ? 0 : 1;
