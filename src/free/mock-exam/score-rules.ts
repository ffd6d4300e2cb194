import { EXAM_PASS_PERCENT, EXAM_SIZES, EXAM_SUBJECTS, type ExamSubject } from "../../courses/exam-rules.ts";
import type { ExamAttempt } from "./attempt-rules.ts";
import type { DrawnQuestion } from "./bank/draw-rules.ts";
import type { ExamReply } from "./bank/question-rules.ts";
import { isComplete } from "./reply-rules.ts";

export type ExamScore = {
  points: number;
  maxPoints: number;
  passPoints: number;
  isPassed: boolean;
  right: number;
  /** Questions without a whole answer. */
  open: number;
  /** In the order of `EXAM_SUBJECTS`. */
  subjects: readonly SubjectScore[];
};

export type SubjectScore = { subject: ExamSubject; points: number; maxPoints: number };

export type JudgedQuestion = DrawnQuestion & { given: ExamReply | null; correct: ExamReply };

export function judge(
  questions: readonly DrawnQuestion[],
  { answers }: Pick<ExamAttempt, "answers">,
  keyOf: (question: DrawnQuestion) => ExamReply,
): readonly JudgedQuestion[] {
  return questions.map((question, index) => ({ ...question, given: answers[index] ?? null, correct: keyOf(question) }));
}

export function isRight({ given, correct }: JudgedQuestion): boolean {
  return given === correct;
}

/** The points of an answer. Each of two statements has half of them. */
export function pointsOf({ given, correct, points }: JudgedQuestion): number {
  if (given === correct) return points;
  if (given === null || correct.length !== 2) return 0;
  return [...correct].filter((verdict, index) => verdict === given[index]).length * (points / 2);
}

export function scoreOf(judged: readonly JudgedQuestion[]): ExamScore {
  const sumOf = (questions: readonly JudgedQuestion[]) =>
    questions.reduce((sum, question) => sum + pointsOf(question), 0);
  const mostOf = (questions: readonly JudgedQuestion[]) => questions.reduce((sum, { points }) => sum + points, 0);
  const maxPoints = mostOf(judged);
  const points = sumOf(judged);
  const passPoints = Math.ceil((maxPoints * EXAM_PASS_PERCENT) / 100);
  return {
    points,
    maxPoints,
    passPoints,
    isPassed: points >= passPoints,
    right: judged.filter(isRight).length,
    open: judged.filter(({ given }) => !isComplete(given)).length,
    subjects: EXAM_SUBJECTS.map((subject) => {
      const own = judged.filter((question) => question.subject === subject);
      return { subject, points: sumOf(own), maxPoints: mostOf(own) };
    }),
  };
}

/** Subjects with lost points, those with most lost points first. */
export function weakSubjects({ subjects }: ExamScore): readonly ExamSubject[] {
  return subjects
    .filter(({ points, maxPoints }) => points < maxPoints)
    .sort((a, b) => b.maxPoints - b.points - (a.maxPoints - a.points))
    .map(({ subject }) => subject);
}

/** The chance to pass an exam of forty questions: a range, each end 0 to 1. */
export type ExamChance = { from: number; to: number };

/** The real exam: 56 of 80 points are 28 of 40 questions if all questions have the same worth. */
const EXAM_PASS_QUESTIONS = (EXAM_SIZES.full * EXAM_PASS_PERCENT) / 100;
/** The share of people below the range, and the share above it. */
const TAIL = 0.05;

/**
 * The chance to pass an exam of forty equal questions, from the number of right answers. First it computes the share of
 * all questions that somebody knows: the exact interval of Clopper and Pearson (1934), with 5% on either side. Then it
 * computes the chance of at least 28 right of 40 for both ends of the interval, by the binomial distribution.
 */
export function chanceToPass(right: number, asked: number): ExamChance {
  const lower = right === 0 ? 0 : solve((share) => atLeast(right, asked, share) - TAIL);
  const upper = right === asked ? 1 : solve((share) => TAIL - (1 - atLeast(right + 1, asked, share)));
  const pass = (share: number) => atLeast(EXAM_PASS_QUESTIONS, EXAM_SIZES.full, share);
  return { from: pass(lower), to: pass(upper) };
}

/** The chance of at least `right` right answers, each with the chance `share`. */
function atLeast(right: number, asked: number, share: number): number {
  let sum = 0;
  let combinations = 1;
  for (let count = 0; count <= asked; count += 1) {
    if (count >= right) sum += combinations * share ** count * (1 - share) ** (asked - count);
    combinations = (combinations * (asked - count)) / (count + 1);
  }
  return Math.min(1, sum);
}

/** The point between 0 and 1 at which a rising function is zero. */
function solve(rising: (share: number) => number): number {
  let from = 0;
  let to = 1;
  for (let step = 0; step < 50; step += 1) {
    const middle = (from + to) / 2;
    if (rising(middle) < 0) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}
