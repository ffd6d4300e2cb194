import type { Page } from "playwright";
import { expect, test } from "vitest";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { bridgeKey, OFFERS, type Offer, priceOf } from "../../src/shared/courses.ts";
import { formatAmount } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { SAMPLE_QUESTION_COPY } from "../../src/shop/sales-copy.ts";
import { DESKTOP, hold, islandReady, openBrowser, PHONE, TABLET } from "./browser.ts";
import { pauseClock, skipWaiting } from "./false-clock.ts";
import { shop } from "./test-shop.ts";

const browser = openBrowser();
const [KVB1] = OFFERS as readonly [Offer];

test("from an address that is none, which the console says, and home: order, pay, wait ten seconds, arrive", async () => {
  const { page, problems } = await browser.visit();
  await page.clock.install();
  const response = await page.goto("/niet-hier");
  expect(response?.status()).toBe(404);
  await expect.poll(() => problems.some((problem) => problem.includes("404: no page at /niet-hier"))).toBe(true);
  await page.getByRole("link", { name: "Terug naar home (Return to Home)" }).click();
  await page.waitForURL(`${browser.origin}/`);
  const known = problems.length;
  await page.locator('[data-island="video"] a').first().focus();
  await islandReady(page, "video");
  await page.keyboard.press("Control+Enter");
  expect(await page.locator("iframe.video-frame").count(), "with Ctrl it is the browser's").toBe(0);
  await page.keyboard.press("Space");
  await page.locator("iframe.video-frame").waitFor();
  await page.getByRole("link", { name: "Start direct" }).click();
  await page.waitForURL(`**${PATHS.order}`);
  await page.getByRole("link", { name: "Bestel KVB1" }).click();
  await page.waitForURL(`${browser.world}/checkout/KVB1/none`);
  expect(await page.textContent("body")).toContain("Klein Vaarbewijs 1");
  expect(await page.textContent("body")).toContain(formatAmount(KVB1.priceCents));
  await pauseClock(page);
  await page.getByRole("button", { name: /Betaal/ }).click();
  await page.waitForURL(`**${KVB1.path}?session_id=*`);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(INTERSTITIAL_COPY.title);
  await page.clock.runFor(10_000);
  await page.waitForURL(`${browser.world}/cursus/kvb1`);
  expect(problems.slice(known)).toEqual([]);
  await page.goBack();
  expect(page.url()).not.toContain("/bridge-");
});

const kvb2 = (page: Page) => page.locator(".header-nav").getByRole("link", { name: "KVB2" });

test("without JavaScript, from the order page in another flow, whose menu opens: the same way, the refresh at the end included", async () => {
  const { page } = await browser.open(`${PATHS.order}?flow=A`, { javaScriptEnabled: false });
  await page.getByText("Menu", { exact: true }).click();
  expect(await kvb2(page).isVisible()).toBe(true);
  expect(await kvb2(page).getAttribute("href")).toBe("/klein-vaarbewijs-2?flow=A");
  await page.keyboard.press("Escape");
  await page.getByText("tot middernacht", { exact: true }).waitFor();
  await page.locator(".order-choice a").last().click();
  expect(await page.$eval(":target", (card) => getComputedStyle(card).outlineColor)).toBe("rgb(168, 32, 122)");
  await page.getByRole("link", { name: "Bestel Marifonie" }).click();
  await page.getByRole("button", { name: /Betaal/ }).click();
  await page.waitForURL(`**/${bridgeKey("MARIFONIE", priceOf("MARIFONIE", "A").priceCents)}?*`);
  const link = await page.getByRole("link", { name: "Ga nu naar je cursus" }).getAttribute("href");
  expect(link).toBe(`${browser.world}/cursus/marifonie`);
  await skipWaiting(page);
  await page.waitForURL(`${browser.world}/cursus/marifonie`);
});

