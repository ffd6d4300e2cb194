/** The shop's time zone is that of its buyers; the server's own does not matter. */
export const TIME_ZONE = "Europe/Amsterdam";

/** The shop's day of a moment, as people read it: `21 november 2026`. `iso` is a time in UTC. */
export function formatDay(iso: string): string {
  return format(iso, { dateStyle: "long" });
}

/** A day without its year: `9 december`. `day` is ISO 8601. */
export function formatDayOfYear(day: string): string {
  return format(`${day}T12:00:00Z`, { day: "numeric", month: "long" });
}

/** A moment by the shop's clock, to the minute: `21 november 2026 om 14:05`. `iso` is a time in UTC. */
export function formatMoment(iso: string): string {
  return format(iso, { dateStyle: "long", timeStyle: "short" });
}

/** A time of day by the shop's clock: `14:05`. `seconds` is since 1970. */
export function formatTimeOfDay(seconds: number): string {
  return format(new Date(seconds * 1000).toISOString(), { timeStyle: "short" });
}

function format(iso: string, style: Intl.DateTimeFormatOptions): string {
  return new Date(iso).toLocaleString("nl-NL", { ...style, timeZone: TIME_ZONE });
}

/** The calendar day of a moment in the shop's time zone, ISO 8601: `2026-11-21`. */
export function isoDateOf(moment: Date): string {
  return moment.toLocaleDateString("sv-SE", { timeZone: TIME_ZONE });
}

/** Today in the shop's time zone: `2026-11-22`. */
export function today(now: Date): string {
  return isoDateOf(now);
}

/** The year in the shop's time zone, which is an hour before UTC when it changes. Much faster than to ask for a day. */
export function thisYear(now: Date): number {
  return new Date(now.getTime() + 60 * 60_000).getUTCFullYear();
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
  const shown = new Date(`${guess.toLocaleString("sv-SE", { timeZone: TIME_ZONE }).replace(" ", "T")}Z`);
  return new Date(2 * guess.getTime() - shown.getTime());
}

/** The number of years that a date field offers. It is generous, because a page may be served long after its build. */
const FIELD_YEARS = 5;

/** The last day that a date field offers. It stops a year of five or six digits. */
export function lastFieldDay(year: number): string {
  return `${year + FIELD_YEARS}-12-31`;
}

const DAY_MS = 86_400_000;

/** The day `count` days later, or earlier if it is negative. Days are counted in UTC, where each has 24 hours. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** From 0 for Sunday to 6 for Saturday. `day` is ISO 8601. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
