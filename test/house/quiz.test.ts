import { expect, test } from "vitest";
import { EXAM_FACTS } from "../../src/courses/exam-facts-copy.ts";
import { ASKING_ORDER, findQuestion, QUIZ_QUESTIONS } from "../../src/free/quiz/quiz-questions-copy.ts";
import {
  type AnswerLetter,
  answerParam,
  countScore,
  findOption,
  formatAnswer,
  isPass,
  PASS_PERCENT,
  parseAnswer,
  parseQuestionNumber,
  parseScore,
  QUIZ_LENGTH,
  type QuizQuestion,
} from "../../src/free/quiz/quiz-rules.ts";

function question(number: number): QuizQuestion {
  const found = findQuestion(number);
  if (found === undefined) throw new Error(`no question ${number}`);
  return found;
}

function answers(letters: Readonly<Record<number, AnswerLetter>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(letters).map(([number, letter]) => [
      answerParam(Number(number)),
      formatAnswer(question(Number(number)), letter),
    ]),
  );
}

test("there are five questions, numbered in order, with the given correct letters", () => {
  expect(QUIZ_QUESTIONS).toHaveLength(QUIZ_LENGTH);
  expect(QUIZ_QUESTIONS.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(QUIZ_QUESTIONS.map(({ correct }) => correct)).toEqual(["A", "B", "B", "C", "C"]);
  expect(QUIZ_QUESTIONS.map(({ videoId }) => videoId)).toEqual(["quiz1", "quiz2", "quiz3", "quiz4", "quiz5"]);
});

test("the form asks each question once, the easiest first and the hardest last", () => {
  expect([...ASKING_ORDER].sort()).toEqual([1, 2, 3, 4, 5]);
  expect([ASKING_ORDER[0], ASKING_ORDER.at(-1)]).toEqual([5, 1]);
});

test.each(QUIZ_QUESTIONS)("question $number has three or four options, lettered from A, and an explanation", (item) => {
  const letters = item.options.map(({ letter }) => letter);
  expect([
    ["A", "B", "C"],
    ["A", "B", "C", "D"],
  ]).toContainEqual(letters);
  expect(letters).toContain(item.correct);
  expect(new Set(item.options.map(({ text }) => text)).size).toBe(item.options.length);
  expect(item.explanation.length).toBeGreaterThan(0);
  expect(item.source).not.toBe("");
});

test("only question 2 shows a traffic sign, and its text does not name it", () => {
  expect(QUIZ_QUESTIONS.filter(({ sign }) => sign !== undefined).map(({ number }) => number)).toEqual([2]);
  expect(question(2).text).not.toMatch(/A\.?9/);
});

test("the pass mark of the quiz is that of the exam", () => {
  expect(PASS_PERCENT).toBe(EXAM_FACTS.passPercent);
  expect([0, 1, 2, 3, 4, 5].filter(isPass)).toEqual([4, 5]);
});

test("findQuestion and findOption return undefined outside the data", () => {
  for (const number of [0, 6, -1, 1.5, Number.NaN]) expect(findQuestion(number)).toBeUndefined();
  expect(findOption(question(3), "D")).toBeUndefined();
  expect(findOption(question(1), "a")).toBeUndefined();
});

test("formatAnswer writes letter, text, and (Correct) behind a right answer only", () => {
  expect(formatAnswer(question(5), "C")).toBe("C 0,5 promille (Correct)");
  expect(formatAnswer(question(5), "B")).toBe("B 0,8 promille");
  expect(() => formatAnswer(question(3), "D")).toThrow(RangeError);
});

test.each(QUIZ_QUESTIONS)("what formatAnswer writes for question $number, parseAnswer reads", (item) => {
  for (const option of item.options) {
    expect(parseAnswer(item, formatAnswer(item, option.letter))).toEqual({
      letter: option.letter,
      option,
      correct: option.letter === item.correct,
    });
  }
});

test.each([
  "B",
  "b",
  " b ",
  "B.",
  "b)",
  "B:",
  "B. tekst",
  "B) tekst",
  "b:tekst",
  "B tekst",
  "B\ttekst",
  "B\u00a0tekst",
])("parseAnswer reads the letter of %j", (value) => {
  expect(parseAnswer(question(1), value)).toMatchObject({ letter: "B", correct: false });
});

test("parseAnswer ignores the text after the letter", () => {
  expect(parseAnswer(question(1), "B Het vrachtschip (Correct)")).toMatchObject({ letter: "B", correct: false });
  expect(parseAnswer(question(1), "A <script>alert(1)</script>")).toEqual({
    letter: "A",
    option: question(1).options[0],
    correct: true,
  });
});

test.each([null, undefined, "", "   ", "\n"])("parseAnswer treats %j as no answer", (value) => {
  expect(parseAnswer(question(1), value)).toBeNull();
});

test.each([
  "E",
  "Z zomaar",
  "Ander antwoord",
  "AB",
  "1",
  "1 A",
  "(A)",
  "-",
  "<b>A</b>",
  "Ä",
  "А",
  "😀",
  "(Correct)",
  "constructor",
])("parseAnswer does not recognise %j", (value) => {
  expect(parseAnswer(question(1), value)).toBe("unknown");
});

test("parseAnswer does not know D where a question has three options", () => {
  expect(parseAnswer(question(3), "D iets")).toBe("unknown");
  expect(parseAnswer(question(4), "D iets")).toMatchObject({ letter: "D" });
});

test("parseAnswer reads a long value quickly", () => {
  expect(parseAnswer(question(1), `A ${"x".repeat(100_000)}`)).toMatchObject({ letter: "A" });
  expect(parseAnswer(question(1), "x".repeat(100_000))).toBe("unknown");
});

test("countScore counts right letters, whatever Score says", () => {
  expect(countScore(QUIZ_QUESTIONS, answers({ 1: "A", 2: "B", 3: "B", 4: "C", 5: "C" }))).toBe(5);
  expect(countScore(QUIZ_QUESTIONS, answers({ 1: "B", 2: "B", 3: "A", 4: "C", 5: "D" }))).toBe(2);
  expect(countScore(QUIZ_QUESTIONS, answers({ 1: "A" }))).toBe(1);
  expect(countScore(QUIZ_QUESTIONS, new URLSearchParams("Score=5"))).toBe(0);
  expect(countScore(QUIZ_QUESTIONS, new URLSearchParams("A1=zzz&A2=&A3=B)&A6=C&a4=C"))).toBe(1);
});

test("countScore takes the first of a repeated parameter", () => {
  expect(countScore(QUIZ_QUESTIONS, new URLSearchParams("A1=B&A1=A"))).toBe(0);
  expect(countScore(QUIZ_QUESTIONS, new URLSearchParams("A1=A&A1=B"))).toBe(1);
});

test.each([
  ["0", 0],
  ["3", 3],
  ["5", 5],
  [" 4 ", 4],
  ["03", 3],
  ["3/5", 3],
  ["3 / 5", 3],
  ["3.9", 3],
  ["3,9", 3],
  ["3.", 3],
  ["6", 5],
  ["999", 5],
  ["9".repeat(400), 5],
])("parseScore reads %j as %i", (value, score) => {
  expect(parseScore(value)).toBe(score);
});

test.each([
  null,
  undefined,
  "",
  " ",
  "NaN",
  "-3",
  "-0.5",
  "+3",
  "1e9",
  "0x5",
  "Infinity",
  "<script>",
  "3/10",
  "3 van 5",
  "drie",
  "3.1.2",
  "٣",
])("parseScore takes %j for 0", (value) => {
  expect(parseScore(value)).toBe(0);
});

test.each([
  ["1", 1],
  ["5", 5],
  ["6", 6],
  ["9999", 9999],
])("parseQuestionNumber reads %j", (text, number) => {
  expect(parseQuestionNumber(text)).toBe(number);
});

test.each(["", "0", "-1", "+1", "01", "1.5", "1e3", "abc", "1a", " 1", "1\n", "10000", "١"])(
  "parseQuestionNumber rejects %j",
  (text) => {
    expect(parseQuestionNumber(text)).toBeNull();
  },
);
