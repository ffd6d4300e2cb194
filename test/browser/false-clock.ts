import type { Page, Request } from "playwright";
import { expect } from "vitest";
import { isHanging, spend } from "./browser.ts";

/** A clock that the test moves, for pages that wait longer than a test should. */

/** A page's requests without an answer yet. */
const questions = new WeakMap<Page, Set<Request>>();

/**
 * Gives the page a false clock, which the test moves. Call it before the first page. The clock also runs by itself, until
 * `pauseClock`: a test must not need one of the page's time limits to be still to come.
 */
export async function falsifyClock(page: Page): Promise<void> {
  const open = new Set<Request>();
  questions.set(page, open);
  page.on("request", (request) => {
    const kind = request.resourceType();
    // Requests of the previous page do not count any more.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    // Scripts count too: a form is not ready before Stripe's has loaded.
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
 * Moves the clock in steps of `stepMs` until a condition is true. The network does not follow the false clock, so it is not moved while the
 * page waits for an answer, unless the test lets that request hang (browser.ts). A step must be shorter than any of the page's time limits.
 */
export async function passTime(page: Page, until: () => Promise<boolean>, stepMs = 2_000): Promise<void> {
  // It has the machine's clock.
  if (!questions.has(page)) return expect.poll(until).toBe(true);
  const isAsking = () => [...(questions.get(page) ?? [])].some((request) => !isHanging(request));
  const step = async () => {
    if (await until()) return true;
    if (isAsking()) return false;
    // While the browser goes to another page, there is no clock for a moment.
    await page.clock.fastForward(stepMs).catch(() => undefined);
    return false;
  };
  await expect.poll(step, { interval: 10 }).toBe(true);
}

export const shown = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true });

/** Lets time pass until this text is shown. */
export const waitFor = (page: Page, text: string, stepMs?: number): Promise<void> =>
  passTime(page, async () => (await shown(page, text).count()) === 1, stepMs);

/** Stops a page's false clock, which runs until then: from here on only the test moves it, also in the pages that follow. */
export async function pauseClock(page: Page): Promise<void> {
  // The page's clock, not the machine's clock: however long the page took to open.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}
