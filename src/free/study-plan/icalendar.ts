import { TIME_ZONE } from "../../shared/time.ts";

/** An event in a calendar (RFC 5545). */
export type CalendarEvent = {
  /** Stays the same for the same event, so that a calendar replaces it. */
  uid: string;
  /** ISO 8601. */
  day: string;
  /**
   * The whole hour at which the event begins, in the shop's time zone, and how long it takes. Without it the event
   * takes the whole day.
   */
  time?: { hour: number; minutes: number };
  summary: string;
  description: string;
  url: string;
};

export type Calendar = { name: string; events: readonly CalendarEvent[] };

/** A line's limit, octets without its line break (RFC 5545 section 3.1). */
const LINE_MAX_OCTETS = 75;

/**
 * The rules of the time zone, for calendars that do not know it by name: EU summer time since 1996 (Directive
 * 2000/84/EC). No event is earlier.
 */
const ZONE_LINES = [
  "BEGIN:VTIMEZONE",
  `TZID:${TIME_ZONE}`,
  "BEGIN:DAYLIGHT",
  "DTSTART:19960331T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "TZNAME:CEST",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "DTSTART:19961027T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "TZNAME:CET",
  "END:STANDARD",
  "END:VTIMEZONE",
];

/** Returns an iCalendar file. `stamp` is when it was made. */
export function formatCalendar({ name, events }: Calendar, stamp: Date): string {
  const isTimed = events.some(({ time }) => time !== undefined);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Vaarkoers//Studieplan//NL",
    "CALSCALE:GREGORIAN",
    // Not in the RFC, but calendars show it as the file's name.
    `X-WR-CALNAME:${escapeText(name)}`,
    ...(isTimed ? ZONE_LINES : []),
    ...events.flatMap((event) => eventLines(event, stamp)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function eventLines({ uid, day, time, summary, description, url }: CalendarEvent, stamp: Date): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${basic(stamp.toISOString()).replace(/\.\d+/, "")}`,
    // A DATE alone takes that day (section 3.6.1); it leaves the day free for other things.
    ...(time === undefined
      ? [`DTSTART;VALUE=DATE:${basic(day)}`, "TRANSP:TRANSPARENT"]
      : [
          `DTSTART;TZID=${TIME_ZONE}:${basic(day)}T${String(time.hour).padStart(2, "0")}0000`,
          `DURATION:PT${time.minutes}M`,
        ]),
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    "END:VEVENT",
  ];
}

/** ISO 8601 without its punctuation. */
function basic(iso: string): string {
  return iso.replaceAll(/[-:]/g, "");
}

/** A TEXT value (section 3.3.11). */
function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r?\n/g, "\\n");
}

/**
 * Folds a content line into lines of at most 75 octets, without cutting a character. Each further line begins with a
 * space.
 */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  let folded = "";
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_MAX_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
