import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { REVIEWS_COPY } from "../../src/courses/reviews-copy.ts";
import { PRACTICE_POPUP_COPY } from "../../src/free/quiz/practice-popup-copy.ts";
import { POPUP_DELAY_MS, POPUP_RETRY_MS } from "../../src/free/quiz/practice-popup-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { CLIENT } from "../../src/ui/client-manifest.ts";
import { CONSENT_COPY } from "../../src/ui/consent-copy.ts";
import { islandReady, openBrowser } from "./browser.ts";
import { showExamMap } from "./open-screen.ts";
import { GIFT_CODE, GIFT_QUERY } from "./pages.ts";
import { shop } from "./test-shop.ts";

/** The scripts of a whole visit: only the checkout needs React. */

const browser = openBrowser();

describe("what a whole visit downloads", () => {
  /** The limit for all scripts of a visit, bytes, compressed as `wrangler dev` does it. */
  const MAX_BYTES = { [PATHS.home]: 6_000, [PATHS.order]: 8_000, [PATHS.giveGift]: 8_000, gift: 2_500 };
  const BROTLI_5 = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

  /** Records the page's scripts. Returns a function for their names, and for their bytes with the loader's. */
  function countScripts(page: Page) {
    const scripts: Promise<{ name: string; code: Buffer }>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script" || response.frame() !== page.mainFrame()) return;
      const name = new URL(response.url()).pathname.replace(/^\/build\/(.*)-\w+\.js$/, "$1");
      scripts.push(response.body().then((code) => ({ name, code })));
    });
    return async () => {
      const downloaded = await Promise.all(scripts);
      const codes = [Buffer.from(CLIENT.loader.code), ...downloaded.map(({ code }) => code)];
      const bytes = codes.reduce((sum, code) => sum + brotliCompressSync(code, BROTLI_5).length, 0);
      return { names: downloaded.map(({ name }) => name).sort(), bytes };
    };
  }

  async function turnReviews(page: Page) {
    await page.locator('[data-island="reviewsCarousel"]').first().scrollIntoViewIfNeeded();
    await islandReady(page, "reviewsCarousel");
    await page.getByRole("button", { name: REVIEWS_COPY.nextLabel }).first().click();
  }

  test("home, with consent, video, popup and carousel used, is a few KB and no React", async () => {
    // With a container, so that the page has the consent bar too.
    await shop.set({ vars: { TAG_MANAGER_ID: "GTM-TEST1" } });
    const { page, problems } = await browser.visit();
    await page.clock.install();
    const scripts = countScripts(page);

    await page.goto(PATHS.home);
    await page.clock.runFor(1_000);
    await page.getByRole("button", { name: CONSENT_COPY.bar.denyLabel }).click();
    await page.locator(".video-play").first().click();
    await page.locator("iframe.video-frame").waitFor();
    await page.locator("h1").click();
    await page.clock.runFor(POPUP_DELAY_MS + POPUP_RETRY_MS);
    await page.getByRole("button", { name: PRACTICE_POPUP_COPY.laterLabel }).click();
    await turnReviews(page);

    const { names, bytes } = await scripts();
    expect(names).toEqual(["consent", "light", "practice-popup", "reviews-carousel", "video"]);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES[PATHS.home]);
    expect(problems).toEqual([]);
  });

  test("the order page in offer mode, with clock and carousel, is a few KB and no React", async () => {
    const { page, problems } = await browser.visit();
    const scripts = countScripts(page);
    await page.goto(`${PATHS.order}?flow=A`);
    await islandReady(page, "countdown");
    await turnReviews(page);
    const { names, bytes } = await scripts();
    expect(names).toEqual(["countdown", "light", "reviews-carousel"]);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES[PATHS.order]);
    expect(problems).toEqual([]);
  });

  test("giving a gift, with the form filled in and its example in view, is a few KB and no React", async () => {
    const { page, problems } = await browser.visit();
    const scripts = countScripts(page);
    await page.goto(PATHS.giveGift);
    await islandReady(page, "giftForm");
    await page.fill("#ontvanger", "Noor");
    await page.locator('[data-island="giftReplay"]').scrollIntoViewIfNeeded();
    await islandReady(page, "giftReplay");
    const { names, bytes } = await scripts();
    expect(names).toEqual(["gift-form", "gift-replay", "light"]);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES[PATHS.giveGift]);
    expect(problems).toEqual([]);
  });

  test("unwrapping a gift is a KB or two and no React", async () => {
    const { page, problems } = await browser.visit();
    const scripts = countScripts(page);
    await page.goto(`${GIFT_CODE}?${GIFT_QUERY}`);
    await islandReady(page, "gift");
    for (let tap = 0; tap < 3; tap += 1) await page.locator(".gift-button").click();
    await page.locator(".gift-giver").waitFor();
    const { names, bytes } = await scripts();
    expect(names).toEqual(["gift", "light"]);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES.gift);
    expect(problems).toEqual([]);
  });

  test("the exam's page, with the map in use, is Leaflet and no React", async () => {
    const { page, problems } = await browser.visit();
    const scripts = countScripts(page);
    await showExamMap(page);
    await islandReady(page, "nearestCentres");
    const { names } = await scripts();
    // The popup's script comes if the map takes its time.
    const others = names.filter((name) => name !== "practice-popup");
    // "chunk": the list of centres, which two of these modules share.
    expect(others).toEqual(["chunk", "exam-map", "leaflet-map", "light", "nearest-centres"]);
    expect(problems).toEqual([]);
  });
});
