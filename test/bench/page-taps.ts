import type { Browser, Page } from "playwright";
import { PATHS } from "../../src/shared/paths.ts";
import { PHONE } from "../browser/browser.ts";
import { hurryPopup } from "./page-requests.ts";
import type { MeasuredShop } from "./page-shop.ts";

/** The time of a visit's first tap on a slow phone: from the finger until the browser has drawn the result. */

const SLOWER = 4;
/** After this long the page has nothing more to do. */
const REST_MS = 1500;
/** The wait until a tap's result has been drawn and reported. */
const DRAWN_MS = 1000;
/** The browser reports no shorter events. */
const SHORTEST_MS = 16;

export type Tap = {
  name: string;
  path: string;
  selector: string;
  /** The selector of its result. */
  shows: string;
  /** Whether the practice popup is open at that moment. */
  isInPopup?: true;
};

export type TapRow = { name: string; ms: number };

export const TAPS: readonly Tap[] = [
  { name: "menu", path: PATHS.home, selector: ".header-menu", shows: ".header-nav:popover-open" },
  { name: "question", path: PATHS.home, selector: ".faq-item summary >> nth=0", shows: ".faq-item[open]" },
  {
    name: "popup away",
    path: PATHS.home,
    selector: ".practice-popup-close",
    shows: "dialog:not([open])",
    isInPopup: true,
  },
  { name: "video", path: PATHS.home, selector: ".video-play", shows: ".video-frame" },
  { name: "question among all", path: PATHS.faq, selector: ".faq-item summary >> nth=0", shows: ".faq-item[open]" },
];

/**
 * One tap by the browser's event timing, milliseconds in steps of eight. A shorter tap counts as the shortest reported.
 */
export async function measureTap(browser: Browser, shop: MeasuredShop, tap: Tap): Promise<number> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true, baseURL: shop.origin });
  try {
    const page = await context.newPage();
    if (tap.isInPopup) await hurryPopup(page);
    await noteTaps(page);
    await page.goto(tap.path, { waitUntil: "load" });
    const target = page.locator(tap.selector);
    await target.scrollIntoViewIfNeeded();
    await page.waitForTimeout(REST_MS);
    const protocol = await context.newCDPSession(page);
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await target.tap();
    await page.locator(tap.shows).first().waitFor({ state: "attached" });
    await page.waitForTimeout(DRAWN_MS);
    return Math.max(SHORTEST_MS, ...(await page.evaluate(() => (window as unknown as { taps: number[] }).taps)));
  } finally {
    await context.close();
  }
}

function noteTaps(page: Page): Promise<unknown> {
  return page.addInitScript((durationThreshold) => {
    const taps: number[] = [];
    Object.assign(window, { taps });
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId) taps.push(duration);
      }
    }).observe({ type: "event", durationThreshold, buffered: true } as PerformanceObserverInit);
  }, SHORTEST_MS);
}
