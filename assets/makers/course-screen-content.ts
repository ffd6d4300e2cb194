import { EXAM_FACTS } from "../../src/courses/exam-facts-copy.ts";
import type { CourseId } from "../../src/shared/courses.ts";
import { KVB1_COPY } from "../../src/shop/kvb1-copy.ts";
import { KVB2_COPY } from "../../src/shop/kvb2-copy.ts";
import { MARIFONIE_COPY } from "../../src/shop/marifonie-copy.ts";
import type { SalesCopy } from "../../src/shop/sales-copy.ts";
import type { DrawingPath } from "./drawing.ts";

/** One content group of a course; `done` of its topics are finished in the picture. */
export type Chapter = { name: string; topics: readonly string[]; done: number };

export type Question = {
  topic: string;
  text: string;
  options: readonly [string, string, string, string];
  /** Index of the right option. */
  right: number;
  explanation: string;
  source: string;
  answered: readonly boolean[];
  total: number;
  drawing: DrawingPath;
};

export type CourseContent = {
  chapters: readonly Chapter[];
  /** The time or topics left: a big figure, its unit, and the whole. */
  left: { label: string; figure: string; unit: string; note: string };
  /** Share of practice questions answered right so far, percent. */
  score: number;
  /** How long the next topic takes; absent where no study time is known (Marifonie). */
  topicTime?: string;
  drawing: DrawingPath;
  question: Question;
};

/**
 * The progress of the pictured learner, and the lessons on the screens. Groups are those of given 3.5; the rules are
 * those of the Binnenvaartpolitiereglement (BPR). The time left follows from the course's study time and the share of
 * topics that is left. No study time is given for Marifonie, so that screen counts topics.
 */
export const COURSE_CONTENT: Readonly<Record<CourseId, CourseContent>> = {
  KVB1: {
    chapters: chaptersOf(KVB1_COPY, [6, 6, 7, 5, 0]),
    left: { label: "Studietijd over", figure: "1½", unit: "uur", note: `van de ${EXAM_FACTS.KVB1.studyTime}` },
    score: 84,
    topicTime: "10 minuten",
    drawing: "course/lock",
    question: {
      topic: "Lichten bij bruggen en sluizen",
      text: "De brug is dicht. Je ziet een rood licht met een groen licht eronder. Wat betekent dat?",
      options: [
        "De brug wordt niet bediend.",
        "Je mag nog niet door, maar zo meteen wel.",
        "Je mag door. Let op tegenliggers.",
        "Alleen kleine schepen mogen door.",
      ],
      right: 1,
      explanation:
        "Rood boven groen: nog heel even wachten. Je mag door bij één groen licht, en bij twee als de brug openstaat en niet wordt bediend.",
      source: "BPR artikel 6.26",
      answered: [true, true, false, true, true],
      total: 8,
      drawing: "course/bridge",
    },
  },
  KVB2: {
    chapters: chaptersOf(KVB2_COPY, [6, 6, 4, 0, 0]),
    left: { label: "Studietijd over", figure: "4½", unit: "uur", note: `van de ${EXAM_FACTS.KVB2.studyTime}` },
    score: 81,
    topicTime: "20 minuten",
    drawing: "course/chart-with-course",
    question: {
      topic: "Kardinale markering",
      text: "Je vaart op de Waddenzee en ziet deze ton. Aan welke kant vaar je er veilig langs?",
      options: [
        "Ten noorden van de ton.",
        "Ten oosten van de ton.",
        "Ten zuiden van de ton.",
        "Ten westen van de ton.",
      ],
      right: 3,
      explanation:
        "Geel, zwart, geel en de kegels met de punten naar elkaar: dit is een westkardinaal. Het gevaar ligt ten oosten ervan. ’s Nachts tel je negen flitsen.",
      source: "BPR bijlage 8",
      answered: [true, false, true, true],
      total: 8,
      drawing: "course/west-cardinal-mark",
    },
  },
  MARIFONIE: {
    chapters: chaptersOf(MARIFONIE_COPY, [6, 3, 0, 0]),
    left: { label: "Nog te doen", figure: "15", unit: "van 24", note: "onderwerpen" },
    score: 86,
    drawing: "course/spelling-alphabet",
    question: {
      topic: "Kanaal 10 en blokkanalen",
      text: "Je roept op de Vecht een ander schip op. Er is geen blokkanaal. Wat kies je?",
      options: ["Kanaal 10.", "Kanaal 16.", "Kanaal 70.", "Elk kanaal dat vrij is."],
      right: 0,
      explanation:
        "Schepen roepen elkaar op de binnenwateren op kanaal 10, tenzij een blokkanaal is aangewezen. Kanaal 70 is digitaal: daar praat je nooit.",
      source: "BPR artikel 4.05",
      answered: [true, true, true, false, true, true],
      total: 8,
      drawing: "course/radio-set",
    },
  },
};

function chaptersOf(copy: SalesCopy, done: readonly number[]): Chapter[] {
  return copy.contents.groups.map(({ title, topics }, index) => ({ name: title, topics, done: done[index] ?? 0 }));
}
