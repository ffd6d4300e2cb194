import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { attributes, count, linksNamed, one, type PageDocument, texts, visibleText } from "./document.ts";

export const mainText = (page: PageDocument) => visibleText(one(page, "main"));

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
