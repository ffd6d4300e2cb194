import { EXAM_SUBJECTS, type ExamSubject } from "../../courses/exam-rules.ts";
import { addDays } from "../../shared/time.ts";

/** The courses of a plan; the values of the address's parameter. Exams for both may be taken at the same time. */
export const STUDY_COURSES = ["kvb1", "kvb2", "kvb1-kvb2"] as const;
export type StudyCourse = (typeof STUDY_COURSES)[number];

/** The parameters of the study plan's address, which are the fields of its form. */
export const STUDY_FIELDS = { course: "cursus", exam: "examen" } as const;
export type StudyField = keyof typeof STUDY_FIELDS;
/** What the address has, unchecked, and the subjects that it names (`STUDY_FIRST`). */
export type StudyValues = Readonly<Record<StudyField, string>> & { first: readonly ExamSubject[] };

/** The parameter with the day on which a plan was made. With it an address still gives the same plan tomorrow. */
export const STUDY_START = "vanaf";

/** The parameter with the subjects of the exam that come first in a plan: their names, separated by points. */
export const STUDY_FIRST = "eerst";
const SUBJECT_NAMES: Readonly<Record<ExamSubject, string>> = {
  rules: "regels",
  engine: "motor",
  water: "water",
  handling: "varen",
};

/** The subjects of `STUDY_FIRST`, in their order; unknown names are ignored. */
export function parseStudyFirst(text: string): readonly ExamSubject[] {
  const names = text.split(".", EXAM_SUBJECTS.length);
  return [...new Set(names)].flatMap((name) => EXAM_SUBJECTS.filter((subject) => SUBJECT_NAMES[subject] === name));
}

/** The text of `STUDY_FIRST` for these subjects. */
export function spellStudyFirst(first: readonly ExamSubject[]): string {
  return first.map((subject) => SUBJECT_NAMES[subject]).join(".");
}

/** The latest exam, days from now: the advice is to take it within a year. */
export const PLAN_MAX_DAYS = 366;

/** The length of a unit and the most study in a day, minutes. */
export const UNIT_MINUTES = 45;
const DAY_MAX_MINUTES = 240;
/** Sessions shorten by whole steps, minutes. */
const STEP_MINUTES = 5;
/** The longest pause between two sessions: after more days a learner has forgotten the first. */
const MAX_GAP_DAYS = 7;

type StudySession = {
  /** ISO 8601. */
  day: string;
  minutes: number;
  /** The units of this session: from `first` to before `end`. */
  first: number;
  end: number;
};

export type StudyPlan = {
  sessions: readonly StudySession[];
  totalMinutes: number;
  /** Whether there is less time than the course needs. */
  isShort: boolean;
};

export type StudyOrder = {
  /** Today, and the day of the exam; ISO 8601. */
  start: string;
  exam: string;
  units: number;
  /** How long each of the last units takes, which are whole exams, minutes. They are never shortened. */
  exams?: readonly number[];
  minMinutes: number;
};

/**
 * Spreads a course's units over the days before its exam, evenly and in their order; the last unit is on the last day.
 * Sessions are at most about a week apart, so with much time left the plan begins later. With little time left a day
 * gets several units, which are shorter if they would take more than four hours; only then does today count. The
 * exam must be later than `start`.
 */
export function planStudy({ start, exam, units, exams = [], minMinutes }: StudyOrder): StudyPlan {
  const earliest = addDays(exam, -1 - (units - 1) * MAX_GAP_DAYS);
  const tomorrow = addDays(start, 1);
  const available = daysFrom(latest(earliest, tomorrow), exam);
  if (available.length < units) available.unshift(start);
  const chosen = spread(available, units);
  for (let unitMinutes = UNIT_MINUTES; ; unitMinutes -= STEP_MINUTES) {
    const minutes = Array.from({ length: units }, (_, unit) => exams[unit - units + exams.length] ?? unitMinutes);
    const firsts = divide(minutes, chosen.length);
    const sessions = chosen.map((day, index) => {
      const [first = 0, end = units] = firsts.slice(index);
      return { day, first, end, minutes: sum(minutes.slice(first, end)) };
    });
    const totalMinutes = sum(minutes);
    if (unitMinutes === STEP_MINUTES || sessions.every((session) => session.minutes <= DAY_MAX_MINUTES))
      return { sessions, totalMinutes, isShort: totalMinutes < minMinutes };
  }
}

/** Divides units over days, in their order, so that the longest day is as short as it can be. Returns the first unit of each. */
function divide(minutes: readonly number[], days: number): readonly number[] {
  for (let longest = STEP_MINUTES; ; longest += STEP_MINUTES) {
    const firsts: number[] = [];
    let first = minutes.length;
    for (let before = days - 1; before >= 0; before--) {
      const end = first;
      // Each day before this one keeps a unit.
      while (first > before && (first === end || sum(minutes.slice(first - 1, end)) <= longest)) first -= 1;
      firsts.unshift(first);
    }
    if (first === 0) return firsts;
  }
}

/** Days on which there is something to do besides studying; ISO 8601. */
export type Milestones = { booking: string; health: string; identity: string };

/** The milestones, each its number of days before the exam. A day that is past becomes `start`. */
export function planMilestones(start: string, exam: string, leadDays: Record<keyof Milestones, number>): Milestones {
  const before = (count: number) => latest(start, addDays(exam, -count));
  return { booking: before(leadDays.booking), health: before(leadDays.health), identity: before(leadDays.identity) };
}

function sum(minutes: readonly number[]): number {
  return minutes.reduce((total, one) => total + one, 0);
}

/** The days from `first` to before `end`. */
function daysFrom(first: string, end: string): string[] {
  const found: string[] = [];
  for (let day = first; day < end; day = addDays(day, 1)) found.push(day);
  return found;
}

/** Picks `count` of the days, as evenly as possible, with the last among them. All of them if there are fewer. */
function spread(days: readonly string[], count: number): readonly string[] {
  if (days.length <= count) return days;
  const last = days.length - 1;
  // A step is longer than one day, so no day is chosen twice.
  const chosen = new Set(
    Array.from({ length: count }, (_, index) => last - Math.round((index * last) / (count - 1 || 1))),
  );
  return days.filter((_day, index) => chosen.has(index));
}

function latest(...days: readonly string[]): string {
  return [...days].sort().at(-1) ?? "";
}
