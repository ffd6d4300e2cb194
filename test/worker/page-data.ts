import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { all, attributes, count, linksNamed, one, type PageDocument, texts, visibleText } from "./document.ts";

/**
 * The answer to a form in which something is wrong says so in its title, above the form and at each field, and what was typed
 * stands there still. `wrong`: what is said, by the id of its field; `typed`: by the same.
 */
export function expectWrong(page: PageDocument, wrong: Texts, typed: Texts = {}): void {
  expect(visibleText(one(page, "title"))).toMatch(/^Fout: /);
  const told = all(page, ".form-alert a").map((link) => [link.getAttribute("href"), visibleText(link)]);
  expect(told).toEqual(Object.entries(wrong).map(([id, text]) => [`#${id}`, text]));
  for (const [id, text] of Object.entries(wrong))
    expect([texts(page, `#${id}-fout`), count(page, `[aria-describedby~="${id}-fout"]`)]).toEqual([[text], 1]);
  // A group of choices is none by itself.
  const fields = Object.keys(wrong).filter((id) => count(page, `[name="${id}"][type=radio]`) === 0);
  expect(attributes(page, "[aria-invalid=true]", "id")).toEqual(fields);
  for (const [id, text] of Object.entries(typed)) {
    const field = one(page, `#${id}`);
    expect((field.getAttribute("value") ?? field.text).trim(), id).toBe(text.replaceAll("\r\n", "\n").trim());
  }
}
type Texts = Readonly<Record<string, string>>;

/**
 * Checks what a row says of a page; `{NAME}` is a var of the local shop.
 *
 * - `.selector: text; text` the elements' texts hold these, in this order
 * - `.selector @name: value; value` their attributes of this name are these
 * - `.selector = 3` so many elements
 * - `"text"; "text"` the page says so, in small letters or capitals; behind `no` it says nothing of it
 * - `[label] /path` a link with that label leads there
 */
export function expectOn(page: PageDocument, row: string): void {
  const vars = env as unknown as Readonly<Record<string, string>>;
  const what = row.replaceAll(/\{([A-Z_\d]+)\}/g, (_, name: string) => vars[name] ?? name);
  const [link, label = "", to] = /^\[([^=\]]+)\] (\S+)$/.exec(what) ?? [];
  const [number, counted = "", times] = /^(.+) = (\d+)$/.exec(what) ?? [];
  const [, no, said] = /^(no )?"(.*)"$/.exec(what) ?? [];
  if (link !== undefined) expect(linksNamed(page, label)).toContain(to);
  else if (number !== undefined) expect(count(page, counted)).toBe(Number(times));
  else if (said !== undefined) {
    const text = visibleText(one(page, "html")).toLowerCase();
    for (const words of said.toLowerCase().split('"; "'))
      if (no === undefined) expect(text).toContain(words);
      else expect(text).not.toContain(words);
  } else {
    const [selector = "", expected = ""] = what.split(/: (.*)/);
    const values = expected.split("; ");
    const [elements = "", name] = selector.split(" @");
    if (name !== undefined) expect(attributes(page, elements, name)).toEqual(values);
    else expect(texts(page, elements)).toEqual(values.map((text) => expect.stringContaining(text)));
  }
}
