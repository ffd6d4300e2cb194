import { valid } from "node-html-parser";
import { describe, expect, test } from "vitest";
import { readBank } from "../../client/build/exam.ts";
import { EXAM_DRAWING_IDS, type ExamDrawingId, examDrawing } from "../../src/free/mock-exam/bank/drawings-copy.ts";
import { renderScene } from "../../src/free/mock-exam/drawing/exam-drawing.ts";
import { isLit, visibleLights } from "../../src/free/mock-exam/drawing/night-ships-drawing.ts";
import { inLines } from "../worker/document.ts";
import { ROOT, TOKENS } from "./source-files.ts";

/** A page with a drawing in it has 9 KB in all. */
const DRAWING_MAX_BYTES = 2000;
const LEAST_DRAWINGS = 50;

const ids: readonly ExamDrawingId[] = EXAM_DRAWING_IDS;
const drawings = ids.map((id) => ({ id, ...examDrawing(id), svg: renderScene(examDrawing(id).scene) }));

const bank = readBank(ROOT);

/** Words with a meaning: not articles and the like. */
const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{5,}/gu) ?? [];

test("there are enough drawings, a question shows each, and none is the subject of two", () => {
  expect(ids.length).toBeGreaterThanOrEqual(LEAST_DRAWINGS);
  const subjects = bank.flatMap(({ question: { drawing } }) => drawing ?? []);
  expect(new Set(subjects).size).toBe(subjects.length);
  const pictures = bank.flatMap(({ question }) => ("pictures" in question ? question.pictures : []));
  expect([...new Set([...subjects, ...pictures])].sort()).toEqual([...ids].sort());
});

describe("a drawing of the exam", () => {
  test.each(drawings)("$id is small, well-formed, of the palette, and needs nothing from outside", ({ svg }) => {
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(DRAWING_MAX_BYTES);
    expect(svg.startsWith('<svg viewBox="0 0 320 200" aria-hidden="true"><')).toBe(true);
    expect(valid(svg)).toBe(true);
    for (const [, token] of svg.matchAll(/var\(--([\w-]+)\)/g)) expect([...TOKENS.keys()]).toContain(token);
    for (const [, colour] of svg.matchAll(/(?:fill|stroke)="([^"]*)"/g))
      expect(colour).toMatch(/^(var\(--.*\)|none|black)$/);
    expect(svg).not.toMatch(/#[\da-f]{3}|rgb|\sid=|\sstyle=|href|NaN|undefined|\d\.\d{2}/i);
  });

  test.each(drawings)("$id is described, shortly and in full", ({ alt, description }) => {
    expect(alt).toMatch(/^[A-Z].{4,58}[^.]$/);
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(description.length).toBeLessThanOrEqual(260);
  });

  /** What regulations say of colours, places and numbers is approved here, beside the words for who cannot see them. */
  test.each(drawings)("$id shows what was approved", ({ description, svg }) => {
    const shapes = svg.replaceAll(/var\(--([\w-]+)\)/g, "$1").replaceAll('"', "");
    const [, ...parts] = shapes.replaceAll(/ fill=none| ?<\/(?:svg|text)>/g, "").match(/<[^>]+>[^<]*/g) ?? [];
    expect(`${description}\n${inLines(parts)}`).toMatchSnapshot();
  });

  const asked = bank.flatMap(({ id, question, answer }) =>
    "choices" in question && question.drawing !== undefined
      ? [{ id, question, answer, drawing: question.drawing }]
      : [],
  );
  test.each(asked)("of $id is described without its answer", ({ question, answer, drawing }) => {
    const at = "ABCD".indexOf(answer.correct);
    const common = new Set(wordsOf([question.text, ...question.choices.filter((_, index) => index !== at)].join(" ")));
    const telling = wordsOf(question.choices[at] ?? "").filter((word) => !common.has(word));
    const { alt, description } = examDrawing(drawing as ExamDrawingId);
    const said = new Set(wordsOf(`${alt} ${description}`));
    expect(telling.filter((word) => said.has(word))).toEqual([]);
  });
});

describe("lights by night", () => {
  test.each([
    ["masthead", [0, 112, 248], [113, 180, 247]],
    ["port", [0, 270, 248], [1, 90, 180, 247]],
    ["starboard", [0, 90, 112], [359, 270, 180, 113]],
    ["stern", [180, 113, 247], [0, 90, 112, 248]],
    ["all-round", [0, 90, 180, 270], []],
  ] as const)("%s shines over its arc only", (arc, lit, dark) => {
    for (const bearing of lit) expect(isLit(arc, bearing), String(bearing)).toBe(true);
    for (const bearing of dark) expect(isLit(arc, bearing), String(bearing)).toBe(false);
  });

  test("a ship seen from its port beam heads left and shows red, from its starboard beam right and green", () => {
    for (const [bearing, colour, ahead] of [
      [270, "red", -1],
      [90, "green", 1],
    ] as const) {
      const lights = visibleLights("large-motor", bearing);
      expect(lights.map((light) => light.colour)).toEqual(["white", colour]);
      const [masthead, side] = lights;
      expect(Math.sign((masthead?.x ?? 0) - (side?.x ?? 0))).toBe(ahead);
    }
  });
});
