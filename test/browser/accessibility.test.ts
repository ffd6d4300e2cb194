import { test } from "vitest";
import { openBrowser } from "./browser.ts";
import { PAGES } from "./pages.ts";
import { checkWhole } from "./screen-checks.ts";

/** Every page as it opens. */

const browser = openBrowser();

test.each(PAGES)("$name", (screen) => checkWhole(browser, screen));
