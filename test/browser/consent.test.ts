import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { CONSENT_COPY } from "../../src/ui/consent-copy.ts";
import { CONSENT_MAX_AGE_MS, CONSENT_STORAGE_KEY, CONSENT_VERSION, parseConsent } from "../../src/ui/consent-rules.ts";
import { sample } from "../full.ts";
import { findViolations } from "./axe.ts";
import { DESKTOP, forbidStorage, islandReady, openBrowser, PHONE } from "./browser.ts";
import { shop } from "./test-shop.ts";

const browser = openBrowser();
const CONTAINER = "GTM-TEST1";
const TAG_MANAGER = "https://www.googletagmanager.com/**";
const BAR = ".consent-bar";
const { bar: COPY, preferencesLabel } = CONSENT_COPY;

beforeEach(() => shop.set({ vars: { TAG_MANAGER_ID: CONTAINER } }));

/** A visitor of a shop with a container; `asked` collects the requests to other hosts. */
async function visit(options: Parameters<typeof browser.visit>[0] = {}) {
  const { page, problems } = await browser.visit(options);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (origin !== shop.origin && origin !== "null") asked.push(request.url());
  });
  // The data that a container would read when it runs.
  await page.context().route(TAG_MANAGER, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: "window.seenByTagManager = { queue: window.dataLayer.map((x) => [...(x.length ? x : [x.event])]), href: location.href };",
    }),
  );
  return { page, problems, asked };
}

/** The queue, commands as lists and events as their objects. */
function queue(page: Page): Promise<unknown[]> {
  return page.evaluate(() =>
    (window.dataLayer ?? []).map((entry) =>
      Object.prototype.toString.call(entry) === "[object Arguments]" ? Array.from(entry as ArrayLike<unknown>) : entry,
    ),
  );
}

const denied = {
  ad_storage: "denied",
  ad_user_data: "denied",
  ad_personalization: "denied",
  analytics_storage: "denied",
};
const granted = { ...denied, ad_storage: "granted", ad_user_data: "granted", analytics_storage: "granted" };
const DEFAULT = ["consent", "default", denied];

const button = (page: Page, name: string) => page.locator(BAR).getByRole("button", { name });
const seen = (page: Page) => page.evaluate(() => (window as { seenByTagManager?: unknown }).seenByTagManager);
const tagManagerRan = (page: Page) => page.waitForFunction(() => "seenByTagManager" in window);

