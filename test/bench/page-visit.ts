import { brotliCompressSync, constants } from "node:zlib";
import lighthouse from "lighthouse";
import type { Browser, Page, Request } from "playwright";
import { POPUP_DELAY_MS } from "../../src/free/quiz/practice-popup-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { PHONE } from "../browser/browser.ts";
import { seeEverything } from "../browser/open-screen.ts";
import type { MeasuredPage, MeasuredShop } from "./page-shop.ts";

/** A page's requests and their bytes as the platform sends them: a phone, an empty cache, one visit. */

/** The quality with which `wrangler dev` compresses. */
const BROTLI_QUALITY = 5;
/** After this long everything that waits for an idle browser has begun. */
const IDLE_MS = 1500;
const QUIET_MS = 700;
/** When the popup opens in a measurement: after the load event, and before the visitor has seen everything. */
const POPUP_SOON_MS = 2000;
/** The longest wait for a page's islands. If one is not ready by then, the answers until then count. */
const SEEN_TIMEOUT_MS = 15_000;

/** One answer: its path (an address, where it is not the shop's) and the bytes of its body. */
type Answer = { path: string; bytes: number };

export type PageRequests = {
  /** Bytes that were sent before the load event, by kind. */
  html: Answer[];
  css: Answer[];
  font: Answer[];
  pictures: Answer[];
  scripts: Answer[];
  /** All other answers. */
  rest: Answer[];
  fontIsPreloaded: boolean;
  hasSpeculationRules: boolean;
  /** The loader and other scripts in the HTML, compressed by themselves. */
  inlineScriptBytes: number;
  /** JavaScript of the shop's own over the whole visit, each page and island seen; without Leaflet. */
  scriptBytes: number;
  /** The same without React: the scripts of the popup, the video and the carousel. */
  scriptBytesWithoutReact: number;
  leaflet: { whenUnseen: number; whenSeen: number };
  /** Bytes that came from Stripe. */
  stripeBytes: number;
  /** Whether every island got ready. */
  islandsReady: boolean;
};

type Finished = Answer & { type: string; url: string };

export async function measureRequests(
  browser: Browser,
  shop: MeasuredShop,
  { path, status }: MeasuredPage,
): Promise<PageRequests> {
  const context = await browser.newContext({ viewport: PHONE, baseURL: shop.origin, reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    await stayHere(page);
    await hurryPopup(page);
    const pending: Promise<Finished | null>[] = [];
    page.on("requestfinished", (request) => pending.push(finished(request, shop.origin)));

    const response = await page.goto(path, { waitUntil: "load" });
    if (response?.status() !== status) throw new Error(`${path} answered ${response?.status()}`);
    await settle(page);
    const early = await startedBeforeLoad(page);
    const inline = await page
      .locator("script:not([src])")
      .evaluateAll((all) =>
        all
          .filter((script) => /^(module|text\/javascript)?$/.test(script.getAttribute("type") ?? ""))
          .map((script) => script.textContent),
      );
    const unseen = await all(pending);

    const islandsReady = await Promise.race([
      seeEverything(page).then(
        () => true,
        () => false,
      ),
      page.waitForTimeout(SEEN_TIMEOUT_MS).then(() => false),
    ]);
    await settle(page);
    const seen = await all(pending);

    const before = seen.filter(({ url }) => early.has(url));
    const ofType = (type: string) => before.filter((one) => one.type === type).map(answer);
    const known = ["document", "stylesheet", "font", "image", "script"];
    const own = seen.filter(({ type, url }) => type === "script" && url.startsWith(shop.origin));
    return {
      html: ofType("document"),
      css: ofType("stylesheet"),
      font: ofType("font"),
      pictures: ofType("image"),
      scripts: ofType("script"),
      rest: before.filter(({ type }) => !known.includes(type)).map(answer),
      fontIsPreloaded: (await page.locator('link[rel="preload"][as="font"]').count()) === 1,
      hasSpeculationRules: (await page.locator('script[type="speculationrules"]').count()) === 1,
      inlineScriptBytes: inline.reduce((sum, code) => sum + compressedBytes(code), 0),
      scriptBytes: total(own.filter((one) => !isLeaflet(one))),
      scriptBytesWithoutReact: total(own.filter((one) => !isLeaflet(one) && !isReact(one))),
      leaflet: { whenUnseen: total(unseen.filter(isLeaflet)), whenSeen: total(seen.filter(isLeaflet)) },
      stripeBytes: total(seen.filter(({ url }) => isStripe(url, shop.worldOrigin))),
      islandsReady,
    };
  } finally {
    await context.close();
  }
}

/** Keeps the tab on its page: no bridge page's target, no quiz score. */
async function stayHere(page: Page): Promise<void> {
  let first = true;
  await page.route("**", (route, request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return route.fallback();
    if (!first) return route.fulfill({ status: 204 });
    first = false;
    return route.fallback();
  });
}

/** Opens the practice popup sooner than after its fifteen seconds. */
async function hurryPopup(page: Page): Promise<void> {
  await page.addInitScript(
    ({ delay, soon }) => {
      const wait = setTimeout;
      globalThis.setTimeout = ((act: () => void, ms?: number) => wait(act, ms === delay ? soon : ms)) as typeof wait;
    },
    { delay: POPUP_DELAY_MS, soon: POPUP_SOON_MS },
  );
}

async function finished(request: Request, origin: string): Promise<Finished | null> {
  try {
    const { responseBodySize } = await request.sizes();
    const url = request.url();
    return {
      url,
      path: url.startsWith(origin) ? url.slice(origin.length) : url,
      bytes: responseBodySize,
      type: request.frame().parentFrame() === null ? request.resourceType() : "in a frame",
    };
  } catch {
    // The page closed before the browser knew the size.
    return null;
  }
}

/** Addresses that were requested before the load event, also the document's own. */
async function startedBeforeLoad(page: Page): Promise<Set<string>> {
  const names = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const loadedAt = navigation?.loadEventStart ?? 0;
    return performance
      .getEntriesByType("resource")
      .filter(({ startTime }) => startTime < loadedAt)
      .map(({ name }) => name);
  });
  return new Set([page.url().split("#")[0] ?? "", ...names]);
}

