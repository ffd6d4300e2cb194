import type { Page } from "playwright";
import { expect, test } from "vitest";
import { PRACTICE_POPUP_COPY } from "../../src/free/quiz/practice-popup-copy.ts";
import {
  POPUP_DELAY_MS,
  POPUP_INTERVAL_MS,
  POPUP_RETRY_MS,
  POPUP_STORAGE_KEY,
} from "../../src/free/quiz/practice-popup-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { MINUTE_MS } from "../../src/shared/time.ts";
import { CONSENT_COPY } from "../../src/ui/consent-copy.ts";
import { forbidStorage, hold, islandReady, openBrowser } from "./browser.ts";
import { shop } from "./test-shop.ts";

/** Given 9.1: after fifteen seconds, and not again for 24 hours once it was closed or followed. */

const browser = openBrowser();
const MORNING = new Date("2026-11-22T09:00:00+01:00").getTime();

const popup = (page: Page) => page.getByRole("dialog", { name: PRACTICE_POPUP_COPY.title });

/** The stored time at which it was last closed or followed; 0 for none. */
const leftAt = (page: Page) => page.evaluate((key) => Number(localStorage.getItem(key)), POPUP_STORAGE_KEY);

async function stayUntilDue(page: Page, atMs: number): Promise<void> {
  await page.clock.setSystemTime(atMs - POPUP_DELAY_MS);
  await page.goto(PATHS.faq);
  await page.clock.runFor(POPUP_DELAY_MS);
  await islandReady(page, "practicePopup");
}

async function expectNoPopup(page: Page): Promise<void> {
  await page.clock.runFor(2 * POPUP_RETRY_MS);
  expect(await popup(page).count()).toBe(0);
}

async function visit(): Promise<Page> {
  const { page } = await browser.visit();
  await page.clock.install({ time: MORNING });
  return page;
}

const WAYS_OUT: readonly { name: string; leave(page: Page): Promise<unknown> }[] = [
  { name: "its cross", leave: (page) => page.getByRole("button", { name: PRACTICE_POPUP_COPY.closeLabel }).click() },
  { name: "Escape", leave: (page) => page.keyboard.press("Escape") },
  { name: "a press beside it", leave: (page) => page.mouse.click(3, 3) },
  {
    name: "its link",
    async leave(page) {
      // 204 to a navigation leaves the page where it is; the practice app would be another origin with its own storage.
      await page.route(`${browser.world}/**`, (route) => route.fulfill({ status: 204 }));
      await popup(page).getByRole("link", { name: PRACTICE_POPUP_COPY.startLabel }).click();
    },
  },
];

const focused = (page: Page) =>
  page.evaluate(() => {
    const { className, textContent } = document.activeElement as Element;
    return { className, textContent };
  });

test("after fifteen seconds, on each page until it is left; left in any way, not again for 24 hours", async () => {
  const page = await visit();
  await page.clock.setSystemTime(MORNING);
  await page.goto(PATHS.faq);
  await page.clock.runFor(POPUP_DELAY_MS / 2);
  expect(await popup(page).count()).toBe(0);
  await page.clock.runFor(POPUP_DELAY_MS / 2);
  await popup(page).waitFor();

  // A screen reader gets the popup itself, which it says, and no part of it in the same moment.
  expect(await focused(page)).toMatchObject({ className: "practice-popup screen-only" });
  expect(await popup(page).getAttribute("tabindex")).toBe("-1");
  expect(await popup(page).locator("h2").getAttribute("tabindex")).toBeNull();
  // The focus has a frame in no browser: nothing in it is chosen yet.
  expect(await popup(page).evaluate((element) => getComputedStyle(element).outlineColor)).toBe("rgba(0, 0, 0, 0)");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toMatchObject({ textContent: PRACTICE_POPUP_COPY.startLabel });

  let leftMs = 0;
  let dueMs = MORNING + MINUTE_MS;
  for (const { name, leave } of WAYS_OUT) {
    await stayUntilDue(page, dueMs);
    await popup(page).waitFor();
    // The visitor only saw it, which is not remembered.
    expect(await leftAt(page), name).toBe(leftMs);
    await leave(page);
    await expect.poll(() => leftAt(page), { message: name }).toBeGreaterThanOrEqual(dueMs);
    leftMs = await leftAt(page);
    dueMs = leftMs + POPUP_INTERVAL_MS;
  }
  // Its link has been followed: who comes back to a page that the browser kept does not find it again.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await popup(page).waitFor({ state: "detached" });
  await stayUntilDue(page, dueMs - MINUTE_MS);
  await expectNoPopup(page);
  // Where storage is forbidden it could not be kept away, so it never comes.
  await forbidStorage(page);
  await stayUntilDue(page, dueMs);
  await expectNoPopup(page);
});

test("left in another tab: it closes here, or does not come if this tab was busy", async () => {
  const page = await visit();
  /** What the browser does in the other tabs when one of them leaves the popup. */
  const leaveElsewhere = () =>
    page.evaluate(
      ([key, now]) => {
        localStorage.setItem(key, now);
        dispatchEvent(new StorageEvent("storage", { key }));
      },
      [POPUP_STORAGE_KEY, String(MORNING)] as const,
    );
  await page.clock.setSystemTime(MORNING - POPUP_DELAY_MS);
  await page.goto(PATHS.exam);
  /** Makes the visitor busy with an element of this kind, or looks at another tab: then it is null. */
  const beBusy = (name: string | null) =>
    page.evaluate((name) => {
      Object.defineProperty(document, "hidden", { value: name === null, configurable: true });
      document.querySelector("body > .busy")?.remove();
      const busy = Object.assign(document.createElement(name ?? "p"), { className: "busy", open: true });
      document.body.append(busy);
      if (name === "menu") Object.assign(busy, { popover: "auto" }).showPopover();
      busy.focus({ preventScroll: true });
    }, name);
  await beBusy("input");
  await page.clock.runFor(POPUP_DELAY_MS);
  await islandReady(page, "practicePopup");
  for (const name of ["input", "iframe", "dialog", "menu", null]) {
    await beBusy(name);
    await expectNoPopup(page);
  }
  await leaveElsewhere();
  await beBusy("p");
  await expectNoPopup(page);

  await page.evaluate(() => localStorage.clear());
  await stayUntilDue(page, MORNING + MINUTE_MS);
  await popup(page).waitFor();
  await leaveElsewhere();
  await popup(page).waitFor({ state: "detached" });
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