describe("with a tag manager", () => {
  test("before the answer nothing is loaded, and everything is denied", async () => {
    const { page, problems, asked } = await visit();
    await page.goto(PATHS.home);
    await page.locator(BAR).waitFor();
    expect(await queue(page)).toEqual([DEFAULT]);
    expect(asked).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("Accepteren loads it, tells it so, and the next page does not ask again", async () => {
    const { page, problems, asked } = await visit();
    await page.goto(PATHS.faq);
    await button(page, COPY.grantLabel).click();
    await tagManagerRan(page);
    expect(asked).toEqual([`https://www.googletagmanager.com/gtm.js?id=${CONTAINER}`]);
    expect(await queue(page)).toEqual([
      DEFAULT,
      ["consent", "update", granted],
      { "gtm.start": expect.any(Number), event: "gtm.js" },
    ]);
    expect(await page.locator(BAR).count()).toBe(0);

    await page.goto(`${PATHS.order}?flow=A`);
    await tagManagerRan(page);
    expect(asked).toHaveLength(2);
    expect((await queue(page)).slice(0, 2)).toEqual([DEFAULT, ["consent", "update", granted]]);
    expect(await page.locator(BAR).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("Weigeren is kept as well, and nothing is ever loaded", async () => {
    const { page, problems, asked } = await visit();
    await page.goto(PATHS.home);
    await button(page, COPY.denyLabel).click();
    await page.goto(PATHS.order);
    await islandReady(page, "consent");
    expect(await queue(page)).toEqual([DEFAULT, ["consent", "update", denied]]);
    expect(await page.locator(BAR).count()).toBe(0);
    expect(asked).toEqual([]);
    const stored = JSON.parse((await page.evaluate((key) => localStorage.getItem(key), CONSENT_STORAGE_KEY)) ?? "{}");
    expect(stored).toEqual({ version: CONSENT_VERSION, choice: "denied", date: expect.any(String) });
    expect(problems).toEqual([]);
  });

  test.each([PHONE, DESKTOP])(
    "both answers are as easy: same size, same look, side by side ($width px)",
    async (viewport) => {
      const { page } = await visit({ viewport });
      await page.goto(PATHS.home);
      await page.locator(BAR).waitFor();
      const [deny, grant] = await Promise.all(
        [COPY.denyLabel, COPY.grantLabel].map((name) =>
          button(page, name).evaluate((element) => {
            const { width, height, top } = element.getBoundingClientRect();
            const { color, backgroundColor, fontWeight, fontSize, boxShadow } = getComputedStyle(element);
            return { width, height, top, color, backgroundColor, fontWeight, fontSize, boxShadow };
          }),
        ),
      );
      expect(deny).toEqual(grant);
      expect(grant?.height).toBeGreaterThanOrEqual(44);
      const height = await page.locator(BAR).evaluate((element) => element.getBoundingClientRect().height);
      expect(height).toBeLessThan(viewport.height / 3);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    },
  );

  test("both answers are on the screen of a phone whose text is twice as large", async () => {
    const { page } = await visit({ viewport: PHONE });
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => document.documentElement.style.setProperty("font-size", "200%"));
    });
    await page.goto(PATHS.home);
    for (const name of [COPY.denyLabel, COPY.grantLabel]) {
      await button(page, name).scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await button(page, name).boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
      expect([x >= 0, y >= 0, x + width <= PHONE.width, y + height <= PHONE.height]).toEqual([true, true, true, true]);
    }
  });

  test("the bar and its link are accessible, and what has the focus is never behind it", async () => {
    const { page } = await visit();
    await page.goto(PATHS.faq);
    await page.locator(BAR).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const links = page.locator("main a");
    for (let index = 0; index < (await links.count()); index += 1) {
      const link = links.nth(index);
      await link.focus();
      const [own, bar] = await Promise.all([link.boundingBox(), page.locator(BAR).boundingBox()]);
      // A link in a closed answer cannot have the focus.
      const hasFocus = await link.evaluate((element) => element === document.activeElement);
      if (own !== null && hasFocus)
        expect(own.y + own.height, (await link.textContent()) ?? "").toBeLessThanOrEqual(bar?.y ?? 0);
    }
  });

  test("the answer can be changed from the footer, with the keyboard, and measuring is forgotten", async () => {
    const { page, problems } = await visit();
    await page.goto(PATHS.terms);
    await button(page, COPY.grantLabel).click();
    await page.context().addCookies([
      { name: "_ga", value: "1", url: shop.origin },
      { name: "_ga_X1", value: "1", url: shop.origin },
      { name: "__stripe_mid", value: "1", url: shop.origin },
    ]);
    const preferences = page.getByRole("button", { name: preferencesLabel });
    await preferences.focus();
    await page.keyboard.press("Space");
    await page.locator(BAR).waitFor();
    expect(await page.locator(BAR).textContent()).toContain(COPY.current.granted);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("consent-bar screen-only");
    await button(page, COPY.denyLabel).press("Enter");
    expect(await page.locator(BAR).count()).toBe(0);
    expect(await preferences.evaluate((link) => link === document.activeElement)).toBe(true);
    expect((await queue(page)).at(-1)).toEqual(["consent", "update", denied]);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["__stripe_mid"]);
    await preferences.click();
    expect(await page.locator(BAR).textContent()).toContain(COPY.current.denied);
    await button(page, COPY.grantLabel).click();
    expect((await queue(page)).at(-1)).toEqual(["consent", "update", granted]);
    expect(problems).toEqual([]);
  });

  test("a bridge page: the sale is queued at once, but read behind the denial", async () => {
    const { page, problems, asked } = await visit();
    await page.goto("/bridge-59incl-vb1?session_id=cs_test_12345678");
    await page.locator(BAR).waitFor();
    expect(await queue(page)).toEqual([DEFAULT, expect.objectContaining({ event: "purchase" })]);
    expect(asked).toEqual([]);
    await button(page, COPY.grantLabel).click();
    await tagManagerRan(page);
    expect(((await seen(page)) as { queue: unknown[] }).queue).toEqual([
      DEFAULT,
      ["purchase"],
      ["consent", "update", granted],
      ["gtm.js"],
    ]);
    expect(problems).toEqual([]);
  });

  test("the checkout asks, can be paid on meanwhile, and has the link", async () => {
    const { page, problems } = await visit();
    await page.goto(PATHS.checkout);
    await islandReady(page, "checkout");
    await page.locator(BAR).waitFor();
    await button(page, COPY.denyLabel).click();
    await page.getByRole("button", { name: preferencesLabel }).click();
    await page.locator(BAR).waitFor();
    expect(problems).toEqual([]);
  });

  const GIFT_RETURN = `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&gift=1&payment_intent=pi_1`;
  const OF_GIFTS = ["/cadeau-sanne", "/g-DEMOVAAR2026?n=Noor", PATHS.giftLookup, PATHS.giveGift, GIFT_RETURN];
  test.each(sample(OF_GIFTS, (path) => path === PATHS.giveGift || path === GIFT_RETURN))(
    "%s never asks",
    async (path) => {
      const { page, asked } = await visit();
      await page.goto(PATHS.home);
      await button(page, COPY.grantLabel).click();
      await tagManagerRan(page);
      asked.length = 0;
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await page.locator(BAR).count()).toBe(0);
      expect(await queue(page)).toEqual([]);
      expect(asked).toEqual([]);
    },
  );

  test("without JavaScript there is no bar, and the link leads to the privacy page", async () => {
    const { page, asked } = await visit({ javaScriptEnabled: false });
    await page.goto(PATHS.home);
    expect(await page.locator(BAR).count()).toBe(0);
    await page.getByRole("link", { name: preferencesLabel }).click();
    expect(new URL(page.url())).toMatchObject({ pathname: PATHS.privacy, hash: "#cookies" });
    expect(asked).toEqual([]);
  });

  test("where storage is forbidden the answer holds for the page", async () => {
    const { page, problems } = await visit();
    await forbidStorage(page, "localStorage");
    await page.goto(PATHS.faq);
    await button(page, COPY.grantLabel).click();
    await tagManagerRan(page);
    expect(problems).toEqual([]);
  });
});

