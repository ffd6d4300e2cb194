import { test } from "vitest";
import { FULL } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { PAGES } from "./pages.ts";
import { checkAtOnce, checkWhole } from "./screen-checks.ts";

/** Every page as it opens. */

const browser = openBrowser();

/**
 * Pages that together have each kind of field, table and thing that stays in place. The others have the same header, footer and
 * parts, and are checked whole in a full run.
 */
const CHECKED_WHOLE: ReadonlySet<string> = new Set([
  ...["home", "exam", "study plan", "mock exam, question", "checkout", "giving a gift"],
]);

test.each(PAGES)("$name", (screen) =>
  (FULL || CHECKED_WHOLE.has(screen.name) ? checkWhole : checkAtOnce)(browser, screen),
);
