import type { MetaCopy } from "../shared/copy-types.ts";
import type { CourseId } from "../shared/courses.ts";
import type { FaqItem, IconName } from "../shared/entities.ts";
import type { RunningText } from "../shared/running-text.ts";

/** Id of the question to try on a sales page. */
export const SAMPLE_QUESTION_ID = "voorbeeldvraag";
export const SAMPLE_QUESTION_COPY = {
  right: "Goed!",
  wrong: (letter: string) => `Fout. Het juiste antwoord is ${letter}.`,
  source: "Regel",
} as const;

export type Stat = { value: string; label: string };

export type Tile = { icon: IconName; title: string; description: string };

export type ContentGroup = { title: string; topics: readonly string[] };

export type Benefit = { icon: IconName; title: string };

export type SampleQuestion = {
  text: string;
  options: readonly string[];
  correct: number;
  explanation: readonly string[];
  source: string;
};

/** The copy of one of the three sales pages; they share one page component. */
export type SalesCopy = {
  courseId: CourseId;
  meta: MetaCopy;
  hero: { eyebrow: string; title: string; bullets: readonly string[]; note?: string; tryFirst?: RunningText };
  video: { title: string };
  stats: readonly Stat[];
  /** KVB2 has five, Marifonie four, KVB1 none (given 3.4). */
  tiles?: { title: string; items: readonly Tile[] };
  benefits: { title: string; items: readonly Benefit[] };
  included: readonly string[];
  sample: { title: string; question: SampleQuestion };
  contents: { title: string; groups: readonly ContentGroup[] };
  closing: { title: string };
  /** Absent on the Marifonie page (given 3.3). */
  practice?: { title: string; label: string };
  faq: { title: string; items: readonly FaqItem[] };
};
