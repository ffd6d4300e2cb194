import { test } from "vitest";
import { FULL, sample } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { checkAtOnce, checkWhole } from "./screen-checks.ts";
import { STATES } from "./screens.ts";

/** The states that a visitor can bring a page into. */

const browser = openBrowser();

/** States with the parts of another one, and other words in them. */
const REPEATS = /of two courses|could not (?!go on for)|^delivery of a gift(?!, planned)|^payment return, (?!declined)/;

test.each(sample(STATES, ({ name }) => !REPEATS.test(name)))("$name", async (screen) => {
  await (FULL ? checkWhole : checkAtOnce)(browser, screen);
});
