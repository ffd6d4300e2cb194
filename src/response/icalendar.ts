import { TIME_ZONE } from "../shared/time.ts";

/** Something in a calendar (RFC 5545). */
export type CalendarEvent = {
  /** The same for the same event each time that it is asked for, so that a calendar replaces it. */
  uid: string;
  /** ISO 8601. */
  day: string;
  /** Whole hour at which it begins in the shop's time zone, and how long it takes; without it takes the whole day. */
  time?: { hour: number; minutes: number };
  summary: string;
  description: string;
  url: string;
};

export type Calendar = { name: string; events: readonly CalendarEvent[] };

/** A line's limit, octets without its line break (RFC 5545 section 3.1). */
const LINE_MAX_OCTETS = 75;

/**
 * The rules of the time zone, which calendars that know it by its name do not need: EU summer time since 1996 (Directive
 * 2000/84/EC). Nothing is planned in the years before.
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

/** An iCalendar file. `stamp` is when it was made, a moment in UTC. */
export function formatCalendar({ name, events }: Calendar, stamp: Date): string {
  const isTimed = events.some(({ time }) => time !== undefined);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Vaarkoers//Studieplan//NL",
    "CALSCALE:GREGORIAN",
    // Not in the RFC, but what calendars show the file by.
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

/** A content line in lines of at most 75 octets, each but the first with a space before it; no character is cut. */
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
