import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { PRACTICE_POPUP_COPY } from "../../src/free/quiz/practice-popup-copy.ts";
import {
  POPUP_DELAY_MS,
  POPUP_INTERVAL_MS,
  POPUP_RETRY_MS,
  POPUP_STORAGE_KEY,
} from "../../src/free/quiz/practice-popup-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { CONSENT_COPY } from "../../src/ui/consent-copy.ts";
import { forbidStorage, hold, islandReady, openBrowser } from "./browser.ts";
import { shop } from "./test-shop.ts";

/** Given 9.1: after fifteen seconds, and not again for 24 hours once it was closed or followed. */

const browser = openBrowser();
const MORNING = new Date("2026-11-22T09:00:00+01:00").getTime();

const MINUTE_MS = 60_000;

const popup = (page: Page) => page.getByRole("dialog", { name: PRACTICE_POPUP_COPY.title });

/** The stored time at which it was last closed or followed; 0 for none. */
const leftAt = (page: Page) => page.evaluate((key) => Number(localStorage.getItem(key)), POPUP_STORAGE_KEY);

/** Loads a page at that time and stays on it until the popup is due. */
async function stayUntilDue(page: Page, atMs: number): Promise<void> {
  await page.clock.setSystemTime(atMs - POPUP_DELAY_MS);
  await page.goto(PATHS.kvb1);
  await page.clock.runFor(POPUP_DELAY_MS);
  await islandReady(page, "practicePopup");
}

/** Waits longer than a due popup needs, and expects none. */
async function expectNoPopup(page: Page): Promise<void> {
  await page.clock.runFor(2 * POPUP_RETRY_MS);
  expect(await popup(page).count()).toBe(0);
}

async function visit(options: Parameters<typeof browser.visit>[0] = {}): Promise<Page> {
  const { page } = await browser.visit(options);
  await page.clock.install({ time: MORNING });
  return page;
}

const WAYS_OUT: readonly { name: string; leave(page: Page): Promise<unknown> }[] = [
  { name: "its cross", leave: (page) => page.getByRole("button", { name: PRACTICE_POPUP_COPY.closeLabel }).click() },
  { name: "'later'", leave: (page) => page.getByRole("button", { name: PRACTICE_POPUP_COPY.laterLabel }).click() },
  { name: "Escape", leave: (page) => page.keyboard.press("Escape") },
  { name: "a press beside it", leave: (page) => page.mouse.click(3, 3) },
  {
    name: "its link",
    async leave(page) {
      // 204 to a navigation leaves the page where it is; the practice app would be another origin with its own storage.
      await page.route(`${browser.world}/**`, (route) => route.fulfill({ status: 204 }));
      await page.getByRole("link", { name: PRACTICE_POPUP_COPY.startLabel }).click();
    },
  },
];

describe("the practice popup", () => {
  test.each(WAYS_OUT)("left by $name: not again for 24 hours, and then again", async ({ leave }) => {
    const page = await visit();
    await stayUntilDue(page, MORNING);
    await popup(page).waitFor();
    await leave(page);
    await expect.poll(() => leftAt(page)).toBeGreaterThanOrEqual(MORNING);
    const leftMs = await leftAt(page);

    await stayUntilDue(page, leftMs + 1_000);
    await expectNoPopup(page);
    await stayUntilDue(page, leftMs + POPUP_INTERVAL_MS - MINUTE_MS);
    await expectNoPopup(page);
    await stayUntilDue(page, leftMs + POPUP_INTERVAL_MS);
    await popup(page).waitFor();
    // The visitor only saw it, which is not remembered.
    expect(await leftAt(page)).toBe(leftMs);
  });

  test("not before fifteen seconds, and again on the next page as long as it was not left", async () => {
    const page = await visit();
    await page.clock.setSystemTime(MORNING);
    await page.goto(PATHS.kvb1);
    await page.clock.runFor(POPUP_DELAY_MS / 2);
    expect(await popup(page).count()).toBe(0);
    await page.clock.runFor(POPUP_DELAY_MS / 2);
    await popup(page).waitFor();
    await stayUntilDue(page, MORNING + MINUTE_MS);
    await popup(page).waitFor();
  });

  test("left in another tab while this one was busy: it does not come here", async () => {
    const page = await visit();
    await page.clock.setSystemTime(MORNING - POPUP_DELAY_MS);
    await page.goto(PATHS.exam);
    await page.locator(".exam-map").scrollIntoViewIfNeeded();
    await page.locator(".exam-map-search input").fill("Utrecht");
    await page.clock.runFor(POPUP_DELAY_MS);
    await islandReady(page, "practicePopup");
    await expectNoPopup(page);
    await page.evaluate(([key, now]) => localStorage.setItem(key, now), [POPUP_STORAGE_KEY, String(MORNING)] as const);
    await page.locator(".exam-map-search input").blur();
    await expectNoPopup(page);
  });

  test.each([
    ["a time that is still to come", String(MORNING + POPUP_INTERVAL_MS)],
    ["no time at all", "gisteren"],
  ])("a note that says %s does not keep it away", async (_, note) => {
    const page = await visit();
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [POPUP_STORAGE_KEY, note] as const);
    await stayUntilDue(page, MORNING);
    await popup(page).waitFor();
  });

  test("waits for the answer about measuring, also while the question is still on its way", async () => {
    await shop.set({ vars: { TAG_MANAGER_ID: "GTM-TEST1" } });
    const page = await visit();
    const letQuestionCome = await hold(page, /\/build\/consent-/);
    await stayUntilDue(page, MORNING);
    await expectNoPopup(page);
    letQuestionCome();
    const answer = page.locator(".consent-bar").getByRole("button", { name: CONSENT_COPY.bar.denyLabel });
    await answer.waitFor();
    await expectNoPopup(page);
    await answer.click();
    await page.clock.runFor(POPUP_RETRY_MS);
    await popup(page).waitFor();
  });

  test("a visitor whose browser forbids storage never sees it: it could not be kept away", async () => {
    const page = await visit();
    await forbidStorage(page, "localStorage");
    await stayUntilDue(page, MORNING);
    await expectNoPopup(page);
  });
});
