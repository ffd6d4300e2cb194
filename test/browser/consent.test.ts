import type { Page } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { CONSENT_COPY } from "../../src/ui/consent-copy.ts";
import { CONSENT_STORAGE_KEY, CONSENT_VERSION, type ConsentChoice, formatConsent } from "../../src/ui/consent-rules.ts";
import { findViolations } from "./axe.ts";
import { DESKTOP, forbidStorage, islandReady, openBrowser, PHONE } from "./browser.ts";
import { machineNow } from "./machine-clock.ts";
import { shop } from "./test-shop.ts";

/** The question about measuring; never on a page of a gift, and never before an answer: test/worker/security.test.ts. */

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
  await page
    .context()
    .route(TAG_MANAGER, (route) =>
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

const ASKED = ["ad_storage", "ad_user_data", "ad_personalization", "analytics_storage"];
const denied = Object.fromEntries(ASKED.map((name) => [name, "denied"]));
const granted = { ...denied, analytics_storage: "granted" };
const DEFAULT = ["consent", "default", denied];

const button = (page: Page, name: string) => page.locator(BAR).getByRole("button", { name });
const seen = (page: Page) => page.evaluate(() => (window as { seenByTagManager?: unknown }).seenByTagManager);
const tagManagerRan = (page: Page) => page.waitForFunction(() => "seenByTagManager" in window);

/** Both buttons have the same size and look, side by side, and the bar leaves most of the screen. */
async function expectEqualAnswers(page: Page, { width, height }: typeof PHONE): Promise<void> {
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
  expect(await page.locator(BAR).evaluate((bar) => bar.getBoundingClientRect().height)).toBeLessThan(height / 3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

/** Focuses each link and question of the content that can have the focus. Returns those that end behind the bar. */
const findLinksBehind = (page: Page) =>
  page.locator(":is(main, footer) :is(a, summary)").evaluateAll((links, bar) => {
    const behind = links.filter((link) => {
      (link as HTMLElement).focus();
      const top = document.querySelector(bar)?.getBoundingClientRect().top ?? 0;
      return link === document.activeElement && link.getBoundingClientRect().bottom > top;
    });
    return behind.map(({ textContent }) => textContent);
  }, BAR);

test("on a phone: nothing before the answer; Accepteren loads it, also on the next page", async () => {
  const { page, problems, asked } = await visit({ viewport: PHONE });
  await page.goto(PATHS.faq);
  await page.locator(BAR).waitFor();
  expect(await queue(page), "before the answer").toEqual([DEFAULT]);
  expect(asked, "before the answer").toEqual([]);
  expect(await page.context().cookies(), "before the answer").toEqual([]);
  expect(await page.evaluate(() => document.activeElement?.localName), "it takes no focus by itself").toBe("body");
  await expectEqualAnswers(page, PHONE);
  expect(await findViolations(page)).toEqual([]);
  for (const width of [PHONE.width, 320, 768]) {
    await page.setViewportSize({ ...PHONE, width });
    expect((await page.locator(".header").boundingBox())?.height, "one row").toBeLessThan(80);
    // The bar is measured when the next frame is made.
    const message = `links behind the bar, ${width} pixels wide`;
    await expect.poll(() => findLinksBehind(page), { message }).toEqual([]);
  }
  await page.setViewportSize(PHONE);

  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  for (const name of [COPY.denyLabel, COPY.grantLabel]) {
    await button(page, name).scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await button(page, name).boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
    const isInside = [x >= 0, y >= 0, x + width <= PHONE.width, y + height <= PHONE.height];
    expect(isInside, `${name}, in text of twice the size`).toEqual([true, true, true, true]);
  }

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

test("on a wide screen: Weigeren is kept, can be changed with the keyboard, and measuring is forgotten", async () => {
  const { page, problems, asked } = await visit({ viewport: DESKTOP });
  await page.goto(PATHS.terms);
  await page.locator(BAR).waitFor();
  await expectEqualAnswers(page, DESKTOP);
  await button(page, COPY.denyLabel).click();
  await page.goto(PATHS.order);
  await islandReady(page, "consent");
  expect(await queue(page)).toEqual([DEFAULT, ["consent", "update", denied]]);
  expect(await page.locator(BAR).count()).toBe(0);
  expect(asked).toEqual([]);
  const stored = JSON.parse((await page.evaluate((key) => localStorage.getItem(key), CONSENT_STORAGE_KEY)) ?? "{}");
  expect(stored).toEqual({ version: CONSENT_VERSION, choice: "denied", date: expect.any(String) });

  const preferences = page.getByRole("button", { name: preferencesLabel });
  await preferences.focus();
  await page.keyboard.press("Space");
  await page.locator(BAR).waitFor();
  expect(await page.locator(BAR).textContent()).toContain(COPY.current.denied);
  const focused = () => dispatchEvent(new Event("storage")) && document.activeElement?.className;
  expect(await page.evaluate(focused), "another tab has stored anything").toBe("consent-bar screen-only");
  await button(page, COPY.grantLabel).press("Enter");
  expect(await page.locator(BAR).count()).toBe(0);
  expect(await preferences.evaluate((link) => link === document.activeElement), "the link has the focus").toBe(true);
  await tagManagerRan(page);
  expect((await queue(page)).slice(2)).toEqual([["consent", "update", granted], expect.anything()]);

  const cookies = ["_ga", "_ga_X1", "_gid", "_gcl_au", "__stripe_mid"];
  await page.context().addCookies(cookies.map((name) => ({ name, value: "1", url: shop.origin })));
  await preferences.click();
  expect(await page.locator(BAR).textContent()).toContain(COPY.current.granted);
  // An answer in another tab, and one that was given while the browser kept this page.
  const answerElsewhere = (choice: ConsentChoice, type: string) =>
    page.evaluate(
      ([key, text, type]) => {
        sessionStorage.setItem("transaction:/x", "1");
        localStorage.setItem(key, text);
        dispatchEvent(new Event(type));
      },
      [CONSENT_STORAGE_KEY, formatConsent(choice, machineNow().getTime()), type] as const,
    );
  await answerElsewhere("denied", "storage");
  expect((await queue(page)).at(-1)).toEqual(["consent", "update", denied]);
  expect(await page.locator(BAR).count()).toBe(0);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["__stripe_mid"]);
  expect(await page.evaluate(() => sessionStorage.length), "the sale's id").toBe(0);
  await page.locator("main a").first().focus();
  await answerElsewhere("granted", "pageshow");
  expect(await preferences.evaluate((link) => link === document.activeElement), "asked for no more").toBe(false);
  expect((await queue(page)).at(-1)).toEqual(["consent", "update", granted]);
  expect(await page.locator("#tag-manager").count()).toBe(1);
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

test("where storage is forbidden the answer holds for the page: the checkout asks too, and has the link", async () => {
  const { page, problems } = await visit();
  await forbidStorage(page);
  await page.goto(PATHS.faq);
  await button(page, COPY.grantLabel).click();
  await tagManagerRan(page);
  await page.goto(PATHS.checkout);
  await islandReady(page, "checkout");
  await page.locator(BAR).waitFor();
  const [form, bar] = await Promise.all([".checkout-main", BAR].map((part) => page.locator(part).boundingBox()));
  expect(bar?.y, "below the ways to pay").toBeGreaterThanOrEqual((form?.y ?? 0) + (form?.height ?? 0));
  await button(page, COPY.denyLabel).click();
  await page.getByRole("button", { name: preferencesLabel }).click();
  await page.locator(BAR).waitFor();
  expect(problems).toEqual([]);
});
