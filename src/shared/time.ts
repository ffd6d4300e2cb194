/** The shop's time is that of its buyers, whatever the clock of the server says. */
const TIME_ZONE = "Europe/Amsterdam";

/** A day as people read it: `21 november 2026`. `iso` is a time in UTC. */
export function formatDay(iso: string): string {
  return format(iso, { dateStyle: "long" });
}

/** A day and a time to the minute: `21 november 2026 om 14:05`. `iso` is a time in UTC. */
export function formatMoment(iso: string): string {
  return format(iso, { dateStyle: "long", timeStyle: "short" });
}

function format(iso: string, style: Intl.DateTimeFormatOptions): string {
  return new Date(iso).toLocaleString("nl-NL", { ...style, timeZone: TIME_ZONE });
}

/** The calendar day it is now, `2026-11-22`. */
export function today(): string {
  return new Date().toLocaleDateString("sv-SE", { timeZone: TIME_ZONE });
}
