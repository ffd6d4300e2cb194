import type { Page } from "playwright";

/** Programs that change a page behind its back: a translator, and extensions that add nodes to it. */

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

/**
 * Adds nodes to the page as extensions do: buttons of a password manager beside each field, and marks in each element
 * with text. Each field is in a box of its own. Runs in the page.
 */
function addNodes(): void {
  for (const field of document.querySelectorAll<HTMLElement>("main input, main textarea")) {
    const icon = document.createElement("com-1password-button");
    field.after(icon);
    const box = document.createElement("span");
    box.style.display = "contents";
    field.before(box);
    box.append(field);
  }
  for (const element of document.querySelectorAll("main :is(p, label, button, legend, h1, h2, h3, li, div, form)")) {
    element.append(document.createElement("grammarly-extension"));
    element.prepend(document.createElement("grammarly-extension"));
  }
}

export type Change = { name: string; now: () => void };
export const TRANSLATED: Change = { name: "translated", now: translate };
export const EXTENDED: Change = { name: "changed by extensions", now: addNodes };

/** Changes each page of the visitor before an island has started. */
export async function changeFromTheStart(page: Page, { now }: Change): Promise<void> {
  await page.addInitScript(`if (window.top === window) addEventListener("DOMContentLoaded", ${now});`);
}

export const changeNow = (page: Page, { now }: Change): Promise<void> => page.evaluate(now);
