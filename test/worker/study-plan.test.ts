import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import ICAL from "ical.js";
import { beforeEach, expect, test, vi } from "vitest";
import { createApp } from "../../src/app.tsx";
import { EXAM_FACTS } from "../../src/courses/exam-facts-copy.ts";
import { EXAM_MAKE_UP, EXAM_MINUTES } from "../../src/courses/exam-rules.ts";
import { formatCalendar } from "../../src/free/study-plan/icalendar.ts";
import { STUDY_COURSE_COPY, STUDY_PLAN_COPY, studyEntries } from "../../src/free/study-plan/study-plan-copy.ts";
import {
  planMilestones,
  planStudy,
  STUDY_COURSES,
  type StudyOrder,
  type StudyPlan,
} from "../../src/free/study-plan/study-plan-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { addDays } from "../../src/shared/time.ts";
import { attributes, inLines, linksNamed, type PageDocument, readDocument, texts } from "./document.ts";
import { expectWrong } from "./page-data.ts";
import { ORIGIN, pageOf } from "./shop.ts";

/** The study plan: its days, its page and its calendar. */

const NOW = new Date("2026-11-22T12:00:00Z");
beforeEach(() => void vi.setSystemTime(NOW));

const ask = (query: string, path: string = PATHS.studyPlan) =>
  createApp().request(`${ORIGIN}${path}?${query}`, {}, env);
/** The plan at this address, or at the one to which it leads. */
async function openPlan(query: string): Promise<PageDocument> {
  const answer = await ask(query);
  const location = answer.headers.get("location");
  return readDocument(await (location === null ? answer : await ask(location.split("?")[1] ?? "")).text());
}

/** KVB1: eight units of 45 minutes, from four hours. */
const ORDER: StudyOrder = { start: "2026-11-22", exam: "2026-12-12", units: 8, minMinutes: 240 };
const daysOf = (plan: StudyPlan) => plan.sessions.map(({ day }) => day.slice(5)).join(" ");

const WHOLE = { totalMinutes: 360, isShort: false };
const TOMORROW = { exam: "2026-11-23" };
const LEAP_DAY = { start: "2028-02-26", exam: "2028-03-06" };
const CLOCKS = { start: "2027-03-26", exam: "2027-04-05" };
test.each<[string, Partial<StudyOrder>, string, typeof WHOLE]>([
  ["weeks left: evenly, the last the day before", {}, "11-23 11-26 11-28 12-01 12-03 12-06 12-08 12-11", WHOLE],
  ["a day a unit", { exam: "2026-12-01" }, "11-23 11-24 11-25 11-26 11-27 11-28 11-29 11-30", WHOLE],
  ["a day fewer: today counts", { exam: "2026-11-30" }, "11-22 11-23 11-24 11-25 11-26 11-27 11-28 11-29", WHOLE],
  ["months left: one a week", { exam: "2027-03-12" }, "01-21 01-28 02-04 02-11 02-18 02-25 03-04 03-11", WHOLE],
  ["two days: four a day", { exam: "2026-11-24" }, "11-22 11-23", WHOLE],
  ["tomorrow: all of it today, shorter", TOMORROW, "11-22", { totalMinutes: 240, isShort: false }],
  ["and twice as much", { ...TOMORROW, units: 16, minMinutes: 480 }, "11-22", { totalMinutes: 240, isShort: true }],
  ["and two exams", { exam: "2026-11-24", units: 16, exams: [60, 90] }, "11-22 11-23", { ...WHOLE, totalMinutes: 430 }],
  ["over the leap day", LEAP_DAY, "02-27 02-28 02-29 03-01 03-02 03-03 03-04 03-05", WHOLE],
  ["over the change of clocks", CLOCKS, "03-27 03-28 03-29 03-30 04-01 04-02 04-03 04-04", WHOLE],
])("sessions: %s", (_name, changes, days, expected) => {
  const plan = planStudy({ ...ORDER, ...changes });
  expect(daysOf(plan)).toBe(days);
  expect(plan).toMatchObject(expected);
});

