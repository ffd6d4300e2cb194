import { expect, test } from "vitest";
import { FULL } from "../full.ts";
import { openBrowser } from "./browser.ts";
import { openScreen, seeEverything } from "./open-screen.ts";
import { PAGES } from "./pages.ts";
import { STATES } from "./screens.ts";

/**
 * A page that a translator has changed: each text is in elements of its own. No island dies of it. In the full run:
 * test/house/changed-pages.test.ts holds the rule behind it each time.
 */

const browser = openBrowser();

/**
 * Translates the page as Google does: each text is taken out, and two `<font>` elements with another text are put in
 * its place; each later text too. The other text has blanks without a width around it. Playwright does not count them
 * (its `normalizeWhiteSpace`), so a step still finds a text by its words, also where the page has it in parts
 * (`src/server/http/unbroken.ts`). Runs in the page.
 */
function translate(): void {
  const LEFT_ALONE = "script, style, template, noscript, iframe, textarea, title, font, svg, [translate=no]";
  const wrap = (text: Text) => {
    if (text.data.trim() === "" || text.parentElement?.closest(LEFT_ALONE) !== null) return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.textContent = `\u200b${text.data}\u200b`;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const wrapAll = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) wrap(text);
  };
  wrapAll(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "characterData") wrap(target as Text);
      for (const node of addedNodes) node instanceof Text ? wrap(node) : wrapAll(node);
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

test.runIf(FULL).each([...PAGES, ...STATES])("$name, translated: every island works", async (screen) => {
  const { page } = await browser.visit();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (/NotFoundError|not a child/.test(message.text())) errors.push(message.text());
  });
  // Before an island has started.
  await page.addInitScript(`if (window.top === window) addEventListener("DOMContentLoaded", ${translate});`);
  await openScreen(page, screen);
  if (screen.prepare === undefined) await seeEverything(page);
  expect(await page.locator('[data-status="failed"]').count()).toBe(0);
  expect(errors).toEqual([]);
});
