import {
  EXAM_MAKE_UP,
  EXAM_POINTS,
  EXAM_SUBJECTS,
  type ExamLength,
  type ExamPoints,
  type ExamSubject,
} from "../../../courses/exam-rules.ts";
import type { ExamCatalogue } from "./question-rules.ts";

/**
 * Draws the questions of an exam. The same seed gives the same exam, so an exam can be shared by its address. Every
 * exam has the same number of questions of each subject and worth (`EXAM_MAKE_UP`). In each group (one subject, one
 * worth) every question gets a number, a hash of seed and id. In the order of these numbers the first exam takes the
 * first questions, a second exam of the same seed the next ones, and after the last the first again. So a second exam
 * has other questions, and adding or removing a question changes an old address's exam as little as possible. Choices
 * are not shuffled, because addresses hold their letters.
 */

export type DrawnQuestion = { id: string; subject: ExamSubject; points: ExamPoints };

/** A seed in an address: four to twelve small letters and digits, and the number of the exam from the second on. */
export type ExamSeed = { text: string; round: number };

const SEED = /^([a-z0-9]{4,12})(?:-([2-9]))?$/;
const LAST_ROUND = 9;

/** Reads a seed from an address; null for anything else. */
export function parseSeed(typed: string): ExamSeed | null {
  const [, text, round = "1"] = SEED.exec(typed) ?? [];
  return text === undefined ? null : { text, round: Number(round) };
}

export function formatSeed({ text, round }: ExamSeed): string {
  return `${text}${round === 1 ? "" : `-${round}`}`;
}

/** The next exam of the same seed, with other questions; after the ninth the first again. */
export function nextSeed({ text, round }: ExamSeed): ExamSeed {
  return { text, round: round === LAST_ROUND ? 1 : round + 1 };
}

/**
 * FNV-1a over the UTF-16 units, with the finisher of MurmurHash3, which gives similar texts different numbers: 0 to
 * 2^32 - 1.
 */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Sorts by the hash of each id, equal hashes by the id. */
function inOrderOf<Item extends { id: string }>(items: readonly Item[], salt: string): readonly Item[] {
  return items
    .map((item) => ({ item, rank: hash(`${salt}/${item.id}`) }))
    .sort((a, b) => a.rank - b.rank || (a.item.id < b.item.id ? -1 : 1))
    .map(({ item }) => item);
}

/** The questions of an exam, in the order of asking. Throws RangeError if a group of the catalogue has too few. */
export function drawExam(catalogue: ExamCatalogue, length: ExamLength, seed: ExamSeed): readonly DrawnQuestion[] {
  const drawn = EXAM_SUBJECTS.flatMap((subject) =>
    EXAM_POINTS.flatMap((points) => {
      const wanted = EXAM_MAKE_UP[length][subject][points];
      const group = catalogue[subject][points].map((id) => ({ id, subject, points }));
      if (group.length < wanted) throw new RangeError(`${subject} has too few questions of ${points}`);
      const ordered = inOrderOf(group, seed.text);
      const start = ((seed.round - 1) * wanted) % group.length;
      return [...ordered.slice(start), ...ordered.slice(0, start)].slice(0, wanted);
    }),
  );
  return inOrderOf(drawn, `order/${formatSeed(seed)}`);
}
