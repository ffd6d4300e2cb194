import { describe, expect, test } from "vitest";
import { readBank, readSubject } from "../../client/build/exam.ts";
import {
  EXAM_MAKE_UP,
  EXAM_POINTS,
  EXAM_SUBJECTS,
  type ExamLength,
  type ExamSubject,
} from "../../src/courses/exam-rules.ts";
import { LAWS } from "../../src/courses/laws-copy.ts";
import { EXAM_CATALOGUE } from "../../src/free/mock-exam/bank/bank-copy.ts";
import {
  type DrawnQuestion,
  drawExam,
  formatSeed,
  nextSeed,
  parseSeed,
} from "../../src/free/mock-exam/bank/draw-rules.ts";
import { type ExamDrawingId, examDrawing } from "../../src/free/mock-exam/bank/drawings-copy.ts";
import type { ExamQuestion } from "../../src/free/mock-exam/bank/question-rules.ts";
import { ARTICLES, PRINCIPLES } from "../../src/free/mock-exam/bank/sources-copy.ts";
import { renderScene } from "../../src/free/mock-exam/drawing/exam-drawing.ts";
import { CHOICE_LETTERS } from "../../src/free/mock-exam/drawing/scene-rules.ts";
import { ROOT } from "./source-files.ts";

const EXAM_SHARES: Readonly<Record<ExamSubject, number>> = { rules: 35, engine: 12, water: 16, handling: 17 };

/** The texts or pictures of a question that its answer must say something of. */
function optionsOf(question: ExamQuestion): readonly string[] {
  if ("choices" in question) return question.choices;
  if ("pictures" in question) return question.pictures;
  if ("places" in question) return question.places;
  return "items" in question ? question.items : question.statements;
}

const bank = readBank(ROOT).map((read) => ({ ...read, options: optionsOf(read.question) }));
const idsOf = (questions: readonly { id: string }[]) => questions.map(({ id }) => id);

/** The questions whose answer is one of some texts, with the right text. */
const choosing = bank.flatMap(({ question, answer }) =>
  "choices" in question
    ? [{ choices: question.choices, answer, right: question.choices["ABCD".indexOf(answer.correct)] ?? "" }]
    : [],
);

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []);

function likeness(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  const shared = [...first].filter((word) => second.has(word)).length;
  return shared / (first.size + second.size - shared);
}

const TELLING =
  /\b(altijd|nooit|alle bovenstaande|geen van|natuurlijk|uiteraard|vanzelfsprekend|beide antwoorden|alle antwoorden)\b|\bA en B\b|\bantwoord [A-D]\b/;
const marksIn = (drawing: string) => {
  const svg = renderScene(examDrawing(drawing as ExamDrawingId).scene);
  return [...svg.matchAll(/<text[^>]*>([A-D])<\/text>/g)].map(([, letter = ""]) => letter).sort();
};

test.each<[string, (read: (typeof bank)[number]) => boolean]>([
  ["is short", ({ question: { text } }) => /^[A-Z].*\?$/.test(text) && text.length <= 230],
  [
    "has short options, none twice",
    ({ question, options }) =>
      new Set(options).size === options.length &&
      ("pictures" in question || options.every((option) => /^[A-Z\d].{0,74}\.$/.test(option))),
  ],
  [
    "is explained in one to three sentences",
    ({ answer: { explanation } }) =>
      explanation.split(/(?<=[.!?])\s+(?=[A-Z])/).length <= 3 && explanation.endsWith("."),
  ],
  ["has no option that a word gives away", ({ options }) => !options.some((option) => TELLING.test(option))],
  ["has a point for each of two statements", ({ question, points }) => !("statements" in question) || points === 2],
  ["asks for no order in which the page shows the things", ({ answer }) => answer.correct !== "1234"],
  [
    "has a mark in its drawing for each place",
    ({ question }) =>
      !("places" in question) ||
      marksIn(question.drawing ?? "").join() === CHOICE_LETTERS.slice(0, question.places.length).join(),
  ],
])("each question of the bank %s", (_rule, keeps) => expect(idsOf(bank.filter((read) => !keeps(read)))).toEqual([]));

