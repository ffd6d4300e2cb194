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

/** Makes the policy that would let it through. */
const addPolicy = () => {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } };
  try {
    return String(trustedTypes?.createPolicy("default", {}));
  } catch (error) {
    return String(error);
  }
};

test("the page of an unknown address has the policy too", async () => {
  // The others are in test/worker/security.test.ts.
  const { headers } = await fetch(`${browser.origin}/nope`);
  expect(headers.get("content-security-policy")).toContain("require-trusted-types-for 'script'");
});

test("the browser refuses plain text as markup, and all of the home page works: carousel, video, popup", async () => {
  const { page, problems } = await browser.visit({ viewport: DESKTOP });
  await page.clock.install();
  await page.goto(PATHS.home);
  expect(await page.evaluate(writeMarkup)).toContain("TrustedHTML");
  expect(await page.evaluate(addPolicy)).toContain("TypeError");
  // The browser logs both refusals.
  const refused = problems.length;
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
  expect(problems.slice(refused)).toEqual([]);
});
