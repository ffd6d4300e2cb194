import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { CENTRES_ID } from "../../src/shop/exam/exam-page.tsx";
import { FULL } from "../full.ts";
import { countShifts, openBrowser } from "./browser.ts";

/**
 * Tests the sections that a phone lays out only when they come near, or when it is idle (`.below-fold`). Nothing may move
 * during scrolling, and links to a part must arrive there.
 */

const browser = openBrowser();
/** The sections are laid out by the same few lines on every page. */
const LONG_PAGES = FULL ? [PATHS.home, PATHS.kvb1, PATHS.kvb2, PATHS.marifonie, PATHS.exam] : [PATHS.home];
/** How far below the header `scroll-padding` puts the target of a link, CSS pixels. */
const ARRIVED_PX = 16;

/** A page in a browser that is never idle, and how much has moved in it. */
async function openBusy(path: string) {
  const { page } = await browser.visit();
  await page.addInitScript(() => {
    window.requestIdleCallback = (_, options) => Object.assign(document.documentElement.dataset, options) && 0;
  });
  const shifted = await countShifts(page);
  await page.goto(path, { waitUntil: "load" });
  await page.locator("html[data-timeout='1000']").waitFor({ state: "attached" });
  return { page, shifted };
}

/** Scrolls to the end of the page, or back to its top, by thirds of the screen. Runs in the page. */
async function scroll(direction: number): Promise<void> {
  const isThere = () =>
    direction === 1 ? scrollY + innerHeight >= document.documentElement.scrollHeight - 1 : scrollY <= 0;
  while (!isThere()) {
    scrollBy(0, (direction * innerHeight) / 3);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
}

function isLaidOut(element: Element): boolean {
  return element.checkVisibility({ contentVisibilityAuto: true });
}

describe.each(LONG_PAGES)("%s", (path) => {
  test("nothing moves for who scrolls to what is not laid out yet", async () => {
    const { page, shifted } = await openBusy(path);
    const last = page.locator(".below-fold h2").last();
    expect(await last.evaluate(isLaidOut), "laid out at first").toBe(false);
    await page.evaluate(scroll, 1);
    expect(await last.evaluate(isLaidOut), "laid out at the end").toBe(true);
    await page.evaluate(scroll, -1);
    expect(await shifted()).toBe(0);
  });

  test("is laid out all the same when there is nothing else to do", async () => {
    const { page } = await browser.visit();
    const shifted = await countShifts(page);
    await page.goto(path);
    await expect.poll(() => page.locator(".below-fold").count()).toBe(0);
    expect(await shifted()).toBe(0);
  });
});

test.each([
  [PATHS.home, "vaarbewijs-nodig"],
  [PATHS.exam, CENTRES_ID],
])("who goes to %s#%s arrives there", async (path, id) => {
  const { page } = await openBusy(`${path}#${id}`);
  const distance = () =>
    page.evaluate((target) => {
      const header = document.querySelector(".header")?.getBoundingClientRect().bottom ?? 0;
      return (document.getElementById(target)?.getBoundingClientRect().top ?? 0) - header;
    }, id);
  await expect.poll(async () => Math.abs((await distance()) - ARRIVED_PX)).toBeLessThan(2);
});
