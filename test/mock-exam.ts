import type { ExamLength } from "../src/courses/exam-rules.ts";
import { readAnswers, readQuestion } from "../src/free/mock-exam/bank/bank-copy.ts";
import { EXAM_BANKS } from "../src/free/mock-exam/bank/catalogue-copy.ts";
import { drawExam, parseSeed } from "../src/free/mock-exam/bank/draw-rules.ts";
import type { ExamReply } from "../src/free/mock-exam/bank/question-rules.ts";

/** The seed of the exam that tests take, of the first bank: its questions stay. */
export const MOCK_EXAM = "abcd12";

/** A seed of the newest bank whose exam has each form of question. */
export const MOCK_EXAM_FORMS = "2.65w2";

/** The questions of an exam with their key. */
export async function keyOf(seed = MOCK_EXAM, length: ExamLength = "full") {
  const parsed = parseSeed(seed);
  if (parsed === null) throw new Error(`${seed} is no seed`);
  const drawn = drawExam(EXAM_BANKS[parsed.bank], length, parsed);
  const answers = await readAnswers(drawn);
  return drawn.map((question, index) => ({
    ...question,
    correct: (answers[index] as { correct: ExamReply }).correct,
  }));
}

/** The forms of an exam's questions, in their order. */
export async function formsOf(seed: string) {
  const questions = await Promise.all((await keyOf(seed)).map(readQuestion));
  return questions.map(({ form }) => form);
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
