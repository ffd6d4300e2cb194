import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ACCESSIBILITY_COPY } from "../src/legal/accessibility-copy.ts";
import { PRIVACY_COPY } from "../src/legal/privacy-copy.ts";
import { TERMS_COPY } from "../src/legal/terms-copy.ts";
import { addDays } from "../src/shared/time.ts";
import { runStep, tookLine } from "./steps.ts";

/**
 * `npm run test:days`: the tests of the Worker, of Node and of the simulator, once on each of these days. The machine's
 * clock is moved for the run alone (shift-clock.c), and the tests' own clock stands at the same moment. Arguments choose
 * days by a part of their name or moment, and with a slash files. A full run ends with two of the days, by chance. Needs Linux
 * and a C compiler.
 */

const BUILT = resolve(import.meta.dirname, "../.build/shift-clock.so");

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

async function runOn(name: string, moment: string): Promise<void> {
  console.log(`\n${name}: ${moment}`);
  // The machine's clock is what this moves.
  const CLOCK_OFFSET = String(Math.round((Date.parse(moment) - Date.now()) / 1000));
  const vitest = ["vitest", "run", "--config", "test/vitest.config.ts", "--project", "worker", "--project", "node"];
  // Samples, also within a full run, which has run every case.
  const env = { TEST_FULL: "", TEST_NOW: moment, LD_PRELOAD: BUILT, CLOCK_OFFSET };
  await runStep(name, [...vitest, "--reporter", "dot", ...files], { stdio: "inherit", env });
}

const files = process.argv.slice(2).filter((given) => given.includes("/"));
const asked = process.argv.slice(2).filter((given) => !given.includes("/"));
const days = Object.entries(DAYS).filter(
  (day) => asked.length === 0 || asked.some((part) => day.join(" ").includes(part)),
);
const begin = Math.floor(Math.random() * days.length);
const chosen = process.env.TEST_FULL === "1" ? [...days, ...days].slice(begin, begin + 2) : days;
const red: string[] = [];

const compiler = process.env.CC ?? "cc";
mkdirSync(dirname(BUILT), { recursive: true });
const source = resolve(import.meta.dirname, "shift-clock.c");
const { status } = spawnSync(compiler, ["-shared", "-fPIC", "-o", BUILT, source], { stdio: "inherit" });
if (process.platform !== "linux" || status !== 0) {
  console.error(`The machine's clock can be moved on Linux only, with a C compiler (${compiler}; CC names another).`);
  process.exit(1);
}
for (const [name, moment] of chosen) await runOn(name, moment).catch(() => red.push(name));
console.log(`\n${tookLine()}\n${red.length === 0 ? `Green on ${chosen.length} days.` : `Red: ${red.join("; ")}`}`);
process.exitCode = red.length === 0 && chosen.length > 0 ? 0 : 1;
