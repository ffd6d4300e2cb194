import { readFileSync } from "node:fs";
import { join } from "node:path";
import PDFDocument from "pdfkit";
import { describe, expect, test, vi } from "vitest";
import documents from "../../.build/documents.json";
import { renderLegalPdf } from "../../client/build/legal-pdf.ts";
import { legalLooks } from "../../client/build/worker.ts";
import {
  ADDRESS_MAX_LENGTH,
  ADDRESS_MAX_LINES,
  COMPANY_MAX_LENGTH,
  type Invoice,
} from "../../src/ledger/invoice-rules.ts";
import { type LegalDocument, termsDocument, withdrawalFormDocument } from "../../src/legal/legal-documents-copy.ts";
import { invoiceSheet } from "../../src/orders/invoice/invoice-sheet-markup.ts";
import { LEGAL_PDF_PATHS } from "../../src/shared/paths.ts";
import { PDF_PAGE, type PdfSheet, widthOf, writePdf } from "../../src/shared/pdf.ts";
import { unprintable, winAnsiBytes } from "../../src/shared/win-ansi.ts";
import { CONTEXT, INVOICE as SAMPLE } from "../mail-samples.ts";
import { ROOT } from "./source-files.ts";

/** The PDFs that the shop makes: they have every text, screen readers can read them, and the same text makes the same bytes. */

const ACTIVE = /\/(JavaScript|JS|Launch|URI|SubmitForm|EmbeddedFile|Encrypt)\b/;
const packed = (text: string) => text.replaceAll(/\s+/g, "");
const textsOf = ({ title, parts }: LegalDocument) => [
  title,
  ...parts.flatMap((part) => ("list" in part ? part.list : "lines" in part ? part.lines : Object.values(part))),
];

