import { comparePictures, type Difference, LEVELS, type Picture } from "./compare.ts";

/**
 * Few colours for a picture, so that its file is small. A new picture is compared in the colours of the approved one:
 * with a palette of its own, the least change would change the palette, and every gradient would differ.
 */

/**
 * How far a colour may be from its palette, in each of its three parts: `COMMON` for a colour with as many pixels as a
 * faint difference, `RARE` for one with fewer. Measured on all screens: 5 to 72 colours each, 5.7 MB together. With 14
 * for all colours they would be about 6.5 MB.
 */
const [COMMON, RARE] = [LEVELS[1].colour, LEVELS[0].colour];
const bound = (pixels: number) => (pixels < LEVELS[1].patch ? RARE : COMMON);

/** Reduces a picture to few of its colours: the commonest, then each that is far from all colours before it. */
export function inFewColours(picture: Picture): Picture {
  const palette: number[] = [];
  const byCount = [...countColours(picture)].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  for (const [colour, count] of byCount) if (nearest(colour, palette).distance > bound(count)) palette.push(colour);
  return inPalette(picture, palette);
}

export function compareWithApproved(picture: Picture, approved: Picture): { found: Difference | null; after: Picture } {
  const after = inPalette(picture, [...countColours(approved).keys()]);
  return { found: comparePictures(after, approved), after };
}

/**
 * Replaces each colour by the palette's nearest. A colour further away than its bound stays: the approved picture
 * cannot have had it, so it must not look like one that it had.
 */
function inPalette(picture: Picture, palette: readonly number[]): Picture {
  const sorted = palette.toSorted((one, other) => one - other);
  const kept = new Map<number, number>();
  for (const [colour, count] of countColours(picture)) {
    const found = nearest(colour, sorted);
    kept.set(colour, found.distance > bound(count) ? colour : found.colour);
  }
  const pixels = new Uint8Array(picture.pixels.length);
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = kept.get(colourAt(picture, at)) ?? 0;
    pixels.set([colour >> 16, (colour >> 8) & 255, colour & 255], at);
  }
  return { ...picture, pixels };
}

/** Returns the number of pixels of each colour, whose three parts are one number. */
function countColours(picture: Picture): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = 0; at < picture.pixels.length; at += 3) {
    const colour = colourAt(picture, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

function colourAt({ pixels }: Picture, at: number): number {
  return ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
}

/** The palette's first colour of those that are nearest, by the part that differs most. */
function nearest(colour: number, palette: readonly number[]): { colour: number; distance: number } {
  let best = { colour, distance: Infinity };
  const away = (other: number, part: number) => Math.abs(((colour >> part) & 255) - ((other >> part) & 255));
  for (const other of palette) {
    const distance = Math.max(away(other, 16), away(other, 8), away(other, 0));
    if (distance < best.distance) best = { colour: other, distance };
  }
  return best;
}
