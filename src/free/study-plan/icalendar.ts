export type CalendarEvent = {
  /** Stays the same for the same event, so that a calendar replaces it. */
  uid: string;
  /** ISO 8601. */
  day: string;
  summary: string;
  description: string;
  url: string;
};

export type Calendar = { name: string; events: readonly CalendarEvent[] };

/** A line's limit, octets without its line break (RFC 5545 section 3.1). */
const LINE_MAX_OCTETS = 75;

/** Returns an iCalendar file. `stamp` is when it was made. */
export function formatCalendar({ name, events }: Calendar, stamp: Date): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Vaarkoers//Studieplan//NL",
    "CALSCALE:GREGORIAN",
    // Not in the RFC, but calendars show it as the file's name.
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events.flatMap((event) => eventLines(event, stamp)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function eventLines({ uid, day, summary, description, url }: CalendarEvent, stamp: Date): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${basic(stamp.toISOString()).replace(/\.\d+/, "")}`,
    // A DATE alone takes that day (section 3.6.1); it leaves the day free for other things.
    `DTSTART;VALUE=DATE:${basic(day)}`,
    "TRANSP:TRANSPARENT",
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