/** Waits until the islands that wait for an idle browser have loaded, and no request was made for a while. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(IDLE_MS);
  let last = -1;
  let count = 0;
  for (let turn = 0; turn < 15 && count !== last; turn++) {
    last = count;
    count = await page.evaluate(() => performance.getEntriesByType("resource").length);
    await page.waitForTimeout(QUIET_MS);
  }
}

async function all(pending: readonly Promise<Finished | null>[]): Promise<Finished[]> {
  return (await Promise.all(pending)).filter((one) => one !== null);
}

function answer({ path, bytes }: Finished): Answer {
  return { path, bytes };
}

export function total(answers: readonly { bytes: number }[]): number {
  return answers.reduce((sum, { bytes }) => sum + bytes, 0);
}

function isLeaflet({ path }: Finished): boolean {
  return path.startsWith("/build/leaflet-");
}

/** The checkout, in whose file React is. */
function isReact({ path }: Finished): boolean {
  return path.startsWith("/build/checkout-");
}

function isStripe(url: string, worldOrigin: string): boolean {
  return url.startsWith(worldOrigin) && /^\/(stripe\.js|elements\/|v1\/)/.test(url.slice(worldOrigin.length));
}

function compressedBytes(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }).length;
}

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

/**
 * Lighthouse's mobile run (simulated slow 4G, processor four times slower) in our own Chromium. Its Node API asks
 * nothing of the network but the page: reports of errors and the look for a newer version belong to its command line.
 */

export type Vitals = {
  fcpMs: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  lcpElement: string;
  /** Lighthouse's figure for the machine's speed. Its documentation calls 1,000 to 1,500 a slow desktop. */
  benchmarkIndex: number;
};

const AUDITS = {
  fcpMs: "first-contentful-paint",
  lcpMs: "largest-contentful-paint",
  tbtMs: "total-blocking-time",
  cls: "cumulative-layout-shift",
} as const;

/** One run: the first visit of a phone. */
export async function runLighthouse(url: string, port: number): Promise<Vitals> {
  const result = await lighthouse(url, {
    port,
    logLevel: "silent",
    onlyAudits: [...Object.values(AUDITS), "lcp-breakdown-insight"],
    disableFullPageScreenshot: true,
    // The page of a 404 is measured too.
    ignoreStatusCode: true,
  });
  const lhr = result?.lhr;
  if (lhr === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
  if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
  const value = (name: keyof typeof AUDITS): number => {
    const { numericValue, errorMessage } = lhr.audits[AUDITS[name]] ?? {};
    if (numericValue === undefined) throw new Error(`Lighthouse could not measure ${AUDITS[name]}: ${errorMessage}`);
    return numericValue;
  };
  return {
    fcpMs: value("fcpMs"),
    lcpMs: value("lcpMs"),
    tbtMs: value("tbtMs"),
    cls: value("cls"),
    benchmarkIndex: lhr.environment.benchmarkIndex,
    lcpElement: lcpElement(lhr.audits["lcp-breakdown-insight"]?.details),
  };
}

/** The element that was painted last and largest, as the report names it. */
function lcpElement(details: unknown): string {
  const selector = /"selector":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(details ?? null))?.[1];
  return selector?.split(" > ").slice(-2).join(" > ") ?? "?";
}
