import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import ICAL from "ical.js";
import { beforeEach, expect, test, vi } from "vitest";
import { createApp } from "../../src/app.tsx";
import { formatCalendar } from "../../src/free/study-plan/icalendar.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs } from "./logs.ts";
import { ORIGIN } from "./shop.ts";

/** The calendar file of a study plan, read by somebody else's parser. */

collectLogs();

const NOW = new Date("2026-11-22T12:00:00Z");
beforeEach(() => void vi.setSystemTime(NOW));

const ask = (query: string) => createApp().request(`${ORIGIN}${PATHS.studyPlanCalendar}?${query}`, {}, env);

const file = async (query: string) => (await ask(query)).text();
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));

test("is a file that calendars open, of whole days", async () => {
  const response = await ask("cursus=kvb1&examen=2027-03-12&utm=x");
  expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe('inline; filename="studieplan-kvb1.ics"');
  expect(response.headers.get("cache-control")).toBe("private, no-cache");
  const text = await response.text();
  const events = eventsOf(text);
  expect(events).toHaveLength(12);
  for (const event of events) {
    expect(event.startDate.isDate).toBe(true);
    expect(event.duration.toSeconds()).toBe(86_400);
  }
  expect(events[1]?.summary).toBe("KVB1 leren: Veiligheid & Voorbereiding");
  const topics = "Reddingsvesten en reddingsmiddelen\n- Brand voorkomen en blussen\n- Veilig omgaan met gas";
  const more = "Man overboord\n- Weerbericht en windkracht\n- Documenten aan boord";
  expect(events[1]?.description).toBe(`45 minuten\n\n- ${topics}\n- ${more}`);
  expect(events.at(-1)?.summary).toBe("Examen KVB1");
  expect(events.at(-1)?.startDate.toString()).toBe("2027-03-12");
  // Each leads to the plan, and says when it was made.
  const [plan, madeAt] = ["url", "dtstamp"].map((name) => String(events[0]?.component.getFirstPropertyValue(name)));
  expect(plan).toBe(`${ORIGIN}/studieplan?cursus=kvb1&examen=2027-03-12&vanaf=2026-11-22`);
  expect(madeAt).toBe("2026-11-22T12:00:00Z");
});

test("the same plan has the same names tomorrow, so a calendar replaces it", async () => {
  const query = "cursus=kvb1-kvb2&examen=2027-03-12&vanaf=2026-11-22";
  const uids = eventsOf(await file(query)).map(({ uid }) => uid);
  expect(new Set(uids).size).toBe(uids.length);
  vi.setSystemTime("2026-11-23T12:00:00Z");
  expect(eventsOf(await file(query)).map(({ uid }) => uid)).toEqual(uids);
  expect(uids[0]).toMatch(/^kvb1-kvb2-[a-z]+(-\d+)?@localhost$/);
});

test("any text comes back from the parser as it was, in lines of at most 75 octets", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "é", "€", "😀", "\\", ";", ",", "\n", ":", '"', " ", "N", "n"),
    minLength: 1,
    maxLength: 200,
  });
  fc.assert(
    fc.property(text, text, (summary, description) => {
      const event = { uid: "1@x", day: "2027-03-12", summary, description, url: `${ORIGIN}/` };
      const calendar = formatCalendar({ name: summary, events: [event] }, NOW);
      expect(calendar.endsWith("END:VCALENDAR\r\n")).toBe(true);
      expect(calendar.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      for (const line of calendar.split("\r\n")) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
      }
      const [read] = eventsOf(calendar);
      expect(read?.summary).toBe(summary);
      expect(read?.description).toBe(description);
    }),
    // Every line of this text is as long as it may be.
    { examples: [["a".repeat(300), "a"]] },
  );
});
