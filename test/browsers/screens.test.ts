import { describe, expect, test } from "vitest";
import { DESKTOP } from "../browser/browser.ts";
import { openScreen, seeEverything } from "../browser/open-screen.ts";
import { PAGES, type Screen } from "../browser/pages.ts";
import { unexpectedIn } from "../browser/screen-checks.ts";
import { STATES } from "../browser/screens.ts";
import { INSTALLED, openShop } from "./installed.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Every page, and every state in Firefox, which Playwright drives: nothing in the console, no policy violation, nothing wider than the
 * screen. Chromium's are asked that, and more, by test/browser/screen-checks.ts.
 */

test("the installed browsers", () => {
  const names = INSTALLED.map(({ name }) => name);
  console.log(`Found: ${names.join(", ")}`);
  if (process.env.CI_BROWSERS === "all") expect(names).toEqual(["Chromium", "Firefox", "WebKit"]);
});

/** How much wider than the window the page is, px. Runs in the page. */
function overflow(): number {
  const { scrollWidth, clientWidth } = document.documentElement;
  return Math.max(0, scrollWidth - clientWidth);
}

const receive = openShop();

describe.each(INSTALLED.filter(({ name }) => name !== "Chromium"))("$name", ({ playwright, visit }) => {
  test.each([...PAGES, ...(playwright === null ? [] : STATES)])("$name", async (screen) => {
    if (playwright === null) {
      const visitor = await receive(visit());
      await visitor.open(screen.path);
      await visitor.shows("h1, [role=alert]");
      await visitor.ask(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expectWhole(visitor, screen);
      return;
    }
    const visitor = await receive(playwright());
    await openScreen(visitor.page, screen);
    if (screen.prepare === undefined) await seeEverything(visitor.page);
    await expectWhole(visitor, screen);
    if (screen.phoneOnly === true) return;
    await visitor.page.setViewportSize(DESKTOP);
    await expectWhole(visitor, screen);
  });
});

/** Nothing is wider than the screen, and nothing went wrong. */
async function expectWhole(visitor: Visitor, screen: Screen): Promise<void> {
  expect(await visitor.ask(overflow)).toBe(0);
  expect(unexpectedIn(await visitor.problems(), screen)).toEqual([]);
}
