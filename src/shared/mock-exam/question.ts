/**
 * What a question of the mock exam is. Stem and choices (`ExamQuestion`) stand apart from key and explanation (`ExamAnswer`):
 * a page that asks never reads the second.
 */

/** The four subjects of the KVB1 exam. */
export const EXAM_SUBJECTS = ["rules", "engine", "water", "handling"] as const;
export type ExamSubject = (typeof EXAM_SUBJECTS)[number];

/** What a right answer is worth. */
export const EXAM_POINTS = [1, 2, 3] as const;
export type ExamPoints = (typeof EXAM_POINTS)[number];

/** Letters of the choices, in the order in which they stand: the same in every exam. */
export const CHOICE_LETTERS = ["A", "B", "C", "D"] as const;
export type ChoiceLetter = (typeof CHOICE_LETTERS)[number];

export type ExamQuestion<DrawingId extends string = string> = {
  text: string;
  /** Two to four; the first is A. */
  choices: readonly string[];
  drawing?: DrawingId;
};

/** What an answer rests on: an article of a regulation, or a named principle of good practice. */
export type ExamRule<Article extends string = string, Principle extends string = string> =
  | { article: Article }
  | { principle: Principle };

export type ExamAnswer<Rule = ExamRule> = {
  correct: ChoiceLetter;
  /** One to three sentences. */
  explanation: string;
  rules: readonly Rule[];
};

/** The ids of all questions by subject and by points, without their texts: what a draw needs. */
export type ExamCatalogue = Readonly<Record<ExamSubject, Readonly<Record<ExamPoints, readonly string[]>>>>;
