import { readFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";

/** Figtree's characters of Western Europe, all weights. */
const FONT = "node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";
/**
 * The font's features that a page can show with these characters: what browsers apply to every text, and the numerals
 * of one width that stylesheets ask for. The others would add 1.4 KB of glyphs, such as those of fractions.
 */
const FEATURES = ["kern", "rvrn", "tnum"];
/** Its `@font-face` declares the characters and weights of the preloaded font. */
const STYLESHEET = "client/base.css";
const PRELOADED_FACE = /@font-face \{[^}]*url\("figtree-dutch\.woff2"\)[^}]*\}/;

export type Fonts = {
  /** The whole font, WOFF2. */
  whole: Uint8Array;
  /** The preloaded part, as the stylesheet declares it, WOFF2. */
  dutch: Uint8Array;
};

/**
 * Reads the font, and cuts the preloaded part from it as the stylesheet declares. Rejects if it does not declare that.
 */
export async function buildFonts(root: string): Promise<Fonts> {
  const whole = readWholeFont(root);
  const face = PRELOADED_FACE.exec(readFileSync(join(root, STYLESHEET), "utf8"))?.[0] ?? "";
  const [, min, max] = /font-weight: (\d+) (\d+);/.exec(face) ?? [];
  const characters = readUnicodeRange(face);
  if (min === undefined || max === undefined || characters === "") {
    throw new Error(`${STYLESHEET} does not say which characters and weights figtree-dutch.woff2 has`);
  }
  const variationAxes = { wght: { min: Number(min), max: Number(max) } };
  // The package's types do not know `keepFeatures` yet.
  const options = { targetFormat: "woff2", variationAxes, keepFeatures: FEATURES } as const;
  const dutch = await subsetFont(whole, characters, options);
  return { whole, dutch };
}

/** Every character and weight of the font, WOFF2. */
export function readWholeFont(root: string): Buffer {
  return readFileSync(join(root, FONT));
}

/** All characters of the `unicode-range` in a piece of CSS; empty without one. */
export function readUnicodeRange(css: string): string {
  const ranges = /unicode-range:([^;]+);/.exec(css)?.[1] ?? "";
  return [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
    .flatMap(([, from = "", to = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index);
    })
    .map((code) => String.fromCodePoint(code))
    .join("");
}
