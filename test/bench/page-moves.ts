import { PATHS } from "../../src/shared/paths.ts";
import { DESKTOP } from "../browser/browser.ts";
import { type MeasuredPage, type MeasuredShop, NEVER_AHEAD } from "./page-shop.ts";
import { openTab, pause, type Tab, until } from "./page-tab.ts";

/** How the browser goes from page to page: rendered ahead, with a transition, and back from its cache. */

/** How long a page rests before the browser leaves it, so that its idle work has begun. */
const REST_MS = 1200;
/** Moderate eagerness renders ahead after 200 ms of hovering. */
const HOVER_MS = 900;
/** No larger paint comes after this long. */
const PAINTED_MS = 700;

/** Records events that only the page itself gets, under a name of its own. */
const NOTES = `
  globalThis.benchNotes = { transition: null, persisted: null };
  addEventListener("pagereveal", (event) => { benchNotes.transition = event.viewTransition !== null; });
  addEventListener("pageshow", (event) => { benchNotes.persisted = event.persisted; });
  addEventListener("pagehide", () => { globalThis.benchNotes = { transition: null, persisted: null }; });
  addEventListener("click", (event) => {
    globalThis.benchClick?.(String(performance.timeOrigin + event.timeStamp));
  }, { capture: true });
`;

export type Move = {
  /** Whether the page appeared with a view transition, on the way to it and on the way back. */
  transition: boolean;
  transitionBack: boolean;
  /** Whether the browser kept the page and brought it back as it was. */
  kept: boolean;
  /** The browser's reasons for not keeping it, in its words. */
  reasons: string[];
};

export type ClickToPaint = {
  /** How the page had been fetched: `prerender`, or the browser's reason why not. */
  how: string;
  clickToActivationMs: number | null;
  /** From the click until the largest paint of the next page. */
  clickToLcpMs: number;
};

export function openMovingTab(port: number): Promise<Tab> {
  return openTab(port, DESKTOP, NOTES);
}

/** Goes to a page, on to another, and back. */
export async function goAndComeBack(tab: Tab, { origin }: MeasuredShop, { path }: MeasuredPage): Promise<Move> {
  const other = origin + (path === PATHS.terms ? PATHS.privacy : PATHS.terms);
  await tab.follow(other);
  await pause(REST_MS);
  await tab.follow(origin + path);
  const transition = await hasTransition(tab);
  await pause(REST_MS);
  // A page that redirects at once is not in the history, so the browser comes back to the next page.
  const here = await tab.evaluate<string>("location.href");
  await tab.follow(other);
  await pause(REST_MS);
  tab.events.length = 0;
  await tab.evaluate("void setTimeout(() => history.back())");
  await until(() => tab.evaluate<boolean>(`location.href === ${JSON.stringify(here)}`), `${path}: no way back`);
  await until(() => tab.evaluate<boolean>("benchNotes.persisted !== null"), `${path}: not shown again`);
  const transitionBack = await hasTransition(tab);
  const kept = await tab.evaluate<boolean>("benchNotes.persisted");
  return { transition, transitionBack, kept, reasons: kept ? [] : await reasonsNotKept(tab) };
}

/** Whether a page appears with a view transition. The browser tells it before the first paint. */
async function hasTransition(tab: Tab): Promise<boolean> {
  await until(() => tab.evaluate<boolean>("benchNotes.transition !== null"), "A page was never shown");
  return tab.evaluate<boolean>("benchNotes.transition");
}

/** The protocol's reasons, which name more than the page itself may know, and the page's own. */
async function reasonsNotKept(tab: Tab): Promise<string[]> {
  const told = tab.events
    .filter(({ method }) => method === "Page.backForwardCacheNotUsed")
    .flatMap(({ params }) => params.notRestoredExplanations as { reason: string; details?: unknown }[])
    .map(({ reason }) => reason);
  const own = await tab.evaluate<string[]>(
    `(performance.getEntriesByType("navigation")[0].notRestoredReasons?.reasons ?? []).map(({ reason }) => reason)`,
  );
  return [...new Set([...told, ...own])];
}

