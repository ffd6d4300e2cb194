import type { Page, Route } from "playwright";
import { expect, test } from "vitest";
import { purchaseValueOfKey } from "../../src/paying/return/analytics-rules.ts";
import { INTERSTITIAL_COPY } from "../../src/paying/return/interstitial-copy.ts";
import { OFFERS, type Offer } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import {
  CONSENT_STORAGE_KEY,
  type ConsentChoice,
  formatConsent,
  TAG_MANAGER_ORIGIN,
} from "../../src/ui/consent-rules.ts";
import { forbidStorage, hang, openBrowser, UNCOMPRESSED, type Visit } from "./browser.ts";
import { purchases } from "./buyers.ts";
import { falsifyClock, passTime, pauseClock, waitFor } from "./false-clock.ts";
import { machineNow } from "./machine-clock.ts";
import { shop } from "./test-shop.ts";

/** Bridge pages count the sale at once and go to the target, whatever breaks around them. */

const browser = openBrowser();
const [{ path: PATH, key: KEY }] = OFFERS as readonly [Offer];
const TARGET = `${browser.world}/cursus/kvb1`;
const { goNow, notConfigured, title, unavailableHelp } = INTERSTITIAL_COPY;

/** A buyer, and how often the browser was led to the target. A 204 leaves the page where it is, so it can be looked at. */
async function buyer(options: Parameters<typeof browser.visit>[0] = {}): Promise<Visit & { led: string[] }> {
  const visit = await browser.visit(options);
  const led: string[] = [];
  await falsifyClock(visit.page);
  await visit.page.route(TARGET, (route) => {
    led.push(route.request().url());
    return route.fulfill({ status: 204 });
  });
  await pauseClock(visit.page);
  return { ...visit, led };
}

const lead = (page: Page) => page.getByRole("link", { name: goNow });

/** Expects that the page leaves after this long, milliseconds, and not before: a round trip is longer than leaving. */
async function expectToLeaveAfter(ms: number, { page, led }: { page: Page; led: string[] }): Promise<void> {
  await page.clock.runFor(ms - 1);
  await page.evaluate(() => fetch("/robots.txt"));
  expect(led).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => led.splice(0)).toEqual([TARGET]);
}

test("the sale's value at 0, 5 and 10 seconds after it has loaded, with one id, and then on to the target", async () => {
  const visit = await buyer();
  const { page, problems } = visit;
  await page.goto(`${PATH}?session_id=cs_test_1`);
  const sale = { event: "purchase", transaction_id: "cs_test_1", value: purchaseValueOfKey(KEY), currency: "EUR" };
  expect(await purchases(page)).toEqual([sale]);
  await page.clock.runFor(4_999);
  expect(await purchases(page)).toHaveLength(1);
  await page.clock.runFor(1);
  expect(await purchases(page)).toEqual([sale, sale]);
  await expectToLeaveAfter(5_000, visit);
  expect(await purchases(page)).toEqual([sale, sale, sale]);
  expect(problems).toEqual([]);
});

test("the sale is counted before KV has answered and before the stylesheet has come, or when they never do", async () => {
  await shop.set({ kv: "hang" });
  const { page } = await buyer({ extraHTTPHeaders: UNCOMPRESSED });
  await page.goto(PATH, { waitUntil: "commit" });
  await page.getByRole("heading", { name: title }).waitFor();
  expect(await page.evaluate(() => document.readyState)).toBe("loading");
  expect(await purchases(page)).toHaveLength(1);
  const asked = page.waitForRequest(`**${PATHS.interstitialTargets}`);
  await page.clock.runFor(26_000);
  await asked;
  await page.route("**/build/styles-*.css", () => undefined);
  await page.goto(PATH, { waitUntil: "commit" });
  await expect.poll(() => purchases(page)).toHaveLength(1);
});

test("the sale has an id that a reload keeps only where the visitor lets it be measured, and another page does not share", async () => {
  const { page } = await buyer();
  const stored = () => page.evaluate(() => Object.values(sessionStorage));
  const idOf = async (path: string) => {
    await page.goto(path);
    const [first] = await purchases(page);
    return first?.transaction_id ?? "";
  };
  const ids = new Set<string>();
  /** Loads the page, with a session whose id has another form. Expects a new id, and nothing stored. */
  const expectForgotten = async (visitor: string, session: string) => {
    const id = await idOf(`${PATH}?session_id=${session}`);
    expect(id, visitor).toMatch(/^0\.\d{7,}$/);
    expect(ids, visitor).not.toContain(id);
    ids.add(id);
    // The consent bar, which waits for an idle moment, could store it.
    await page.clock.runFor(5_000);
    expect(await stored(), visitor).toEqual([]);
  };
  await expectForgotten("no tag manager", "cs_%22");

  await shop.set({ vars: { TAG_MANAGER_ID: "GTM-TEST1" } });
  await page.route(`${TAG_MANAGER_ORIGIN}/**`, (route) => route.fulfill({ contentType: "text/javascript" }));
  await expectForgotten("a tag manager and no answer", "x");
  const answer = (choice: ConsentChoice) =>
    page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      CONSENT_STORAGE_KEY,
      formatConsent(choice, machineNow().getTime()),
    ] as const);
  await answer("denied");
  await expectForgotten("a tag manager and a no", "a".repeat(201));
  await answer("granted");
  const kept = await idOf(PATH);
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return stored();
    })
    .toEqual([kept]);
  expect(await idOf(PATH)).toBe(kept);
  expect(await idOf(OFFERS[4]?.path ?? "")).not.toBe(kept);
});

