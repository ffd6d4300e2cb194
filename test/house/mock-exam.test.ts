import { describe, expect, test } from "vitest";
import { LAWS } from "../../src/content/laws.ts";
import { EXAM_CATALOGUE, type QuestionId } from "../../src/content/mock-exam/catalogue.ts";
import { ENGINE_ANSWERS } from "../../src/content/mock-exam/engine-answers.ts";
import { ENGINE_QUESTIONS } from "../../src/content/mock-exam/engine-questions.ts";
import { HANDLING_ANSWERS } from "../../src/content/mock-exam/handling-answers.ts";
import { HANDLING_QUESTIONS } from "../../src/content/mock-exam/handling-questions.ts";
import { RULES_ANSWERS } from "../../src/content/mock-exam/rules-answers.ts";
import { RULES_QUESTIONS } from "../../src/content/mock-exam/rules-questions.ts";
import { ARTICLES, lawOf, PRINCIPLES } from "../../src/content/mock-exam/sources.ts";
import { WATER_ANSWERS } from "../../src/content/mock-exam/water-answers.ts";
import { WATER_QUESTIONS } from "../../src/content/mock-exam/water-questions.ts";
import {
  type DrawnQuestion,
  drawExam,
  EXAM_MAKE_UP,
  type ExamLength,
  formatSeed,
  nextSeed,
  parseSeed,
} from "../../src/shared/mock-exam/draw.ts";
import { CHOICE_LETTERS, EXAM_POINTS, EXAM_SUBJECTS, type ExamSubject } from "../../src/shared/mock-exam/question.ts";

const QUESTIONS = { ...RULES_QUESTIONS, ...ENGINE_QUESTIONS, ...WATER_QUESTIONS, ...HANDLING_QUESTIONS };
const ANSWERS = { ...RULES_ANSWERS, ...ENGINE_ANSWERS, ...WATER_ANSWERS, ...HANDLING_ANSWERS };

/** Points by subject of the KVB1 exam. */
const EXAM_SHARES: Readonly<Record<ExamSubject, number>> = { rules: 35, engine: 12, water: 16, handling: 17 };

const bank = EXAM_SUBJECTS.flatMap((subject) =>
  EXAM_POINTS.flatMap((points) =>
    EXAM_CATALOGUE[subject][points].map((id: QuestionId) => {
      const [question, answer] = [QUESTIONS[id], ANSWERS[id]];
      const right = question.choices[CHOICE_LETTERS.indexOf(answer.correct)] ?? "";
      return { id, subject, points, question, answer, right };
    }),
  ),
);

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []);

function likeness(a: string, b: string): number {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const shared = [...first].filter((word) => second.has(word)).length;
  return shared / (first.size + second.size - shared);
}

