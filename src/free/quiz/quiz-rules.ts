import { EXAM_PASS_PERCENT } from "../../courses/exam-rules.ts";

/**
 * The teaser quiz: the type of a question, and the rules for reading its answers from a URL. Answers are in `A1`..`A5`,
 * the score in `Score` (given 4.2). Anybody can link here with any query. So a value is only used to find an option or
 * a number of ours, and is never printed itself.
 */

export const QUIZ_LENGTH = 5;

/** Query parameter that holds the number of right answers. */
export const SCORE_PARAM = "Score";

/** The text after a right answer in the URL (given 4.2). */
const CORRECT_SUFFIX = " (Correct)";

export type AnswerLetter = "A" | "B" | "C" | "D";

type QuizQuestionNumber = 1 | 2 | 3 | 4 | 5;

export type QuizOption = { letter: AnswerLetter; text: string };

export type QuizQuestion = {
  number: QuizQuestionNumber;
  topic: string;
  text: string;
  /** Three or four, lettered from A. */
  options: readonly QuizOption[];
  correct: AnswerLetter;
  /** Plain paragraphs. */
  explanation: readonly string[];
  /** The rule behind the answer, as printed: `BPR 6.16`. */
  source: string;
  /** The traffic sign to draw beside the question. Its name gives the answer away, so it stays out of the page. */
  sign?: "A9";
};

/** A visitor's answer: an option of ours, `unknown` for a value without a usable letter, null for no answer. */
export type ParsedAnswer = { letter: AnswerLetter; correct: boolean } | "unknown" | null;

function findOption(question: QuizQuestion, letter: string | undefined): QuizOption | undefined {
  return question.options.find((option) => option.letter === letter);
}

/** The query parameter that holds the answer to a question: `A1`. */
export function answerParam(number: number): string {
  return `A${number}`;
}

/**
 * An answer as the URL carries it: letter, text, and ` (Correct)` if it is right (given 4.2). Throws RangeError for a
 * letter that the question does not have.
 */
export function formatAnswer(question: QuizQuestion, letter: AnswerLetter): string {
  const option = findOption(question, letter);
  if (option === undefined) throw new RangeError(`question ${question.number} has no option ${letter}`);
  return `${option.letter} ${option.text}${option.letter === question.correct ? CORRECT_SUFFIX : ""}`;
}

/**
 * Reads an answer from the URL. Only the first letter counts: an external quiz may word the text differently, and
 * `(Correct)` after a wrong letter does not make it right.
 */
export function parseAnswer(question: QuizQuestion, value: string | null | undefined): ParsedAnswer {
  const trimmed = value?.trim() ?? "";
  if (trimmed === "") return null;
  const letter = /^([A-Z])(?:[.):\s]|$)/i.exec(trimmed)?.[1]?.toUpperCase();
  const option = findOption(question, letter);
  if (option === undefined) return "unknown";
  return { letter: option.letter, correct: option.letter === question.correct };
}

/** The answers of A1..A5, by question. If a parameter is repeated the first counts, as everywhere in the quiz. */
export function parseAnswers(questions: readonly QuizQuestion[], params: URLSearchParams): readonly ParsedAnswer[] {
  return questions.map((question) => parseAnswer(question, params.get(answerParam(question.number))));
}

/** Counts the right answers of A1..A5. */
export function countScore(questions: readonly QuizQuestion[], params: URLSearchParams): number {
  return parseAnswers(questions, params).filter((answer) => typeof answer === "object" && answer?.correct).length;
}

/** Reads `Score`: a decimal number, optionally followed by `/5`, rounded down and held to 0..5. Anything else is 0. */
export function parseScore(value: string | null | undefined): number {
  const digits = /^(\d+)(?:[.,]\d*)?(?:\s*\/\s*5)?$/.exec(value?.trim() ?? "")?.[1];
  return digits === undefined ? 0 : Math.min(Number(digits), QUIZ_LENGTH);
}

/** Whether a score reaches the pass mark: 4 or 5 of the five. */
export function isPass(score: number): boolean {
  return score * 100 >= EXAM_PASS_PERCENT * QUIZ_LENGTH;
}

/** The canonical spelling of a question's number in a path: unchanged. Null if it is not a question's number. */
export function spellQuestionNumber(text: string): string | null {
  return parseQuestionNumber(text) === null ? null : text;
}

/** Reads the number in `/quiz-question/{number}`: 1 to 9999 without sign, zeros in front or decimals, else null. */
export function parseQuestionNumber(text: string): number | null {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}
