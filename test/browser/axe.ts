import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright";

/** axe in its short form, once for each page. Its builder for Playwright adds it twice for every run, which takes longer than the run. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const kindsRead = new Set<string>();

type Violation = { id: string; html: string; text: string };

/** Axe's findings in what no page had before that was read so: the same component in the same state is read once. */
export async function findNewViolations(page: Page): Promise<Violation[]> {
  // As a text, which crosses to the page much faster than a list.
  const kinds = await page.evaluate(markRead, [...kindsRead].join(" "));
  if (kinds === "") return [];
  for (const kind of kinds.split(" ")) kindsRead.add(kind);
  return findViolations(page);
}

/**
 * Marks the parts of a page that have only elements of these kinds, and returns the other kinds. Elements are of one kind if they are
 * alike in all that axe reads (names, classes, roles, states, colours and ground, whether they have a text, labels, and what their ids
 * lead to), and stand in alike elements. Runs in the page.
 */
function markRead(known: string): string {
  // Attributes whose ids must be there, and those of which axe reads only whether they say something.
  const references = /^(for|headers|list|aria-(labelledby|describedby|controls|owns))$/;
  const words =
    /^(aria-(label|valuenow|valuetext)|alt|title|href|src|srcset|sizes|value|content|placeholder|style|name|width|height|min|max|datetime|action|data-.*)$/;
  const read = new Set(known.split(" "));
  const others = new Set<string>();
  const isText = (text: string | null) => /\S/.test(text ?? "");
  const describe = ({ name, value }: Attr, element: Element) => {
    if (name === "id") return document.getElementById(value) === element;
    if (references.test(name)) return value.split(" ").every((id) => document.getElementById(id) !== null);
    return words.test(name) || value.length > 80 ? isText(value) : value;
  };
  /** Returns whether the element and all in it are known. */
  const visit = (element: Element, around: string, below: string): boolean => {
    delete (element as HTMLElement).dataset.read;
    const { color, fontSize, fontWeight, backgroundColor, backgroundImage } = getComputedStyle(element);
    const own = backgroundImage === "none" ? backgroundColor : backgroundImage;
    const ground = own === "rgba(0, 0, 0, 0)" ? below : own;
    const facts = [
      ...[around, element.localName, isText(element.textContent)],
      ...[":checked", ":focus"].map((state) => element.matches(state)),
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      ...[(element as HTMLInputElement).labels?.length, color, fontSize, fontWeight, ground],
      ...[...element.attributes].flatMap((one) => [one.name, describe(one, element)]),
    ].join(" ");
    let hash = 0;
    for (let index = 0; index < facts.length; index += 1) hash = (Math.imul(hash, 31) + facts.charCodeAt(index)) | 0;
    const kind = hash.toString(36);
    const isKnown = read.has(kind);
    if (!isKnown) others.add(kind);
    // Of the same on one page, the first is enough.
    read.add(kind);
    const parts = element.localName === "svg" ? [] : [...element.children];
    const shape = `${element.localName}.${element.getAttribute("class")}`;
    const inner = parts.filter((part) => visit(part, shape, ground));
    if (isKnown && inner.length === parts.length) return true;
    for (const part of inner) (part as HTMLElement).dataset.read = "";
    return false;
  };
  visit(document.body, String(isText(document.title)), "");
  return [...others].join(" ");
}

/**
 * Axe's findings for WCAG 2.2 A and AA: rule, element, and problem. It skips frames, which are Stripe's own form, what
 * `findNewViolations` has marked, and the contrast of text that stands on a drawing.
 */
export async function findViolations(page: Page, isDrawn = false): Promise<Violation[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    // `evaluate` would use the page's own `eval`, for which the browser compiles it anew on each page.
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: SOURCE });
    await session.detach();
  }
  return page.evaluate(async (hasContrast) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
      { exclude: [["iframe"], ["[data-read]"]] },
      {
        resultTypes: ["violations"],
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        rules: { "color-contrast": { enabled: hasContrast } },
      },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = "" }) => ({ id, html, text: failureSummary.replaceAll(/\s+/g, " ") })),
    );
  }, !isDrawn);
}
