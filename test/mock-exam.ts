import { readAnswers } from "../src/content/mock-exam/bank.ts";
import { EXAM_CATALOGUE } from "../src/content/mock-exam/catalogue.ts";
import { drawExam, type ExamLength, parseSeed } from "../src/shared/mock-exam/draw.ts";
import { CHOICE_LETTERS, type ChoiceLetter } from "../src/shared/mock-exam/question.ts";

/** The seed of the exam that tests take. */
export const MOCK_EXAM = "abcd12";

/** The questions of an exam with their key. */
export async function keyOf(seed = MOCK_EXAM, length: ExamLength = "full") {
  const parsed = parseSeed(seed);
  if (parsed === null) throw new Error(`${seed} is no seed`);
  const drawn = drawExam(EXAM_CATALOGUE, length, parsed);
  const answers = await readAnswers(drawn);
  return drawn.map((question, index) => ({
    ...question,
    correct: (answers[index] as { correct: ChoiceLetter }).correct,
  }));
}

/** The answers of an exam with so many right, from the first on, and the others wrong. */
export async function answersWithRight(right: number, seed = MOCK_EXAM, length: ExamLength = "full"): Promise<string> {
  const key = await keyOf(seed, length);
  const wrong = (letter: ChoiceLetter) => CHOICE_LETTERS.find((other) => other !== letter) ?? "A";
  return key.map(({ correct }, index) => (index < right ? correct : wrong(correct))).join("");
}
