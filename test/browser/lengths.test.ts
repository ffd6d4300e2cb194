import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { openBrowser } from "./browser.ts";
import { PAGES } from "./pages.ts";

/** The length of pages on a phone, what their first screen answers, and their one red button. */

const browser = openBrowser();
const PHONE = { width: 390, height: 844 };

/** The most screens that a page may be long on a phone. */
const SCREENS: Readonly<Record<string, number>> = {
  [PATHS.home]: 9,
  [PATHS.kvb1]: 8,
  [PATHS.kvb2]: 8,
  [PATHS.marifonie]: 8,
  [PATHS.order]: 6,
};
const FOOTER_MAX_PX = 560;

/** Opens a page with all its sections laid out. */
async function openWhole(path: string): Promise<Page> {
  const { page } = await browser.open(path, { viewport: PHONE });
  await page.evaluate(() => {
    for (const group of document.querySelectorAll(".below-fold")) group.classList.remove("below-fold");
  });
  return page;
}

describe.each(Object.entries(SCREENS))("%s on a phone", (path, screens) => {
  test(`is at most ${screens} screens long`, async () => {
    const page = await openWhole(path);
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(length / PHONE.height).toBeLessThanOrEqual(screens);
    const footer = await page.locator(".footer").evaluate((element) => element.clientHeight);
    expect(footer).toBeLessThanOrEqual(FOOTER_MAX_PX);
  });
});

test.each([PATHS.home, PATHS.kvb1, PATHS.kvb2, PATHS.marifonie])(
  "the first screen of %s says what is sold, for whom, for how much, by whom, and has the button",
  async (path) => {
    const page = await openWhole(path);
    const below = async (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().bottom);
    const answers = [".hero h1", ".hero .eyebrow", ".hero .bullet-list", ".hero .button", ".hero .makers-line"];
    const price = path === PATHS.home ? ".hero small" : ".hero .price";
    for (const selector of [...answers, price]) expect(await below(selector), selector).toBeLessThan(PHONE.height);
    expect(await page.locator(".hero").textContent()).toMatch(/Online cursus/);
  },
);

/** The colour of what the screen is for. */
const SIGNAL = "rgb(217, 56, 30)";

/** The places of the red buttons that can be seen, pixels from the top. Runs in the page. */
function redButtons(signal: string): number[] {
  return [...document.querySelectorAll<HTMLElement>(".button, button")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => getComputedStyle(element).backgroundColor === signal)
    .map((element) => element.getBoundingClientRect().top + scrollY)
    .sort((one, other) => one - other);
}

// All pages and all that is asked of a visitor: a test of its own would open each once more.
test("the header's button is never red, and no screen of a phone has two red buttons", async () => {
  const { page } = await browser.visit({ viewport: PHONE });
  const found: string[] = [];
  for (const { name, path } of PAGES.filter((screen) => screen.before === undefined)) {
    await page.goto(path, { waitUntil: "load" });
    const order = page.locator(".header-order");
    const isRed =
      (await order.count()) > 0 &&
      (await order.evaluate((element, signal) => getComputedStyle(element).backgroundColor === signal, SIGNAL));
    const tops = await page.evaluate(redButtons, SIGNAL);
    const isTwice = tops.some((top, index) => top - (tops[index - 1] ?? Number.NEGATIVE_INFINITY) < PHONE.height / 2);
    if (isRed || isTwice) found.push(`${name}: ${tops.map(Math.round).join(", ")}`);
  }
  expect(found).toEqual([]);
});

test("the comparison scrolls beside its facts, and the page does not", async () => {
  const page = await openWhole(PATHS.order);
  const box = page.locator(".comparison-box");
  const fact = box.getByRole("rowheader").first();
  const before = await fact.evaluate((element) => element.getBoundingClientRect().left);
  expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: "instant" }));
  expect(await fact.evaluate((element) => element.getBoundingClientRect().left)).toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

test("text of twice the size fits a phone: no page scrolls sideways", async () => {
  const { page } = await browser.visit({ viewport: PHONE });
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => document.documentElement.style.setProperty("font-size", "200%"));
  });
  for (const path of [...Object.keys(SCREENS), PATHS.exam, PATHS.checkout, PATHS.mockExam, PATHS.faq]) {
    await page.goto(path, { waitUntil: "load" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(PHONE.width);
  }
});
