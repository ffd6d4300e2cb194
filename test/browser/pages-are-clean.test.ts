import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { DESKTOP, islandReady, openBrowser, PHONE } from "./browser.ts";
import { freshAddress, openScreen, PAGES, type Screen, STATES, seeEverything } from "./screens.ts";

/**
 * Every screen in a browser that listens: no console error, no page error, no policy violation, no difference between
 * the server's markup and React's, and nothing asked of anybody else before the visitor acts.
 */

const browser = openBrowser();

type Listening = { page: Page; problems: string[]; requests: URL[] };

async function listen(viewport = DESKTOP): Promise<Listening> {
  const { page } = await browser.visit({ ...freshAddress(), viewport });
  const problems: string[] = [];
  const requests: URL[] = [];
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => requests.push(new URL(request.url())));
  page.on("requestfailed", (request) => problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  return { page, problems, requests };
}

/** What the browser itself says of a page whose status is an error, and what the 404 page is asked to log. */
function isExpected(problem: string, { status = 200 }: Screen): boolean {
  return status >= 400 && (problem.includes(`status of ${status}`) || /^404\b/.test(problem));
}

/** Who else was asked: addresses without query. */
function askedElsewhere(requests: readonly URL[]): string[] {
  return [...new Set(requests.filter((url) => /^https?:/.test(url.protocol) && url.origin !== browser.origin))].map(
    (url) => url.origin + url.pathname,
  );
}

describe("every page, looked at from top to bottom", () => {
  test.each(PAGES)("$name", async (screen) => {
    const { page, problems, requests } = await listen();
    await openScreen(page, screen);
    await seeEverything(page);
    expect(await page.locator("[data-mismatch]").count()).toBe(0);
    expect(problems.filter((problem) => !isExpected(problem, screen))).toEqual([]);
    const elsewhere = askedElsewhere(requests);
    if (screen.path === PATHS.exam) {
      expect(elsewhere.every((url) => url.startsWith(`${browser.world}/tiles/`))).toBe(true);
    } else if (screen.path === PATHS.checkout) {
      expect(elsewhere.every((url) => url.startsWith(`${browser.world}/`))).toBe(true);
      expect(elsewhere).toContain(`${browser.world}/stripe.js`);
    } else {
      expect(elsewhere).toEqual([]);
    }
  });

  test("the map's tiles are asked for only when the map comes near the screen", async () => {
    const { page, requests } = await listen();
    await page.goto(PATHS.exam, { waitUntil: "load" });
    expect(askedElsewhere(requests)).toEqual([]);
    await page.locator(".exam-map").scrollIntoViewIfNeeded();
    await islandReady(page, "examMap");
    await expect.poll(() => askedElsewhere(requests).length).toBeGreaterThan(0);
  });
});

describe("every state that a visitor makes of them", () => {
  // Those that break a connection on purpose say so in the console.
  const states = STATES.filter(({ name }) => !/could not/.test(name));

  test.each(states)("$name", async (screen) => {
    const { page, problems } = await listen(screen.phoneOnly ? PHONE : DESKTOP);
    await openScreen(page, screen);
    expect(await page.locator("[data-mismatch]").count()).toBe(0);
    expect(problems.filter((problem) => !isExpected(problem, screen))).toEqual([]);
  });
});
