import type { ProductId } from "../shared/courses.ts";
import type { RunningText } from "../shared/running-text.ts";

/** One of the things to do after paying, in their order. */
export type NextStep = { title: string; text: RunningText };

export const NEXT_STEPS_TITLE = "Zo ga je verder";

const BOOKMARK: NextStep = {
  title: "Zet de cursus bij je favorieten",
  text: "Open je cursus en bewaar die pagina in je browser. Dan vind je hem altijd snel terug.",
};
const PLAN: NextStep = {
  title: "Maak je studieplan",
  text: [
    "Kies de dag van je examen. Met ",
    { label: "ons studieplan", page: "studyPlan" },
    " verdeel je de stof over de dagen tot dan.",
  ],
};
/** The score at which a learner books the exam; the aim in practice is `EXAM_FACTS.practiceTarget`. */
const BOOK_TITLE = "Reserveer je examen zodra je rond de 80% scoort";

export const NEXT_STEPS: Readonly<Record<ProductId, readonly NextStep[]>> = {
  KVB1: [
    BOOKMARK,
    PLAN,
    {
      title: BOOK_TITLE,
      text: [
        "Oefen ook met ons ",
        { label: "proefexamen", page: "mockExam" },
        ". Reserveren doe je bij het CBR. Lees ",
        { label: "hoe je examen doet", page: "exam" },
        ".",
      ],
    },
  ],
  KVB2: [
    BOOKMARK,
    PLAN,
    {
      title: BOOK_TITLE,
      text: ["Reserveren doe je bij het CBR. Lees ", { label: "hoe je examen doet", page: "exam" }, "."],
    },
  ],
  MARIFONIE: [
    BOOKMARK,
    {
      title: "Kies vaste momenten om te leren",
      text: "Zet ze in je agenda. Een paar keer kort oefenen werkt beter dan één keer lang.",
    },
    {
      title: BOOK_TITLE,
      text: [
        "Dat doe je bij het CBR of een ander erkend exameninstituut. Lees ",
        { label: "waar je examen doet", page: "marifonie", hash: "marifonie-examen" },
        ".",
      ],
    },
  ],
  KVB1_KVB2: [
    {
      title: "Zet beide cursussen bij je favorieten",
      text: "Open ze en bewaar die pagina's in je browser. Dan vind je ze altijd snel terug.",
    },
    {
      title: "Begin met KVB1 en maak je studieplan",
      text: [
        "KVB2 gaat verder op die stof. Met ",
        { label: "ons studieplan", page: "studyPlan" },
        " verdeel je de stof over de dagen tot je examen.",
      ],
    },
    {
      title: BOOK_TITLE,
      text: [
        "Elk examen reserveer je apart, bij het CBR. Oefen voor KVB1 ook met ons ",
        { label: "proefexamen", page: "mockExam" },
        ". Lees ",
        { label: "hoe je examen doet", page: "exam" },
        ".",
      ],
    },
  ],
};

export const GIFT_NEXT_STEPS: readonly NextStep[] = [
  {
    title: "Bewaar je bevestigingsmail",
    text: [
      "Daarin staan de link en de code. Ben je de mail kwijt? Vraag je links dan op bij ",
      { label: "Mijn cursus", page: "myCourse" },
      ".",
    ],
  },
  { title: "Geef het cadeau", text: "Stuur de link, of druk de cadeaubon af en geef die zelf." },
  {
    title: "De ontvanger pakt het uit",
    text: "Drie tikken, en het pakje gaat open. Daarna activeert de ontvanger de cursus en begint met leren.",
  },
];

/** With another step in the place of giving. */
const giftStepsWith = (given: NextStep) => GIFT_NEXT_STEPS.map((step, index) => (index === 1 ? given : step));

/** The three steps of a buyer whose gift the shop mails. */
export const GIFT_MAILED_NEXT_STEPS: readonly NextStep[] = giftStepsWith({
  title: "Wij sturen het cadeau",
  text: "Op de dag zelf gaat de mail naar de ontvanger. De cadeaubon afdrukken en zelf geven kan ook.",
});

/** The steps of that buyer once the gift was mailed. */
export const GIFT_SENT_NEXT_STEPS: readonly NextStep[] = giftStepsWith({
  title: "Is het niet aangekomen?",
  text: "Misschien staat de mail bij de ongewenste berichten. Je kunt de link ook zelf sturen.",
});
