import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { FaqItem } from "../../src/shared/entities.ts";
import { readStructuredData } from "../structured-data.ts";
import { attributes, count, linksNamed, one, type PageDocument, readDocument, texts, visibleText } from "./document.ts";

type JsonLd = Record<string, unknown> & { "@type": string };
export type FaqPageData = { mainEntity: { name: string; acceptedAnswer: { text: string } }[] };

export const mainOf = (page: PageDocument) => one(page, "main");
export const mainText = (page: PageDocument) => visibleText(mainOf(page));

export function structuredData(html: string, type: string): JsonLd | undefined {
  return (readStructuredData(html) as JsonLd[]).find((data) => data["@type"] === type);
}

/** Each question has an id to link to, and structured data has the same texts as the page. */
export function expectFaq(html: string, items: readonly FaqItem[]): void {
  const page = readDocument(html);
  expect(attributes(page, "details.faq-item", "id")).toEqual(items.map((item) => item.id));
  const text = mainText(page);
  const { mainEntity } = structuredData(html, "FAQPage") as unknown as FaqPageData;
  expect(mainEntity.map(({ name }) => name)).toEqual(items.map((item) => item.question));
  for (const { name, acceptedAnswer } of mainEntity) {
    expect(text).toContain(name);
    expect(text).toContain(acceptedAnswer.text);
  }
}

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
