/**
 * The types of a question in the mock exam. Text and choices (`ExamQuestion`) are apart from key and explanation
 * (`ExamAnswer`), because a page that asks a question must never import its answer.
 */

/** The four subjects of the KVB1 exam. */
export const EXAM_SUBJECTS = ["rules", "engine", "water", "handling"] as const;
export type ExamSubject = (typeof EXAM_SUBJECTS)[number];

/** The possible points of a question. */
export const EXAM_POINTS = [1, 2, 3] as const;
export type ExamPoints = (typeof EXAM_POINTS)[number];

/** Letters of the choices, in their fixed order. */
export const CHOICE_LETTERS = ["A", "B", "C", "D"] as const;
export type ChoiceLetter = (typeof CHOICE_LETTERS)[number];

export type ExamQuestion<DrawingId extends string = string> = {
  text: string;
  /** Two to four choices; the first is A. */
  choices: readonly string[];
  drawing?: DrawingId;
};

/** The source of an answer: an article of a regulation, or a named principle of good practice. */
export type ExamRule<Article extends string = string, Principle extends string = string> =
  | { article: Article }
  | { principle: Principle };

export type ExamAnswer<Rule = ExamRule> = {
  correct: ChoiceLetter;
  /** One to three sentences. */
  explanation: string;
  rules: readonly Rule[];
};

/** The ids of all questions by subject and points, without their texts, for the draw. */
export type ExamCatalogue = Readonly<Record<ExamSubject, Readonly<Record<ExamPoints, readonly string[]>>>>;
