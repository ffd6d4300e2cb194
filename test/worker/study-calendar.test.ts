import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import ICAL from "ical.js";
import { beforeEach, expect, test, vi } from "vitest";
import { createApp } from "../../src/app.tsx";
import { formatCalendar } from "../../src/free/study-plan/icalendar.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { addDays } from "../../src/shared/time.ts";
import { collectLogs } from "./logs.ts";
import { ORIGIN } from "./shop.ts";

/** The calendar file of a study plan, read by somebody else's parser. */

collectLogs();

const NOW = new Date("2026-11-22T12:00:00Z");
beforeEach(() => void vi.setSystemTime(NOW));

const ask = (query: string) => createApp().request(`${ORIGIN}${PATHS.studyPlanCalendar}?${query}`, {}, env);

const file = async (query: string) => (await ask(query)).text();
const parse = (text: string) => new ICAL.Component(ICAL.parse(text));
const eventsOf = (text: string) =>
  parse(text)
    .getAllSubcomponents("vevent")
    .map((event) => new ICAL.Event(event));

test("is a file that calendars open, whole days when no hour was chosen", async () => {
  const response = await ask("cursus=kvb1&examen=2027-03-12");
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
  expect(parse(text).getAllSubcomponents("vtimezone")).toEqual([]);
  expect(events[1]?.summary).toBe("KVB1 leren: Veiligheid & Voorbereiding");
  expect(events[1]?.description).toBe(
    "45 minuten\n\n- Reddingsvesten en reddingsmiddelen\n- Brand voorkomen en blussen\n- Veilig omgaan met gas\n- Man overboord\n- Weerbericht en windkracht\n- Documenten aan boord",
  );
  expect(events.at(-1)?.summary).toBe("Examen KVB1");
  expect(events.at(-1)?.startDate.toString()).toBe("2027-03-12");
});

test("a chosen hour is that hour in the Netherlands, in winter and in summer", async () => {
  const text = await file("cursus=kvb1&examen=2027-04-17&uur=19");
  const zone = parse(text).getFirstSubcomponent("vtimezone");
  expect(zone?.getFirstPropertyValue("tzid")).toBe("Europe/Amsterdam");
  const studying = eventsOf(text).filter((event) => !event.startDate.isDate);
  expect(studying).toHaveLength(8);
  const amsterdam = new Intl.DateTimeFormat("nl-NL", {
    timeZone: "Europe/Amsterdam",
    hour: "numeric",
    minute: "2-digit",
  });
  const offsets = new Set<number>();
  for (const { startDate, duration, summary } of studying) {
    expect(startDate.zone?.tzid).toBe("Europe/Amsterdam");
    expect(amsterdam.format(startDate.toJSDate())).toBe("19:00");
    // A mock exam takes the hour of the real one.
    expect(duration.toSeconds()).toBe((/proefexamen/i.test(summary) ? 60 : 45) * 60);
    offsets.add(startDate.utcOffset());
  }
  expect([...offsets].sort()).toEqual([3600, 7200]);
});

test("its time zone is the platform's own, around every change of clocks of fifteen years", async () => {
  const zone = parse(await file("cursus=kvb1&examen=2027-04-17&uur=7")).getFirstSubcomponent("vtimezone");
  const timezone = new ICAL.Timezone(zone as ICAL.Component);
  for (let year = 2026; year <= 2040; year += 1) {
    for (const first of [`${year}-03-24`, `${year}-10-24`]) {
      for (let count = 0; count < 9; count += 1) {
        const date = addDays(first, count);
        const [y = 0, m = 0, d = 0] = date.split("-").map(Number);
        const time = new ICAL.Time(
          { year: y, month: m, day: d, hour: 12, minute: 0, second: 0, isDate: false },
          timezone,
        );
        const offset = new Date(`${date}T11:00:00Z`).toLocaleString("en", {
          timeZone: "Europe/Amsterdam",
          timeZoneName: "longOffset",
        });
        expect(offset, date).toContain(time.utcOffset() === 7200 ? "GMT+02:00" : "GMT+01:00");
      }
    }
  }
});

test("the same plan has the same names tomorrow, so a calendar replaces it", async () => {
  const query = "cursus=kvb1-kvb2&examen=2027-03-12&vanaf=2026-11-22&dagen=weekend";
  const uids = eventsOf(await file(query)).map(({ uid }) => uid);
  expect(new Set(uids).size).toBe(uids.length);
  vi.setSystemTime("2026-11-23T12:00:00Z");
  expect(eventsOf(await file(query)).map(({ uid }) => uid)).toEqual(uids);
  expect(eventsOf(await file(`${query}&uur=9`)).map(({ uid }) => uid)).toEqual(uids);
  expect(uids[0]).toMatch(/^kvb1-kvb2-[a-z]+(-\d+)?@localhost$/);
});

test("each event leads to the plan, and says when it was made", async () => {
  const [event] = eventsOf(await file("cursus=kvb1&examen=2027-03-12&utm=x"));
  expect(event?.component.getFirstPropertyValue("url")).toBe(
    `${ORIGIN}/studieplan?cursus=kvb1&examen=2027-03-12&vanaf=2026-11-22`,
  );
  expect(String(event?.component.getFirstPropertyValue("dtstamp"))).toBe("2026-11-22T12:00:00Z");
});

test("any text comes back from the parser as it was, in lines of at most 75 octets", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "é", "€", "😀", "\\", ";", ",", "\n", ":", '"', " ", "N", "n"),
    minLength: 1,
    maxLength: 200,
  });
  fc.assert(
    fc.property(text, text, fc.constantFrom("", "7", "21"), (summary, description, hour) => {
      const event = { uid: "1@x", day: "2027-03-12", summary, description, url: `${ORIGIN}/` };
      const time = hour === "" ? {} : { time: { hour: Number(hour), minutes: 240 } };
      const calendar = formatCalendar({ name: summary, events: [{ ...event, ...time }] }, NOW);
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
    { examples: [["a".repeat(300), "a", ""]] },
  );
});
