import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { comparePictures, type Picture } from "../looks/compare.ts";
import { ROOT } from "./source-files.ts";

/** The comparison of two pictures, and the size of all approved ones. */

const [PAPER, INK, MARK] = [
  [255, 253, 247],
  [13, 36, 64],
  [214, 0, 110],
] as const;
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

describe("two pictures", () => {
  test("are the same if they are", () => {
    expect(comparePictures(draw(LINE, MARKER), draw(LINE, MARKER))).toBeNull();
  });

  test.each([
    ["a line is one pixel lower", draw({ ...LINE, y: 41 }, MARKER)],
    ["a marker is one pixel to the right", draw(LINE, { ...MARKER, x: 91 })],
    ["a line is a bit paler", draw({ ...LINE, colour: INK.map((part) => part + 20) }, MARKER)],
    ["some pixels differ here and there", draw(LINE, MARKER, { x: 20, y: 20, width: 3, height: 3, colour: INK })],
  ])("are the same if %s", (_name, other) => {
    expect(comparePictures(draw(LINE, MARKER), other)).toBeNull();
    expect(comparePictures(other, draw(LINE, MARKER))).toBeNull();
  });

  test.each([
    ["a marker is gone", draw(LINE), 144],
    ["a marker is a sliver", draw(LINE, { ...MARKER, width: 2 }), 118],
    ["a line is three pixels lower", draw({ ...LINE, y: 43 }, MARKER), 170],
    ["a line is gone", draw(MARKER), 170],
    ["a marker has another colour", draw(LINE, { ...MARKER, colour: INK }), 144],
  ])("differ if %s", (_name, other, area) => {
    for (const found of [comparePictures(draw(LINE, MARKER), other), comparePictures(other, draw(LINE, MARKER))]) {
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

test("the approved pictures are at most 6 MB together", () => {
  const folder = join(ROOT, "test/looks/approved");
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
});
