/**
 * The KVB1 exam as the mock exam imitates it: by subject 35, 12, 16 and 17 points, 80 together, in 40 questions; the
 * short one has 15 questions and 30 points.
 */

export const EXAM_SUBJECTS = ["rules", "engine", "water", "handling"] as const;
export type ExamSubject = (typeof EXAM_SUBJECTS)[number];

export const EXAM_POINTS = [1, 2, 3] as const;
export type ExamPoints = (typeof EXAM_POINTS)[number];

export type ExamLength = "full" | "short";

/** How many questions of each worth an exam has. */
export const EXAM_MAKE_UP: Readonly<
  Record<ExamLength, Readonly<Record<ExamSubject, Readonly<Record<ExamPoints, number>>>>>
> = {
  full: {
    rules: { 1: 4, 2: 8, 3: 5 },
    engine: { 1: 1, 2: 4, 3: 1 },
    water: { 1: 2, 2: 4, 3: 2 },
    handling: { 1: 3, 2: 4, 3: 2 },
  },
  short: {
    rules: { 1: 1, 2: 3, 3: 2 },
    engine: { 1: 0, 2: 2, 3: 0 },
    water: { 1: 1, 2: 1, 3: 1 },
    handling: { 1: 2, 2: 1, 3: 1 },
  },
};

/** The name of each exam in the address: its number of questions. */
export const EXAM_SIZES: Readonly<Record<ExamLength, number>> = {
  // Pure, so that the build keeps it from who needs the pass mark only.
  full: /* @__PURE__ */ sizeOf("full"),
  short: /* @__PURE__ */ sizeOf("short"),
};

/** The time allowed, minutes: an hour for forty questions (KVB1), and in proportion for the short exam. */
export const EXAM_MINUTES: Readonly<Record<ExamLength, number>> = { full: 60, short: 22 };

/** Share of the points with which an exam is passed, percent (given 9.3): 56 of 80, 21 of 30. */
export const EXAM_PASS_PERCENT = 70;

function sizeOf(length: ExamLength): number {
  return EXAM_SUBJECTS.flatMap((subject) => EXAM_POINTS.map((points) => EXAM_MAKE_UP[length][subject][points])).reduce(
    (sum, count) => sum + count,
  );
}