test("the countdown counts to the end of the visitor's day, or of an offer's last day in the Netherlands, and stays at zero; before that day it is not shown", async () => {
  const { page, problems } = await browser.visit({ timezoneId: "America/New_York" });
  const clock = page.getByRole("timer");
  /** The visitor arrives half a second after this moment. */
  const arriveAt = async (moment: string, OFFER_ENDS: string) => {
    const time = new Date(moment).getTime();
    await shop.set({ vars: { OFFER_ENDS }, now: time });
    await page.clock.pauseAt(time + 500);
    await page.goto(`${PATHS.order}?flow=B`);
    // The next frame, and an idle moment after it.
    await page.clock.runFor(200);
    await islandReady(page, "countdown");
  };
  await page.clock.install({ time: new Date("2026-11-20T00:00:00Z") });
  await arriveAt("2026-11-20T23:59:00.000+01:00", "2026-11-21");
  expect(await page.getByText("tot en met 21 november 2026").isVisible()).toBe(true);
  expect(await clock.count()).toBe(0);
  for (const [moment, ends] of [
    ["2026-11-21T22:58:57.001+01:00", "2026-11-21"],
    ["2026-11-21T22:58:57.000-05:00", ""],
  ] as const) {
    await arriveAt(moment, ends);
    expect(await clock.textContent()).toBe("01:01:02");
    await page.clock.runFor(1_000);
    expect(await clock.textContent()).toBe("01:01:01");
    await page.clock.fastForward("01:01:00");
    await page.clock.runFor(10_000);
    expect(await clock.textContent()).toBe("00:00:00");
    expect(await page.getByRole("status").filter({ hasText: "De dag is om" }).isVisible()).toBe(true);
  }
  expect(problems).toEqual([]);
});

test("the menu opens for who has tapped the page, and never lies on what has the focus", async () => {
  const { page } = await browser.open(`${PATHS.faq}#hoe-betalen`);
  await page.locator("details:target[open]").waitFor();
  const menu = page.getByRole("button", { name: "Menu" });
  const link = kvb2(page);
  await page.locator("main h1").click();
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe("main");
  // In Safari a press on a button does not focus it.
  await page.evaluate(() => document.getElementById("menu")?.showPopover());
  expect(await link.isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await link.waitFor({ state: "hidden" });

  const icon = page.locator(".header-menu-icon");
  const lines = () => icon.evaluate((element) => getComputedStyle(element, "::before").rotate);
  expect(await lines()).toBe("none");
  await menu.press("Enter");
  await link.waitFor();
  await expect.poll(lines).toBe("45deg");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("hidden");
  await page.setViewportSize({ width: 640, height: 320 });
  expect(await page.$eval(".header-nav", (nav) => nav.getBoundingClientRect().bottom - innerHeight)).toBeLessThan(1);
  const first = page.locator("main a").first();
  await first.focus();
  await link.waitFor({ state: "hidden" });
  await expect.poll(lines).toBe("none");
  await menu.focus();
  await link.waitFor();
  await page.evaluate(() => location.assign(`#${document.querySelector("details.faq-item:not([open])")?.id}`));
  await page.locator("details:target[open]").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".faq-item:not([open]) summary + *").last().isVisible(), "on paper").toBe(true);
});

test("a press that comes before its island works is done once it does, also of two; with Ctrl or Shift it is the browser's, and a page rendered ahead waits", async () => {
  const { page } = await browser.visit();
  const release = await hold(page, "**/build/video-*.js");
  await page.addInitScript(() => Object.defineProperty(document, "prerendering", { value: true }));
  await page.goto(PATHS.kvb1);
  expect(await page.locator("[data-status]").count()).toBe(0);
  await page.evaluate(() => document.dispatchEvent(new Event("prerenderingchange")));
  const address = page.url();
  const link = page.getByRole("link", { name: /Bekijk de video/ });
  for (const key of ["Control", "Shift"] as const)
    await Promise.all([page.context().waitForEvent("page"), link.click({ modifiers: [key] })]);
  await link.dblclick();
  await page.locator('[data-island="video"][data-status="loading"]').waitFor({ state: "attached" });
  expect(await page.locator("iframe.video-frame").count()).toBe(0);
  release();
  const player = page.locator("iframe.video-frame");
  await player.waitFor();
  expect(page.url()).toBe(address);
  expect(await player.getAttribute("src")).toContain("autoplay=1");
  expect(await player.getAttribute("title")).toMatch(/\S/);
  expect(await player.getAttribute("allow")).toMatch(/autoplay;.*fullscreen/);
  expect(await player.evaluate((frame) => frame === document.activeElement && frame.clientHeight > 150)).toBe(true);
});

