import { HTMLElement, NodeType, parse } from "node-html-parser";

/**
 * A parsed page, for tests of its elements, their texts and their targets. Tests do not compare markup as text, because
 * React may change the order of attributes and its escaping.
 */
export type PageDocument = HTMLElement;

/** The markup without the elements that only say where a line may end (`server/http/unbroken.ts`). */
export const withoutUnbroken = (html: string) => html.replaceAll(/<(?:\/?(?:un-broken|whole-text)|wbr\/)>/g, "");

/** Parses a page. The content of `noscript` is parsed too. */
export function readDocument(html: string): PageDocument {
  return parse(withoutUnbroken(html), { comment: false, blockTextElements: { script: true, style: true } });
}

export function all(root: HTMLElement, selector: string): HTMLElement[] {
  return root.querySelectorAll(selector);
}

/** The only element that a selector finds; throws when there is none or another. */
export function one(root: HTMLElement, selector: string): HTMLElement {
  const found = all(root, selector);
  const [element] = found;
  if (element === undefined || found.length > 1) throw new Error(`${found.length} elements are ${selector}`);
  return element;
}

export function count(root: HTMLElement, selector: string): number {
  return all(root, selector).length;
}

/** An attribute of the only element that a selector finds. */
export function attribute(root: HTMLElement, selector: string, name: string): string | undefined {
  return one(root, selector).getAttribute(name);
}

export function attributes(root: HTMLElement, selector: string, name: string): (string | undefined)[] {
  return all(root, selector).map((element) => element.getAttribute(name));
}

/**
 * The text of an element as a visitor reads it: without scripts, with one space between words and between elements.
 * There is no space around a link, because it is part of its sentence.
 */
export function visibleText(element: HTMLElement): string {
  return wordsIn(element).replaceAll(/\s+/g, " ").trim();
}

export function texts(root: HTMLElement, selector: string): string[] {
  return all(root, selector).map(visibleText);
}

/** The content of the page's meta element of a name: description, robots, og:image. */
export function meta(page: PageDocument, name: string): string | undefined {
  return page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute("content");
}

/** The addresses of the links with this text, as they are written. */
export function linksNamed(root: HTMLElement, text: string): (string | undefined)[] {
  return all(root, "a[href]")
    .filter((link) => visibleText(link) === text)
    .map((link) => link.getAttribute("href"));
}

/** An island's properties, and when it starts. */
export function island(page: PageDocument, name: string): { when: string | undefined; props: unknown } {
  const marker = one(page, `[data-island="${name}"]`);
  return { when: marker.getAttribute("data-when"), props: JSON.parse(marker.getAttribute("data-props") ?? "null") };
}

function wordsIn(element: HTMLElement): string {
  return element.childNodes
    .map((node) => {
      if (node.nodeType === NodeType.TEXT_NODE) return node.text;
      if (!(node instanceof HTMLElement) || ["SCRIPT", "STYLE"].includes(node.tagName)) return " ";
      return node.tagName === "A" ? wordsIn(node) : ` ${wordsIn(node)} `;
    })
    .join("");
}

/** What begins a line of a transcript, unless it is the first thing in its element. Behind it stands what fits. */
const BEGINS_A_LINE = /^<(?:main|section|nav|fieldset|details|template|dialog|tr|h[12]|li \.|g )/;
const ONLY_OPENS = /(?:^| \| )<(?:main|section|nav|form|div|li)\b[^>]*>$/;
const BETWEEN = " | ";
const partsOf = (lines: string) => lines.split(/\n| \| /);

/** The parts of a text to approve, in lines that a reviewer can read at once. */
export function inLines(parts: readonly string[], { begins = BEGINS_A_LINE, sign = "" } = {}): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = `${last}${BETWEEN}${part}`;
    if (!last || longer.length > 160 || (begins.test(part) && !ONLY_OPENS.test(last))) lines.push(sign + part);
    else lines[lines.length - 1] = longer;
  }
  return lines.join("\n");
}

