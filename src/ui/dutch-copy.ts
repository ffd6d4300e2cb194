/** How copy writes dates and numbers. It does not use `Intl`, because the data of `Intl` differs between runtimes. */

const MONTHS = [
  "januari",
  "februari",
  "maart",
  "april",
  "mei",
  "juni",
  "juli",
  "augustus",
  "september",
  "oktober",
  "november",
  "december",
] as const;

/**
 * An ISO date as Dutch readers write it: `2026-11-21` becomes `21 november 2026`. Throws RangeError for anything that
 * isn't `yyyy-mm-dd` with an existing month.
 */
export function formatDutchDate(isoDate: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDate) ?? [];
  const monthName = MONTHS[Number(month) - 1];
  if (monthName === undefined) throw new RangeError(`not an ISO date: ${isoDate}`);
  return `${Number(day)} ${monthName} ${year}`;
}

const WEEKDAYS = ["zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"] as const;

/** An ISO date with its weekday: `zaterdag 21 november 2026`. Throws as `formatDutchDate`. */
export function formatWeekday(isoDate: string): string {
  const date = formatDutchDate(isoDate);
  return `${WEEKDAYS[new Date(`${isoDate}T00:00:00Z`).getUTCDay()]} ${date}`;
}

const WORDS = [
  "nul",
  "één",
  "twee",
  "drie",
  "vier",
  "vijf",
  "zes",
  "zeven",
  "acht",
  "negen",
  "tien",
  "elf",
  "twaalf",
  "dertien",
  "veertien",
  "vijftien",
  "zestien",
  "zeventien",
  "achttien",
  "negentien",
] as const;

/** A whole number in running text: below twenty in words, else in figures. */
export function inWords(count: number): string {
  return WORDS[count] ?? String(count);
}

/** The text with a capital letter, for the beginning of a sentence or a table cell. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
