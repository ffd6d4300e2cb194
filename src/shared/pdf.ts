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
export type PdfBox = { x: number; y: number; width: number; height: number; color: string };
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

/** The widths of letters, thousandths of the font's size; of all others 1000. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[ijl.,:;|!' ]/, 278],
  [/[-()]/, 333],
  [/[\d€]/, 556],
  [/[a-lnopq-vxyz]/, 611],
  [/[A-LNOPQ-VXYZ&]/, 778],
];

/**
 * The width of a text in points: exact for amounts, as both fonts have them, else a little more than it is. Of a letter with
 * an accent that of the letter.
 */
export function widthOf(text: string, size: number): number {
  let thousandths = 0;
  for (const letter of text.normalize("NFD").replace(/\p{M}/gu, ""))
    thousandths += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? 1000;
  return (thousandths * size) / 1000;
}