test("sessions: whatever is asked: in order, each unit once, before the exam, never more than four hours", () => {
  const courses = Object.values(STUDY_COURSE_COPY).map((copy) => ({ ...copy, units: copy.units.length }));
  const day = fc.integer({ min: 0, max: 1200 }).map((count) => addDays("2026-01-01", count));
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: 1, max: 366 }),
      fc.constantFrom<{ units: number; exams?: readonly number[] }>({ units: 8 }, ...courses),
      (start, ahead, { units, exams = [] }) => {
        const exam = addDays(start, ahead);
        const { sessions, totalMinutes } = planStudy({ start, exam, units, exams, minMinutes: units * 30 });
        const count = (from: number, end: number) => Array.from({ length: end - from }, (_, index) => from + index);
        expect(sessions.flatMap(({ first, end }) => count(first, end))).toEqual(count(0, units));
        expect(sessions.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(totalMinutes);
        for (const [index, session] of sessions.entries()) {
          expect(session.day >= start && session.day < exam).toBe(true);
          expect(session.minutes).toBeGreaterThan(0);
          // Exams are not shortened: a day that has both and all that goes before takes twenty minutes more.
          expect(session.minutes).toBeLessThanOrEqual(exams.length > 1 && sessions.length === 1 ? 260 : 240);
          expect(session.minutes % 5).toBe(0);
          const next = sessions[index + 1];
          if (next === undefined) continue;
          expect(session.day < next.day).toBe(true);
          expect(next.day <= addDays(session.day, 7)).toBe(true);
        }
        expect(sessions.at(-1)?.day).toBe(addDays(exam, -1));
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ["2027-03-12", { booking: "2027-01-15", health: "2027-02-12", identity: "2027-03-05" }],
  ["2026-12-12", { booking: "2026-11-22", health: "2026-11-22", identity: "2026-12-05" }],
  ["2026-11-23", { booking: "2026-11-22", health: "2026-11-22", identity: "2026-11-22" }],
])("before an exam on %s, what else there is to do", (exam, expected) => {
  expect(planMilestones("2026-11-22", exam, { booking: 56, health: 28, identity: 7 })).toEqual(expected);
});

test.each(STUDY_COURSES)(
  "what to do: %s: every topic of the course once, and as many units as its longest hours",
  (course) => {
    const { units, hours } = STUDY_COURSE_COPY[course];
    expect(units.length * 45).toBe(hours[1] * 60);
    const topics = units.flatMap((unit) => ("topics" in unit ? unit.topics : []));
    expect(new Set(topics).size).toBe(topics.length);
    expect(topics.length).toBe({ kvb1: 33, kvb2: 30, "kvb1-kvb2": 63 }[course]);
    expect(units.at(-1)?.title).toMatch(/Proefexamen|Generale repetitie/);
  },
);

test("what to do: the mock exam is planned with its own time and number of questions", () => {
  const { units, exams } = STUDY_COURSE_COPY.kvb1;
  const counts = Object.values(EXAM_MAKE_UP.full).flatMap((points) => Object.values(points));
  const questions = counts.reduce((sum, count) => sum + count, 0);
  expect(units.at(-1)).toMatchObject({ text: expect.stringContaining(`${questions} vragen`) });
  // As many minutes as questions, and half as many again: the CBR's hour for forty.
  expect(exams).toEqual([questions * 1.5]);
  expect(planStudy({ ...ORDER, units: units.length, exams }).sessions.at(-1)?.minutes).toBe(EXAM_MINUTES.full);
  expect(STUDY_COURSE_COPY.kvb2.exams).toEqual([EXAM_FACTS.KVB2.minutes]);
});

test("what to do: parts of a chapter that come on one day are one task", () => {
  const { units } = STUDY_COURSE_COPY.kvb2;
  const plan = planStudy({ ...ORDER, exam: "2026-11-24", units: units.length });
  const milestones = { booking: "2026-11-22", health: "2026-11-22", identity: "2026-11-22", exam: "2026-11-24" };
  const entries = studyEntries(STUDY_COURSE_COPY.kvb2, plan, milestones);
  const tasks = entries.map(({ tasks: own }) => own.map(({ title }) => title));
  const open = "Navigatie & Koersberekening; Betonning & Markering; Stroming & Getij; Weer & Omstandigheden";
  const last = "Veiligheid Open Water; Oefenvragen; Oefenen waar het nog misgaat; Generale repetitie";
  expect(tasks.slice(3, 5).map((titles) => titles.join("; "))).toEqual([open, last]);
  expect(entries.at(5)?.title).toBe("Examen KVB2");
  expect(entries.map(({ mark }) => mark)).toEqual(["calendar", "lifebuoy", "id-card", 1, 2, "flag"]);
});

