import type { ExamLength } from "../src/courses/exam-rules.ts";
import { EXAM_CATALOGUE, readAnswers, readQuestions, type ShownAnswer } from "../src/free/mock-exam/bank/bank-copy.ts";
import { drawExam, parseSeed } from "../src/free/mock-exam/bank/draw-rules.ts";
import type { ExamReply } from "../src/free/mock-exam/bank/question-rules.ts";
import { addDays, weekdayOf } from "../src/shared/time.ts";

/** This day, or the one after a Sunday, because there are no exams on Sundays. */
export const examDay = (day: string): string => (weekdayOf(day) === 0 ? addDays(day, 1) : day);

export async function keyOf(seed = MOCK_EXAM, length: ExamLength = "full") {
  const parsed = parseSeed(seed);
  if (parsed === null) throw new Error(`${seed} is no seed`);
  const drawn = drawExam(EXAM_CATALOGUE, length, parsed);
  const [questions, answers] = await Promise.all([readQuestions(drawn), readAnswers(drawn)]);
  return questions.map((question, index) => ({ ...question, correct: (answers[index] as ShownAnswer).correct }));
}

/** The forms of an exam's questions, in their order. */
async function formsOf(seed: string) {
  return (await keyOf(seed)).map(({ form }) => form);
}

/** The first seed whose exam is as asked, whatever questions the bank has. */
async function findSeed(isWanted: (names: ReadonlySet<string>) => boolean): Promise<string> {
  for (let number = 0; number < 10_000; number += 1) {
    const seed = `test${number}`;
    const names = (await formsOf(seed)).map((form) => Object.keys(form).join());
    if (isWanted(new Set(names))) return seed;
  }
  throw new Error("no exam is as the tests want it");
}

/** The seed of the exam that tests take: each question is answered by a choice of texts. */
export const MOCK_EXAM = await findSeed((forms) => forms.size === 1 && forms.has("choices"));

/** The seed of an exam that has each form of question. */
export const MOCK_EXAM_FORMS = await findSeed((forms) => forms.size === 5);

/** The number of the first question of that exam that has this form. */
export async function numberOfForm(form: string): Promise<string> {
  return String((await formsOf(MOCK_EXAM_FORMS)).findIndex((other) => form in other) + 1);
}

/** The answers of an exam: this many right, from the first on, and the others wrong. */
export async function answersWithRight(right: number, seed = MOCK_EXAM, length: ExamLength = "full"): Promise<string> {
  const key = await keyOf(seed, length);
  return key.map(({ correct }, index) => (index < right ? correct : wrongReply(correct))).join("");
}

/** A whole answer of the same form that is wrong in every part. */
export function wrongReply(correct: ExamReply): ExamReply {
  if (/^\d/.test(correct)) return [...correct].map((place) => (Number(place) % 4) + 1).join("") as ExamReply;
  if (correct.length === 2) return [...correct].map((verdict) => (verdict === "j" ? "n" : "j")).join("") as ExamReply;
  return correct === "A" ? "B" : "A";
}
