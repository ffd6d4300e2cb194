/**
 * What differs between the visitors of a page that is remembered, each with the mark that stands in its place while the
 * page's template is rendered. Marks are characters of a private use area (Unicode, U+E000): no copy holds them, and
 * nothing on the way into markup changes them. JSON spells them out (`jsonMarkup`), so that a place in a data block can
 * be told from one in a text or an attribute.
 */
export const MARKS = {
  /** The query that links carry, and the same as the hidden fields of a form. */
  search: "\uE000",
  fields: "\uE001",
  /** Where the late part of a page that waits goes. */
  late: "\uE002",
  /** Pages that wait. */
  retryHref: "\uE003",
  noScriptHref: "\uE004",
  target: "\uE005",
  /** Gifts. */
  openHref: "\uE006",
  giver: "\uE007",
  recipient: "\uE008",
  recipientSize: "\uE009",
  day: "\uE00A",
  message: "\uE00B",
  messageClass: "\uE00C",
  activationUrl: "\uE00D",
  lookupHref: "\uE00E",
} as const;

/** What a page says of one visit, by the names of their marks; null = nothing, and then the page may look different. */
export type Texts = Readonly<
  Partial<Record<Exclude<keyof typeof MARKS, "fields" | "late">, string | null>> & { search?: string }
>;

/** The same texts as marks; what is not there stays away. */
export function marksOf<T extends Texts>(texts: T): T {
  const names = Object.keys(texts) as (keyof Texts)[];
  return Object.fromEntries(names.map((name) => [name, texts[name] === null ? null : MARKS[name]])) as T;
}
