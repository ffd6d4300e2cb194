import { EXAM_SUBJECTS, type ExamSubject } from "./mock-exam/question.ts";
import { addDays, weekdayOf } from "./time.ts";

/** What one can plan for; the values of the address's parameter. Exams for both may be taken at the same time. */
export const STUDY_COURSES = ["kvb1", "kvb2", "kvb1-kvb2"] as const;
export type StudyCourse = (typeof STUDY_COURSES)[number];

/** On which days somebody studies. */
export const STUDY_DAYS = ["alle", "doordeweeks", "weekend"] as const;
export type StudyDays = (typeof STUDY_DAYS)[number];

/** The whole hours at which sessions may begin, from seven to nine in the evening: a plan is for waking hours. */
export const STUDY_HOURS: readonly string[] = Array.from({ length: 15 }, (_, index) => String(index + 7));

/** The parameters of the study plan's address, which are the fields of its form. */
export const STUDY_FIELDS = { course: "cursus", exam: "examen", days: "dagen", hour: "uur" } as const;
export type StudyField = keyof typeof STUDY_FIELDS;
/** What stands in the fields, as it was sent. */
export type StudyValues = Readonly<Record<StudyField, string>>;

/** The parameter of the day that a plan was made: with it an address is the same plan tomorrow. */
export const STUDY_START = "vanaf";

/** The parameter of the exam's subjects that a plan begins with, their names in it parted by points. */
export const STUDY_FIRST = "eerst";
export const SUBJECT_NAMES: Readonly<Record<ExamSubject, string>> = {
  rules: "regels",
  engine: "motor",
  water: "water",
  handling: "varen",
};

/** The subjects of `STUDY_FIRST`, in their order; what is none is passed over. */
export function parseStudyFirst(text: string): readonly ExamSubject[] {
  const names = text.split(".", EXAM_SUBJECTS.length);
  return [...new Set(names)].flatMap((name) => EXAM_SUBJECTS.filter((subject) => SUBJECT_NAMES[subject] === name));
}

/** How far ahead an exam is planned, days: the advice is to take it within a year. */
export const PLAN_MAX_DAYS = 366;

/** What one sits down for, and what fits into a day, minutes. */
export const UNIT_MINUTES = 45;
const DAY_MAX_MINUTES = 240;
/** Sessions shorten by whole steps, minutes. */
const STEP_MINUTES = 5;
/** Longer between two sessions, and the first is forgotten at the second. */
const MAX_GAP_DAYS = 7;

/** One day's study. */
export type StudySession = {
  /** ISO 8601. */
  day: string;
  minutes: number;
  /** Which units of the course: from `first` to before `end`. */
  first: number;
  end: number;
};

export type StudyPlan = {
  sessions: readonly StudySession[];
  totalMinutes: number;
  /** There is less time than the course asks at least. */
  isShort: boolean;
};

export type StudyOrder = {
  /** Today, and the day of the exam; ISO 8601. */
  start: string;
  exam: string;
  days: StudyDays;
  /** How many units there are to study, in their order. */
  units: number;
  /** What the course asks at least. */
  minMinutes: number;
};

/**
 * Spreads a course's units over the days before its exam, evenly and in their order, the last on the last of these days.
 * The next session is about a week away at most, so with much time left the plan begins later. With little time
 * left a day gets several units, which are shorter where they would take more than four hours; only then does today count.
 * Null: there is no such day.
 */
export function planStudy({ start, exam, days, units, minMinutes }: StudyOrder): StudyPlan | null {
  const earliest = addDays(exam, -1 - (units - 1) * MAX_GAP_DAYS);
  const tomorrow = addDays(start, 1);
  const available = studyDays(latest(earliest, tomorrow), exam, days);
  if (available.length < units && start < exam) available.unshift(...studyDays(start, tomorrow, days));
  if (available.length === 0) return null;
  const chosen = spread(available, units);
  const perDay = Math.ceil(units / chosen.length);
  const unitMinutes = Math.min(UNIT_MINUTES, Math.floor(DAY_MAX_MINUTES / perDay / STEP_MINUTES) * STEP_MINUTES);
  const sessions = chosen.map((day, index) => {
    const first = Math.floor((index * units) / chosen.length);
    const end = Math.floor(((index + 1) * units) / chosen.length);
    return { day, first, end, minutes: (end - first) * unitMinutes };
  });
  const totalMinutes = units * unitMinutes;
  return { sessions, totalMinutes, isShort: totalMinutes < minMinutes };
}

/** Days on which something has to be done beside studying; ISO 8601. */
export type Milestones = { booking: string; health: string; identity: string };

/** How long before the exam, days. */
export type LeadTimes = { booking: number; health: number; identity: number };

/** So many days before the exam; at once where that is over. */
export function planMilestones(start: string, exam: string, leadDays: LeadTimes): Milestones {
  const before = (count: number) => latest(start, addDays(exam, -count));
  return { booking: before(leadDays.booking), health: before(leadDays.health), identity: before(leadDays.identity) };
}

/** The days from `first` to before `end` on which somebody studies. */
function studyDays(first: string, end: string, days: StudyDays): string[] {
  const found: string[] = [];
  for (let day = first; day < end; day = addDays(day, 1)) {
    const isWeekend = weekdayOf(day) % 6 === 0;
    if (days === "alle" || isWeekend === (days === "weekend")) found.push(day);
  }
  return found;
}

/** So many of the days, as evenly as they can be and the last among them; all of them when there are fewer. */
function spread(days: readonly string[], count: number): readonly string[] {
  if (days.length <= count) return days;
  const last = days.length - 1;
  // Steps are longer than one day, so no day comes twice.
  const chosen = new Set(
    Array.from({ length: count }, (_, index) => last - Math.round((index * last) / (count - 1 || 1))),
  );
  return days.filter((_day, index) => chosen.has(index));
}

function latest(...days: readonly string[]): string {
  return [...days].sort().at(-1) ?? "";
}
