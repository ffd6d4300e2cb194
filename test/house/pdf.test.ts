import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import documents from "../../.build/documents.json";
import { readWholeFont } from "../../client/build/font.ts";
import { type PdfLooks, renderLegalPdf } from "../../client/build/legal-pdf.ts";
import {
  ADDRESS_MAX_LENGTH,
  ADDRESS_MAX_LINES,
  COMPANY_MAX_LENGTH,
  type Invoice,
} from "../../src/ledger/invoice-rules.ts";
import { type LegalDocument, termsDocument, withdrawalFormDocument } from "../../src/legal/legal-documents-copy.ts";
import { TERMS_COPY } from "../../src/legal/terms-copy.ts";
import { invoiceSheet, SHEET_COLORS } from "../../src/orders/invoice/invoice-sheet-markup.ts";
import { LEGAL_PDF_PATHS } from "../../src/shared/paths.ts";
import { PDF_PAGE, type PdfSheet, widthOf, writePdf } from "../../src/shared/pdf.ts";
import { unprintable, winAnsiBytes } from "../../src/shared/win-ansi.ts";
import { readPdfText } from "./pdf-text.ts";
import { ROOT, readFiles } from "./source-files.ts";

const LOOKS: PdfLooks = {
  brand: "Vaarkoers",
  author: "Vaarkoers BV",
  changedAt: "2026-11-22",
  font: readWholeFont(ROOT),
  strip: ["#c22a1a"],
  ink: "#0d2440",
  muted: "#41566f",
};

const bytesOf = (path: string) => readFileSync(join(ROOT, "assets", path));
/** Removes all white space, because a PDF's lines end at the width of its page. */
const packed = (text: string) => text.replaceAll(/\s+/g, "");
const textsOf = ({ title, parts }: LegalDocument): readonly string[] => [
  title,
  ...parts.flatMap((part) => {
    if ("list" in part) return part.list;
    if ("lines" in part) return part.lines;
    return ["heading" in part ? part.heading : "field" in part ? part.field : part.text];
  }),
];

describe.each([
  [LEGAL_PDF_PATHS.terms, termsDocument(documents.trader)],
  [LEGAL_PDF_PATHS.withdrawalForm, withdrawalFormDocument(documents.trader)],
])("the built %s", (path, document) => {
  const file = bytesOf(path).toString("latin1");
  const pages = readPdfText(bytesOf(path));

  test("holds every word of the page, in its order, and nothing else but head and foot", () => {
    const foot = packed(`${document.title} · Vaarkoers`);
    const [bodies, feet] = [0, 1].map((part) => pages.map((page) => packed(page).split(foot)[part] ?? ""));
    expect(bodies?.join("").replaceAll("•", "")).toBe(packed(["Vaarkoers", ...textsOf(document)].join("")));
    expect(feet).toEqual(pages.map((_, index) => `${index + 1}/${pages.length}`));
  });

  test("can be read aloud: Dutch, with its title, tagged, with its own fonts (PDF/UA)", () => {
    expect(file).toMatch(/^%PDF-1\.7/);
    expect(file).toContain("/Lang (nl-NL)");
    expect(file).toContain("/DisplayDocTitle true");
    expect(file).toContain("/Marked true");
    expect(file).toContain("/StructTreeRoot");
    expect(file).toContain("<pdfuaid:part>1");
    expect(file).toContain("/S /H1");
    expect(file.match(/\/S \/H2\b/g) ?? []).toHaveLength(document.parts.filter((part) => "heading" in part).length);
    expect(file.match(/\/S \/LI\b/g) ?? []).toHaveLength(
      document.parts.flatMap((part) => ("list" in part ? part.list : [])).length,
    );
    expect(file.match(/\/Subtype \/Type1\b/g)).toBeNull();
    expect(file.match(/\/FontFile2/g)).toHaveLength(2);
  });

  test("asks nothing of a reader's program and goes with a mail", () => {
    expect(file).not.toMatch(/\/(JavaScript|JS|Launch|URI|SubmitForm|EmbeddedFile|Encrypt)\b/);
    expect(file.length).toBeLessThan(80_000);
  });
});

