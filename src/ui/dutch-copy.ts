import { formatDay, weekdayOf } from "../shared/time.ts";

/** How copy writes dates and numbers. */

const WEEKDAYS = ["zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"] as const;

/** A day with its weekday: `zaterdag 21 november 2026`. `day` is ISO 8601. */
export const formatWeekday = (day: string): string => `${WEEKDAYS[weekdayOf(day)]} ${formatDay(day)}`;

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

/** Words of a sentence: `iDEAL, Klarna en Visa`. */
export function listed(words: readonly (string | number)[]): string {
  const last = words.length - 1;
  return last < 1 ? words.join("") : `${words.slice(0, last).join(", ")} en ${words[last]}`;
}

/** The text with a capital letter, for the beginning of a sentence or a table cell. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
