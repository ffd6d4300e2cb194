import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readArea } from "../faults/planting.ts";
import { FULL, SEED } from "../full.ts";
import { buildSimulator, findInSales, runSimulator } from "./bundle.ts";

/** Runs random sales, in a process of its own, because the simulator replaces the clock of its process. */

/** The timeout of one run; it is long because a machine may be busy. */
const LIMIT_MS = 10 * 60_000;

const bundling = buildSimulator();

/** The output of a run. It contains the story if a promise is broken. */
async function simulate(...args: readonly string[]): Promise<string> {
  return (await runSimulator(await bundling, args)).stdout;
}

test.concurrent.each([[FULL ? 1000 : 16, SEED], ...(FULL ? [[500, 1]] : [])])(
  "every promise is kept in %s sales of seed %i",
  { timeout: LIMIT_MS },
  async (sales, seed) => {
    expect(await simulate("--sales", String(sales), "--seed", String(seed))).toContain("every promise is kept");
  },
);

test.concurrent("no story that once broke a promise breaks one; told again after them, the first is the same", {
  timeout: LIMIT_MS,
}, async () => {
  const found = readFileSync(join(import.meta.dirname, "found-stories.txt"), "utf8").match(/^\{.*\}$/gm) ?? [];
  const stories = [...found, ...found.slice(0, 1)];
  expect(stories.length).toBeGreaterThan(9);
  const said = await simulate(...stories.flatMap((one) => ["--story", one]));
  expect(said.match(/^Broken: .*/gm) ?? [], said).toEqual([]);
  expect(said.match(/All troubles end/g), "each was told to its end").toHaveLength(stories.length);
  // An empty line follows each; after it a broken promise would stand.
  const told = said.split("\n\n").filter((one) => one !== "");
  expect(told[0]).toContain("reads that it is paid");
  expect(told.at(-1)).toBe(told[0]);
});

describe.runIf(FULL)("a fault in a copy of the shop is found:", () => {
  test.concurrent.each(readArea("simulator"))("$name", { timeout: LIMIT_MS }, async (fault) => {
    expect(await findInSales(fault)).not.toBeNull();
  });
});
