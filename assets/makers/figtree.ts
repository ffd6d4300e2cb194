import { readFileSync } from "node:fs";

const font = readFileSync(
  new URL("../../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2", import.meta.url),
);

/** The shop's typeface as an embedded `@font-face` rule, so that a page is drawn the same from any address. */
export const FIGTREE_FONT_FACE = `@font-face{font-family:Figtree;src:url(data:font/woff2;base64,${font.toString("base64")}) format("woff2");font-weight:300 900}`;
