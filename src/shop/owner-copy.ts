import type { RunningText } from "../shared/running-text.ts";

/**
 * ANSWERS THAT ONLY THE OWNER OF THE SHOP KNOWS. The shop does not know who wrote the questions or how a buyer logs in.
 * So these answers state only what is certain. Before going live: replace each text by the real answer, or find it true
 * as it stands, and set its `isFinal`. Until then `npm run go-live -- check` says that it is missing.
 */
export type OwnerAnswer = {
  /** Whether the owner wrote it; false for the cautious text that stands until then. */
  isFinal: boolean;
  question?: string;
  text: readonly RunningText[];
};

export const OWNER_ANSWERS = {
  /** Names, and experience in sailing and teaching. Until these are known the FAQ asks another question. */
  authors: {
    isFinal: false,
    question: "Zijn dit echte examenvragen?",
    text: [
      "Nee, die houdt het CBR geheim.",
      [
        "Oordeel zelf: bij de ",
        { label: "vragen van onze quiz", page: "quiz" },
        ", het ",
        { label: "proefexamen", page: "mockExam" },
        " en de voorbeeldvragen op deze website staat steeds op welke regel het antwoord gebaseerd is. Die kun je nazoeken.",
      ],
    ],
  },
  /** Whether buyers log in with an account, a link or both, and how they use a second device. */
  access: {
    isFinal: false,
    text: [
      [
        "Na je betaling ga je vanzelf door naar de cursus. Die staat op een andere website. Een account is niet verplicht: de link naar je cursus staat in je bevestigingsmail. Ben je die kwijt? Vraag je links dan op bij ",
        { label: "Mijn cursus", page: "myCourse" },
        ".",
      ],
    ],
  },
  /** Whether the course has a trial exam like that of the CBR, and how many. */
  practiceExam: {
    isFinal: false,
    text: [
      [
        "In de cursus krijg je oefenvragen over alle onderdelen. Reken niet op een proefexamen in de cursus: dat maak je gratis op deze website. In het ",
        { label: "proefexamen KVB1", page: "mockExam" },
        " krijg je 40 vragen, een uur de tijd en uitleg bij elke vraag.",
      ],
    ],
  },
  /** How long the course stays open after the buyer has passed. */
  afterPassing: {
    isFinal: false,
    text: [
      "Je toegang loopt totdat je geslaagd bent. Daarna kan je toegang stoppen. Reken er dus niet op dat je later nog iets kunt opzoeken.",
    ],
  },
  /** A promise beyond the law, such as a guarantee or a trial period. */
  refund: {
    isFinal: false,
    text: [
      [
        "Verder geven we geen geld terug. Probeer daarom eerst de ",
        { label: "gratis quiz", page: "quiz" },
        ". Wanneer je een aankoop kunt herroepen, staat in ",
        { label: "artikel 7 van de algemene voorwaarden", page: "terms", hash: "artikel-7" },
        ".",
      ],
    ],
  },
  /** How soon a question gets an answer, and on which days. */
  replyTime: {
    isFinal: false,
    text: ["Je krijgt zo snel mogelijk antwoord. Op een klacht antwoorden we in elk geval binnen veertien dagen."],
  },
} as const satisfies Record<string, OwnerAnswer>;
