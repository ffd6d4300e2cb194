import { test } from "vitest";
import { FULL } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { PAGES } from "./pages.ts";
import { checkScreens } from "./screen-checks.ts";
import { STATES } from "./screens.ts";
import { shop } from "./test-shop.ts";

/** Every page as it opens, and in every state that a visitor can bring it into: in a full run each by itself, and whole. */

const browser = openBrowser();

/** Pages that are checked whole: together they have each kind of field, table and thing that stays in place. */
const WHOLE: ReadonlySet<string> = new Set([
  ...["home", "exam", "study plan", "mock exam, question", "checkout", "giving a gift"],
]);

/**
 * In each line what one visitor sees in turn: a page, and the states that it can be brought into; each kind of error, message, table
 * and thing that lies over others.
 */
const VISITS: readonly (readonly string[])[] = [
  ["home", "menu open"],
  ["exam", "exam map with a popup"],
  ["FAQ", "every question of the FAQ open"],
  ["quiz", "quiz with an answer", "licence check, answers to change"],
  [
    "giving a gift",
    "giving a gift of two courses that is mailed, written",
    "paying for a gift of two courses that is mailed",
  ],
  ["gift", "gift, unwrapped"],
  ["my course", "my course, links asked for"],
  ["withdrawal", "withdrawal that could not go on for its errors", "withdrawal, to check"],
  ["practice popup open"],
  ["payment return, declined"],
  ["payment return, paid, with a target that could not be found"],
  ["checkout", "checkout after a link that could not sign in", "checkout with errors and toasts"],
  ["checkout, signed in"],
  ["checkout that could not load"],
  ["a gift that has just been paid", "the card of a gift", "order page of a paid order", "invoice"],
  ["my course, signed in"],
  ["withdrawal, received before", "delivery of a gift, planned"],
];

const SCREENS = [...PAGES, ...STATES];
const find = (name: string) => {
  const found = SCREENS.find((screen) => screen.name === name);
  if (found === undefined) throw new Error(`There is no screen "${name}"`);
  return found;
};

/** The other pages that have a class or an island which no page before them has: their parts have not been seen in another place. */
async function findNew(): Promise<string[]> {
  const seen = new Set<string>();
  const htmls = await Promise.all(PAGES.map(async ({ path }) => (await fetch(shop.origin + path)).text()));
  const found = PAGES.filter((_, index) => {
    const before = seen.size;
    for (const [part] of htmls[index]?.matchAll(/ (?:class|data-island)="[^"]*"/g) ?? []) seen.add(part);
    return seen.size > before;
  });
  return found.map(({ name }) => name).filter((name) => !VISITS.some((names) => names.includes(name)));
}

const visits = FULL ? SCREENS.map(({ name }) => [name]) : [...VISITS, ...(await findNew()).map((name) => [name])];

test.each(visits.map((names) => ({ names: names.join(", then "), screens: names.map(find) })))(
  "$names",
  ({ screens }) => checkScreens(browser, screens, ({ name }) => FULL || WHOLE.has(name)),
);
