import { expect } from "vitest";
import type { FaqItem } from "../../src/shared/entities.ts";
import { readStructuredData } from "../structured-data.ts";
import { attributes, one, type PageDocument, readDocument, visibleText } from "./document.ts";

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
