import { KVB1_CHAPTERS } from "../courses/chapters-copy.ts";
import { COSTS_IN_WORDS } from "../courses/costs-copy.ts";
import { EXAM_FACTS } from "../courses/exam-facts-copy.ts";
import { cite } from "../courses/laws-copy.ts";
import { COURSES } from "../shared/courses.ts";
import type { RunningText } from "../shared/running-text.ts";
import { BRAND } from "../ui/site-copy.ts";
import { SAMPLE_QUESTION_ID, type SalesCopy } from "./sales-copy.ts";

const COURSE = COURSES.KVB1;
const EXAM = EXAM_FACTS.KVB1;

/** Above what each course has. */
export const INCLUDED_TITLE = "Dit krijg je";

export const licenceIncludes = ({ practiceQuestions }: typeof COURSE): SalesCopy["included"] => [
  `${practiceQuestions}+ oefenvragen`,
  "Lesstof per onderwerp",
  "Uitleg bij de vragen",
  "Toegang totdat je geslaagd bent",
];

/** Beside the button to buy: the mock exam, or where there is none, the page's own question. */
export const TRY_FIRST: RunningText = ["Of doe eerst het ", { label: "gratis proefexamen", page: "mockExam" }];
export const trySample = (page: "kvb2" | "marifonie"): RunningText => [
  "Of maak eerst een ",
  { label: "voorbeeldvraag", page, hash: SAMPLE_QUESTION_ID },
];

export const KVB1_COPY: SalesCopy = {
  courseId: "KVB1",
  meta: {
    title: `${COURSE.name}: online cursus KVB1 | ${BRAND}`,
    description: `Leer online voor het ${COURSE.name}. ${COURSE.practiceQuestions}+ oefenvragen met uitleg, ${EXAM.studyTime} studietijd en toegang totdat je geslaagd bent.`,
  },
  hero: {
    eyebrow: "Online cursus voor rivier, kanaal en meer",
    title: COURSE.name,
    bullets: [
      `Online cursus: ${COURSE.practiceQuestions}+ vragen met uitleg`,
      `${EXAM.studyTime} studietijd`,
      "Eén keer betalen, geen abonnement",
    ],
    tryFirst: TRY_FIRST,
  },
  video: { title: "Zo leer je voor KVB1" },
  stats: [
    { value: `${COURSE.practiceQuestions}+`, label: "Oefenvragen" },
    { value: EXAM.studyTime, label: "Studietijd" },
    { value: "24/7", label: "Online toegang" },
  ],
  benefits: {
    title: "Goed voorbereid naar je examen",
    items: [
      { icon: "check", title: "100% examengericht" },
      { icon: "clock", title: "In je eigen tempo" },
      { icon: "chart", title: `Klaar als je ${EXAM_FACTS.practiceTarget} haalt` },
      { icon: "devices", title: "Op telefoon, tablet en computer" },
    ],
  },
  included: licenceIncludes(COURSE),
  sample: {
    title: "Weet jij wie er moet wijken?",
    question: {
      text: "Je steekt met een kleine motorboot een meer over. Van bakboord (links) komt een roeiboot en jullie koersen kruisen elkaar. Wie moet wijken?",
      options: [
        "De roeiboot, want die komt van bakboord.",
        "Jij, want een motorboot wijkt voor een roeiboot.",
        "De kleinste van de twee.",
      ],
      correct: 1,
      explanation: [
        "Volgt geen van beide de stuurboordszijde van het vaarwater, dan telt bij kleine schepen het soort boot: een motorboot wijkt voor een roeiboot, en een roeiboot wijkt voor een zeilboot.",
        "Varen jullie allebei op de motor, dan wijkt wie van bakboord komt.",
      ],
      source: cite("BPR", "6.17"),
    },
  },
  contents: { title: "De lesstof van KVB1", groups: KVB1_CHAPTERS },
  practice: { title: "Twijfel je nog?", label: "Probeer de oefenvragen" },
  closing: { title: "Klaar om te beginnen?" },
  faq: {
    title: "Vragen over KVB1",
    items: [
      {
        id: "kvb1-waar-varen",
        question: "Waar mag ik varen met KVB1?",
        answer: [
          "Op rivieren, kanalen en de meeste meren.",
          [
            "Niet op het IJsselmeer, het IJmeer, het Markermeer, de Waddenzee, de Oosterschelde, de Westerschelde, de Eems en de Dollard. De Gouwzee mag wel. Wil je op dat ruime water varen, dan heb je ",
            { label: "KVB2", page: "kvb2" },
            " nodig. Misschien heb je ",
            { label: "geen vaarbewijs nodig", page: "licenceCheck" },
            ": dat hangt af van je boot.",
          ],
          "Ga je naar het buitenland? Op je vaarbewijs staat ook het internationale bewijs (ICC). Met alleen KVB1 geldt dat voor binnenwater. Zoek vooraf op welk bewijs je in dat land nodig hebt.",
        ],
      },
      {
        id: "kvb1-examen",
        question: "Hoe ziet het KVB1-examen eruit?",
        answer: [
          [
            `Je krijgt ${EXAM.questions} vragen in ${EXAM.minutes} minuten. Met ${EXAM.pointsNeeded} van de ${EXAM.pointsTotal} punten (${EXAM_FACTS.passPercent}%) ben je geslaagd. Een praktijkexamen is er niet. Zo verloopt `,
            { label: "het examen bij het CBR", page: "exam" },
            ".",
          ],
        ],
      },
      {
        id: "kvb1-wanneer-examen",
        question: "Hoe snel kan ik examen doen?",
        answer: [
          `Zodra je de stof kent en er plek is. Soms duurt het weken voordat er bij het CBR een plek vrij is. Reserveer dus zodra je bij het oefenen in de buurt van ${EXAM_FACTS.practiceTarget} komt.`,
          "Doe het examen liefst binnen een jaar, dan zit de stof nog goed in je hoofd.",
        ],
      },
      {
        id: "kvb1-gezakt",
        question: "Wat als ik zak?",
        answer: [
          `Dan oefen je verder zonder ons opnieuw te betalen. Er is geen verplichte wachttijd. Aan het CBR betaal je wel opnieuw ${COSTS_IN_WORDS.exam} per examen.`,
        ],
      },
    ],
  },
};
