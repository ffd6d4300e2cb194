import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { comparePictures, type Picture } from "../looks/compare.ts";
import { compareWithApproved, inFewColours } from "../looks/palette.ts";
import { ROOT } from "./source-files.ts";

/** The comparison of two pictures, and the size of all approved ones. */

const [PAPER, INK, MARK, SHALLOW, EDGE] = [
  [255, 253, 247],
  [13, 36, 64],
  [214, 0, 110],
  [227, 241, 249],
  // Half a pixel of a pale line.
  [234, 238, 240],
] as const;
/** The colour of ink, paler by this much. */
const paler = (by: number) => INK.map((part) => part + by);
const MOST_BYTES = 6_000_000;

type Box = { x: number; y: number; width: number; height: number; colour: readonly number[] };

/** A sheet of paper with boxes on it. */
function draw(...boxes: readonly Box[]): Picture {
  const [width, height] = [195, 120];
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, index) => PAPER[index % 3] ?? 0);
  for (const box of boxes) {
    for (let y = box.y; y < box.y + box.height; y += 1) {
      for (let x = box.x; x < box.x + box.width; x += 1) pixels.set(box.colour, (y * width + x) * 3);
    }
  }
  return { width, height, pixels };
}

const LINE: Box = { x: 10, y: 40, width: 170, height: 1, colour: INK };
const MARKER: Box = { x: 90, y: 70, width: 12, height: 12, colour: MARK };
const WORD: Box = { x: 20, y: 20, width: 12, height: 6, colour: INK };
const GROUND: Box = { x: 0, y: 60, width: 195, height: 60, colour: SHALLOW };

describe("two pictures", () => {
  test("are the same if they are", () => {
    expect(comparePictures(draw(LINE, MARKER), draw(LINE, MARKER))).toBeNull();
  });

  const WHOLE = draw(LINE, MARKER);
  test.each([
    ["a line is one pixel lower", WHOLE, draw({ ...LINE, y: 41 }, MARKER)],
    ["a marker is one pixel to the right", WHOLE, draw(LINE, { ...MARKER, x: 91 })],
    ["a line is a bit paler", WHOLE, draw({ ...LINE, colour: paler(12) }, MARKER)],
    ["a word is paler", draw(LINE, WORD), draw(LINE, { ...WORD, colour: paler(30) })],
    ["a background is a shade lighter", draw(GROUND), draw({ ...GROUND, colour: SHALLOW.map((part) => part + 6) })],
    ["some pixels differ here and there", WHOLE, draw(LINE, MARKER, { ...WORD, width: 3, height: 3 })],
  ])("are the same if %s", (_name, one, other) => {
    expect(comparePictures(one, other)).toBeNull();
    expect(comparePictures(other, one)).toBeNull();
  });

  test.each([
    ["a marker is gone", WHOLE, draw(LINE), 144],
    ["a marker is a sliver", WHOLE, draw(LINE, { ...MARKER, width: 2 }), 118],
    ["a line is three pixels lower", WHOLE, draw({ ...LINE, y: 43 }, MARKER), 170],
    ["a line is gone", WHOLE, draw(MARKER), 170],
    ["a marker has another colour", WHOLE, draw(LINE, { ...MARKER, colour: INK }), 144],
    ["a word is gone", draw(LINE, WORD), draw(LINE), 72],
    ["a block has moved by four pixels", draw(GROUND, MARKER), draw(GROUND, { ...MARKER, x: MARKER.x + 4 }), 46],
    ["a pale background is gone", draw(GROUND), draw(), 11_700],
    ["a card's pale edge is gone", draw({ ...LINE, colour: EDGE }), draw(), 170],
  ])("differ if %s", (_name, one, other, area) => {
    for (const found of [comparePictures(one, other), comparePictures(other, one)]) {
      expect(found?.area).toBe(area);
      expect(found?.mask.reduce((sum, bit) => sum + bit, 0)).toBeGreaterThanOrEqual(area);
    }
  });

  test("differ if one is longer", () => {
    const { width, height, pixels } = draw(LINE);
    const longer = { width, height: height + 2, pixels: new Uint8Array(width * (height + 2) * 3).fill(255) };
    longer.pixels.set(pixels);
    expect(comparePictures(draw(LINE), longer)?.area).toBe(width * height);
  });
});

/** A sunset, of many colours that are each near the next, behind a heading, whose letters have pale edges. */
const SUNSET = Array.from({ length: 100 * 39 }, (_, index): Box => {
  const [row, column] = [Math.floor(index / 39), index % 39];
  const part = (from: number, to: number) => Math.round(from + ((to - from) * row) / 99);
  const colour = [part(250, 60) - column, part(200, 70), part(120, 130) + column];
  return { x: column * 5, y: row, width: 5, height: 1, colour };
});
const heading = (down: number) =>
  Array.from({ length: 15 }, (_, letter): readonly Box[] => {
    const box = { x: 12 + letter * 11, y: 30 + down, width: 6, height: 9, colour: INK };
    return [{ ...box, width: 7, colour: paler(60) }, box];
  }).flat();

/** The difference of a picture from the approved one; null if there is none. */
const look = (approved: Picture, picture: Picture) => compareWithApproved(picture, inFewColours(approved)).found;

describe("a picture in few colours", () => {
  const DRAWN = [...SUNSET, ...heading(0), MARKER];

  test("is like the one it was made of", () => {
    expect(look(draw(...DRAWN), draw(...DRAWN))).toBeNull();
  });

  test("is the same if a heading over a gradient is one pixel lower", () => {
    expect(look(draw(...DRAWN), draw(...SUNSET, ...heading(1), MARKER))).toBeNull();
    expect(look(draw(...DRAWN), draw(...SUNSET, ...heading(4), MARKER))).not.toBeNull();
  });

  test("differs if a card's pale edge is gone", () => {
    expect(look(draw({ ...LINE, colour: EDGE }), draw())?.area).toBe(170);
  });

  test.each([
    ["a marker is a sliver", [{ ...MARKER, width: 2 }], 100],
    ["a small sign has a new colour", [MARKER, { ...WORD, y: 106, width: 4, height: 3, colour: [235, 200, 235] }], 12],
    ["a background has a new pale colour", [MARKER, { ...GROUND, y: 104, height: 14 }], 2730],
  ])("differs if %s", (_name, boxes, area) => {
    const found = look(draw(...DRAWN), draw(...SUNSET, ...heading(0), ...boxes));
    expect(found?.area).toBeGreaterThanOrEqual(area);
  });
});

test("the approved pictures are at most 6 MB together", () => {
  const folder = join(ROOT, "test/looks/approved");
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
});