type Target = "in the page" | "from the map" | "from the map, because its part of the page got lost";

/** What tags, settings and other scripts do to a page before ours runs, beside what they did before; and where it gets its target. */
const DAMAGE: readonly { name: string; target: Target; breaks(page: Page): Promise<unknown> }[] = [
  {
    name: "storage holds something else",
    target: "from the map",
    breaks: (page) => page.addInitScript(() => sessionStorage.setItem(`transaction:${location.pathname}`, "<b>")),
  },
  {
    name: "storage is forbidden",
    target: "from the map, because its part of the page got lost",
    breaks: forbidStorage,
  },
  {
    name: "a push throws",
    target: "in the page",
    breaks: (page) =>
      page.addInitScript(() => {
        const push = () => {
          throw new Error("tag");
        };
        window.dataLayer = Object.assign([], { push });
      }),
  },
];

test("nothing stops the buyer, whatever tags, settings and the way do to the page; where there is a data layer the sale is counted", async () => {
  const visit = await buyer();
  const { page } = visit;
  for (const { name, target, breaks } of DAMAGE) {
    const story = `${name}; ${target}`;
    await shop.set(target === "from the map" ? { kv: "down", times: 1 } : {});
    if (target.endsWith("lost"))
      await page.route(`**${PATH}`, async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        await route.fulfill({ response, body: html.slice(0, html.indexOf('id="interstitial-entry"') + 40) });
      });
    await breaks(page);
    await page.goto(PATH);
    await page.clock.runFor(1);
    await lead(page).waitFor();
    expect(await lead(page).getAttribute("href"), story).toBe(TARGET);
    if (name !== "a push throws") {
      await page.clock.runFor(5_000);
      const [first, second, ...more] = await purchases(page);
      expect([second, more], story).toEqual([first, []]);
      expect(first?.transaction_id, story).toMatch(/^0\.\d{7,}$/);
    }
    await page.clock.runFor(10_000);
    await expect.poll(() => visit.led.splice(0), { message: story }).toEqual([TARGET]);
  }
});

test("the ten seconds start when the page has loaded, and do not wait for ever for a file that hangs", async () => {
  const visit = await buyer();
  const { page } = visit;
  let held = Promise.withResolvers<Route>();
  await page.route("**/build/figtree-*.woff2", (route) => held.resolve(route));
  const openHeld = async () => {
    held = Promise.withResolvers();
    await page.goto(PATH, { waitUntil: "domcontentloaded" });
    return held.promise;
  };
  const font = await openHeld();
  await page.clock.runFor(9_000);
  expect(await page.evaluate(() => document.readyState)).toBe("interactive");
  await font.continue();
  await page.waitForLoadState("load");
  await expectToLeaveAfter(10_000, visit);
  await openHeld();
  await expectToLeaveAfter(20_000, visit);
});

test("the target is asked for again, when the map fails, hangs or is no JSON; had for good it cannot be: the error with help, and a press that asks anew", async () => {
  await shop.set({ kv: "down" });
  const { page, led } = await buyer();
  const answers: ((route: Route) => unknown)[] = [
    (route) => route.abort(),
    hang,
    (route) => route.fulfill({ status: 503, json: { error: { code: "unavailable" } } }),
    (route) => route.fulfill({ contentType: "text/html", body: "<h1>Meld je aan bij dit wifi-netwerk</h1>" }),
  ];
  let asked = 0;
  await page.route(`**${PATHS.interstitialTargets}`, (route) => {
    const answer = answers[asked];
    asked += 1;
    return answer === undefined ? route.continue() : answer(route);
  });
  await page.goto(PATH);
  expect(await page.getByText(notConfigured).count()).toBe(0);
  await waitFor(page, notConfigured);
  await page.getByText(unavailableHelp).waitFor();
  for (const part of ["title", "text"]) expect(await page.locator(`.interstitial-${part}`).isVisible()).toBe(false);
  await page.getByRole("link", { name: "info@vaarkoers.example" }).waitFor();
  await page.clock.runFor(60_000);
  expect(led).toEqual([]);
  const rounds = asked;
  expect(rounds).toBeGreaterThan(answers.length);
  await shop.set({ kv: "down", times: 1 });
  asked = 0;
  await page.getByRole("link", { name: INTERSTITIAL_COPY.retry }).click();
  // By then the ten seconds are over.
  await passTime(page, async () => led.length > 0);
  expect(led).toEqual([TARGET]);
  expect(asked).toBe(answers.length + 1);
});

test("the target is not in KV, or an address of another kind: the error, and nobody is sent anywhere", async () => {
  const { page, led } = await buyer();
  const colorOf = (place: string) => page.locator(place).evaluate((element) => getComputedStyle(element).color);
  const expectNowhere = async (fault: string) => {
    await page.goto(PATH);
    await waitFor(page, notConfigured);
    expect(await colorOf(".interstitial-error h1"), fault).not.toBe(await colorOf("body"));
    await page.clock.runFor(60_000);
    expect(led, fault).toEqual([]);
  };
  await shop.set({ kv: "missing" });
  await expectNowhere("not in the page");
  const json = { [KEY]: { target: "javascript:alert(1)" } };
  await page.route(`**${PATHS.interstitialTargets}`, (route) => route.fulfill({ json }));
  await shop.set({ kv: "down", times: 1 });
  await expectNowhere("a script");
});
