import { EXAM_MAKE_UP, type ExamLength, type ExamSeed, formatSeed, parseSeed } from "./draw.ts";
import { CHOICE_LETTERS, type ChoiceLetter, EXAM_POINTS, EXAM_SUBJECTS } from "./question.ts";

/**
 * How far somebody is with a mock exam. All of it stands in the address: nothing is kept on the server, and an address
 * that is kept or shared is the same exam, as far as it was.
 */
export type ExamAttempt = {
  length: ExamLength;
  seed: ExamSeed;
  /** When it began, whole seconds since 1970; null for an exam that is only named, as a shared one is. */
  begun: number | null;
  /** When it was handed in, seconds likewise. */
  ended: number | null;
  /** One for each question, in their order. */
  answers: readonly (ChoiceLetter | null)[];
  /** Which questions, from 1, one wants to look at again; ascending. */
  marked: readonly number[];
};

/** The parameters of the address. The last four are those of the form of one question. */
export const EXAM_FIELDS = {
  length: "lengte",
  seed: "examen",
  begun: "begin",
  ended: "eind",
  answers: "antwoorden",
  marked: "gemerkt",
  question: "vraag",
  choice: "keuze",
  mark: "merk",
  next: "naar",
} as const;
export type ExamField = keyof typeof EXAM_FIELDS;

/** What else than a question's number `naar` may be: the list of all questions, or the end. */
export const EXAM_STEPS = { overview: "overzicht", handIn: "inleveren" } as const;

/** How each exam is called in the address: by its number of questions. */
export const EXAM_SIZES: Readonly<Record<ExamLength, number>> = { full: sizeOf("full"), short: sizeOf("short") };

/** What there is time for, minutes: an hour for forty questions (KVB1), as much for each of the short one. */
export const EXAM_MINUTES: Readonly<Record<ExamLength, number>> = { full: 60, short: 22 };

function sizeOf(length: ExamLength): number {
  return EXAM_SUBJECTS.flatMap((subject) => EXAM_POINTS.map((points) => EXAM_MAKE_UP[length][subject][points])).reduce(
    (sum, count) => sum + count,
  );
}

/** What stands in the address, unchecked; null for a parameter that is not there. */
export type TypedExam = Readonly<Record<ExamField, string | null>>;

/** What is wrong with an address: there is no such exam, or it cannot have been answered so. */
export type ExamProblem = "exam" | "answers";

/** No address of ours has a longer value. */
export const EXAM_VALUE_MAX_LENGTH = 160;
/** A time in seconds that a clock of this century shows. */
const TIME = /^[1-9]\d{8,9}$/;
const MARKED = /^\d{1,2}(?:\.\d{1,2}){0,39}$/;

/** The attempt of an address, or what is wrong with it. A question's own form is not looked at (`answerQuestion`). */
export function readAttempt(typed: TypedExam): ExamAttempt | ExamProblem {
  const length = lengthOf(typed.length);
  const seed = parseSeed(typed.seed ?? "");
  if (length === null || seed === null) return "exam";
  const size = EXAM_SIZES[length];
  const answers = typed.answers ?? "";
  const marked = (typed.marked ?? "") === "" ? [] : (typed.marked ?? "").split(".").map(Number);
  if (answers.length > size || !/^[A-D-]*$/.test(answers)) return "answers";
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
    answers: Array.from({ length: size }, (_, index) => letterOf(answers[index] ?? "")),
    marked: sortedOnce(marked),
  };
}

/** How many questions the address wants: forty unless it says otherwise, null for another number. */
export function lengthOf(text: string | null): ExamLength | null {
  if (text === null || text === String(EXAM_SIZES.full)) return "full";
  return text === String(EXAM_SIZES.short) ? "short" : null;
}

/** Undefined for what is no time. */
function timeOf(text: string | null): number | null | undefined {
  if (text === null || text === "") return null;
  return TIME.test(text) ? Number(text) : undefined;
}

function letterOf(text: string): ChoiceLetter | null {
  return CHOICE_LETTERS.find((letter) => letter === text) ?? null;
}

function sortedOnce(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** The number of a question of this attempt, or null. */
export function questionNumberOf(attempt: ExamAttempt, text: string | null): number | null {
  if (text === null || !/^[1-9]\d?$/.test(text)) return null;
  const number = Number(text);
  return number <= attempt.answers.length ? number : null;
}

/**
 * The attempt after the form of one question was sent: its choice, where one was made, and whether it is marked. `choices`
 * is how many the question has. Null for a choice that it does not have.
 */
export function answerQuestion(
  attempt: ExamAttempt,
  sent: { number: number; choice: string | null; isMarked: boolean },
  choices: number,
): ExamAttempt | null {
  const { number, choice, isMarked } = sent;
  const letter = choice === null ? null : letterOf(choice);
  if (choice !== null && (letter === null || CHOICE_LETTERS.indexOf(letter) >= choices)) return null;
  const others = attempt.marked.filter((other) => other !== number);
  return {
    ...attempt,
    answers: attempt.answers.map((answer, index) => (index === number - 1 && letter !== null ? letter : answer)),
    marked: sortedOnce(isMarked ? [...others, number] : others),
  };
}

/** The parameters of an attempt, in the order in which they stand in the address. */
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
