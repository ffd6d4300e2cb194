import type { ExamPoints, ExamSubject } from "../../../courses/exam-rules.ts";
import type { ChoiceLetter } from "../drawing/scene-rules.ts";
/**
 * The types of a question in the mock exam. Text and form (`ExamQuestion`) are apart from key and explanation
 * (`ExamAnswer`), because a page that asks a question must never import its answer.
 */

/** The five forms of a question. `Picture` is a drawing, or its id. */
export type ExamForm<Picture = string> =
  /** One of two to four texts; the first is A. */
  | { choices: readonly string[] }
  | { pictures: readonly Picture[] }
  /** One of the places that the drawing marks A to D, each in words for people who cannot see it. */
  | { places: readonly string[] }
  /** Four things to put in order. */
  | { items: readonly [string, string, string, string] }
  | { statements: readonly [string, string] };

export type ExamQuestion<DrawingId extends string = string> = {
  text: string;
  drawing?: DrawingId;
} & ExamForm<DrawingId>;

type Verdict = "j" | "n" | "x";
type Rank = "0" | "1" | "2" | "3" | "4";

/**
 * An answer, as the address and the key hold it: the letter of a choice; for two statements `j` (right), `n` (wrong) or `x`
 * (not said) of each; for four things the place of each in the order, 0 for none.
 */
export type ExamReply = ChoiceLetter | `${Verdict}${Verdict}` | `${Rank}${Rank}${Rank}${Rank}`;

/** The source of an answer: an article of a regulation, or a named principle of good practice. */
export type ExamRule<Article extends string = string, Principle extends string = string> =
  | { article: Article }
  | { principle: Principle };

export type ExamAnswer<Rule = ExamRule> = {
  correct: ExamReply;
  /** One to three sentences. */
  explanation: string;
  rules: readonly Rule[];
};

/** The ids of all questions by subject and points, without their texts, for the draw. */
export type ExamCatalogue = Readonly<Record<ExamSubject, Readonly<Record<ExamPoints, readonly string[]>>>>;
