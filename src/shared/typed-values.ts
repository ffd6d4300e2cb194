import { isEmailAddress } from "./email-address.ts";
import { plain } from "./plain-text.ts";
import { isDay, weekdayOf } from "./time.ts";

/**
 * Reads values that people paste: an address, a number, a day. Pasted text brings along quotes, brackets, the full stop
 * of a sentence, characters without a shape, Word's dashes. A right value is read whatever stands around it. A text
 * that may mean two values is read as neither.
 */

/**
 * The e-mail address in a typed text: without `mailto:`, angle brackets, a name before them, quotes and the punctuation of
 * its sentence. A domain in other letters is spelled as mail servers know it, because not every browser does that. The text
 * itself, if it holds no single address.
 */
export function readEmailText(text: string): string {
  const line = plain(text).replace(/\s+/g, " ").trim();
  // There are two addresses, and nothing says which one is meant.
  if (line.indexOf("@") !== line.lastIndexOf("@")) return line;
  const bare = line
    .replace(/^[^<@]*</, "")
    .replace(/^[ *"'(<[{\u00ab\u00bb\u2039\u203a\u201c\u201d\u201e\u2018\u2019]+/, "")
    .replace(/^mailto:/i, "")
    .replace(/[>?].*$/s, "");
  const address = spellDomain(stripEnd(bare));
  return isEmailAddress(address) ? address : line;
}

/** An address whose domain is in plain letters: `jan@müller.nl` -> `jan@xn--mller-kva.nl` (URL Standard, "domain to ASCII"). */
function spellDomain(address: string): string {
  const start = address.lastIndexOf("@") + 1;
  const domain = address.slice(start);
  const url = `https://${domain}`;
  const isOther = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /[^\0-\x7f]/.test(domain) && URL.canParse(url);
  return isOther ? address.slice(0, start) + new URL(url).hostname : address;
}

/** Ends of a pasted address that no address has. */
const ENDS = new Set([...` .,;:!*_"'()<>[]{}\u00ab\u00bb\u2039\u203a\u201c\u201d\u201e\u2018\u2019`]);

function stripEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ENDS.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The spellings of each month; the first is the full name. */
const MONTHS: readonly (readonly string[])[] = [
  ["januari", "jan"],
  ["februari", "feb", "febr"],
  ["maart", "mrt", "mar"],
  ["april", "apr"],
  ["mei"],
  ["juni", "jun"],
  ["juli", "jul"],
  ["augustus", "aug"],
  ["september", "sep", "sept"],
  ["oktober", "okt", "oct"],
  ["november", "nov"],
  ["december", "dec"],
];
const WEEKDAYS = ["zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"];

/** The day in a typed text, as `readDay` has it; the text itself if it names none. */
export function readDayText(text: string): string {
  return readDay(text) ?? text.trim();
}

/** A longer text names no day, UTF-16 units: `donderdag 24 september 2026`, and what came along with a copy. */
const DAY_MAX_UNITS = 200;

/**
 * The day in a typed text, `2026-12-05`: as ISO has it, or day, month and year in figures or words, with the day of the
 * week if that is right. Null if it names no existing day. A month never comes first: nobody here writes it so.
 */
export function readDay(text: string): string | null {
  if (text.length > DAY_MAX_UNITS) return null;
  const words = plain(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && word !== "de" && word !== "den");
  const weekday = WEEKDAYS.findIndex((name) => name === words[0] || name.slice(0, 2) === words[0]);
  const [first = "", second = "", third = "", ...rest] = weekday < 0 ? words : words.slice(1);
  if (rest.length > 0) return null;
  const [year, month, day] = /^\d{4}$/.test(first) ? [first, second, third] : [third, second, first];
  const number = MONTHS.findIndex((names) => names.includes(month)) + 1 || Number(/^\d{1,2}$/.test(month) ? month : 0);
  if (!/^(\d{2})?\d{2}$/.test(year) || !/^\d{1,2}$/.test(day)) return null;
  const iso = [year.padStart(4, "20"), String(number).padStart(2, "0"), day.padStart(2, "0")].join("-");
  return isDay(iso) && (weekday < 0 || weekdayOf(iso) === weekday) ? iso : null;
}
