import type { Page } from "playwright";
import { expect } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { PHONE } from "./browser.ts";

/** The length of pages on a phone, what their first screen answers, and what must fit. Words: worker/words. */

/** How far somebody scrolls on a phone at most, screens. */
const SCREENS_MAX: Readonly<Record<string, number>> = {
  [PATHS.home]: 6.5,
  [PATHS.kvb1]: 5.5,
  [PATHS.kvb2]: 5.5,
  [PATHS.marifonie]: 5.5,
  [PATHS.order]: 3.5,
  [PATHS.exam]: 5,
};
const FOOTER_MAX_PX = 560;
/** The least that a finger needs. */
const TAP_PX = 44;

/** Checks a page that is laid out on a phone. Pages that are as long as their text is are left alone. */
export async function expectShort(page: Page, path: string): Promise<void> {
  const most = SCREENS_MAX[path];
  if (most === undefined) return;
  const { height, answers, labels, gaps, footer, links } = await page.evaluate(measure);
  expect(height / PHONE.height, `${path}: screens`).toBeLessThanOrEqual(most);
  expect(new Set(labels).size, "lines of an order label").toBeLessThanOrEqual(1);
  for (const gap of gaps) expect(gap, "the route runs from circle to circle").toBeCloseTo(0, 1);
  if (path === PATHS.home) {
    expect(footer, "the footer").toBeLessThanOrEqual(FOOTER_MAX_PX);
    expect(links, "the seller's address and number").toHaveLength(2);
    for (const link of links) expect(link, "the seller's address and number").toBeGreaterThanOrEqual(TAP_PX);
  }
  if (path === PATHS.order || path === PATHS.exam) return;
  // The first screen says what is sold, for whom, for how much, by whom, and has the button.
  for (const part of ["h1", ".topic", ".bullet-list", ".button", ".trust", path === PATHS.home ? "small" : ".price"])
    expect(answers[part], part).toBeLessThan(PHONE.height);
  expect(await page.locator(".hero").textContent()).toMatch(/Online cursus/);
}

/**
 * The height of the page and of its footer, the bottoms of the first parts of the hero, how many lines each order label takes, the
 * pixels between the route's line and the circles above and below it, and the heights of the seller's links. Runs in the page.
 */
function measure() {
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const range = document.createRange();
  const px = (value: string) => Number.parseFloat(value);
  return {
    height: document.documentElement.scrollHeight,
    footer: document.querySelector(".footer")?.clientHeight,
    answers: Object.fromEntries(
      ["h1", ".topic", ".bullet-list", ".button", ".trust", "small", ".price"].map((part) => [
        part,
        document.querySelector(`.hero ${part}`)?.getBoundingClientRect().bottom,
      ]),
    ),
    labels: all(":is(.course-card, .course-list) .button").map((text) => {
      range.selectNodeContents(text);
      return range.getClientRects().length;
    }),
    gaps: all(".content-group:not(:last-child)").flatMap((group) => {
      const [circle, line] = [getComputedStyle(group, "::before"), getComputedStyle(group, "::after")];
      return [px(line.top) - px(circle.top) - px(circle.height), -px(line.bottom) - px(circle.top)];
    }),
    links: all('.footer a:is([href^="mailto:"], [href^="tel:"])').map((link) => link.getBoundingClientRect().height),
  };
}

export async function expectOneRow(page: Page): Promise<void> {
  const links = page.locator(".header-nav ul:first-child a");
  const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(tops).toHaveLength(7);
  expect(new Set(tops).size).toBe(1);
  expect(await page.locator(".header").evaluate((header) => header.clientHeight)).toBeLessThan(80);
}
