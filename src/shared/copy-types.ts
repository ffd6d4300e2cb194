import type { CourseId } from "./courses.ts";
import type { ContentGroup, FaqItem, IconName, Stat, Tile } from "./entities.ts";

export type MetaCopy = { title: string; description: string };

export type Benefit = { icon: IconName; title: string; text: string };

/** An abbreviation in a course's topics, and its meaning. */
export type Term = { short: string; meaning: string };

/** A question to try on a sales page. */
export type SampleQuestion = {
  text: string;
  /** Lettered from A. */
  options: readonly string[];
  /** Index of the right option. */
  correct: number;
  explanation: readonly string[];
  /** The rule behind the answer, as printed. */
  source: string;
};

/** The copy of one of the three sales pages; they share one page component. */
export type SalesCopy = {
  courseId: CourseId;
  meta: MetaCopy;
  hero: {
    eyebrow: string;
    title: string;
    bullets: readonly string[];
    /** Something that the course does not include. */
    note?: string;
    orderLabel: string;
    reassurance: string;
  };
  video: { title: string; text: string };
  stats: readonly Stat[];
  /** KVB2 has five, Marifonie four, KVB1 none (given 3.4). */
  tiles?: { title: string; items: readonly Tile[] };
  benefits: { title: string; intro: string; items: readonly Benefit[] };
  included: { title: string; items: readonly { title: string; text: string }[] };
  sample: { title: string; intro: string; question: SampleQuestion };
  contents: { title: string; intro: string; groups: readonly ContentGroup[]; terms: readonly Term[] };
  screenshots: {
    title: string;
    intro: string;
    pictures: readonly [{ alt: string; caption: string }, { alt: string; caption: string }];
  };
  pricing: { title: string; intro: string; features: readonly string[]; note?: string; orderLabel: string };
  /** After the questions: order, once more. */
  closing: { title: string; text: string };
  /** Absent on the Marifonie page (given 3.3). */
  practice?: { title: string; text: string; label: string; hasLadder?: true };
  faq: { title: string; items: readonly FaqItem[] };
};
