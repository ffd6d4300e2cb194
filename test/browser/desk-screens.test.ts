import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { FULL, sample } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { DESK_SCREENS } from "./desk-screens.ts";
import { findHtmlFaults } from "./html-validator.ts";
import { checkScreens, findRedFaults, SIGNAL } from "./screen-checks.ts";

/**
 * The owner's desk: what `screen-checks.ts` asks of each page, and what a desk needs that is used on a phone. It has no script and no
 * inline style: test/worker/desk.test.ts and its policy, whose violations are messages.
 */

const browser = openBrowser();

/** Screens that have every element and class of the desk together; a full run takes all. */
const SAMPLED = new Set(
  [
    "today, everything waits",
    "menu open",
    "orders, none found",
    "order, all forms open",
    "books",
    "refund, twice",
    "answer, done, with the way back",
    "targets, one to change",
  ].map((name) => `desk, ${name}`),
);

const TAP = 44;
/** What is lower than a finger needs. Links in running text and in lists of facts are not counted. Runs in the page. */
function findSmallTargets(least: number): string[] {
  return [...document.querySelectorAll<HTMLElement>(".desk-brand, nav a, summary, button, select, input, .links a")]
    .filter((element) => element.checkVisibility() && element.getAttribute("type") !== "checkbox")
    .filter((element) => element.getBoundingClientRect().height < least - 0.5)
    .map((element) => `${element.textContent?.slice(0, 30)}: ${element.getBoundingClientRect().height}`);
}

/** HTML and CSS of today's screen as a browser gets them, bytes. */
const TODAY_MAX_BYTES = 20 * 1024;

test.each(sample(DESK_SCREENS, ({ name }) => SAMPLED.has(name)))("$name", async (screen) => {
  const prepare = async (page: Page) => {
    await screen.prepare?.(page);
    await page.waitForLoadState();
    const read = async (path: string) => (await page.request.get(path)).text();
    const html = await read(page.url());
    expect(await findHtmlFaults(html), "valid HTML").toEqual([]);
    expect(await page.evaluate(findSmallTargets, TAP), "too small to press").toEqual([]);
    expect(await page.evaluate(findRedFaults, SIGNAL), "red buttons").toEqual([]);
    if (!screen.name.startsWith("desk, today")) return;
    const css = await read((await page.locator("link[rel=stylesheet]").getAttribute("href")) ?? "");
    expect(brotliCompressSync(html).byteLength + brotliCompressSync(css).byteLength).toBeLessThan(TODAY_MAX_BYTES);
  };
  await checkScreens(browser, [{ ...screen, prepare }], () => FULL);
});