test("the reviews carousel turns by arrows, keys, dots and swipes, and wraps both ways", async () => {
  const { page, problems } = await browser.open(PATHS.order, { viewport: DESKTOP, hasTouch: true });
  await page.locator('[data-island="reviewsCarousel"]').scrollIntoViewIfNeeded();
  await islandReady(page, "reviewsCarousel");
  const names = () => page.locator(".review:visible figcaption").allTextContents();
  const first = await names();
  expect(first).toHaveLength(3);
  await page.getByRole("button", { name: "Volgende reviews" }).click();
  const second = await names();
  expect(second).not.toEqual(first);
  await page.getByRole("button", { name: "Volgende reviews" }).click();
  expect(await names()).toEqual(first);
  await page.getByRole("button", { name: "Vorige reviews" }).click();
  expect(await names()).toEqual(second);
  await page.locator(".reviews-row").focus();
  await page.keyboard.press("ArrowLeft");
  expect(await names()).toEqual(first);
  const dot = page.getByRole("button", { name: "pagina 2 van 2" });
  expect(await dot.getAttribute("aria-current")).toBe("false");
  await dot.click();
  expect(await names()).toEqual(second);
  expect(await dot.getAttribute("aria-current")).toBe("true");
  await page.emulateMedia({ forcedColors: "active" });
  expect(await dot.evaluate((one) => getComputedStyle(one, "::before").backgroundColor)).not.toBe("rgb(255, 255, 255)");
  expect(await page.locator(".reviews-row").getAttribute("aria-live")).toBe("polite");

  await page.setViewportSize(PHONE);
  await expect.poll(names).toHaveLength(1);
  await page.locator(".reviews-row").scrollIntoViewIfNeeded();
  // Six pages: with two, the one before is the one after.
  const reviews = await page.locator(".review figcaption").allTextContents();
  const box = await page.locator(".reviews-row").boundingBox();
  if (box === null) throw new Error("The carousel has no box.");
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: box.y + 40 }] });
  const swipe = async (distance: number) => {
    await touch("touchStart", 200);
    await touch("touchMove", 200 - distance);
    await touch("touchEnd");
  };
  await swipe(50);
  expect(await names(), "50 px").toEqual(reviews.slice(0, 1));
  await swipe(60);
  expect(await names(), "60 px").toEqual(reviews.slice(1, 2));
  await swipe(-60);
  expect(await names(), "60 px back").toEqual(reviews.slice(0, 1));
  const row = page.locator(".reviews-row");
  await row.dragTo(row, { sourcePosition: { x: 200, y: 40 }, targetPosition: { x: 100, y: 40 } });
  expect(await names(), "a mouse selects the text").toEqual(reviews.slice(0, 1));
  await page.getByRole("button", { name: "Volgende reviews" }).click();
  expect(await names(), "an arrow").toEqual(reviews.slice(1, 2));
  expect((await row.boundingBox())?.height, "what is below stays").toBe(box.height);
  for (const key of ["Alt+ArrowRight", "Meta+ArrowRight", "ArrowRight"]) await row.press(key);
  expect(await names(), "a key").toEqual(reviews.slice(2, 3));
  await page.setViewportSize(TABLET);
  await expect.poll(names).toHaveLength(3);
  expect(problems).toEqual([]);
});

/** The two colours of a verdict, as the browser computes them: `--starboard` and `--port`. */
const GREEN = "rgb(11, 122, 75)";
const RED = "rgb(194, 42, 26)";

test("the question to try on a sales page needs no script: after a wrong answer the right one is marked green and stays so", async () => {
  const { page } = await browser.open(PATHS.kvb1, { javaScriptEnabled: false });
  const right = page.locator(".sample-right");
  const wrong = page.locator(".sample-wrong").first();
  const colourOf = async (answer: typeof right) => {
    const letter = answer.locator(".sample-letter").first();
    return letter.evaluate((element) => getComputedStyle(element).backgroundColor);
  };
  await right.scrollIntoViewIfNeeded();
  expect([GREEN, RED]).not.toContain(await colourOf(right));

  await wrong.locator("summary").click();
  await wrong.getByText(SAMPLE_QUESTION_COPY.wrong("").split(".", 1)[0] ?? "").waitFor();
  expect(await colourOf(wrong)).toBe(RED);
  expect(await colourOf(right)).toBe(GREEN);

  // Another answer, also the right one, leaves it green; one that was not chosen is not marked.
  await page.locator(".sample-wrong").last().locator("summary").click();
  expect(await colourOf(right)).toBe(GREEN);
  expect([GREEN, RED]).not.toContain(await colourOf(wrong));
  await right.locator("summary").click();
  await right.getByText(SAMPLE_QUESTION_COPY.right).waitFor();
  expect(await colourOf(right)).toBe(GREEN);
});
