import { brotliCompressSync, constants } from "node:zlib";
import type { Browser, Page, Request } from "playwright";
import { POPUP_DELAY_MS } from "../../src/free/quiz/practice-popup-rules.ts";
import { PHONE } from "../browser/browser.ts";
import { seeEverything } from "../browser/open-screen.ts";
import type { MeasuredPage } from "./page-routes.ts";
import type { MeasuredShop } from "./page-shop.ts";

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
export async function hurryPopup(page: Page): Promise<void> {
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

function isReact({ path }: Finished): boolean {
  return path.startsWith("/build/react-");
}

function isStripe(url: string, worldOrigin: string): boolean {
  return url.startsWith(worldOrigin) && /^\/(stripe\.js|elements\/|v1\/)/.test(url.slice(worldOrigin.length));
}

function compressedBytes(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }).length;
}
