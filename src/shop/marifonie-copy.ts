import { EXAM_FACTS } from "../courses/exam-facts-copy.ts";
import { cite } from "../courses/laws-copy.ts";
import { COURSES } from "../shared/courses.ts";
import { inWords } from "../ui/dutch-copy.ts";
import { BRAND } from "../ui/site-copy.ts";
import { trySample } from "./kvb1-copy.ts";
import type { SalesCopy } from "./sales-copy.ts";

const COURSE = COURSES.MARIFONIE;
const { chapters: CHAPTERS } = EXAM_FACTS.MARIFONIE;
const CHAPTERS_IN_WORDS = inWords(CHAPTERS);

/** No number of questions, duration or fee is given for this exam (given 9.3), so none is printed. */
export const MARIFONIE_COPY: SalesCopy = {
  courseId: "MARIFONIE",
  meta: {
    title: `Marifoon Basiscertificaat: online cursus | ${BRAND}`,
    description: `Een brug of sluis oproepen en weten wat je in nood moet zeggen: dat leer je in deze online cursus voor het Marifoon Basiscertificaat, met ${COURSE.practiceQuestions}+ oefenvragen.`,
  },
  hero: {
    eyebrow: "Online cursus voor je marifooncertificaat",
    title: "Marifoon Basiscertificaat",
    bullets: [
      "Roep zelf een brug of sluis op",
      `${COURSE.practiceQuestions}+ vragen met uitleg`,
      "Eén keer betalen, geen abonnement",
    ],
    tryFirst: trySample("marifonie"),
  },
  video: { title: "Zo leer je voor je certificaat" },
  stats: [
    { value: `${COURSE.practiceQuestions}+`, label: "Oefenvragen" },
    { value: String(CHAPTERS), label: "Hoofdstukken" },
    { value: "24/7", label: "Online toegang" },
  ],
  tiles: {
    title: "Wat je leert over de marifoon",
    items: [
      { icon: "radio", title: "Apparatuur", description: "Instellen en zenden" },
      { icon: "speech", title: "Communicatie", description: "Kort en duidelijk praten" },
      { icon: "book", title: "Regelgeving", description: "Papieren en registratie" },
      { icon: "lifebuoy", title: "Noodsituaties", description: "Wat je zegt bij gevaar" },
    ],
  },
  benefits: {
    title: "Met een gerust hart aan de marifoon",
    items: [
      { icon: "speech", title: "Zelf een brug of sluis oproepen" },
      { icon: "lifebuoy", title: "Weten wat je in nood moet zeggen" },
      { icon: "check", title: "100% examengericht" },
      { icon: "devices", title: "Op telefoon, tablet en computer" },
    ],
  },
  included: [
    `${COURSE.practiceQuestions}+ oefenvragen met uitleg`,
    `Lesstof in ${CHAPTERS_IN_WORDS} hoofdstukken`,
    "Toegang totdat je geslaagd bent",
  ],
  sample: {
    title: "Weet jij welk kanaal je kiest?",
    question: {
      text: "Je nadert met je motorboot een brug die voor je open moet. Je hebt een marifoon aan boord. Op welk kanaal luister je?",
      options: ["Op kanaal 10.", "Op het kanaal van de brug.", "Op kanaal 16."],
      correct: 1,
      explanation: [
        "Kom je bij een beweegbare brug of een sluis, dan luister je op het kanaal van die brug of sluis. Vaak is dat 18, 20 of 22.",
        "Kanaal 10 is voor schepen onderling. Kanaal 16 is het noodkanaal op zee en op ruim water, zoals het IJsselmeer en de Waddenzee.",
      ],
      source: cite("BPR", "4.05 en 6.26"),
    },
  },
  contents: {
    title: "De lesstof in vier hoofdstukken",
    groups: [
      {
        title: "Apparatuur",
        topics: [
          "Onderdelen en bediening",
          "Marifoon of portofoon",
          "Zendvermogen, squelch en volume",
          "Antenne en stroomvoorziening",
          "ATIS en MMSI",
          "AIS",
        ],
      },
      {
        title: "Communicatie",
        topics: [
          "Een oproep opbouwen",
          "Kanaal 10 en blokkanalen",
          "Bruggen en sluizen oproepen",
          "Spelalfabet en cijfers",
          "Vaste woorden: over en uit",
          "Gespreksdiscipline",
        ],
      },
      {
        title: "Regelgeving",
        topics: [
          "Certificaat en registratie",
          "Wanneer is een marifoon verplicht?",
          "Uitluisterplicht",
          "Documenten aan boord",
          "Geheimhouding",
          "Toegestaan gebruik",
        ],
      },
      {
        title: "Noodsituaties",
        topics: [
          "Nood, spoed en veiligheid",
          "Mayday",
          "Pan-pan",
          "Sécurité",
          "Welk kanaal bij nood?",
          "Radiostilte en hulp bieden",
        ],
      },
    ],
  },
  closing: { title: "Klaar om te beginnen?" },
  faq: {
    title: "Vragen over de marifooncursus",
    items: [
      {
        id: "marifonie-certificaat-nodig",
        question: "Wanneer heb ik een certificaat nodig?",
        answer: [
          [
            "Zodra je een marifoon gebruikt. Het is een apart certificaat: een vaarbewijs alleen is niet genoeg. Of je ook ",
            { label: "een vaarbewijs nodig hebt", page: "licenceCheck" },
            ", hangt af van je boot.",
          ],
          "Officieel heet dit het Basiscertificaat Marifonie.",
        ],
      },
      {
        id: "marifonie-verplicht",
        question: "Moet ik een marifoon aan boord hebben?",
        answer: [
          "Op een kleine plezierboot meestal niet. Vaar je op radar, dan moet het wel. Bij slecht zicht moet het ook op de Rijnwateren, zoals de Waal, en op drukke vaarwegen, zoals het Amsterdam-Rijnkanaal.",
          "Heb je een marifoon aan boord, dan moet je ook uitluisteren. Dat betekent dat je meeluistert op het juiste kanaal.",
        ],
      },
      {
        id: "marifonie-registreren",
        question: "Moet ik mijn marifoon registreren?",
        answer: [
          "Ja, dat doe je bij de Rijksinspectie Digitale Infrastructuur (RDI). Je krijgt dan roepletters en een ATIS-code. Die code gaat met elke uitzending mee, zodat te zien is welk schip er zendt.",
        ],
      },
      {
        id: "marifonie-dsc",
        question: "Mag ik met dit certificaat ook een zeemarifoon met DSC bedienen?",
        answer: [
          "Nee. Met DSC roep je digitaal op, met een druk op een knop. Daarvoor heb je een hoger certificaat nodig: Marcom-B. Deze cursus leidt daar niet voor op.",
        ],
      },
      {
        id: "marifonie-examen",
        question: "Waar doe ik examen en wat als ik zak?",
        answer: [
          "Bij het CBR of een ander erkend exameninstituut. Kijk daar naar tijden, plaatsen en kosten, en hoe snel er plek is.",
          "Zak je, dan oefen je verder in dezelfde cursus. Aan ons betaal je niets extra's, aan het exameninstituut betaal je wel opnieuw.",
        ],
      },
    ],
  },
};
