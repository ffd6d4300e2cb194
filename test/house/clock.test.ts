import { expect, test } from "vitest";
import { readFiles } from "./source-files.ts";

/**
 * No test takes the machine's day by accident. `test/clock.ts` has the moment of the Worker's tests and of Node's; who
 * asks the machine's clock says why beside it, in the line or in the one before, with these words.
 */
const REASON = /machine's clock/i;
const ASKS = /\bnew Date\(\)|\bDate\.now\(\)|\buseRealTimers\(/;
/** Fakes the timers and leaves the machine's `Date`. */
const FORGETS = /toFake: \[(?![^\]]*"Date")/;
/** Measures the machine; `npm start` too has these stand-ins, and its visitors the machine's day; a process with a clock of its own. */
const OTHERS = /^test\/(bench|outside-world|simulator)\/(?!.*\.test\.)|^test\/house\/clock\.test/;

test("who asks the machine's clock says why", () => {
  const bare = readFiles("test", [".ts", ".tsx"])
    .filter(({ path }) => !OTHERS.test(path))
    .flatMap(({ path, text }) => {
      const lines = text.split("\n");
      const isBare = (line: string, at: number) =>
        FORGETS.test(line) || (ASKS.test(line) && !REASON.test(`${lines[at - 1]} ${line}`));
      return lines.flatMap((line, at) => (isBare(line, at) ? [`${path}:${at + 1} ${line.trim()}`] : []));
    });
  expect(bare).toEqual([]);
});
