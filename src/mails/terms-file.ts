import { TERMS_COPY } from "../content/terms.ts";
import { plainText } from "../shared/running-text.ts";
import type { Trader } from "../shared/trader.ts";
import { traderLines } from "./trader-lines.ts";

/** The general terms and the model withdrawal form as plain text: a durable medium needs them in full, not linked. */
export function formatTerms(trader: Trader): string {
  const { title, intro, lastChanged, articleLabel, articles } = TERMS_COPY;
  const sections = articles.map((article, index) => {
    const blocks = article.paragraphs.map((block) =>
      typeof block === "object" && "list" in block
        ? block.list.map((item) => `- ${plainText(item)}`).join("\n")
        : plainText(block),
    );
    const identity = article.trader ? [traderLines(trader).join("\n")] : [];
    return [`${articleLabel} ${index + 1}. ${article.title}`, ...blocks, ...identity].join("\n\n");
  });
  return `${[title.toUpperCase(), lastChanged.text, ...intro, ...sections, [TERMS_COPY.withdrawalForm.title, ...withdrawalFormTexts(trader)].join("\n\n")].join("\n\n\n")}\n`;
}

/** The model form that a buyer may fill in and send back, with the seller's part filled in as far as it is known. */
export function withdrawalFormTexts({ legalName, address, email }: Trader): readonly string[] {
  const { intro, lines, note } = TERMS_COPY.withdrawalForm;
  const [to = "", ...fields] = lines;
  const seller = [legalName, address, email].filter((part) => part !== undefined).join(", ");
  return [intro, seller === "" ? to : `${to.split(":", 1)[0]}: ${seller}`, ...fields, note];
}
