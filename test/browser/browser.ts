import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { launchChromium } from "./chromium.ts";
import type { ShopOrigins } from "./global-setup.ts";

export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1440, height: 900 };

/** The shop of this test file: no other file uses it while this one runs. */
export function injectShop(): ShopOrigins {
  const shop = inject("shops")[Number(process.env.VITEST_POOL_ID) - 1];
  if (shop === undefined) throw new Error(`no shop for worker ${process.env.VITEST_POOL_ID}`);
  return shop;
}

export type Visit = {
  page: Page;
  /** Console errors, page errors and policy violations so far, without those that the test allowed. */
  problems: readonly string[];
};

/**
 * Gives a test file a browser. Each `visit` is a visitor of their own: fresh storage, and everything that went wrong
 * in their browser is collected. Contexts are closed after each test.
 */
export function openBrowser(): {
  origin: string;
  world: string;
  visit(options?: BrowserContextOptions): Promise<Visit>;
} {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  afterAll(async () => {
    await browser.close();
  });

  const { shop: origin, world } = injectShop();
  return {
    origin,
    world,
    async visit(options = {}) {
      const context = await browser.newContext({
        viewport: PHONE,
        baseURL: origin,
        // Scrolling that takes time makes positions a matter of luck; tests of motion ask for it.
        reducedMotion: "reduce",
        ...options,
      });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(String(error)));
      return { page, problems };
    },
  };
}

/** Resolves when an island has been hydrated. */
export async function islandReady(page: Page, name: string): Promise<void> {
  await page.locator(`[data-island="${name}"][data-status="ready"]`).first().waitFor({ state: "attached" });
}
