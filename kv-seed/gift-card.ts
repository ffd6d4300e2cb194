import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { readInlineDrawing } from "../client/build/pictures.ts";
import { type GiftCard, renderGiftCardFile } from "../src/gifts/gift-card-markup.ts";

/** Gift cards in one HTML file, with everything that it needs inside it. */

const ROOT = join(import.meta.dirname, "..");
const ART = { logo: readInlineDrawing(ROOT, "inline/logo"), scene: readInlineDrawing(ROOT, "pictures/gift-card") };
const STYLES = ["client/tokens.css", "src/gifts/gift-card-markup.css"];

/** One HTML document with one A5 page a card. */
export async function renderGiftCards(cards: readonly GiftCard[]): Promise<string> {
  const styles = await Promise.all(STYLES.map((path) => readFile(join(ROOT, path), "utf8")));
  return renderGiftCardFile(cards, ART, [await readFontFaces(), ...styles].join("\n"));
}

async function readFontFaces(): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const faces = [
    ["latin", "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122"],
    ["latin-ext", "U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB"],
  ] as const;
  const rules = await Promise.all(
    faces.map(async ([subset, range]) => {
      const font = await readFile(resolve(`@fontsource-variable/figtree/files/figtree-${subset}-wght-normal.woff2`));
      const source = `url(data:font/woff2;base64,${font.toString("base64")}) format("woff2")`;
      return `@font-face{font-family:Figtree;font-weight:300 900;src:${source};unicode-range:${range}}`;
    }),
  );
  return rules.join("\n");
}
