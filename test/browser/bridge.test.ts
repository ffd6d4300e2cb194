import type { Page, Route } from "playwright";
import { expect, test } from "vitest";
import { type PurchaseEvent, purchaseValueOfKey } from "../../src/paying/return/analytics-rules.ts";
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
import { pauseClock, skipWaiting, stopClock } from "./false-clock.ts";
import { machineNow } from "./machine-clock.ts";
import { TARGET, waitFor } from "./return-page.ts";
import { shop } from "./test-shop.ts";

/** Bridge pages count the sale at once and go to the target, whatever breaks around them. */

const browser = openBrowser();
const [{ path: PATH, key: KEY }] = OFFERS as readonly [Offer];
const { goNow, notConfigured, title, unavailableHelp } = INTERSTITIAL_COPY;

async function buyer(options: Parameters<typeof browser.visit>[0] = {}): Promise<Visit> {
  const visit = await browser.visit(options);
  const { page } = visit;
  await stopClock(page);
  // Replaces the target of a bridge page. Other tests look at the target itself.
  await page.route(TARGET, (route) => route.fulfill({ contentType: "text/html", body: "<h1>De cursus</h1>" }));
  return visit;
}

async function openBridge(page: Page, path = PATH): Promise<void> {
  await pauseClock(page);
  await page.goto(path);
}

const arrives = (page: Page) => page.waitForURL(TARGET);
const purchases = (page: Page) => page.evaluate(() => (window.dataLayer ?? []) as PurchaseEvent[]);
/** Expects that the page has not begun to leave: a round trip takes longer than that. */
async function expectToStay(page: Page): Promise<void> {
  await page.evaluate(() => fetch("/robots.txt"));
  expect(page.url()).toContain(PATH);
}
const lead = (page: Page) => page.getByRole("link", { name: goNow });

test("the sale's value at 0, 5 and 10 seconds after it has loaded, with one id, and then on to the target", async () => {
  const { page, problems } = await buyer();
  const pushed: PurchaseEvent[] = [];
  await page.exposeFunction("keep", (event: PurchaseEvent) => void pushed.push(event));
  await page.addInitScript(() => {
    const layer: unknown[] = [];
    layer.push = (event) => {
      (window as unknown as { keep(event: unknown): void }).keep(event);
      return 0;
    };
    window.dataLayer = layer;
  });
  await openBridge(page, `${PATH}?session_id=cs_test_1`);
  const sale = { event: "purchase", transaction_id: "cs_test_1", value: purchaseValueOfKey(KEY), currency: "EUR" };
  await expect.poll(() => pushed).toEqual([sale]);
  await page.clock.runFor(4_999);
  expect(pushed).toHaveLength(1);
  await page.clock.runFor(1);
  await expect.poll(() => pushed).toEqual([sale, sale]);
  await page.clock.runFor(4_999);
  await expectToStay(page);
  await page.clock.runFor(1);
  await arrives(page);
  await expect.poll(() => pushed).toEqual([sale, sale, sale]);
  expect(problems).toEqual([]);
});

test("the sale is counted before KV has answered and before the stylesheet has come, or when they never do", async () => {
  await shop.set({ kv: "hang" });
  const { page } = await buyer({ extraHTTPHeaders: UNCOMPRESSED });
  await page.goto(PATH, { waitUntil: "commit" });
  await page.getByRole("heading", { name: title }).waitFor();
  expect(await page.evaluate(() => document.readyState)).toBe("loading");
  expect(await purchases(page)).toHaveLength(1);
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
  /** Loads the page twice. Expects new ids, and nothing stored. */
  const expectForgotten = async (visitor: string) => {
    const ids = [await idOf(PATH), await idOf(PATH)];
    for (const id of ids) expect(id, visitor).toMatch(/^0\.\d{7,}$/);
    expect(ids[1], visitor).not.toBe(ids[0]);
    // The consent bar, which waits for an idle moment, could store it.
    await page.clock.runFor(5_000);
    expect(await stored(), visitor).toEqual([]);
  };
  await pauseClock(page);
  await expectForgotten("no tag manager");
  for (const session of ["cs_%22", "x", "a".repeat(201)]) {
    expect(await idOf(`${PATH}?session_id=${session}`), "an id of another form").toMatch(/^0\.\d{7,}$/);
  }

  await shop.set({ vars: { TAG_MANAGER_ID: "GTM-TEST1" } });
  await page.route(`${TAG_MANAGER_ORIGIN}/**`, (route) => route.fulfill({ contentType: "text/javascript" }));
  await expectForgotten("a tag manager and no answer");
  const answer = (choice: ConsentChoice) =>
    page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      CONSENT_STORAGE_KEY,
      formatConsent(choice, machineNow().getTime()),
    ] as const);
  await answer("denied");
  await expectForgotten("a tag manager and a no");
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

/** Damage that tags, settings and third-party scripts can do to a page before our script runs. */
const BROKEN = {
  "a push that throws": () => {
    const layer: unknown[] = [];
    layer.push = () => {
      throw new Error("tag");
    };
    window.dataLayer = layer;
  },
  "a data layer of null that cannot be replaced": () =>
    Object.defineProperty(window, "dataLayer", { value: null, writable: false }),
  "a data layer that is frozen": () => Object.assign(window, { dataLayer: Object.freeze([]) }),
  "a data layer that throws when it is read": () =>
    Object.defineProperty(window, "dataLayer", {
      get() {
        throw new Error("tag");
      },
    }),
  "storage that is full": () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  "storage that holds something else": () => sessionStorage.setItem(`transaction:${location.pathname}`, "<b>"),
  "no random ids": () => Object.defineProperty(crypto, "randomUUID", { value: undefined }),
  // APIs newer than Chrome 120, Safari 17 and Firefox 121, for which the stylesheets are built.
  "no newer API": () => {
    Object.assign(URL, { parse: undefined });
    Object.assign(Promise, { try: undefined, withResolvers: undefined });
    Object.assign(Array, { fromAsync: undefined });
    Object.assign(RegExp, { escape: undefined });
    Object.assign(Object, { groupBy: undefined });
    Object.assign(AbortSignal, { any: undefined });
    for (const name of ["union", "intersection", "difference", "isSubsetOf"]) {
      Object.assign(Set.prototype, { [name]: undefined });
    }
    Object.assign(globalThis, { Iterator: undefined, Float16Array: undefined });
  },
};