describe("the bank", () => {
  test("has the approved key: what is right, for how many points, and by which rules", () => {
    const key = bank.map(({ id, points, question, answer }) => {
      const asked = Object.keys(question)
        .filter((name) => name !== "text")
        .join(" ");
      return `${id} (${points}, ${asked}): ${answer.correct}; ${answer.rules.map((rule) => Object.values(rule)).join(", ")}`;
    });
    expect(key.sort().join("\n")).toMatchSnapshot();
  });

  test("has at least 120 questions, and the Worker has exactly these", () => {
    expect(bank.length).toBeGreaterThanOrEqual(120);
    const built = EXAM_SUBJECTS.flatMap((subject) => EXAM_POINTS.flatMap((points) => EXAM_CATALOGUE[subject][points]));
    expect([...built].sort()).toEqual(idsOf(bank).sort());
  });

  test("asks for each pair of verdicts, and for no order twice", () => {
    const asked = (form: string) => bank.filter(({ question }) => form in question).map(({ answer }) => answer.correct);
    expect(new Set(asked("statements")).size).toBe(4);
    expect(new Set(asked("items")).size).toBe(asked("items").length);
  });

  test("asks nothing twice", () => {
    const whole = bank.map(({ question, options }) => wordsOf([question.text, ...options, question.drawing].join(" ")));
    const alike = whole.flatMap((words, index) =>
      whole.slice(index + 1).flatMap((others, next) =>
        // A likeness of 0.7 needs as many words as that.
        Math.min(words.size, others.size) > 0.7 * Math.max(words.size, others.size) && likeness(words, others) > 0.7
          ? [[bank[index]?.id, bank[index + 1 + next]?.id]]
          : [],
      ),
    );
    expect(alike).toEqual([]);
  });

  test("has the right choice as the longest, or the shortest, no more often than chance has it", () => {
    const chance = choosing.reduce((sum, { choices }) => sum + 1 / choices.length, 0);
    for (const extreme of [Math.max, Math.min]) {
      const share = choosing.reduce((sum, { choices, right }) => {
        const lengths = choices.map((choice) => choice.length);
        const at = extreme(...lengths);
        return right.length === at ? sum + 1 / lengths.filter((length) => length === at).length : sum;
      }, 0);
      expect(share).toBeLessThanOrEqual(chance);
    }
  });

  test.each([2, 3, 4])("has the right one of %i choices equally often in each place", (count) => {
    const group = choosing.filter(({ choices }) => choices.length === count);
    const places = CHOICE_LETTERS.slice(0, count).map(
      (letter) => group.filter(({ answer }) => answer.correct === letter).length,
    );
    expect(Math.max(...places) - Math.min(...places), places.join(", ")).toBeLessThanOrEqual(3);
  });

  test("rests on every article of the list, of a regulation with the year of its text", () => {
    const used = new Set(bank.flatMap(({ answer }) => answer.rules.map((rule) => Object.values(rule).join())));
    expect(Object.keys({ ...ARTICLES, ...PRINCIPLES }).filter((name) => !used.has(name))).toEqual([]);
    for (const { year } of Object.values(LAWS)) expect(year).toBeGreaterThan(2009);
  });

  test.each(EXAM_SUBJECTS)("has the exam's share of %s", (subject) => {
    const sum = (reads: typeof bank) => reads.reduce((all, { points }) => all + points, 0);
    const share = sum(bank.filter((item) => item.subject === subject)) / sum(bank);
    expect(Math.abs(share - EXAM_SHARES[subject] / 80)).toBeLessThan(0.03);
  });
});

