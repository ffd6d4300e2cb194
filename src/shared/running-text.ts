import type { PATHS } from "./paths.ts";

/** The pages that copy may link to, each at one address. A name is a key of `PATHS`. */
type LinkedPage = Extract<
  keyof typeof PATHS,
  | "home"
  | "kvb1"
  | "kvb2"
  | "marifonie"
  | "exam"
  | "licenceCheck"
  | "studyPlan"
  | "faq"
  | "terms"
  | "privacy"
  | "accessibility"
  | "order"
  | "quiz"
  | "mockExam"
  | "giftLookup"
  | "withdrawal"
  | "myCourse"
  | "giveGift"
>;

/** A link inside running text: to a page, or with `hash` to the element with this id. */
export type TextLink = { label: string; page: LinkedPage; hash?: string };

/** A paragraph: plain text, or pieces if it has links. Never markup. */
export type RunningText = string | readonly (string | TextLink)[];

/** The paragraph's text without links, for structured data and keys. */
export function plainText(text: RunningText): string {
  return typeof text === "string" ? text : text.map((part) => (typeof part === "string" ? part : part.label)).join("");
}