/** Hovers over a link until its page is rendered ahead, and clicks. Throws when the page shows no such link. */
export async function clickAhead(
  tab: Tab,
  { origin }: MeasuredShop,
  { from, to }: { from: string; to: string },
): Promise<ClickToPaint> {
  await tab.follow(origin + from);
  await pause(REST_MS);
  const point = await tab.evaluate<{ x: number; y: number }>(`(async () => {
    const link = [...document.querySelectorAll("a[href]")].find(
      (one) => one.href === ${JSON.stringify(origin + to)} && one.checkVisibility(),
    );
    if (link === undefined) throw new Error("${from} has no link to ${to}");
    link.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [box] = link.getClientRects();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  })()`);
  await tab.send("Runtime.addBinding", { name: "benchClick" });
  tab.events.length = 0;
  await tab.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...point });
  const how = await renderedAhead(tab);
  for (const type of ["mousePressed", "mouseReleased"]) {
    // The page may be gone before it has answered the click.
    tab.send("Input.dispatchMouseEvent", { type, ...point, button: "left", clickCount: 1 }).catch(() => undefined);
  }
  await until(() => tab.evaluate<boolean>(`location.href === ${JSON.stringify(origin + to)}`), `${to} was not opened`);
  await pause(PAINTED_MS);
  const clickedAt = tab.events.find(({ method }) => method === "Runtime.bindingCalled")?.params.payload;
  if (clickedAt === undefined) throw new Error(`${from} -> ${to}: the click was not noticed`);
  const painted = await tab.evaluate<{ lcp: number | null; activated: number; timeOrigin: number }>(`(async () => {
    const entries = await new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries()))
        .observe({ type: "largest-contentful-paint", buffered: true });
      setTimeout(() => resolve([]), 2000);
    });
    const { activationStart } = performance.getEntriesByType("navigation")[0];
    return { lcp: entries.at(-1)?.startTime ?? null, activated: activationStart, timeOrigin: performance.timeOrigin };
  })()`);
  if (painted.lcp === null) throw new Error(`${to}: the browser reports no largest paint`);
  const since = (ms: number) => painted.timeOrigin + ms - Number(clickedAt);
  return {
    how,
    clickToActivationMs: painted.activated > 0 ? since(painted.activated) : null,
    clickToLcpMs: since(painted.lcp),
  };
}

/** Waits until the browser has rendered ahead or has given up, and says which. */
async function renderedAhead(tab: Tab): Promise<string> {
  const last = () =>
    tab.events.filter(({ method }) => method === "Preload.prerenderStatusUpdated").at(-1)?.params as
      | { status: string; prerenderStatus?: string }
      | undefined;
  await until(() => ["Ready", "Failure"].includes(last()?.status ?? ""), "nothing").catch(() => undefined);
  const { status, prerenderStatus } = last() ?? { status: "the browser did not start" };
  return status === "Ready" ? "prerender" : (prerenderStatus ?? status);
}

export type NeverAhead = {
  /** Links of this page that the browser may render ahead although it must not. */
  candidates: string[];
  /** The page's links to such addresses. */
  links: string[];
};

/**
 * Links of a page to addresses that must never be rendered ahead, and those of them that the browser takes as
 * candidates.
 */
export async function findCandidates(tab: Tab, { origin }: MeasuredShop, path: string): Promise<NeverAhead> {
  tab.events.length = 0;
  await tab.follow(origin + path);
  await pause(REST_MS);
  const sources = tab.events.filter(({ method }) => method === "Preload.preloadingAttemptSourcesUpdated").at(-1);
  const candidates = ((sources?.params.preloadingAttemptSources ?? []) as { key: { url: string } }[]).map(
    ({ key }) => key.url,
  );
  const links = await tab.evaluate<string[]>("[...new Set([...document.links].map(({ href }) => href))]");
  const hasRules = await tab.evaluate<boolean>("document.querySelector('script[type=speculationrules]') !== null");
  if (hasRules && candidates.length === 0) throw new Error(`${path}: the browser tells of no candidates at all`);
  return {
    candidates: candidates.filter((url) => isNever(url, origin)),
    links: links.filter((url) => isNever(url, origin)),
  };
}

/**
 * Adds links to a page without a popup: one to each address that must never be rendered ahead, and last one that may
 * be. Hovers over each. Returns the paths that were requested.
 */
export async function hoverOverAll(tab: Tab, { origin, requests }: MeasuredShop): Promise<string[]> {
  await tab.follow(origin + PATHS.terms);
  const all = [...NEVER_AHEAD, PATHS.kvb2];
  await tab.evaluate(`(() => {
    const box = document.createElement("div");
    box.popover = "manual";
    for (const href of ${JSON.stringify(all)}) {
      const link = document.createElement("a");
      link.href = href;
      link.textContent = href;
      const line = document.createElement("p");
      line.append(link);
      box.append(line);
    }
    document.body.append(box);
    box.showPopover();
    globalThis.benchLinks = [...box.querySelectorAll("a")];
  })()`);
  await pause(REST_MS);
  const before = requests.length;
  for (const index of all.keys()) {
    const point = await tab.evaluate<{ x: number; y: number }>(`(() => {
      benchLinks[${index}].scrollIntoView({ block: "nearest", behavior: "instant" });
      const box = benchLinks[${index}].getBoundingClientRect();
      return { x: box.x + 10, y: box.y + box.height / 2 };
    })()`);
    await tab.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...point });
    await pause(HOVER_MS);
  }
  const asked = requests.slice(before);
  if (!asked.includes(PATHS.kvb2))
    throw new Error("Hovering asked for nothing, not even for what may be rendered ahead");
  return asked.filter((path) => NEVER_AHEAD.includes(path));
}

function isNever(url: string, origin: string): boolean {
  const { pathname } = new URL(url);
  return url.startsWith(origin) && NEVER_AHEAD.some((path) => new URL(path, origin).pathname === pathname);
}
