import { test } from "vitest";
import { FULL } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { PAGES } from "./pages.ts";
import { checkAtOnce, checkOpening, checkWhole } from "./screen-checks.ts";

/** Every page as it opens. */

const browser = openBrowser();

/**
 * One page of each layout, and whether something on it stays in place or differs on a wide screen. The others have the
 * same header, footer and parts, and are checked whole in a full run.
 */
const CHECKED_WHOLE: ReadonlyMap<string, boolean> = new Map([
  ["home", true],
  ["KVB1", false],
  ["exam", false],
  ["licence check with errors", false],
  ["study plan", true],
  ["terms", true],
  ["order, offer mode", true],
  ["mock exam, question", false],
  ["quiz question with a wrong answer", true],
  ["checkout", true],
  ["gift", false],
  ["giving a gift", true],
  ["withdrawal", false],
]);

/** Pages without an element or a class that no other page has: axe reads them in a full run. */
const REPEATS: ReadonlySet<string> = new Set([
  "licence check",
  "study plan asked for",
  "study plan of wrong fields",
  "privacy",
  "accessibility",
  "order",
  "mock exam, passed",
  "payment return without a payment",
  "gift of a name",
  "gift that is not known",
  "gift code asked for",
]);

test.each(PAGES)("$name", async (screen) => {
  const isWide = CHECKED_WHOLE.get(screen.name);
  if (FULL || isWide !== undefined) await checkWhole(browser, screen, FULL || isWide);
  else await (REPEATS.has(screen.name) ? checkOpening : checkAtOnce)(browser, screen);
});