describe("an answer", () => {
  const stored = (choice: unknown, date: unknown, version: unknown = CONSENT_VERSION) =>
    JSON.stringify({ version, choice, date });
  const NOW = Date.parse("2026-11-21T12:00:00Z");
  const ago = (ms: number) => new Date(NOW - ms).toISOString();

  test("holds for six months", () => {
    expect(parseConsent(stored("granted", ago(0)), NOW)).toBe("granted");
    expect(parseConsent(stored("denied", ago(CONSENT_MAX_AGE_MS - 1)), NOW)).toBe("denied");
    expect(parseConsent(stored("granted", ago(CONSENT_MAX_AGE_MS)), NOW)).toBeNull();
  });

  test.each([
    null,
    "",
    "granted",
    "null",
    "[]",
    stored("yes", ago(0)),
    stored("granted", ago(-60_000)),
    stored("granted", "ooit"),
    stored("granted", undefined),
    stored("granted", ago(0), CONSENT_VERSION + 1),
  ])("%j is none", (value) => expect(parseConsent(value, NOW)).toBeNull());
});

describe("without a tag manager", () => {
  test("no bar, no link, no queue, and nothing from elsewhere before the visitor acts", async () => {
    await shop.set({});
    const pages = [PATHS.home, PATHS.kvb1, PATHS.kvb2, PATHS.marifonie, PATHS.faq, PATHS.terms, PATHS.privacy];
    const all = [...pages, PATHS.practiceAnswers, PATHS.order, PATHS.quiz, PATHS.quizScore, "/cadeau-sanne"];
    // All at the same time, because `networkidle` waits half a second for each.
    const visits = all.map(async (path) => {
      const { page, problems } = await browser.visit();
      const asked: string[] = [];
      page.on("request", (request) => {
        const { origin } = new URL(request.url());
        if (origin !== browser.origin && origin !== "null") asked.push(request.url());
      });
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await page.locator(`${BAR}, [data-consent]`).count(), path).toBe(0);
      expect(await queue(page), path).toEqual([]);
      expect([...asked, ...problems], path).toEqual([]);
    });
    await Promise.all(visits);
  });
});
