import { test } from "vitest";
import { FULL } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { PAGES } from "./pages.ts";
import { checkAtOnce, checkWhole } from "./screen-checks.ts";

/** Every page as it opens. */

const browser = openBrowser();

/** One page of each layout. The others have the same header, footer and parts, and are checked whole in a full run. */
const CHECKED_WHOLE = new Set([
  "home",
  "KVB1",
  "exam",
  "licence check with errors",
  "study plan",
  "order, offer mode",
  "mock exam, question",
  "quiz question with a wrong answer",
  "checkout",
  "gift",
  "giving a gift",
  "withdrawal",
]);

test.each(PAGES)("$name", async (screen) => {
  await (FULL || CHECKED_WHOLE.has(screen.name) ? checkWhole : checkAtOnce)(browser, screen);
});
