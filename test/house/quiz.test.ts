import fc from "fast-check";
import { expect, test } from "vitest";
import { QUIZ_QUESTIONS } from "../../src/free/quiz/quiz-questions-copy.ts";
import {
  answerParam,
  countScore,
  formatAnswer,
  isPass,
  parseAnswer,
  parseQuestionNumber,
  parseScore,
} from "../../src/free/quiz/quiz-rules.ts";

/** The quiz's questions, and how its addresses are read. */

const [first] = QUIZ_QUESTIONS;
if (first === undefined) throw new Error("no question");

// What each question says, and which answer is right: worker/quiz.test.ts.
test("the pass mark is that of the exam: four of five", () => {
  expect([0, 1, 2, 3, 4, 5].filter(isPass)).toEqual([4, 5]);
});

test("an answer is written with its letter, its text, and (Correct) if it is right; what is written is read", () => {
  expect(parseAnswer(first, "B Het vrachtschip (Correct)")).toMatchObject({ letter: "B", correct: false });
  const written = QUIZ_QUESTIONS.map((item) => item.options.map(({ letter }) => formatAnswer(item, letter)));
  expect(written[4]?.slice(1, 3)).toEqual(["B 0,8 promille", "C 0,5 promille (Correct)"]);
  for (const [index, item] of QUIZ_QUESTIONS.entries())
    expect(written[index]?.map((text) => parseAnswer(item, text))).toEqual(
      item.options.map(({ letter }) => ({ letter, correct: letter === item.correct })),
    );
});

test("only the letter at the beginning counts, in any case, before a sign or a space", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(..."ABCDabcd"),
      fc.constantFrom("", ".", ")", ":", " ", "\t", "\u00a0"),
      fc.string(),
      (letter, sign, text) => {
        const read = parseAnswer(first, ` ${letter}${sign}${sign === "" ? "" : text}`);
        const isThere = first.options.some((option) => option.letter === letter.toUpperCase());
        expect(read).toEqual(isThere ? expect.objectContaining({ letter: letter.toUpperCase() }) : "unknown");
      },
    ),
  );
});

test.each([
  [parseAnswer.bind(null, first), null, [null, undefined, "", "   ", "\n"]],
  [
    parseAnswer.bind(null, first),
    "unknown",
    ["E", "Ander antwoord", "AB", "1 A", "(A)", "<b>A</b>", "Ä", "А", "😀", "constructor"],
  ],
  [
    parseScore,
    0,
    ["0", null, undefined, "", "NaN", "-3", "+3", "1e9", "0x5", "Infinity", "3/10", "3 van 5", "3.1.2", "٣"],
  ],
  [parseScore, 3, ["3", "03", "3/5", "3 / 5", " 3 ", "3.9", "3,9", "3."]],
  [parseScore, 5, ["5", "6", "9".repeat(400)]],
  [parseQuestionNumber, null, ["", "0", "-1", "+1", "01", "1.5", "1e3", "abc", "1a", " 1", "1\n", "10000", "١"]],
  [parseQuestionNumber, 9999, ["9999"]],
] as const)("%o reads %j", (parse, expected, values) => {
  for (const value of values) expect(parse(value as string), String(value)).toBe(expected);
});

test("right letters are counted, the first of a repeated parameter, whatever Score says", () => {
  const count = (query: string) => countScore(QUIZ_QUESTIONS, new URLSearchParams(query));
  expect(count(QUIZ_QUESTIONS.map((item) => `${answerParam(item.number)}=${item.correct}`).join("&"))).toBe(5);
  expect(["Score=5", "A1=zzz&A2=&A3=B)&A6=C&a4=C", "A1=B&A1=A", "A1=A&A1=B"].map(count)).toEqual([0, 1, 0, 1]);
});