/** Of a state of a page, the parts that it changes; the whole transcript where these are most of it. */
export function changedLines(plain: string, state: string): string {
  const without = (lines: string, others: string) => {
    const left = partsOf(others);
    return partsOf(lines).filter((part) => {
      const index = left.indexOf(part);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
  };
  const come = without(state, plain);
  if (come.length * 3 >= partsOf(state).length * 2) return state;
  return [inLines(without(plain, state), { sign: "- " }), inLines(come, { sign: "+ " })].filter(Boolean).join("\n");
}

/** The attributes that a visitor or a program notices. */
const NOTICED =
  /^(?:id|href|src|srcset|media|action|method|name|type|value|required|checked|selected|disabled|readonly|hidden|open|autocomplete|inputmode|pattern|min|max|maxlength|for|form|formaction|role|rel|target|lang|alt|loading|fetchpriority|scope|colspan|datetime|dir|download|height|width|tabindex|autofocus|inert|novalidate|aria-.*|data-(?:consent|evt|island|when|props|label|say|shown-later))$/i;
const INLINE = /^(?:A|ABBR|B|BDI|BR|EM|I|S|SMALL|SPAN|STRONG|SUB|SUP|TIME)$/;
const IS_NAMED = /^(?:H\d|LI|TR|LEGEND|SUMMARY|DT|TH|BUTTON|TEMPLATE|DIALOG)$/;
/** Long words are cut, unless a number stands in the rest. */
const cut = (text: string, most: number) =>
  text.length > most && !/\d/.test(text.slice(most)) ? `${text.slice(0, most)}\u2026` : text;
const isSentence = (value: unknown) => typeof value === "string" && value.includes(" ");

/** An attribute as a transcript has it: an island's sentences, and the hash in the name of a built file, are left out. */
function noticed([name, value]: [string, string]): string {
  if (value === "") return ` ${name.toLowerCase()}`;
  if (name !== "data-props") return ` ${name.toLowerCase()}=${value.replaceAll(/-[\w-]{8}(?=\.\w{2,5}$)/g, "")}`;
  return ` ${JSON.stringify(JSON.parse(value), (_key, part) => (isSentence(part) ? "\u2026" : part))}`;
}

/** The first colours of a drawing: a green mark is not a red one. */
function coloursOf(drawing: HTMLElement): string {
  const colours = new Set(drawing.toString().match(/(?<==")#[\da-f]{3,6}/g));
  return colours.size === 0 ? "" : ` (${[...colours].slice(0, 3).join(" ")}) `;
}

/**
 * A part of a page as a text to approve: its elements, with their tags, attributes and words, in lines.
 * Of long words without numbers it has the beginning: here it is approved which text stands where, and the text where it is
 * written; of a long list the first ones, and how many there are. `most`: the length of that beginning. `classes`: those that
 * say what a line means. `longest`: the most items of a list that is whole.
 */
export function transcript(root: HTMLElement, { most = 70, classes = /(?!)/g, longest = 12 } = {}): string {
  const parts: string[] = [];
  let line = "";
  const end = () => {
    parts.push(line.replaceAll(/\s+/g, " ").trim());
    line = "";
  };
  const tell = (element: HTMLElement) => {
    const { tagName, attributes: given } = element;
    const isInline = INLINE.test(tagName);
    if (/^(?:SCRIPT|STYLE)$/.test(tagName)) return;
    if (tagName === "SVG" && given["aria-hidden"] === "true") {
      line += coloursOf(element);
      return;
    }
    const said = [
      ...Object.entries(given)
        .filter(([name]) => NOTICED.test(name))
        .map(noticed),
      ...(given.class?.match(classes) ?? []).map((name) => ` .${name}`),
    ].join("");
    // What is said of a term stands behind it.
    if (!isInline && !(tagName === "DD" && line.endsWith(": "))) end();
    const isNamed = said !== "" || tagName === "S" || IS_NAMED.test(tagName);
    if (isNamed) line += `<${tagName.toLowerCase()}${said}>${isInline ? "" : " "}`;
    if (tagName === "SVG") return end();
    const items = element.children.length > longest && /^[OU]L$/.test(tagName) ? 6 : Number.POSITIVE_INFINITY;
    for (const node of element.childNodes.slice(0, items))
      if (node.nodeType === NodeType.TEXT_NODE) line += cut(node.text, most);
      else if (node instanceof HTMLElement) tell(node);
    if (element.children.length > items) parts.push(`(${element.children.length} in all)`);
    if (tagName === "DT") line += ": ";
    else if (!isInline) end();
    else if (isNamed) line += "</>";
  };
  tell(root);
  end();
  return inLines(parts.filter((text) => !/^(?:|<\/>|<li>)$/.test(text)));
}
