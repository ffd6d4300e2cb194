import { test } from "vitest";
import { FULL } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { checkAtOnce, checkWhole } from "./screen-checks.ts";
import { STATES } from "./screens.ts";

/** The states that a visitor can bring a page into: all of them in a full run, each by itself. */

const browser = openBrowser();

/**
 * In each line the states of one visit, in their order: each kind of error, message, table and thing that lies over others. A
 * full run takes all states.
 */
const VISITS: readonly (readonly string[])[] = [
  ["licence check, answers to change", "every question of the FAQ open"],
  ["quiz with an answer", "menu open", "exam map with a popup"],
  ["practice popup open"],
  ["payment return, declined"],
  ["payment return, paid, with a target that could not be found"],
  ["checkout after a link that could not sign in", "checkout with errors and toasts"],
  ["checkout, signed in"],
  ["checkout that could not load"],
  ["giving a gift of two courses that is mailed, written", "gift, unwrapped", "paying for a gift"],
  ["a gift that has just been paid", "the card of a gift", "order page of a paid order", "invoice"],
  ["my course, links asked for", "withdrawal that could not go on for its errors", "withdrawal, to check"],
  ["my course, signed in"],
  ["withdrawal, received before", "delivery of a gift, planned"],
];

const find = (name: string) => {
  const found = STATES.find((state) => state.name === name);
  if (found === undefined) throw new Error(`There is no state "${name}"`);
  return found;
};

if (FULL) test.each(STATES)("$name", (screen) => checkWhole(browser, screen));
else
  test.each(VISITS.map((names) => ({ names })))("$names", async ({ names }) => {
    await checkAtOnce(browser, ...names.map(find));
  });
