import { KVB2_CHAPTERS } from "../courses/chapters-copy.ts";
import { COSTS_IN_WORDS } from "../courses/costs-copy.ts";
import { EXAM_FACTS } from "../courses/exam-facts-copy.ts";
import { COURSES } from "../shared/courses.ts";
import { BRAND } from "../ui/site-copy.ts";
import { licenceIncludes, trySample } from "./kvb1-copy.ts";
import type { SalesCopy } from "./sales-copy.ts";

const COURSE = COURSES.KVB2;
const EXAM = EXAM_FACTS.KVB2;

/** Where the course is sold. */
export const KVB2_NOTE = "Je hebt ook KVB1 nodig";

export const KVB2_COPY: SalesCopy = {
  courseId: "KVB2",
  meta: {
    title: `${COURSE.name}: online cursus KVB2 | ${BRAND}`,
    description: `Leer online voor het ${COURSE.name}: navigatie, getij, weer en betonning. ${COURSE.practiceQuestions}+ oefenvragen en toegang totdat je geslaagd bent.`,
  },
  hero: {
    eyebrow: "Online cursus voor alle binnenwateren",
    title: COURSE.name,
    bullets: [
      `Online cursus: ${COURSE.practiceQuestions}+ vragen met uitleg`,
      `${EXAM.studyTime} studietijd`,
      "Eén keer betalen, geen abonnement",
    ],
    note: KVB2_NOTE,
    tryFirst: trySample("kvb2"),
  },
  video: { title: "Zo leer je voor KVB2" },
  stats: [
    { value: "Volledig", label: "Up to date" },
    { value: `${COURSE.practiceQuestions}+`, label: "Oefenvragen" },
    { value: "24/7", label: "Online toegang" },
  ],
  tiles: {
    title: "Wat je leert voor ruim water",
    items: [
      { icon: "compass", title: "Navigatie", description: "Zeekaart en koersen" },
      { icon: "current", title: "Stroming & Wind", description: "Rekenen met het getij" },
      { icon: "buoy", title: "Betonning", description: "Tonnen en lichten" },
      { icon: "lifebuoy", title: "Veiligheid", description: "Als het misgaat" },
      { icon: "wheel", title: "Praktijk", description: "Sommen over ruim water" },
    ],
  },
  benefits: {
    title: "Naar ruim water",
    items: [
      { icon: "compass", title: "Rekenen in kleine stappen" },
      { icon: "check", title: "100% examengericht" },
      { icon: "chart", title: `Klaar als je ${EXAM_FACTS.practiceTarget} haalt` },
      { icon: "devices", title: "Op telefoon, tablet en computer" },
    ],
  },
  included: licenceIncludes(COURSE),
  sample: {
    title: "Reken jij de koers goed uit?",
    question: {
      text: "Je stuurt 90 graden op je kompas. De deviatie is 4 graden west, de variatie 2 graden oost. Wat is je ware koers?",
      options: ["84 graden", "88 graden", "96 graden"],
      correct: 1,
      explanation: [
        "Oost tel je op, west trek je af. Eerst de deviatie, de fout van je eigen kompas: 90 min 4 is 86. Dan de variatie, het verschil tussen het magnetische en het ware noorden: 86 plus 2 is 88.",
        "Wie allebei aftrekt, komt op 84. Wie allebei optelt, op 96.",
      ],
      source: "kompaskoers + deviatie + variatie = ware koers",
    },
  },
  contents: { title: "De lesstof van KVB2", groups: KVB2_CHAPTERS },
  practice: { title: "Past het bij je?", label: "Probeer de oefenvragen" },
  closing: { title: "Klaar voor ruim water?" },
  faq: {
    title: "Vragen over KVB2",
    items: [
      {
        id: "kvb2-eerst-kvb1",
        question: "Moet ik eerst KVB1 halen?",
        answer: [
          "Je kunt KVB2 pas aanvragen als je ook KVB1 hebt gehaald. De twee examens mag je wel tegelijk doen.",
          [
            "Deze cursus gaat alleen over KVB2. Voor KVB1 is er de cursus ",
            { label: COURSES.KVB1.name, page: "kvb1" },
            ".",
          ],
        ],
      },
      {
        id: "kvb2-waar-varen",
        question: "Waar mag ik varen met KVB2?",
        answer: [
          "Op alle Nederlandse binnenwateren. Anders dan met KVB1 dus ook op het IJsselmeer, het IJmeer, het Markermeer, de Waddenzee, de Oosterschelde, de Westerschelde, de Eems en de Dollard. Op de Noordzee is een vaarbewijs niet verplicht.",
          [
            "Of je voor jouw boot een vaarbewijs nodig hebt, zie je in ",
            { label: "de vaarbewijscheck", page: "licenceCheck" },
            ".",
          ],
          "Ga je naar het buitenland? Op je vaarbewijs staat ook het internationale bewijs (ICC). Met KVB1 en KVB2 geldt dat ook voor de kust. Zoek vooraf op welk bewijs je in dat land nodig hebt.",
        ],
      },
      {
        id: "kvb2-examen",
        question: "Hoe ziet het KVB2-examen eruit?",
        answer: [
          [
            `Je krijgt ${EXAM.questions} vragen in ${EXAM.minutes} minuten en hebt ${EXAM.pointsNeeded} van de ${EXAM.pointsTotal} punten nodig. Je doet het examen `,
            { label: "bij het CBR", page: "exam" },
            ". Een praktijkexamen is er niet.",
          ],
          "Een deel gaat over de zeekaart. Je hebt een passer en een plotter (een doorzichtige koersliniaal) nodig. Vraag het CBR wat je zelf meeneemt.",
        ],
      },
      {
        id: "kvb2-gezakt",
        question: "Wat als ik zak?",
        answer: [
          `Je leert verder in dezelfde cursus, zonder ons opnieuw te betalen. Aan het CBR betaal je wel opnieuw: ${COSTS_IN_WORDS.exam} per examen. Er is geen verplichte wachttijd, maar soms duurt het weken voordat er een plek vrij is.`,
        ],
      },
    ],
  },
};
