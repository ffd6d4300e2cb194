import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DESKTOP } from "../browser/browser.ts";
import { keepPopupAway, openScreen, seeEverything } from "../browser/open-screen.ts";
import { PAGES, type Screen } from "../browser/pages.ts";
import { STATES } from "../browser/screens.ts";
import { shop } from "../browser/test-shop.ts";
import { INSTALLED } from "./installed.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Every page, and every state in the browsers that Playwright drives: nothing in the console, no policy violation, nothing wider
 * than the screen.
 */

test("the browsers that are here", () => {
  const names = INSTALLED.map(({ name }) => name);
  console.log(`Found: ${names.join(", ")}`);
  if (process.env.CI_BROWSERS === "all") expect(names).toEqual(["Chromium", "Firefox", "WebKit"]);
});

/** Those that break a connection on purpose say so in the console. */
const BREAKS_ON_PURPOSE = /could not/;

/** Messages other than the browser's own about an error status, and the one that the 404 page must log. */
function unexpected(problems: readonly string[], { name, status = 200 }: Screen): readonly string[] {
  if (BREAKS_ON_PURPOSE.test(name)) return [];
  return problems.filter((problem) => !(status >= 400 && (problem.includes(String(status)) || /^404\b/.test(problem))));
}

/** How much wider than the window the page is, px. Runs in the page. */
function overflow(): number {
  const { scrollWidth, clientWidth } = document.documentElement;
  return Math.max(0, scrollWidth - clientWidth);
}

let visitor: Visitor | undefined;
beforeEach(async () => {
  shop.world.stripe.reset();
  shop.world.auth.reset();
  await shop.set({ listens: true });
});
afterEach(async () => {
  await visitor?.leave();
  visitor = undefined;
});

describe.each(INSTALLED.map((browser) => [browser.name, browser] as const))("%s", (_name, { playwright, visit }) => {
  test.each([...PAGES, ...(playwright === null ? [] : STATES)].map((screen) => [screen.name, screen] as const))(
    "%s",
    async (_screen, screen) => {
      if (playwright === null) {
        visitor = await visit();
        await visitor.open(screen.path);
        await visitor.shows("h1, [role=alert]");
        await visitor.ask(() => window.scrollTo(0, document.documentElement.scrollHeight));
      } else {
        const driven = await playwright();
        visitor = driven;
        await keepPopupAway(driven.page);
        await openScreen(driven.page, screen);
        if (screen.prepare === undefined) await seeEverything(driven.page);
      }
      expect(await visitor.ask(overflow)).toBe(0);
      if (playwright !== null && screen.phoneOnly !== true) {
        await (visitor as Awaited<ReturnType<typeof playwright>>).page.setViewportSize(DESKTOP);
        expect(await visitor.ask(overflow)).toBe(0);
      }
      expect(unexpected(await visitor.problems(), screen)).toEqual([]);
    },
  );
});