describe("a subject's file", () => {
  const FILE = "bank/rules.md";
  /** A question of each form, one after another. */
  const good = `## one-choice (1)
Wat is dit?
Tekening: mark-special
- [ ] Een boot.
- [x] Een ton.
> Geel.
> — BPR 1.01

## some-items (2)
In welke volgorde?
2. Twee.
1. Een.
4. Vier.
3. Drie.
> Zo.
> — anchoring

## two-statements (2)
Is dit juist?
- (juist) Ja.
- (onjuist) Nee.
> Zo.
> Dus zo.
> — BPR 1.01; anchoring`;
  const read = (text: string) => readSubject(FILE, text);

  test("is read as it is written", () => {
    expect(
      read(good).map(({ id, points, answer: { correct, explanation } }) => [id, points, correct, explanation]),
    ).toEqual([
      ["one-choice", 1, "B", "Geel."],
      ["some-items", 2, "2143", "Zo."],
      ["two-statements", 2, "jn", "Zo. Dus zo."],
    ]);
  });

  test.each([
    ["an id with capitals", "## one-choice (1)", "## One-choice (1)", 1, "a question begins with"],
    ["four points", "## some-items (2)", "## some-items (4)", 9, "1 to 3 points"],
    ["an unknown drawing", "Tekening: mark-special", "Tekening: mark-spécial", 3, "there is no drawing mark-spécial"],
    ["an unknown article", "— BPR 1.01\n", "— BPR 1.99\n", 7, "there is no article BPR 1.99"],
    ["an unknown principle", "— anchoring", "— ankering", 16, "there is no principle ankering"],
    ["no tick", "- [x] Een ton.", "- [ ] Een ton.", 1, "one option is ticked"],
    ["two ticks", "- [ ] Een boot.", "- [x] Een boot.", 1, "one option is ticked"],
    ["a tick that is no x", "- [x] Een ton.", "- [v] Een ton.", 5, "no option is written so"],
    ["one option", "- [ ] Een boot.\n", "", 1, "has 1 options"],
    ["a place twice", "1. Een.", "2. Een.", 9, "the places are not"],
    ["two forms", "- [ ] Een boot.", "- (juist) Een boot.", 5, "two forms"],
    ["no explanation", "> Geel.\n", "", 1, "has no explanation"],
    ["no source", "\n> — BPR 1.01\n\n##", "\n\n##", 1, "no source"],
  ] as const)("%s is an error that names the line", (_, before, after, line, problem) => {
    expect(good).toContain(before);
    expect(() => read(good.replace(before, after))).toThrow(new RegExp(`^${FILE}:${line}: .*${problem}`));
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
      const shares = EXAM_SUBJECTS.map((subject) => [subject, pointsOf(exam.filter((one) => one.subject === subject))]);
      if (length === "full") expect(Object.fromEntries(shares)).toEqual(EXAM_SHARES);
    }
  });

  test("is the same for the same seed, and another for another", () => {
    const drawn = (text: string, round = 1) => idsOf(drawExam(EXAM_CATALOGUE, "full", { text, round }));
    expect(drawn("haven")).toEqual(drawn("haven"));
    expect(drawn("haven").sort()).not.toEqual(drawn("haven2").sort());
    const second = drawn("haven", 2);
    expect(drawn("haven").filter((id) => second.includes(id))).toEqual([]);
  });

  test("asks every question of the bank in some exam, and none far more often than similar ones", () => {
    const asked = new Map<string, number>();
    for (const seed of seeds)
      for (const { id } of drawExam(EXAM_CATALOGUE, "full", seed)) asked.set(id, (asked.get(id) ?? 0) + 1);
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
    const drawn = (catalogue: typeof EXAM_CATALOGUE) => idsOf(drawExam(catalogue, "full", { text: "haven", round: 1 }));
    const before = drawn(EXAM_CATALOGUE);
    const [lost = ""] = before;
    const without = (_name: string, value: unknown) =>
      Array.isArray(value) ? value.filter((id) => id !== lost) : value;
    const after = drawn(JSON.parse(JSON.stringify(EXAM_CATALOGUE, without)));
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
    ["vaarkoers-9", { text: "vaarkoers", round: 9 }],
  ] as const)("%s is read, and written as it was", (text, seed) => {
    expect(parseSeed(text)).toEqual(seed);
    expect(formatSeed(seed)).toBe(text);
  });

  test.each([
    ...["", "abc", "a".repeat(13), "Haven", "haven-1", "haven-0", "haven-10", "ha ven", "haven\n", "<b>aaa"],
    ...["ééén", "2.haven"],
  ])("'%s' is none", (text) => expect(parseSeed(text)).toBeNull());

  test("has nine exams, then the first again", () => {
    expect(nextSeed({ text: "haven", round: 1 })).toEqual({ text: "haven", round: 2 });
    expect(nextSeed({ text: "haven", round: 9 })).toEqual({ text: "haven", round: 1 });
  });
});
