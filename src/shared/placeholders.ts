/**
 * The placeholders of a page in memory, one for each text that differs between visitors. The template is rendered with
 * them. A placeholder is a character of a private use area (Unicode, U+E000): no copy has one, and rendering does not
 * change it. In JSON it is escaped (`jsonMarkup`), so a place in a data block differs from a place in a text or an
 * attribute.
 */
export const PLACEHOLDERS = {
  /** The query that links carry, and the same query as hidden fields of a form. */
  search: "\uE000",
  fields: "\uE001",
  late: "\uE002",
  /** For waiting pages. */
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

/** A visitor's text for each placeholder. Null leaves that part of the page out. */
export type Texts = Readonly<
  Partial<Record<Exclude<keyof typeof PLACEHOLDERS, "fields" | "late">, string | null>> & { search?: string }
>;

/** The placeholders of these texts. Null and absent texts stay as they are. */
export function placeholdersOf<T extends Texts>(texts: T): T {
  const names = Object.keys(texts) as (keyof Texts)[];
  return Object.fromEntries(names.map((name) => [name, texts[name] === null ? null : PLACEHOLDERS[name]])) as T;
}