test("the same text makes the same bytes, on every machine and day", async () => {
  const form = withdrawalFormDocument({ legalName: "Vaarkoers BV" });
  const [one, other] = [await renderLegalPdf(form, LOOKS), await renderLegalPdf(form, LOOKS)];
  expect(Buffer.compare(one, other)).toBe(0);
});

test("a character that the font lacks stops the build, and does not become a box", async () => {
  const form = withdrawalFormDocument({ legalName: "Łódź BV" });
  await expect(renderLegalPdf(form, LOOKS)).rejects.toThrow("Ł");
});

test("the terms as a file have all articles, and the form every field of the page", () => {
  const texts = textsOf(termsDocument({}));
  for (const { title } of TERMS_COPY.articles) expect(texts.some((text) => text.endsWith(`. ${title}`))).toBe(true);
  expect(textsOf(withdrawalFormDocument({}))).toEqual([
    TERMS_COPY.withdrawalForm.title,
    TERMS_COPY.withdrawalForm.intro,
    ...TERMS_COPY.withdrawalForm.lines,
    TERMS_COPY.withdrawalForm.note,
  ]);
});

/** The PDF of an invoice: what the law asks is on it, one page has it all, and readers can read it. */

const INVOICE: Invoice = {
  number: "2026-0001",
  intentId: "pi_3QxYzAbCdEfGhIjK",
  kind: "invoice",
  issuedAt: "2026-12-31T23:30:00.000Z",
  suppliedAt: "2026-11-24T12:00:00.000Z",
  seller: {
    legalName: "Vaarkoers BV",
    address: "Kade 1, 1234 AB Stad",
    email: "info@vaarkoers.example",
    phone: "020 000 00 00",
    kvk: "00000000",
    vatId: "NL000000000B01",
  },
  company: "Café ’t Œuvre & Zn.",
  address: "Dijk 2\n2345 CD Dorp",
  vatId: "NL123456789B01",
  description: "Online cursus Klein Vaarbewijs 1",
  inclCents: 3900,
  vatCents: 677,
  vatPercent: 21,
};
const fileOf = (invoice: Invoice) => Buffer.from(writePdf(invoiceSheet(invoice))).toString("latin1");
/** Each part in one line, as a screen reader reads it. */
const linesOf = ({ parts }: PdfSheet) => parts.map(({ texts }) => texts.map(({ text }) => text).join(""));

test("an invoice has what art. 35a Wet OB asks, with the days of the shop's clock", () => {
  expect(linesOf(invoiceSheet(INVOICE))).toEqual([
    "Vaarkoers",
    "Factuur",
    "Factuurnummer 2026-0001",
    "Factuurdatum 1 januari 2027",
    "Datum van levering 24 november 2026",
    "Bestelnummer VK-BCDEFGHIJK",
    "Verkoper",
    "Vaarkoers BV",
    "Kade 1",
    "1234 AB Stad",
    "KvK 00000000",
    "Btw-id NL000000000B01",
    "info@vaarkoers.example",
    "020 000 00 00",
    "Koper",
    "Café ’t Œuvre & Zn.",
    "Dijk 2",
    "2345 CD Dorp",
    "Btw-nummer NL123456789B01",
    "Omschrijving Aantal Btw Prijs zonder btw",
    "Online cursus Klein Vaarbewijs 1 1 21% € 32,23",
    "Totaal zonder btw € 32,23",
    "Btw 21% € 6,77",
    "Totaal € 39,00",
    "Het totaal is betaald op 24 november 2026. ",
  ]);
});

test.each([
  ["refund", "We hebben € 9,00 van factuur 2026-0001 terugbetaald. "],
  ["correction", /^Met deze creditnota vervalt factuur 2026-0001,.* Er wordt niets terugbetaald\. $/],
] as const)("a credit note (%s) names its invoice and takes its sum back", (kind, note) => {
  const { vatId: _none, ...rest } = INVOICE;
  const credit = { ...rest, kind, number: "2026-0002", about: "2026-0001", inclCents: -900, vatCents: -156 };
  const lines = linesOf(invoiceSheet(credit));
  expect(lines).toEqual(expect.arrayContaining(["Creditnota", "Nummer creditnota 2026-0002", "Bij factuur 2026-0001"]));
  expect(lines).toEqual(expect.arrayContaining(["Totaal zonder btw -€ 7,44", "Btw 21% -€ 1,56", "Totaal -€ 9,00"]));
  expect(lines.at(-1)).toEqual(typeof note === "string" ? note : expect.stringMatching(note));
  expect(lines.some((line) => line.startsWith("Btw-nummer"))).toBe(false);
});

