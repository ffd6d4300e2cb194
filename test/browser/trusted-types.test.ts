import { expect, test } from "vitest";
import { PRACTICE_POPUP_COPY } from "../../src/free/quiz/practice-popup-copy.ts";
import { POPUP_DELAY_MS, POPUP_RETRY_MS } from "../../src/free/quiz/practice-popup-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { DESKTOP, islandReady, openBrowser } from "./browser.ts";

const browser = openBrowser();

/** Writes plain text where a browser would run it. */
const writeMarkup = () => {
  try {
    document.createElement("div").innerHTML = "<b>x</b>";
    return "written";
  } catch (error) {
    return String(error);
  }
};

test.each([PATHS.home, PATHS.order, PATHS.quiz, "/bridge-59incl-vb1", "/cadeau-sanne", "/nope"])(
  "%s: the browser refuses plain text as markup, and any policy that would let it through",
  async (path) => {
    const { page } = await browser.open(path);
    expect(await page.evaluate(writeMarkup)).toContain("TrustedHTML");
    const policy = await page.evaluate(() => {
      const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } };
      try {
        return String(trustedTypes?.createPolicy("default", {}));
      } catch (error) {
        return String(error);
      }
    });
    expect(policy).toContain("TypeError");
  },
);

test.each([PATHS.exam, PATHS.checkout])("%s is exempt, for Leaflet or Stripe.js", async (path) => {
  const { page } = await browser.open(path);
  expect(await page.evaluate(writeMarkup)).toBe("written");
});

test("everything on the home page works under it: the carousel, the video, the popup", async () => {
  const { page, problems } = await browser.visit({ viewport: DESKTOP });
  await page.clock.install();
  await page.goto(PATHS.home);
  const play = page.locator(".video-play").first();
  await play.scrollIntoViewIfNeeded();
  await play.click();
  await page.locator("iframe.video-frame").waitFor();
  await page.locator('[data-island="reviewsCarousel"]').first().scrollIntoViewIfNeeded();
  await islandReady(page, "reviewsCarousel");
  await page.locator("h1").click();
  await page.clock.runFor(POPUP_DELAY_MS);
  await islandReady(page, "practicePopup");
  await page.clock.runFor(POPUP_RETRY_MS);
  await page.getByRole("dialog", { name: PRACTICE_POPUP_COPY.title }).waitFor();
  expect(problems).toEqual([]);
});
