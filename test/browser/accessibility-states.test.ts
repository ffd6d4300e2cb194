import { test } from "vitest";
import { FULL } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { checkAtOnce, checkWhole } from "./screen-checks.ts";
import { STATES } from "./screens.ts";

/** The states that a visitor can bring a page into: all of them in a full run, each by itself. */

const browser = openBrowser();

/**
 * In each line the states of one visit, in their order. Together they have each element and each class that a state
 * has and no page as it opens.
 */
const VISITS: readonly (readonly string[])[] = [
  [
    "licence check, answers to change",
    "every question of the FAQ open",
    "quiz, last question with open ones",
    "quiz with an answer",
    "menu open",
    "exam map with a popup",
    "exam centres without a match",
  ],
  ["practice popup open"],
  ["payment return, declined"],
  ["payment return, processing"],
  ["payment return, paid, with a target that could not be found"],
  [
    "checkout after a link that could not sign in",
    "checkout, a link to sign in asked for without an address",
    "checkout with errors and toasts",
  ],
  ["checkout, signed in"],
  ["checkout that could not load"],
  [
    "giving a gift of two courses that is mailed, written",
    "gift, unwrapped",
    "giving a gift that could not go on for its errors",
    "paying for a gift",
  ],
  [
    "a gift that has just been paid",
    "the card of a gift",
    "gift that is for a day, unwrapped",
    "a gift that was taken back",
    "order page of a paid order",
    "invoice",
  ],
  [
    "my course that could not go on for its errors",
    "my course, links asked for",
    "withdrawal that could not go on for its errors",
    "withdrawal, to check",
    "my course, links that could not be asked for: too many forms",
  ],
  ["my course, signed in"],
  [
    "withdrawal, read by its order's link",
    "withdrawal of an order that was withdrawn before",
    "withdrawal, received before",
    "delivery of a gift, planned",
    "delivery of a gift, stopped",
  ],
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
