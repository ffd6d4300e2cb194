import { test } from "vitest";
import { FULL, sample } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { checkAtOnce, checkWhole } from "./screen-checks.ts";
import { STATES } from "./screens.ts";

/** The states that a visitor can bring a page into; neighbours in the list are states of one page. */

const browser = openBrowser();

test.each(sample(STATES, (_, index) => index % 3 === 0))("$name", async (screen) => {
  await (FULL ? checkWhole : checkAtOnce)(browser, screen);
});
