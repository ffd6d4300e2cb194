import { expect, test } from "vitest";
import { runStep, tookLine } from "../steps.ts";

/** The steps of a whole run. */

test("each says how long it took, also one that fails, in one line", async () => {
  await runStep("the first", ["node", "--version"]);
  await expect(runStep("the second", "exit 3")).rejects.toBe(3);
  expect(tookLine()).toMatch(/^Took \d+ s: the first \d+ s, the second \d+ s\.$/);
});