/** What breaks together in one page, and where that gets its target. */
const TOGETHER: readonly { target: "in the page" | "from the map"; damage: readonly (keyof typeof BROKEN)[] }[] = [
  { target: "in the page", damage: ["a push that throws", "storage that is full"] },
  { target: "from the map", damage: ["a data layer that is frozen", "no random ids"] },
  {
    target: "from the map",
    damage: ["a data layer of null that cannot be replaced", "storage that holds something else", "no newer API"],
  },
  { target: "in the page", damage: ["a data layer that throws when it is read"] },
];

test.each(TOGETHER)("nothing stops the buyer: $damage, and the target is $target", async ({ damage, target }) => {
  if (target === "from the map") await shop.set({ kv: "down", times: 1 });
  const { page } = await buyer();
  for (const name of damage) await page.addInitScript(BROKEN[name]);
  await openBridge(page);
  await page.clock.runFor(1);
  await lead(page).waitFor();
  expect(await lead(page).getAttribute("href")).toBe(TARGET);
  await page.clock.runFor(10_000);
  await arrives(page);
});

test("where storage is forbidden the sale is still counted, once, and the buyer goes on", async () => {
  const { page } = await buyer();
  await forbidStorage(page, "sessionStorage", "localStorage");
  await openBridge(page);
  await page.clock.runFor(5_000);
  const [first, second] = await purchases(page);
  expect(second).toEqual(first);
  expect(first?.transaction_id).toMatch(/^0\.\d{7,}$/);
  await page.clock.runFor(5_000);
  await arrives(page);
});

test("the ten seconds start when the page has loaded, and do not wait for ever for a file that hangs", async () => {
  const { page } = await buyer();
  let held = Promise.withResolvers<Route>();
  await page.route("**/build/figtree-*.woff2", (route) => held.resolve(route));
  await pauseClock(page);
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
  await page.clock.runFor(9_999);
  await expectToStay(page);
  await page.clock.runFor(1);
  await arrives(page);

  await openHeld();
  await page.clock.runFor(19_999);
  await expectToStay(page);
  await page.clock.runFor(1);
  await arrives(page);
});

test("the target comes from the map when the streamed entry got lost in the middle", async () => {
  const { page } = await buyer();
  await page.route(`**${PATH}`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.slice(0, html.indexOf('id="interstitial-entry"') + 40) });
  });
  await openBridge(page);
  await page.clock.runFor(1);
  await lead(page).click();
  await arrives(page);
});

test("the target is asked for again, when the map fails, hangs or is no JSON", async () => {
  await shop.set({ kv: "down", times: 1 });
  const { page } = await buyer();
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
  // By then the ten seconds are over.
  await waitFor(page, "De cursus");
  expect(page.url()).toBe(TARGET);
  expect(asked).toBe(5);
});

test("the target cannot be had for good: the error with help, and a press that asks anew", async () => {
  await shop.set({ kv: "down" });
  const { page } = await buyer();
  await page.goto(PATH);
  expect(await page.getByText(notConfigured).count()).toBe(0);
  await waitFor(page, notConfigured);
  await page.getByText(unavailableHelp).waitFor();
  expect(await page.getByRole("heading", { name: title }).isVisible()).toBe(false);
  await page.getByRole("link", { name: "info@vaarkoers.example" }).waitFor();
  await page.clock.runFor(60_000);
  expect(page.url()).toContain(PATH);
  await shop.set({});
  await page.getByRole("link", { name: INTERSTITIAL_COPY.retry }).click();
  await lead(page).click();
  await arrives(page);
});

test("the target is not in KV, or an address of another kind: the error, and nobody is sent anywhere", async () => {
  const { page } = await buyer();
  const expectNowhere = async (fault: string) => {
    await page.goto(PATH);
    await waitFor(page, notConfigured);
    await page.clock.runFor(60_000);
    expect(page.url(), fault).toContain(PATH);
  };
  await shop.set({ kv: "missing" });
  await expectNowhere("not in the page");
  const maps = [{}, { [KEY]: { target: "javascript:alert(1)" } }];
  await page.route(`**${PATHS.interstitialTargets}`, (route) => route.fulfill({ json: maps[0] }));
  await shop.set({ kv: "down", times: 1 });
  await expectNowhere("not in the map");
  maps.shift();
  await shop.set({ kv: "down", times: 1 });
  await expectNowhere("a script");
});

test("without JavaScript, KV fails once: it comes back, and is led on after ten seconds", async () => {
  const { page } = await browser.visit({ javaScriptEnabled: false });
  await shop.set({ kv: "down", times: 2 });
  await page.goto(PATH);
  await page.locator("noscript", { has: page.getByRole("link", { name: INTERSTITIAL_COPY.retry }) }).waitFor();
  await skipWaiting(page);
  await page.waitForURL(`${shop.origin}${PATH}?verder=2`, { waitUntil: "commit" });
  await page.waitForURL(TARGET);
});
