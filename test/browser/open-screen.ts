import type { Page } from "playwright";
import { POPUP_STORAGE_KEY } from "../../src/free/quiz/practice-popup-rules.ts";
import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { islandReady } from "./browser.ts";
import { machineNow } from "./machine-clock.ts";
import type { Screen } from "./pages.ts";

/** Stores a value before each later page loads; null removes it. */
export async function keepStored(page: Page, key: string, value: string | null): Promise<void> {
  await page.addInitScript(
    ([name, text]) => {
      try {
        if (text === null) localStorage.removeItem(name);
        else localStorage.setItem(name, text);
      } catch {
        // Firefox runs this also before a page has its address, when there is no storage.
      }
    },
    [key, value] as const,
  );
}

/** Stores a session, as if the visitor had signed in. The shop's server and the sign-in service would refuse it. */
export function keepSession(page: Page): Promise<void> {
  const session = {
    access_token: "e30.e30.e30",
    refresh_token: "x",
    token_type: "bearer",
    expires_in: 3600,
    expires_at: 4_000_000_000,
    user: { id: "3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55", email: "jan@example.nl" },
  };
  return keepStored(page, SESSION_STORAGE_KEY, JSON.stringify(session));
}

/** Stores that the visitor has just closed the practice popup, which else opens after fifteen seconds. */
export function keepPopupAway(page: Page): Promise<void> {
  return keepStored(page, POPUP_STORAGE_KEY, String(machineNow().getTime()));
}

export async function startMap(page: Page): Promise<void> {
  await page.locator(".exam-map").scrollIntoViewIfNeeded();
  await islandReady(page, "examMap");
}

/** The pages that lead to a course by themselves. */
const LEADS_ON = new RegExp(`^(/bridge-|${PATHS.interstitial})`);

/** Opens a screen and brings it into its state. Redirects and the popup are off meanwhile. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  await keepPopupAway(page);
  // 204 to a navigation leaves the page where it is: a bridge page's target. With a route the browser keeps no file in
  // its cache, so pages that cannot lead there have none.
  if (screen.prepare !== undefined || LEADS_ON.test(screen.path))
    await page.route(
      (url) => url.pathname.startsWith("/cursus/"),
      (route) => route.fulfill({ status: 204 }),
    );
  await screen.before?.(page);
  const path = (await screen.opens?.()) ?? screen.path;
  // The address of a page that is open, with a hash, would load nothing.
  if (path.includes("#")) await page.goto("about:blank");
  const status = (await page.goto(path))?.status();
  if (status !== (screen.status ?? 200)) throw new Error(`${path} answered ${status}`);
  await prepareScreen(page, screen);
}

/** Brings a page that is at the screen's path into its state. */
export async function prepareScreen(page: Page, screen: Screen): Promise<void> {
  for (const island of screen.islands ?? []) await islandReady(page, island);
  await screen.prepare?.(page);
  // If that led to another page, its text can be there before its stylesheet.
  await page.waitForLoadState();
}

export const openAllDetails = (page: Page): Promise<void> =>
  page.locator("main details").evaluateAll((all) => {
    for (const details of all) details.setAttribute("open", "");
  });

/** Scrolls through the whole page and back to the top, so that everything has been visible once. */
export async function seeEverything(page: Page): Promise<void> {
  const { height, step } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    step: window.innerHeight,
  }));
  for (const top of [...Array.from({ length: Math.ceil(height / step) }, (_, index) => index * step), 0])
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
  await startIslands(page);
}

/** Starts the islands that wait until they are seen, and goes back to the top. */
export async function startIslands(page: Page): Promise<void> {
  // An observer may miss an island that was scrolled past at once, so each is scrolled to and pointed at until it is
  // ready. The popup waits for a time on the page, the orders for a session; each has a screen of its own.
  const waiting = ["practicePopup", "myOrders"].map((name) => `:not([data-island="${name}"])`).join("");
  await page.evaluate(async (islands) => {
    for (const island of document.querySelectorAll<HTMLElement>(islands)) {
      island.scrollIntoView({ block: "center", behavior: "instant" });
      island.dispatchEvent(new PointerEvent("pointerenter"));
      while (!/ready|failed/.test(island.dataset.status ?? "")) await new Promise((passed) => setTimeout(passed, 10));
    }
    window.scrollTo({ top: 0, behavior: "instant" });
  }, `[data-island]${waiting}`);
}
