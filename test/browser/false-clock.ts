import type { Page, Request } from "playwright";
import { expect } from "vitest";
import { isHanging, spend } from "./browser.ts";

/** A clock that the test moves, for pages that wait longer than a test should. */

/** A page's requests without an answer yet. */
const questions = new WeakMap<Page, Set<Request>>();

/** Stops the page's clock. Call it before the first page. */
export async function stopClock(page: Page): Promise<void> {
  const open = new Set<Request>();
  questions.set(page, open);
  page.on("request", (request) => {
    const kind = request.resourceType();
    // Requests of the previous page do not count any more.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    // Scripts count too: a frame is not ready before its scripts have loaded.
    if (kind === "document" || kind === "script" || kind === "fetch") open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  await page.clock.install();
  // A time limit is one of the page's timers too.
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(new DOMException("late", "TimeoutError")), ms);
      return limit.signal;
    };
  });
}

/** From now on the browser's own timed redirects happen at once, also in a page without script. */
export async function skipWaiting(page: Page): Promise<void> {
  spend(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setVirtualTimePolicy", { policy: "advance" });
}

/**
 * Moves the clock in steps of `stepMs` until a condition is true; rejects if it is false after `mostMs` of the page's
 * time. The network does not follow the false clock, so the clock stands still while the page waits for an answer,
 * unless the test lets that request hang (browser.ts). A step must be shorter than any of the page's time limits.
 */
export async function passTime(
  page: Page,
  until: () => Promise<boolean>,
  { stepMs = 2_000, mostMs = Infinity }: { stepMs?: number; mostMs?: number } = {},
): Promise<void> {
  // Its clock was not stopped.
  if (!questions.has(page)) return expect.poll(until).toBe(true);
  const isAsking = () => [...(questions.get(page) ?? [])].some((request) => !isHanging(request));
  let passedMs = 0;
  const step = async () => {
    if (await until()) return true;
    // While the page asks, the clock stands still.
    if (isAsking() || passedMs + stepMs > mostMs) return false;
    passedMs += stepMs;
    // While the browser goes to another page, there is no clock for a moment.
    await page.clock.fastForward(stepMs).catch(() => undefined);
    return false;
  };
  await expect.poll(step, { interval: 10 }).toBe(true);
}

export const shown = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true });

/** Lets time pass until this text is shown. */
export const waitFor = (page: Page, text: string, stepMs?: number): Promise<void> =>
  passTime(page, async () => (await shown(page, text).count()) === 1, stepMs === undefined ? {} : { stepMs });

/** Stops a page's false clock, which runs until then: from here on only the test moves it, also in the pages that follow. */
export async function pauseClock(page: Page): Promise<void> {
  // The page's clock, not the machine's clock: however long the page took to open.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}
