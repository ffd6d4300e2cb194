import { winAnsiBytes } from "./win-ansi.ts";

/**
 * Writes a PDF of one page of A4 (ISO 32000-1), tagged and in Dutch, in the fonts that every reader has. The same sheet always
 * gives the same bytes.
 */

/** A line of text. `x` and `y`: where it begins, points from the page's lower left corner. */
export type PdfText = { text: string; x: number; y: number; size: number; isBold?: boolean; color: string };
/** What a screen reader reads as one: the texts in this order. */
export type PdfPart = { tag: "H1" | "H2" | "P"; texts: readonly PdfText[] };
/** A filled box, decoration only. Colours are `#rrggbb`. */
type PdfBox = { x: number; y: number; width: number; height: number; color: string };
/** `madeAt`: ISO 8601 in UTC. */
export type PdfSheet = { title: string; madeAt: string; boxes: readonly PdfBox[]; parts: readonly PdfPart[] };

/** A4, points. */
export const PDF_PAGE = { width: 595, height: 842 } as const;

/** The bytes of a sheet. A character that the fonts lack throws: check with `unprintable`. */
export function writePdf({ title, madeAt, boxes, parts }: PdfSheet): Uint8Array {
  const drawn = [
    "/Artifact BMC",
    ...boxes.map(({ x, y, width, height, color }) => `${colorOf(color)} ${x} ${y} ${width} ${height} re f`),
    "EMC",
    ...parts.flatMap(({ tag, texts }, index) => [
      `/${tag} <</MCID ${index}>> BDC BT`,
      ...texts.map(
        ({ text, x, y, size, isBold, color }) =>
          `${colorOf(color)} /F${isBold ? 2 : 1} ${size} Tf 1 0 0 1 ${x} ${y} Tm <${hexOf(winAnsiBytes(text))}> Tj`,
      ),
      "ET EMC",
    ]),
  ].join("\n");
  const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;
  // Objects 9 and on are the parts.
  const kids = parts.map((_, index) => `${9 + index} 0 R`).join(" ");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/Lang(nl-NL)/MarkInfo<</Marked true>>/ViewerPreferences<</DisplayDocTitle true>>/StructTreeRoot 7 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${PDF_PAGE.width} ${PDF_PAGE.height}]/Resources<</Font<</F1 4 0 R/F2 5 0 R>>>>/Contents 6 0 R/StructParents 0/Tabs/S>>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
    `<</Type/StructTreeRoot/K 8 0 R/ParentTree<</Nums[0[${kids}]]>>/ParentTreeNextKey 1>>`,
    `<</Type/StructElem/S/Document/P 7 0 R/K[${kids}]>>`,
    ...parts.map(({ tag }, index) => `<</Type/StructElem/S/${tag}/P 8 0 R/Pg 3 0 R/K ${index}>>`),
    `<</Title<feff${Array.from(title, (letter) => letter.charCodeAt(0).toString(16).padStart(4, "0")).join("")}>/CreationDate(D:${madeAt.replace(/\D/g, "").slice(0, 14)}Z)>>`,
  ];
  let file = "%PDF-1.7\n";
  const table = objects.map((object, index) => {
    const at = String(file.length).padStart(10, "0");
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${at} 00000 n \n`;
  });
  const size = objects.length + 1;
  return new TextEncoder().encode(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table.join("")}trailer\n<</Size ${size}/Root 1 0 R/Info ${size - 1} 0 R>>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

/** `#ff8000` as a colour to fill with. */
function colorOf(color: string): string {
  const parts = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3));
  return `${parts.join(" ")} rg`;
}

function hexOf(bytes: readonly number[]): string {
  if (bytes.includes(-1)) throw new Error("the fonts of the PDF lack a character");
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The widths of Helvetica from the blank to the tilde, thousandths of its size (Adobe's font metrics). */
const WIDTHS: readonly number[] = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
const EURO_WIDTH = 556;
/** No character of the fonts is wider, but the at sign. */
const WIDEST = 1000;

/** The width of a text in points, in Helvetica. A letter with an accent is as wide as without; of other signs it is too wide. */
export function widthOf(text: string, size: number): number {
  let thousandths = 0;
  for (const letter of text.normalize("NFD").replace(/\p{M}/gu, ""))
    thousandths += letter === "€" ? EURO_WIDTH : (WIDTHS[letter.charCodeAt(0) - 0x20] ?? WIDEST);
  return (thousandths * size) / 1000;
}
