/**
 * Compares two pictures of a screen. A pixel differs if its colour is not near it in the other picture: a line that
 * moved by one pixel is the same line. Differences count by their area, so single pixels at the edges of letters are
 * ignored, but not a mark that became a sliver, or a background of another colour.
 */

/** Rows of pixels from the top, three bytes each: red, green, blue. */
export type Picture = { width: number; height: number; pixels: Uint8Array };

/** `area`: of the largest patch of differing pixels that touch. `mask` has a 1 for each pixel that differs. */
export type Difference = { area: number; mask: Uint8Array };

/** How far a line may move, px. */
const SHIFT = 1;
/**
 * `colour`: how far each of a colour's three parts may differ, of 255. `patch`: the least number of touching pixels
 * that differ more. A strong difference counts in a small patch, a faint one only in a larger one, such as a background
 * or a long line: a palette's nearest colour may be that far away.
 */
export const LEVELS = [
  { colour: 40, patch: 10 },
  { colour: 14, patch: 80 },
] as const;

/** Returns the difference, or null if there is none that people see. Pictures of other sizes differ as a whole. */
export function comparePictures(one: Picture, other: Picture): Difference | null {
  const { width, height } = one;
  const isTaller = Math.abs(height - other.height) > SHIFT;
  if (width !== other.width || isTaller) return { area: width * height, mask: new Uint8Array(width * height).fill(1) };
  for (const { colour, patch } of LEVELS) {
    const mask = differences(one, other, colour);
    const area = largestPatch(mask, width);
    if (area >= patch) return { area, mask };
  }
  return null;
}

type Size = { width: number; height: number; colour: number };

/** A 1 for each pixel of `one` that differs by more than `colour`. */
function differences(one: Picture, other: Picture, colour: number): Uint8Array {
  const { width } = one;
  const size = { width, height: Math.min(one.height, other.height), colour };
  const mask = new Uint8Array(width * one.height);
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isNear(one, other, size, x, y) && isNear(other, one, size, x, y)) continue;
      mask[y * width + x] = 1;
    }
  }
  return mask;
}

/** Whether a pixel of `one` lies between the darkest and lightest that are around it in the other picture. */
function isNear(one: Picture, other: Picture, { width, height, colour }: Size, x: number, y: number): boolean {
  const at = (y * width + x) * 3;
  for (let part = 0; part < 3; part += 1) {
    const value = one.pixels[at + part] ?? 0;
    if (Math.abs(value - (other.pixels[at + part] ?? 0)) <= colour) continue;
    let least = 255;
    let most = 0;
    for (let row = Math.max(0, y - SHIFT); row <= Math.min(height - 1, y + SHIFT); row += 1) {
      for (let column = Math.max(0, x - SHIFT); column <= Math.min(width - 1, x + SHIFT); column += 1) {
        const around = other.pixels[(row * width + column) * 3 + part] ?? 0;
        least = Math.min(least, around);
        most = Math.max(most, around);
      }
    }
    if (value < least - colour || value > most + colour) return false;
  }
  return true;
}

/** The number of pixels in the largest patch of touching pixels, corners included; a row begins where the one before ends. */
function largestPatch(mask: Uint8Array, width: number): number {
  const left = mask.slice();
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  let largest = 0;
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start)) {
    const patch = [start];
    left[start] = 0;
    // The loop also visits those that are added on the way.
    for (const at of patch) {
      for (const step of around) {
        if (left[at + step] !== 1) continue;
        left[at + step] = 0;
        patch.push(at + step);
      }
    }
    largest = Math.max(largest, patch.length);
  }
  return largest;
}
