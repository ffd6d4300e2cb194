import { test } from "vitest";
import { FULL } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { checkAtOnce, checkWhole } from "./screen-checks.ts";
import { STATES } from "./screens.ts";

/** Every state that a visitor can bring a page into. */

const browser = openBrowser();

test.each(STATES)("$name", async (screen) => {
  await (FULL ? checkWhole : checkAtOnce)(browser, screen);
});