describe("the bank", () => {
  test("has at least 120 questions, each in one subject, with texts and an answer for exactly these", () => {
    const ids = bank.map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(120);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(QUESTIONS).sort()).toEqual([...ids].sort());
    expect(Object.keys(ANSWERS).sort()).toEqual([...ids].sort());
  });

  test.each(bank)("$id has a short question, two to four choices and one of them right", (item) => {
    expect(item.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    const { text, choices } = item.question;
    expect(text).toMatch(/^[A-Z].*\?$/);
    expect(text.length).toBeLessThanOrEqual(230);
    expect(choices.length).toBeGreaterThanOrEqual(2);
    expect(choices.length).toBeLessThanOrEqual(4);
    expect(new Set(choices).size).toBe(choices.length);
    for (const choice of choices) expect(choice).toMatch(/^[A-Z\d].{0,64}\.$/);
    expect(item.right, "the right choice exists").not.toBe("");
  });

  test.each(bank)("$id is explained in one to three sentences, from a rule", ({ answer }) => {
    const sentences = answer.explanation.split(/(?<=[.!?])\s+(?=[A-Z])/);
    expect(sentences.length).toBeLessThanOrEqual(3);
    expect(answer.explanation).toMatch(/\.$/);
    expect(answer.rules.length).toBeGreaterThan(0);
    for (const rule of answer.rules) {
      if ("article" in rule) expect(ARTICLES).toHaveProperty([rule.article]);
      else expect(PRINCIPLES).toHaveProperty([rule.principle]);
    }
  });

  test("asks nothing twice", () => {
    const alike = bank.flatMap((a, index) =>
      bank
        .slice(index + 1)
        .filter((b) => {
          const whole = ({ question }: typeof a) => [question.text, ...question.choices, question.drawing].join(" ");
          return likeness(whole(a), whole(b)) > 0.7;
        })
        .map((b) => `${a.id} and ${b.id}`),
    );
    expect(alike).toEqual([]);
    const drawn = bank.flatMap(({ question }) => (question.drawing === undefined ? [] : [question.drawing]));
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  test("no choice gives itself away by a word", () => {
    const telling = /\b(altijd|nooit|alle bovenstaande|geen van|natuurlijk|uiteraard|vanzelfsprekend)\b/i;
    const found = bank.filter(({ question }) => question.choices.some((choice) => telling.test(choice)));
    expect(found.map(({ id }) => id)).toEqual([]);
    const double = /\b(beide antwoorden|alle antwoorden|A en B|antwoord [A-D])\b/;
    expect(bank.filter(({ question }) => question.choices.some((choice) => double.test(choice)))).toEqual([]);
  });

  test("the right choice is the longest, or the shortest, no more often than chance has it", () => {
    const chance = bank.reduce((sum, { question }) => sum + 1 / question.choices.length, 0);
    for (const extreme of [Math.max, Math.min]) {
      const share = bank.reduce((sum, { question, right }) => {
        const lengths = question.choices.map((choice) => choice.length);
        const at = extreme(...lengths);
        return right.length === at ? sum + 1 / lengths.filter((length) => length === at).length : sum;
      }, 0);
      expect(share).toBeLessThanOrEqual(chance);
    }
  });

  test("the right choice is equally often in each place", () => {
    for (const count of [2, 3, 4]) {
      const group = bank.filter(({ question }) => question.choices.length === count);
      const places = CHOICE_LETTERS.slice(0, count).map(
        (letter) => group.filter(({ answer }) => answer.correct === letter).length,
      );
      expect(Math.max(...places) - Math.min(...places), places.join(", ")).toBeLessThanOrEqual(3);
    }
  });

  test("every article of the list is one that a question rests on, of a regulation with the year of its text", () => {
    const used = new Set(bank.flatMap(({ answer }) => answer.rules.map((rule) => Object.values(rule).join())));
    expect(Object.keys({ ...ARTICLES, ...PRINCIPLES }).filter((name) => !used.has(name))).toEqual([]);
    const laws = (Object.keys(ARTICLES) as (keyof typeof ARTICLES)[]).map(lawOf);
    expect(laws.filter((law) => !(law in LAWS))).toEqual([]);
    for (const { year } of Object.values(LAWS)) expect(year).toBeGreaterThan(2009);
  });

  test("has the exam's subjects in the exam's proportions", () => {
    const total = bank.reduce((sum, { points }) => sum + points, 0);
    for (const subject of EXAM_SUBJECTS) {
      const own = bank.filter((item) => item.subject === subject).reduce((sum, { points }) => sum + points, 0);
      expect(Math.abs(own / total - EXAM_SHARES[subject] / 80), subject).toBeLessThan(0.03);
    }
  });
});

describe("a draw", () => {
  const seeds = Array.from({ length: 200 }, (_, index) => ({
    text: `s${(index * 7919).toString(36).padStart(4, "0")}`,
    round: (index % 9) + 1,
  }));
  const pointsOf = (exam: readonly DrawnQuestion[]) => exam.reduce((sum, { points }) => sum + points, 0);

  test.each<[ExamLength, number, number]>([
    ["full", 40, 80],
    ["short", 15, 30],
  ])("of any seed makes a %s exam of %i questions and %i points, each asked once", (length, count, points) => {
    for (const seed of seeds) {
      const exam = drawExam(EXAM_CATALOGUE, length, seed);
      expect(new Set(exam.map(({ id }) => id)).size).toBe(count);
      expect(exam).toHaveLength(count);
      expect(pointsOf(exam)).toBe(points);
    }
  });

  test("has the exam's points by subject", () => {
    for (const subject of EXAM_SUBJECTS) {
      const exam = drawExam(EXAM_CATALOGUE, "full", { text: "vaarkoers", round: 1 });
      expect(pointsOf(exam.filter((question) => question.subject === subject))).toBe(EXAM_SHARES[subject]);
    }
  });

  test("is the same for the same seed, and another for another", () => {
    const idsOf = (text: string, round = 1) => drawExam(EXAM_CATALOGUE, "full", { text, round }).map(({ id }) => id);
    expect(idsOf("haven")).toEqual(idsOf("haven"));
    expect(idsOf("haven")).not.toEqual(idsOf("haven2"));
    const second = idsOf("haven", 2);
    expect(idsOf("haven").filter((id) => second.includes(id))).toEqual([]);
  });

  test("asks every question of the bank in some exam, and none far more often than similar ones", () => {
    const asked = new Map<string, number>();
    for (const seed of seeds) {
      for (const { id } of drawExam(EXAM_CATALOGUE, "full", seed)) asked.set(id, (asked.get(id) ?? 0) + 1);
    }
    expect(bank.filter(({ id }) => !asked.has(id)).map(({ id }) => id)).toEqual([]);
    for (const subject of EXAM_SUBJECTS) {
      for (const points of EXAM_POINTS) {
        const group = EXAM_CATALOGUE[subject][points].map((id) => asked.get(id) ?? 0);
        const expected = (seeds.length * EXAM_MAKE_UP.full[subject][points]) / group.length;
        expect(Math.max(...group)).toBeLessThan(expected * 1.6);
      }
    }
  });

  test("changes little when the bank loses a question", () => {
    const before = drawExam(EXAM_CATALOGUE, "full", { text: "haven", round: 1 }).map(({ id }) => id);
    const [lost = ""] = before;
    const poorer = Object.fromEntries(
      EXAM_SUBJECTS.map((subject) => [
        subject,
        Object.fromEntries(
          EXAM_POINTS.map((points) => [points, EXAM_CATALOGUE[subject][points].filter((id) => id !== lost)]),
        ),
      ]),
    ) as unknown as typeof EXAM_CATALOGUE;
    const after = drawExam(poorer, "full", { text: "haven", round: 1 }).map(({ id }) => id);
    expect(before.filter((id) => !after.includes(id))).toEqual([lost]);
  });

  test("refuses a bank that is too small", () => {
    const empty = { ...EXAM_CATALOGUE, engine: { 1: [], 2: [], 3: [] } };
    expect(() => drawExam(empty, "full", { text: "haven", round: 1 })).toThrow(RangeError);
  });
});

describe("a seed in an address", () => {
  test.each([
    ["k3f9", { text: "k3f9", round: 1 }],
    ["vaarkoers-2", { text: "vaarkoers", round: 2 }],
  ])("%s is read, and written as it was", (text, seed) => {
    expect(parseSeed(text)).toEqual(seed);
    expect(formatSeed(seed)).toBe(text);
  });

  test.each([
    "",
    "abc",
    "a".repeat(13),
    "Haven",
    "haven-1",
    "haven-0",
    "haven-10",
    "ha ven",
    "haven\n",
    "<b>aaa",
    "ééén",
  ])("%j is none", (text) => {
    expect(parseSeed(text)).toBeNull();
  });

  test("has nine exams, then the first again", () => {
    expect(nextSeed({ text: "haven", round: 1 })).toEqual({ text: "haven", round: 2 });
    expect(nextSeed({ text: "haven", round: 9 })).toEqual({ text: "haven", round: 1 });
  });
});
