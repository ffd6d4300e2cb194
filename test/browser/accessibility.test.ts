import { test } from "vitest";
import { FULL } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { PAGES } from "./pages.ts";
import { checkAtOnce, checkOpening, checkWhole } from "./screen-checks.ts";

/** Every page as it opens. */

const browser = openBrowser();

/**
 * Pages that together have each kind of field, table and thing that stays in place. The others have the same header, footer and
 * parts, and are checked whole in a full run.
 */
const CHECKED_WHOLE: ReadonlySet<string> = new Set([
  ...["home", "exam", "study plan", "mock exam, question", "checkout", "giving a gift"],
]);

/** Pages whose elements and classes other pages have too, but for one that sets a layout: axe reads them in a full run. */
const REPEATS: ReadonlySet<string> = new Set([
  ...["KVB1", "Marifonie", "licence check", "study plan asked for", "study plan of wrong fields"],
  ...["privacy", "accessibility", "order", "mock exam, passed", "mock exam that is not known"],
  ...["quiz question that is not there", "payment return without a payment", "payment return of an unknown type"],
  ...["gift, unwrapped by link", "gift of a name", "gift that is not known", "gift code asked for"],
  ...["order page of a wrong link", "404"],
]);

test.each(PAGES)("$name", async (screen) => {
  if (FULL || CHECKED_WHOLE.has(screen.name)) await checkWhole(browser, screen);
  else await (REPEATS.has(screen.name) ? checkOpening : checkAtOnce)(browser, screen);
});
