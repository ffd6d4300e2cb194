import { linksNamed, one, type PageDocument, visibleText } from "./document.ts";

/** Parts of the quiz's pages, and its right answers. */

export const RIGHT_LETTERS = ["A", "B", "B", "C", "C"];
/** The address of the link with this text, as a browser would read it. */
export function linkOf(page: PageDocument, label: string): URL {
  const [href] = linksNamed(one(page, "main"), label);
  if (href === undefined) throw new Error(`no link ${label}`);
  return new URL(href, "https://shop.example");
}

/** The page's own text. */
export const textOf = (page: PageDocument) => visibleText(one(page, "main"));
