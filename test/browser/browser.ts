import type { Browser, BrowserContext, BrowserContextOptions, Disposable, Page, Request, Route } from "playwright";
import { afterEach, beforeAll } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { launchChromium } from "./chromium.ts";
import { shop } from "./test-shop.ts";

export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1440, height: 900 };

/** The Chromium of this vitest worker, which ends with it. */
let launched: Promise<Browser> | undefined;

/** A tab that visitors have one after the other, one in each test: a new one costs several times as much. */
type Tab = { page: Page; isTaken: boolean; scripts: Disposable[] };
/** The tabs of this worker's visitors with scripts, and without. */
const tabs = new Map<string, Tab>();
/** Tabs for which no other visitor comes. */
const spent = new WeakSet<Page>();
/** Says that a test has done to its tab what cannot be undone, such as replacing its clock. */
export const spend = (page: Page): void => void spent.add(page);

/** Headers of a browser that gets a streamed page in parts. The local runtime compresses, and then sends it whole. */
export const UNCOMPRESSED = { "accept-encoding": "identity" };

export type Visit = {
  page: Page;
  /** The console errors, page errors and policy violations so far, without those that the test allows. */
  problems: readonly string[];
};

/**
 * Gives a test file a browser. Each `visit` is a new visitor with empty storage, whose browser's errors are collected. After each
 * test the visitors' contexts are closed, and the tab of ordinary ones is emptied.
 */
export function openBrowser(): {
  origin: string;
  world: string;
  visit(options?: BrowserContextOptions): Promise<Visit>;
  open(path: string, options?: BrowserContextOptions): Promise<Visit>;
} {
  let browser: Browser;
  beforeAll(async () => {
    // The pages of a visit share one process: starting it takes longer than most pages. None lives long enough to gain from
    // optimized code: to make that took a quarter of the process's time.
    launched ??= launchChromium("--renderer-process-limit=1", "--js-flags=--no-turbofan --no-maglev");
    browser = await launched;
  });
  afterEach(async ({ task }) => {
    const isFailed = task.result?.state === "fail";
    if (isFailed) await printPages(browser);
    for (const [kind, tab] of tabs)
      if (tab.isTaken && (isFailed || spent.has(tab.page) || !(await empty(tab)))) tabs.delete(kind);
    const kept = [...tabs.values()].map(({ page }) => page.context());
    await Promise.all(browser.contexts().map((context) => kept.includes(context) || closeContext(context)));
  });

  async function openTab(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: shop.origin, ...options });
    await context.addInitScript(tellLooseTexts);
    // Playwright gives up after half of that, which a busy machine needs.
    context.setDefaultTimeout(60_000);
    return context.newPage();
  }

  // Positions are not repeatable while the page scrolls smoothly. Tests of motion ask for motion.
  async function visit({
    viewport = PHONE,
    reducedMotion = "reduce",
    ...special
  }: BrowserContextOptions = {}): Promise<Visit> {
    const kind = Object.keys(special).join();
    const isShared = (kind === "" || kind === "javaScriptEnabled") && !tabs.get(kind)?.isTaken;
    const page = isShared ? await takeTab(kind, () => openTab(special)) : await openTab({ viewport, ...special });
    await page.setViewportSize(viewport ?? PHONE);
    await page.emulateMedia({ media: null, forcedColors: null, reducedMotion });
    return { page, problems: problemsOf(page) };
  }
  return {
    ...{ origin: shop.origin, world: shop.world.origin, visit },
    async open(path, options) {
      const visitor = await visit(options);
      await visitor.page.goto(path);
      return visitor;
    },
  };
}

/** Collects the errors of the page's console and scripts from now on, and messages of other types. */
export function problemsOf(page: Page, types = ["error"]): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (types.includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  return problems;
}