describe.each([
  [LEGAL_PDF_PATHS.terms, termsDocument(documents.trader)],
  [LEGAL_PDF_PATHS.withdrawalForm, withdrawalFormDocument(documents.trader)],
])("the built %s", (path, document) => {
  const bytes = readFileSync(join(ROOT, "assets", path));
  const file = bytes.toString("latin1");

  test("holds every word of the page, in its order, and nothing else but head and foot", async () => {
    const drawn = vi.spyOn(PDFDocument.prototype, "text");
    expect(Buffer.compare(bytes, await renderLegalPdf(document, legalLooks(documents.trader)))).toBe(0);
    const count = Number(/\/Type \/Pages\n\/Count (\d+)/.exec(file)?.[1]);
    const foot = Array.from({ length: count }, (_, index) => [
      `${document.title} · Vaarkoers`,
      `${index + 1} / ${count}`,
    ]);
    const words = drawn.mock.calls.map(([text]) => text).filter((text) => text !== "•");
    expect(words).toEqual(["Vaarkoers", ...textsOf(document), ...foot.flat()]);
  });

  test("can be read aloud (PDF/UA), asks nothing of a reader's program, and goes with a mail", () => {
    for (const mark of ["/Lang (nl-NL)", "/DisplayDocTitle true", "/Marked true", "<pdfuaid:part>1", "/S /H1"])
      expect(file).toContain(mark);
    const headings = document.parts.filter((part) => "heading" in part);
    for (const mark of [/\/S \/H2\b/g, /\/Title \(/g]) expect(file.match(mark) ?? []).toHaveLength(headings.length);
    expect(file).toContain(`obj\n(${document.title})\nendobj`);
    expect(file.match(/\/FontFile2/g)).toHaveLength(2);
    expect(file).not.toMatch(ACTIVE);
    expect(file.length).toBeLessThan(80_000);
  });
});

test("a legal PDF is the same on every day, and a character that its font lacks stops the build", async () => {
  const make = (legalName: string) => renderLegalPdf(withdrawalFormDocument({ legalName }), legalLooks({}));
  const today = await make("Vaarkoers BV");
  vi.setSystemTime("2030-01-01");
  expect(Buffer.compare(today, await make("Vaarkoers BV"))).toBe(0);
  await expect(make("Łódź BV")).rejects.toThrow("Ł");
});

const INVOICE: Invoice = {
  ...SAMPLE,
  issuedAt: "2026-12-31T23:30:00.000Z",
  seller: CONTEXT.trader,
  company: "Café ’t Œuvre & Zn.",
  vatId: "NL123456789B01",
};
const fileOf = (invoice: Invoice) => Buffer.from(writePdf(invoiceSheet(invoice))).toString("latin1");
/** Each part in one line, as a screen reader reads it. */
const linesOf = ({ parts }: PdfSheet) => parts.map(({ texts }) => texts.map(({ text }) => text).join(""));

test("an invoice has what art. 35a Wet OB asks, with the days of the shop's clock", () => {
  expect(linesOf(invoiceSheet(INVOICE)).join("\n")).toMatchSnapshot();
});

test.each(["refund", "correction"] as const)("a credit note (%s) names its invoice and takes its sum back", (kind) => {
  const { vatId: _none, ...rest } = INVOICE;
  const sums = { inclCents: -900, vatCents: -156 };
  const sheet = invoiceSheet({ ...rest, kind, number: "2026-0002", about: "2026-0001", ...sums });
  expect(linesOf(sheet).join("\n")).toMatchSnapshot();
});

test.each(["W", "Maatschappij "])(
  "the longest company and address are on the page and can be read, in words of '%s'; it names what it replaces",
  (word) => {
    const long = (length: number) => word.repeat(length).slice(0, length).trim();
    const lines = Array.from({ length: ADDRESS_MAX_LINES }, () => long(ADDRESS_MAX_LENGTH / ADDRESS_MAX_LINES - 1));
    const sheet = invoiceSheet({
      ...INVOICE,
      about: "2026-0001",
      company: long(COMPANY_MAX_LENGTH),
      address: lines.join("\n"),
    });
    for (const { parts } of [sheet, invoiceSheet({ ...INVOICE, kind: "correction" })]) {
      const drawn = parts.flatMap(({ texts }) => texts.map((it) => ({ ...it, end: it.x + widthOf(it.text, it.size) })));
      for (const { text, x, y, end, size, color } of drawn) {
        expect(y, text).toBeGreaterThan(30);
        expect(end, text).toBeLessThan(PDF_PAGE.width - 60);
        const here = drawn.filter((one) => Math.abs(one.y - y) < size && one.x < end && x < one.end);
        expect(here.map((one) => one.text)).toEqual([text]);
        expect(color, "at least 5 : 1 on white").toMatch(/^#([0-6].){3}$/);
      }
    }
    expect(packed(linesOf(sheet).join(""))).toContain(packed(long(COMPANY_MAX_LENGTH)));
    expect(linesOf(sheet)).toContain("Vervangt factuur 2026-0001");
  },
);

test("an invoice is one page that can be read aloud; its table of objects names the byte at which each begins", () => {
  const file = fileOf(INVOICE);
  const order = invoiceSheet(INVOICE).parts.map((_, index) => `${9 + index} 0 R`);
  const drawn = ["/MediaBox[0 0 595 842]", "0.051 0.141 0.251 rg /F2 15 Tf 1 0 0 1 68 765 Tm <"];
  const read = [`/Nums[0[${order.join(" ")}]]`, `/K[${order.join(" ")}]`, "/S/H1", "/Count 1"];
  for (const part of ["%PDF-1.7\n", "/Lang(nl-NL)", "/Marked true", "/DisplayDocTitle true", ...read, ...drawn])
    expect(file).toContain(part);
  expect(file).toContain(Buffer.from("Factuur 2026-0001 | Vaarkoers", "utf16le").swap16().toString("hex"));
  expect(file).not.toMatch(ACTIVE);
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
  const places = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  expect(places.length).toBeGreaterThan(9);
  for (const [index, at] of places.entries()) expect(file.slice(at).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
  const stream = /<<\/Length (\d+)>>\nstream\n([\s\S]*?)\nendstream/.exec(file);
  expect(stream?.[2]).toHaveLength(Number(stream?.[1]));
});

test("every character of Windows-1252 has its byte, and another is refused", () => {
  expect(() => fileOf({ ...INVOICE, company: "Łódź" })).toThrow("lack");
  expect(unprintable("Łódź\n€ 1\u0081\u007f\t")).toEqual(["Ł", "ź", "\u0081", "\u007f", "\t"]);
  const decoder = new TextDecoder("windows-1252");
  for (let byte = 0x20; byte < 0x100; byte += 1) {
    const character = decoder.decode(new Uint8Array([byte]));
    const isNone = byte >= 0x7f && byte < 0xa0 && (byte === 0x7f || character.charCodeAt(0) === byte);
    expect(winAnsiBytes(character)).toEqual([isNone ? -1 : byte]);
  }
});