test("the page: an address without its day leads to one with it, which is the same plan tomorrow", async () => {
  const query = "cursus=kvb1&examen=2026-12-12&eerst=water&vanaf=2026-11-22";
  const begun = await ask(`eerst=x.water&x=1&${query.replace(/&eerst.*/, "")}`);
  const headers = ["cache-control", "location"].map((name) => begun.headers.get(name));
  expect([begun.status, ...headers]).toEqual([303, "private, no-store", `${PATHS.studyPlan}?x=1&${query}`]);
  expect((await ask(query)).headers.get("cache-control")).toBe("private, no-cache");
  const then = attributes(await openPlan(query), "time", "datetime");
  vi.setSystemTime("2026-11-30T12:00:00Z");
  expect(attributes(await openPlan(query), "time", "datetime")).toEqual(then);
  expect(attributes(await openPlan(query.replace(/&vanaf.*/, "")), "time", "datetime")).not.toEqual(then);
  // On the day itself the calendar's event leads to it, and years later a saved link.
  for (const day of ["2026-12-12", "2030-01-01"]) {
    vi.setSystemTime(`${day}T12:00:00Z`);
    expect(attributes(await openPlan(query), "time", "datetime"), day).toEqual(then);
    expect((await ask(query, PATHS.studyPlanCalendar)).status, day).toBe(200);
  }
});

test.each(["2026-11-23", "2020-01-01", "morgen", ""])(
  "the page: made on '%s', which cannot be, it is of today",
  async (day) => {
    const page = await openPlan(`cursus=kvb1&examen=2027-03-12&vanaf=${day}`);
    expect(linksNamed(page, STUDY_PLAN_COPY.plan.calendar)[0]).toContain("vanaf=2026-11-22");
  },
);

test.each([
  ["cursus=kvb2&examen=2026-11-23", "Eén keer studeren, samen 4 uur", [STUDY_PLAN_COPY.plan.late, "Dit is krap"]],
  ["cursus=kvb1&examen=2026-12-19", "8 keer studeren, samen 6 uur en 15 minuten", [STUDY_PLAN_COPY.plan.late]],
  // Four weeks.
  ["cursus=kvb1&examen=2026-12-19&vanaf=2026-11-21", "8 keer", []],
  // The last day that is taken.
  ["cursus=kvb1&examen=2027-11-23", "8 keer", []],
])("the page: %s: %s, and a warning of too little time: %j", async (query, times, warnings) => {
  const page = await openPlan(query);
  expect(texts(page, "h1 + .lead")).toEqual([expect.stringMatching(`^${times}`)]);
  const shown = texts(page, ".study-warnings p");
  expect(shown).toHaveLength(warnings.length);
  for (const warning of warnings) expect(shown.join(" ")).toContain(warning);
});

const { problems } = STUDY_PLAN_COPY;
test.each<[string, string, Record<string, string>]>([
  ["nothing", "cursus=&examen=", { cursus: problems.course.missing, examen: problems.exam.missing }],
  ["another course", "cursus=marifonie&examen=2027-03-12", { cursus: problems.course.invalid }],
  ["what nobody types", `cursus=${"x".repeat(33)}&examen=2027-03-12`, { cursus: problems.course.missing }],
  ["no such day", "cursus=kvb1&examen=2027-02-29", { examen: problems.exam.invalid }],
  ["a month before its day", "cursus=kvb1&examen=3-13-2027", { examen: problems.exam.invalid }],
  ["today", "cursus=kvb1&examen=2026-11-22", { examen: problems.exam.past }],
  ["the past", "cursus=kvb1&examen=1999-01-01", { examen: problems.exam.past }],
  ["the day on which it was made", "cursus=kvb1&examen=2026-11-20&vanaf=2026-11-20", { examen: problems.exam.past }],
  ["too far", "cursus=kvb1&examen=2027-11-24", { examen: problems.exam.tooFar }],
  ["a Sunday", "cursus=kvb1&examen=2027-03-14", { examen: problems.exam.sunday }],
])("the page: %s: what is wrong stands at its field, and nothing is lost", async (_name, query, wrong) => {
  for (const path of [PATHS.studyPlan, PATHS.studyPlanCalendar]) {
    const page = await pageOf(ask(`${query}&utm=x`, path), 422);
    expectWrong(page, wrong, { examen: new URLSearchParams(query).get("examen") ?? "" });
  }
});

const file = async (query: string) => (await ask(query, PATHS.studyPlanCalendar)).text();
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));

test("the calendar is a file that programs open, of whole days", async () => {
  const response = await ask("cursus=kvb2&examen=2026-11-28&utm=x", PATHS.studyPlanCalendar);
  const names = ["content-type", "content-disposition", "cache-control", "x-robots-tag"];
  const headers = names.map((name) => `${name}: ${response.headers.get(name)}`);
  const text = await response.text();
  expect(inLines([...headers, ...text.split("\r\n")], { begins: /^BEGIN:/ })).toMatchSnapshot();
  for (const event of eventsOf(text))
    expect([event.startDate.isDate, event.duration.toSeconds()]).toEqual([true, 86_400]);
});

test("the calendar of the same plan has the same names tomorrow, so a calendar replaces it", async () => {
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
