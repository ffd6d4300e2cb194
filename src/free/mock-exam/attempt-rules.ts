import { EXAM_MINUTES, EXAM_SIZES, type ExamLength } from "../../courses/exam-rules.ts";
import { type ExamSeed, formatSeed, parseSeed } from "./bank/draw-rules.ts";
import type { ExamForm, ExamReply } from "./bank/question-rules.ts";
import { isComplete, readReply, splitReplies } from "./reply-rules.ts";

/**
 * The state of a mock exam. The address holds all of it, and the server stores nothing. A saved or shared address opens
 * the same exam in the same state.
 */
export type ExamAttempt = {
  length: ExamLength;
  seed: ExamSeed;
  /** The start, whole seconds since 1970. Null for an exam that has not begun, such as a shared one. */
  begun: number | null;
  /** The end, seconds since 1970. */
  ended: number | null;
  answers: readonly (ExamReply | null)[];
  /** The questions to look at again, counted from 1, ascending. */
  marked: readonly number[];
};

/**
 * The parameters of the address. From `question` on they belong to the form of one question, which has up to four controls:
 * one for the choice of a letter, two for two statements, four for an order.
 */
export const EXAM_FIELDS = {
  length: "lengte",
  seed: "examen",
  begun: "begin",
  ended: "eind",
  answers: "antwoorden",
  marked: "gemerkt",
  question: "vraag",
  choice: "keuze",
  choice2: "keuze2",
  choice3: "keuze3",
  choice4: "keuze4",
  mark: "merk",
  next: "naar",
} as const;
export type ExamField = keyof typeof EXAM_FIELDS;

/** The names of a question's controls, in their order. */
export const EXAM_CONTROLS = [
  EXAM_FIELDS.choice,
  EXAM_FIELDS.choice2,
  EXAM_FIELDS.choice3,
  EXAM_FIELDS.choice4,
] as const;

/** Other values of `naar` than a question's number: the list of all questions, and the end. */
export const EXAM_STEPS = { overview: "overzicht", handIn: "inleveren" } as const;

/** The values in the address, unchecked; null for an absent parameter. */
export type TypedExam = Readonly<Record<ExamField, string | null>>;

/** The error of an address: the exam does not exist, or its answers are impossible. */
export type ExamProblem = "exam" | "answers";

/** No address of ours has a longer value. */
export const EXAM_VALUE_MAX_LENGTH = 160;
/** A time in seconds since 1970 with nine or ten digits. */
const TIME = /^[1-9]\d{8,9}$/;
const MARKED = /^\d{1,2}(?:\.\d{1,2}){0,39}$/;

/** The attempt of an address, or its error. It ignores the form of one question (`answerQuestion`). */
export function readAttempt(typed: TypedExam): ExamAttempt | ExamProblem {
  const length = lengthOf(typed.length);
  const seed = parseSeed(typed.seed ?? "");
  if (length === null || seed === null) return "exam";
  const size = EXAM_SIZES[length];
  const answers = splitReplies(typed.answers ?? "");
  const marked = (typed.marked ?? "") === "" ? [] : (typed.marked ?? "").split(".").map(Number);
  if (answers === null || answers.length > size) return "answers";
  if (typed.marked && !MARKED.test(typed.marked)) return "answers";
  if (marked.some((number) => number < 1 || number > size)) return "answers";
  const begun = timeOf(typed.begun);
  const ended = timeOf(typed.ended);
  if (begun === undefined || ended === undefined) return "answers";
  if (ended !== null && (begun === null || ended < begun)) return "answers";
  return {
    length,
    seed,
    begun,
    ended,
    answers: Array.from({ length: size }, (_, index) => answers[index] ?? null),
    marked: sortedOnce(marked),
  };
}

/** The number of questions in the address: forty by default, null for an unknown number. */
export function lengthOf(text: string | null): ExamLength | null {
  if (text === null || text === String(EXAM_SIZES.full)) return "full";
  return text === String(EXAM_SIZES.short) ? "short" : null;
}

/** Undefined if the text is not a time. */
function timeOf(text: string | null): number | null | undefined {
  if (text === null || text === "") return null;
  return TIME.test(text) ? Number(text) : undefined;
}

function sortedOnce(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

export function questionNumberOf(attempt: ExamAttempt, text: string | null): number | null {
  if (text === null || !/^[1-9]\d?$/.test(text)) return null;
  const number = Number(text);
  return number <= attempt.answers.length ? number : null;
}

export function openQuestions({ answers }: Pick<ExamAttempt, "answers">): readonly number[] {
  return answers.flatMap((answer, index) => (isComplete(answer) ? [] : [index + 1]));
}

/**
 * The attempt after the form of one question: its answer, if there is one, and its mark. `choices` are the values of its
 * controls. Null for an answer that the question cannot have.
 */
export function answerQuestion(
  attempt: ExamAttempt,
  sent: { number: number; choices: readonly (string | null)[]; isMarked: boolean },
  form: ExamForm<unknown>,
): ExamAttempt | null {
  const { number, choices, isMarked } = sent;
  const reply = readReply(form, choices);
  if (reply === undefined) return null;
  const others = attempt.marked.filter((other) => other !== number);
  return {
    ...attempt,
    answers: attempt.answers.map((answer, index) => (index === number - 1 && reply !== null ? reply : answer)),
    marked: sortedOnce(isMarked ? [...others, number] : others),
  };
}

/** When the time of an exam that has begun is up, seconds since 1970. Its answers can be handed in after it too. */
export function endOfTime({ begun, length }: ExamAttempt): number {
  return (begun ?? 0) + EXAM_MINUTES[length] * 60;
}

export function attemptParameters(attempt: ExamAttempt): [name: string, value: string][] {
  const { length, seed, begun, ended, answers, marked } = attempt;
  const last = answers.findLastIndex((answer) => answer !== null);
  const answered = answers.slice(0, last + 1).map((answer) => answer ?? "-");
  const parameters: [ExamField, string][] = [
    ["length", String(EXAM_SIZES[length])],
    ["seed", formatSeed(seed)],
    ["begun", begun === null ? "" : String(begun)],
    ["ended", ended === null ? "" : String(ended)],
    ["answers", answered.join("")],
    ["marked", marked.join(".")],
  ];
  return parameters.filter(([, value]) => value !== "").map(([field, value]) => [EXAM_FIELDS[field], value]);
}
