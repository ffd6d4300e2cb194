import PDFDocument from "pdfkit";
import subsetFont from "subset-font";
import type { LegalDocument, LegalPart } from "../../src/legal/legal-documents-copy.ts";

/**
 * Legal documents as PDFs that screen readers can read (PDF/UA): tagged, in Dutch, with a title, an outline and their
 * own font. The same document always gives the same bytes.
 */

export type PdfLooks = {
  brand: string;
  author: string;
  /** ISO 8601; when its text was last changed. The present time would make other bytes each time. */
  changedAt: string;
  /** Figtree, any format, all weights. */
  font: Buffer;
  /** `#rrggbb` of the strip below the name. */
  strip: readonly string[];
  ink: string;
  muted: string;
};

/** Points. */
const PAGE = { size: "A4", margins: { top: 72, bottom: 72, left: 68, right: 68 } } as const;
const TEXT_SIZE = 10.5;
const LINE_GAP = 3.5;
const GAP = 8;
const BULLET_WIDTH = 14;
/** Room to write by hand. */
const FIELD_GAP = 30;

/** Makes the PDF of a document. Rejects if the font lacks a character. */
export async function renderLegalPdf({ title, parts }: LegalDocument, looks: PdfLooks): Promise<Uint8Array> {
  const foot = `${title} · ${looks.brand}`;
  const all = [foot, ...parts.flatMap(textsOf), "•/0123456789 "].join("");
  const cut = (wght: number) => subsetFont(looks.font, all, { targetFormat: "sfnt", variationAxes: { wght } });
  const [regular, bold] = await Promise.all([400, 700].map(cut));
  const changed = new Date(`${looks.changedAt}T12:00:00Z`);
  const pdf = new PDFDocument({
    ...PAGE,
    font: regular as never,
    lang: "nl-NL",
    tagged: true,
    displayTitle: true,
    pdfVersion: "1.7",
    // A value that the type declarations do not have yet.
    subset: "PDF/UA" as never,
    bufferPages: true,
    info: { Title: title, Author: looks.author, CreationDate: changed, ModDate: changed },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => pdf.on("end", resolve).on("error", reject));
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  pdf.registerFont("regular", regular as never).registerFont("bold", bold as never);
  refuseUnknown(pdf, all);

  const width = pdf.page.width - PAGE.margins.left - PAGE.margins.right;
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  const add = (tag: "H1" | "H2" | "P", draw: () => void) => root.add(pdf.struct(tag, {}, draw));
  const plain = () => pdf.font("regular").fontSize(TEXT_SIZE).fillColor(looks.ink);
  /** Keeps a heading on the page of its text. */
  const makeRoom = (points: number) => {
    if (pdf.y + points > pdf.page.height - PAGE.margins.bottom) pdf.addPage();
  };
  const startAtMargin = () => {
    pdf.x = PAGE.margins.left;
  };

  decorate(pdf, () => drawHead(pdf, looks, width));
  add("H1", () => pdf.font("bold").fontSize(22).fillColor(looks.ink).text(title, { lineGap: 2 }));
  pdf.moveDown(0.5);
  for (const part of parts) {
    startAtMargin();
    if ("heading" in part) {
      makeRoom(70);
      pdf.y += GAP;
      pdf.outline.addItem(part.heading);
      add("H2", () => pdf.font("bold").fontSize(13).fillColor(looks.ink).text(part.heading, { lineGap: LINE_GAP }));
      pdf.y += GAP / 2;
    } else if ("list" in part) {
      const list = pdf.struct("L");
      root.add(list);
      for (const item of part.list) {
        list.add(
          pdf.struct("LI", {}, [
            pdf.struct("Lbl", {}, () => void plain().text("•", PAGE.margins.left, pdf.y, { width: BULLET_WIDTH })),
            pdf.struct("LBody", {}, () => {
              pdf.y -= pdf.currentLineHeight(true);
              plain().text(item, PAGE.margins.left + BULLET_WIDTH, pdf.y, {
                width: width - BULLET_WIDTH,
                lineGap: LINE_GAP,
              });
            }),
          ]),
        );
      }
      list.end();
      pdf.y += GAP;
    } else if ("lines" in part) {
      for (const line of part.lines) add("P", () => plain().text(line, { lineGap: LINE_GAP }));
      pdf.y += GAP;
    } else if ("field" in part) {
      makeRoom(60);
      add("P", () => plain().text(part.field, { lineGap: LINE_GAP }));
      pdf.y += FIELD_GAP;
      const { y } = pdf;
      decorate(pdf, () =>
        pdf
          .moveTo(PAGE.margins.left, y - 6)
          .lineTo(PAGE.margins.left + width, y - 6)
          .lineWidth(0.6)
          .strokeColor(looks.muted)
          .stroke(),
      );
      pdf.y = y + GAP;
    } else {
      makeRoom(30);
      add("P", () => plain().text(part.text, { lineGap: LINE_GAP }));
      pdf.y += GAP;
    }
  }
  root.end();

  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    decorate(pdf, () => drawFoot(pdf, looks, foot, `${index + 1} / ${count}`, width));
  }
  pdf.end();
  await finished;
  return new Uint8Array(Buffer.concat(chunks));
}

function drawHead(pdf: PDFKit.PDFDocument, { brand, ink, strip }: PdfLooks, width: number): void {
  pdf.font("bold").fontSize(15).fillColor(ink).text(brand);
  const y = pdf.y + 4;
  for (const [index, color] of strip.entries()) {
    const part = width / strip.length;
    pdf.rect(PAGE.margins.left + index * part, y, part, 3).fill(color);
  }
  pdf.y = y + 28;
}

function drawFoot(pdf: PDFKit.PDFDocument, { muted }: PdfLooks, left: string, right: string, width: number): void {
  // The footer is below the margin, where text would begin a new page.
  pdf.page.margins.bottom = 0;
  const y = pdf.page.height - 46;
  const options = { width, lineBreak: false };
  pdf.font("regular").fontSize(8.5).fillColor(muted).text(left, PAGE.margins.left, y, options);
  pdf.text(right, PAGE.margins.left, y, { ...options, align: "right" });
  pdf.page.margins.bottom = PAGE.margins.bottom;
}

/** Draws decoration, which screen readers skip. */
function decorate(pdf: PDFKit.PDFDocument, draw: () => void): void {
  pdf.markContent("Artifact", { type: "Layout" });
  draw();
  pdf.endMarkedContent();
}

function refuseUnknown(pdf: PDFKit.PDFDocument, texts: string): void {
  // Not in pdfkit's declarations: its font, as fontkit reads it.
  const { font } = (pdf as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font;
  const unknown = [...new Set(texts)].filter((one) => !font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));
  if (unknown.length > 0) throw new Error(`The font of the PDFs has no ${unknown.join(" ")}`);
}

function textsOf(part: LegalPart): readonly string[] {
  if ("list" in part) return part.list;
  if ("lines" in part) return part.lines;
  return ["heading" in part ? part.heading : "field" in part ? part.field : part.text];
}
