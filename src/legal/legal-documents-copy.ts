import { traderLines } from "../server/mail/trader-lines-copy.ts";
import { plainText } from "../shared/running-text.ts";
import type { Trader } from "../shared/trader.ts";
import { sayLastChanged, TERMS_COPY } from "./terms-copy.ts";

/** The documents of a confirmation, made from the pages' copy. The build writes PDFs; without these a mail has text. */
export type LegalDocument = { title: string; parts: readonly LegalPart[] };

export type LegalPart =
  | { heading: string }
  | { text: string }
  | { list: readonly string[] }
  | { lines: readonly string[] }
  /** A label and a line to fill in by hand. */
  | { field: string };

/** The general terms in full, because a durable medium must contain them, not link to them. */
export function termsDocument(trader: Trader): LegalDocument {
  const { title, intro, lastChanged, articleLabel, articles } = TERMS_COPY;
  return {
    title,
    parts: [
      { text: sayLastChanged(lastChanged) },
      ...intro.map((text) => ({ text })),
      ...articles.flatMap((article, index): LegalPart[] => [
        { heading: `${articleLabel} ${index + 1}. ${article.title}` },
        ...article.paragraphs.map((block) =>
          typeof block === "object" && "list" in block
            ? { list: block.list.map(plainText) }
            : { text: plainText(block) },
        ),
        ...(article.trader ? [{ lines: traderLines(trader) }] : []),
      ]),
    ],
  };
}

/** The model form for a buyer to fill in and send back, with the seller's data filled in as far as configured. */
export function withdrawalFormDocument({ legalName, address, email }: Trader): LegalDocument {
  const { title, intro, lines, note } = TERMS_COPY.withdrawalForm;
  const [to = "", ...fields] = lines;
  const seller = [legalName, address, email].filter((part) => part !== undefined).join(", ");
  return {
    title,
    parts: [
      { text: intro },
      { text: seller === "" ? to : `${to.split(":", 1)[0]}: ${seller}` },
      ...fields.map((field) => ({ field })),
      { text: note },
    ],
  };
}

export function formatLegalText(documents: readonly LegalDocument[]): string {
  return documents
    .map(({ title, parts }) => `${[title.toUpperCase(), ...parts.map(partText)].join("\n\n")}\n`)
    .join("\n\n\n");
}

function partText(part: LegalPart): string {
  if ("heading" in part) return `\n${part.heading}`;
  if ("list" in part) return part.list.map((item) => `- ${item}`).join("\n");
  if ("lines" in part) return part.lines.join("\n");
  return "field" in part ? part.field : part.text;
}
