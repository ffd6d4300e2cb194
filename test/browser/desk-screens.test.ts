import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { FULL, sample } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { DESK_SCREENS } from "./desk-screens.ts";
import { findHtmlFaults } from "./html-validator.ts";
import { openScreen } from "./open-screen.ts";
import { checkAtOnce, checkWhole } from "./screen-checks.ts";

/** The owner's desk, in every state: what `screen-checks.ts` asks of each page, and what a desk without a script needs. */

const browser = openBrowser();

/** One screen of each kind of block; a full run takes all. */
const SAMPLED = new Set(
  ["today, everything waits", "menu open", "order, all forms open", "books", "refund, twice", "targets"].map(
    (name) => `desk, ${name}`,
  ),
);

test.each(sample(DESK_SCREENS, ({ name }) => SAMPLED.has(name)))("$name", { timeout: 60_000 }, async (screen) => {
  await (FULL ? checkWhole : checkAtOnce)(browser, screen);
});

/** The least that a finger needs, px. */
const TAP = 44;
/** The colour of what the screen is for. */
const SIGNAL = "rgb(217, 56, 30)";

/** What is lower than a finger needs. Links in running text and in lists of facts are not counted. Runs in the page. */
function findSmallTargets(least: number): string[] {
  return [...document.querySelectorAll<HTMLElement>(".desk-brand, nav a, summary, button, select, input, .tap-links a")]
    .filter((element) => element.checkVisibility() && element.getAttribute("type") !== "checkbox")
    .filter((element) => element.getBoundingClientRect().height < least - 0.5)
    .map((element) => `${element.textContent?.slice(0, 30)}: ${element.getBoundingClientRect().height}`);
}

function countRedButtons(signal: string): number {
  return [...document.querySelectorAll<HTMLElement>(".button")].filter(
    (element) => getComputedStyle(element).backgroundColor === signal,
  ).length;
}

async function scriptsAndStyles(page: Page): Promise<number> {
  return page.locator("script, style, [style], [onclick]").count();
}

test.each(sample(DESK_SCREENS, ({ name }) => SAMPLED.has(name)))(
  "$name: valid HTML without a script, and large enough to press",
  async (screen) => {
    const { page } = await browser.visit();
    let html = "";
    page.on("response", async (response) => {
      if (response.request().isNavigationRequest() && response.status() !== 303)
        html = await response.text().catch(() => html);
    });
    await openScreen(page, screen);
    await expect.poll(() => html).toContain("</html>");
    expect(await findHtmlFaults(html)).toEqual([]);
    expect(await scriptsAndStyles(page)).toBe(0);
    expect(await page.evaluate(findSmallTargets, TAP)).toEqual([]);
    expect(await page.evaluate(countRedButtons, SIGNAL)).toBeLessThan(2);
  },
);

/** HTML and CSS of today's screen as a browser gets them, bytes. */
const TODAY_MAX_BYTES = 20 * 1024;

test("today's screen is small, and asks for nothing elsewhere", async () => {
  const { page } = await browser.visit();
  const bytes: Record<string, number> = {};
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("response", async (response) => {
    const type = response.headers()["content-type"]?.split(";")[0] ?? "";
    if (/html|css/.test(type)) bytes[type] = brotliCompressSync(await response.body()).byteLength;
  });
  const screen = DESK_SCREENS.find(({ name }) => name === "desk, today, everything waits");
  if (screen === undefined) throw new Error("the screen is gone");
  await openScreen(page, screen);
  await page.waitForLoadState("networkidle");
  expect(new URL(page.url()).pathname).toBe(PATHS.desk);
  expect(asked.filter((url) => !url.startsWith(browser.origin))).toEqual([]);
  expect(Object.keys(bytes).toSorted()).toEqual(["text/css", "text/html"]);
  expect(Object.values(bytes).reduce((sum, one) => sum + one, 0)).toBeLessThan(TODAY_MAX_BYTES);
  if (process.env.SHOW_BYTES) console.log(bytes);
});
