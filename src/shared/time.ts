/** The shop's time zone is that of its buyers; the server's own does not matter. */
export const TIME_ZONE = "Europe/Amsterdam";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const DAY_S = DAY_MS / 1000;

/**
 * Writes moments in the shop's time zone. What writes them is made at the first use and kept: to make one takes longer
 * than a dozen moments. An invalid moment is a RangeError.
 */
function writer(locale: "nl-NL" | "sv-SE", style: Intl.DateTimeFormatOptions): (moment: Date) => string {
  let kept: Intl.DateTimeFormat | undefined;
  return (moment) => {
    kept ??= new Intl.DateTimeFormat(locale, { ...style, timeZone: TIME_ZONE });
    return kept.format(moment);
  };
}

const writeDay = writer("nl-NL", { dateStyle: "long" });
const writeDayOfYear = writer("nl-NL", { day: "numeric", month: "long" });
const writeMoment = writer("nl-NL", { dateStyle: "long", timeStyle: "short" });
const writeTimeOfDay = writer("nl-NL", { timeStyle: "short" });

/** The shop's day of a moment, as people read it: `21 november 2026`. `iso` is a time in UTC, or a day. */
export const formatDay = (iso: string): string => writeDay(new Date(iso));

/** A day without its year: `9 december`. `day` is ISO 8601. */
export const formatDayOfYear = (day: string): string => writeDayOfYear(new Date(`${day}T12:00:00Z`));

/** A moment by the shop's clock, to the minute: `21 november 2026 om 14:05`. `iso` is a time in UTC. */
export const formatMoment = (iso: string): string => writeMoment(new Date(iso));

/** A time of day by the shop's clock: `14:05`. `seconds` is since 1970. */
export const formatTimeOfDay = (seconds: number): string => writeTimeOfDay(new Date(seconds * 1000));

/** The calendar day of a moment in the shop's time zone, ISO 8601: `2026-11-21`. */
export const isoDateOf = writer("sv-SE", { dateStyle: "short" });

/** A moment in the shop's time zone, to the second: `2026-11-21 16:05:00`. */
export const isoMomentOf = writer("sv-SE", { dateStyle: "short", timeStyle: "medium" });

/** Today in the shop's time zone: `2026-11-22`. */
export function today(now: Date): string {
  return isoDateOf(now);
}

/** The year in the shop's time zone, which at New Year is one hour ahead of UTC. Much faster than to ask for a day. */
export function thisYear(now: Date): number {
  return new Date(now.getTime() + HOUR_MS).getUTCFullYear();
}

/** Whether a text is an existing day in ISO 8601: not 2027-02-29. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Days in the shop's time zone, both included. `0000-01-01` and `9999-12-31` are open ends. */
export type Days = { from: string; to: string };

/** The moment at which this hour begins on a day in the shop's time zone, in summer and winter. */
export function momentOf(day: string, hour: number): Date {
  const guess = new Date(`${day}T${String(hour).padStart(2, "0")}:00:00Z`);
  const shown = new Date(`${isoMomentOf(guess).replace(" ", "T")}Z`);
  return new Date(2 * guess.getTime() - shown.getTime());
}

/** The number of years that a date field offers. It is generous, because a page may be served long after its build. */
const FIELD_YEARS = 5;

/** The last day that a date field offers. It stops a year of five or six digits. */
export function lastFieldDay(year: number): string {
  return `${year + FIELD_YEARS}-12-31`;
}

/** The day `count` days later, or earlier if it is negative. Days are counted in UTC, where each has 24 hours. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** From 0 for Sunday to 6 for Saturday. `day` is ISO 8601. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
