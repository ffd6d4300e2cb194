import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import documents from "../../.build/documents.json";
import { readWholeFont } from "../../client/build/font.ts";
import { type PdfLooks, renderLegalPdf } from "../../client/build/legal-pdf.ts";
import { type LegalDocument, termsDocument, withdrawalFormDocument } from "../../src/legal/legal-documents-copy.ts";
import { TERMS_COPY } from "../../src/legal/terms-copy.ts";
import { LEGAL_PDF_PATHS } from "../../src/shared/paths.ts";
import { readPdfText } from "./pdf-text.ts";
import { ROOT } from "./source-files.ts";

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