test("an invoice that replaces another names it", () => {
  expect(linesOf(invoiceSheet({ ...INVOICE, number: "2026-0003", about: "2026-0001" }))).toContain(
    "Vervangt factuur 2026-0001",
  );
});

test.each([
  ["wide letters without blanks", "W"],
  ["words", "Maatschappij "],
])("the longest company and address are on the page, in %s", (_name, word) => {
  const long = (length: number) => word.repeat(length).slice(0, length).trim();
  const lines = Array.from({ length: ADDRESS_MAX_LINES }, () => long(ADDRESS_MAX_LENGTH / ADDRESS_MAX_LINES - 1));
  const sheet = invoiceSheet({
    ...INVOICE,
    about: "2026-0001",
    company: long(COMPANY_MAX_LENGTH),
    address: lines.join("\n"),
    description: "Cadeau: online cursussen Klein Vaarbewijs 1 en Klein Vaarbewijs 2",
  });
  for (const { text, x, y, size } of sheet.parts.flatMap(({ texts }) => texts)) {
    expect(y, text).toBeGreaterThan(30);
    expect(x + widthOf(text.trimEnd(), size), text).toBeLessThan(PDF_PAGE.width - 60);
  }
  expect(linesOf(sheet).join("").replaceAll(" ", "")).toContain(long(COMPANY_MAX_LENGTH).replaceAll(" ", ""));
});

test("can be read aloud: tagged, in Dutch, with its title; and is one page without anything active", () => {
  const file = fileOf(INVOICE);
  expect(file).toMatch(/^%PDF-1\.7\n/);
  for (const part of ["/Lang(nl-NL)", "/Marked true", "/DisplayDocTitle true", "/StructTreeRoot", "/S/H1", "/Count 1"])
    expect(file).toContain(part);
  expect(file.match(/\/S\/H2/g)).toHaveLength(2);
  expect(file).toContain(Buffer.from("Factuur 2026-0001 | Vaarkoers", "utf16le").swap16().toString("hex"));
  expect(file).not.toMatch(/\/(JavaScript|JS|Launch|URI|SubmitForm|EmbeddedFile|Encrypt)\b/);
});

test("its table of objects names the byte at which each begins", () => {
  const file = fileOf(INVOICE);
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
  expect(file.slice(start, start + 4)).toBe("xref");
  const places = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  expect(places.length).toBeGreaterThan(9);
  for (const [index, at] of places.entries()) expect(file.slice(at).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
  const stream = /<<\/Length (\d+)>>\nstream\n([\s\S]*?)\nendstream/.exec(file);
  expect(stream?.[2]).toHaveLength(Number(stream?.[1]));
});

test("the same row makes the same bytes, and a character that the fonts lack is refused, never left out", () => {
  expect(fileOf(INVOICE)).toBe(fileOf({ ...INVOICE }));
  expect(() => fileOf({ ...INVOICE, company: "Łódź" })).toThrow("lack");
  expect(unprintable("Łódź\n€ 1")).toEqual(["Ł", "ź"]);
  expect(unprintable("a\u0081\u007f\t")).toEqual(["\u0081", "\u007f", "\t"]);
});

test("every character of Windows-1252 has its byte", () => {
  const decoder = new TextDecoder("windows-1252");
  for (let byte = 0x20; byte < 0x100; byte += 1) {
    const character = decoder.decode(new Uint8Array([byte]));
    const isNone = byte === 0x7f || character.charCodeAt(0) === byte ? byte >= 0x7f && byte < 0xa0 : false;
    expect(winAnsiBytes(character)).toEqual([isNone ? -1 : byte]);
  }
});

test("the sheet's colours are the shop's own", () => {
  const tokens = readFiles("client", [".css"]).find(({ path }) => path === "client/tokens.css")?.text ?? "";
  for (const [name, value] of Object.entries(SHEET_COLORS)) expect(tokens).toContain(`${name}: ${value};`);
});