async function takeTab(kind: string, open: () => Promise<Page>): Promise<Page> {
  const known = tabs.get(kind);
  const tab = known ?? { page: await open(), isTaken: true, scripts: [] };
  const { page, scripts } = tab;
  if (known === undefined) {
    tabs.set(kind, tab);
    const add = page.addInitScript.bind(page);
    page.addInitScript = async (...script) => {
      const added = await add(...script);
      scripts.push(added);
      return added;
    };
    const install = page.clock.install.bind(page.clock);
    page.clock.install = (options) => {
      spend(page);
      return install(options);
    };
  }
  tab.isTaken = true;
  return page;
}

/** Makes the tab a new visitor's; false if that cannot be. */
async function empty(tab: Tab): Promise<boolean> {
  const { page, scripts } = tab;
  try {
    const context = page.context();
    await Promise.all(context.pages().map((other) => other !== page && other.close()));
    // Each would run on all later pages: the last of fifty tests would open a page with the scripts of all.
    await Promise.all(scripts.splice(0).map((script) => script.dispose()));
    page.removeAllListeners();
    context.removeAllListeners("request");
    await Promise.all([page, context].map((routed) => routed.unrouteAll({ behavior: "ignoreErrors" })));
    await context.setOffline(false);
    // A page without a script, so that nothing goes on.
    await page.goto(PATHS.robots);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    tab.isTaken = false;
    return true;
  } catch {
    return false;
  }
}

/**
 * A translator, such as Google's, replaces each text of a page by an element. React does not know, and dies when it removes a text
 * that is gone, or puts something before it. So it has no text by itself: one is always the only child of its element, and goes with
 * that (`lookOver` in screen-checks.ts looks at those that the server sent). Runs in the page.
 */
function tellLooseTexts(): void {
  // axe has an empty one.
  const tell = (node: unknown) =>
    node instanceof Text && node.data !== "" && console.error(`React has a text by itself: ${node.data}`);
  const { createTextNode } = document;
  const { removeChild, insertBefore } = Node.prototype;
  document.createTextNode = (data) => {
    const node = createTextNode.call(document, data);
    tell(node);
    return node;
  };
  Node.prototype.removeChild = function (child) {
    tell(child);
    return removeChild.call(this, child) as never;
  };
  Node.prototype.insertBefore = function (node, child) {
    tell(child);
    return insertBefore.call(this, node, child) as never;
  };
}

/** From its next page on, the browser forbids storage: reading it throws. */
export async function forbidStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
  });
}

const hanging = new WeakSet<Request>();

/** Handles a route without ever answering. `passTime` (false-clock.ts) does not wait for such a request. */
export function hang(route: Route): void {
  hanging.add(route.request());
}

export const isHanging = (request: Request) => hanging.has(request);

/** Makes requests wait until the returned function is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    hang(route);
    await promise;
    await route.continue();
  });
  return resolve;
}

export async function islandReady(page: Page, name: string): Promise<void> {
  await page.locator(`[data-island="${name}"][data-status="ready"]`).first().waitFor({ state: "attached" });
}

/**
 * Resolves when the page has begun what it does by itself once it is loaded, painted and idle (client/hydrate.ts). Timers and
 * idle moments come in the order in which they were asked for, so this one is later.
 */
export async function idle(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.evaluate(() => new Promise<void>((done) => setTimeout(() => requestIdleCallback(() => done()), 200)));
}

/** After two frames everything has been painted, and every shift counted. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));

/** From its next page on, a page counts how much moves without input (the layout-shift score). Returns how to read that. */
export async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let shifted = 0;
    Object.defineProperty(window, "shifted", { get: () => shifted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

/** Prints what a failed test has left on its pages: a fault that is seldom seen again is read from that. */
async function printPages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const text = await page.locator("body").ariaSnapshot().catch(String);
    console.log(`${page.url()}\n${text.slice(0, 2_000)}`);
  }
}

/** Closes a visitor's pages. A handler of a route that still runs then may fail without failing the test. */
async function closeContext(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close();
}
