import type { Page } from "playwright";
import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { openBrowser, PHONE, TABLET } from "./browser.ts";
import { layOutAll } from "./screen-checks.ts";

/** The length of pages on a phone, what their first screen answers, and what must fit. Words: worker/words. */

const browser = openBrowser();

const FOOTER_MAX_PX = 560;
/** The least that a finger needs. */
const TAP_PX = 44;
const SALES_PAGES: readonly string[] = [PATHS.home, PATHS.kvb1, PATHS.kvb2, PATHS.marifonie];

/** How far somebody scrolls on a phone, screens. */
test.each([
  [PATHS.home, 6.5],
  [PATHS.kvb1, 5.5],
  [PATHS.kvb2, 5.5],
  [PATHS.marifonie, 5.5],
  [PATHS.order, 3.5],
  [PATHS.exam, 5],
])("%s is at most %d screens long on a phone", async (path, most) => {
  const page = await browser.sharedTab();
  await page.goto(path);
  await page.evaluate(layOutAll);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height / PHONE.height).toBeLessThanOrEqual(most);
  if (SALES_PAGES.includes(path)) await expectAnswers(page, path === PATHS.home ? ".hero small" : ".hero .price");
  const labels = await page.locator(":is(.course-card, .course-list) .button").evaluateAll(linesOf);
  expect(new Set(labels).size, "lines of an order label").toBeLessThanOrEqual(1);
  for (const gap of await page.locator(".content-group:not(:last-child)").evaluateAll(routeGaps)) {
    expect(gap, "the route runs from circle to circle").toBeCloseTo(0, 1);
  }
  if (path !== PATHS.home) return;
  const footer = await page.locator(".footer").evaluate((element) => element.clientHeight);
  expect(footer, "the footer").toBeLessThanOrEqual(FOOTER_MAX_PX);
  for (const start of ["mailto:", "tel:"]) {
    const link = await page.locator(`.footer a[href^="${start}"]`).boundingBox();
    expect(link?.height, `the seller's ${start}`).toBeGreaterThanOrEqual(TAP_PX);
  }
});

/** The first screen says what is sold, for whom, for how much, by whom, and has the button. */
async function expectAnswers(page: Page, price: string): Promise<void> {
  for (const answer of [".hero h1", ".hero .eyebrow", ".hero .bullet-list", ".hero .button", ".hero .trust", price]) {
    const bottom = page
      .locator(answer)
      .first()
      .evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await bottom, answer).toBeLessThan(PHONE.height);
  }
  expect(await page.locator(".hero").textContent()).toMatch(/Online cursus/);
}

/** How many lines each text takes. Runs in the page. */
function linesOf(texts: readonly Element[]): number[] {
  return texts.map((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getClientRects().length;
  });
}

/** The pixels between the route's line and the circles above and below it. Runs in the page. */
function routeGaps(groups: readonly Element[]): number[] {
  return groups.flatMap((group) => {
    const [circle, line] = [getComputedStyle(group, "::before"), getComputedStyle(group, "::after")];
    const px = (value: string) => Number.parseFloat(value);
    return [px(line.top) - px(circle.top) - px(circle.height), -px(line.bottom) - px(circle.top)];
  });
}

test("a tablet's header has all links in one row", async () => {
  const { page } = await browser.open(PATHS.kvb1, { viewport: TABLET });
  const links = page.locator(".header-nav ul:first-child a");
  const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(tops).toHaveLength(7);
  expect(new Set(tops).size).toBe(1);
  expect(await page.locator(".header").evaluate((header) => header.clientHeight)).toBeLessThan(80);
});
