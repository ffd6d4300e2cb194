import { KVB1_CHAPTERS } from "../courses/chapters-copy.ts";
import { COSTS_IN_WORDS } from "../courses/costs-copy.ts";
import { EXAM_FACTS } from "../courses/exam-facts-copy.ts";
import { cite } from "../courses/laws-copy.ts";
import type { SalesCopy } from "../shared/copy-types.ts";
import { COURSES } from "../shared/courses.ts";
import { BRAND } from "../ui/site-copy.ts";

const COURSE = COURSES.KVB1;
const EXAM = EXAM_FACTS.KVB1;

export const KVB1_COPY: SalesCopy = {
  courseId: "KVB1",
  meta: {
    title: `${COURSE.name}: online cursus KVB1 | ${BRAND}`,
    description: `Leer online voor het ${COURSE.name}. ${COURSE.practiceQuestions}+ oefenvragen met uitleg, ${EXAM.studyTime} studietijd en toegang totdat je geslaagd bent.`,
  },
  hero: {
    eyebrow: "Voor rivieren, kanalen en de meeste meren",
    title: COURSE.name,
    bullets: [
      `Online cursus met ${COURSE.practiceQuestions}+ oefenvragen en uitleg`,
      "Zak je? Je betaalt ons nooit een tweede keer.",
      `${EXAM.studyTime} studietijd, in je eigen tempo`,
    ],
    orderLabel: `Bestel cursus ${COURSE.shortName}`,
    reassurance: "Eén keer betalen, geen abonnement",
  },
  video: {
    title: "Bekijk hoe je leert",
    text: "In deze video zie je hoe de cursus werkt.",
  },
  stats: [
    { value: `${COURSE.practiceQuestions}+`, label: "Oefenvragen" },
    { value: EXAM.studyTime, label: "Studietijd" },
    { value: "24/7", label: "Online toegang" },
  ],
  benefits: {
    title: "Goed voorbereid naar je examen",
    intro: "Je hoeft geen ervaren schipper te zijn.",
    items: [
      {
        icon: "check",
        title: "100% examengericht",
        text: `De vaarregels leveren op het examen de meeste punten op: ${EXAM.rulePoints} van de ${EXAM.pointsTotal}. Begin daarmee, dan haal je het snelst punten.`,
      },
      {
        icon: "clock",
        title: "In je eigen tempo",
        text: `Verdeel de ${EXAM.studyTimeInWords} studietijd zoals het jou uitkomt. Je kunt er dag en nacht bij.`,
      },
      {
        icon: "chart",
        title: "Weten wanneer je klaar bent voor het examen",
        text: `Haal je bij het oefenen ${EXAM_FACTS.practiceTarget}, reserveer dan je examen. Slagen doe je met ${EXAM_FACTS.passPercent}% van de punten.`,
      },
      {
        icon: "devices",
        title: "Op al je apparaten",
        text: "Leer op je telefoon, tablet of computer, thuis of aan boord.",
      },
    ],
  },
  included: {
    title: "Dit krijg je",
    items: [
      {
        title: `${COURSE.practiceQuestions}+ oefenvragen`,
        text: "Van voorrang tot motor. Oefen zo vaak als je wilt.",
      },
      {
        title: "Lesstof per onderwerp",
        text: "De regels, borden en lichten die je moet kennen, en hoe je boot en motor werken.",
      },
      {
        title: "Uitleg bij de vragen",
        text: "Je leest waarom een antwoord goed of fout is. Zo snap je ook een vraag die net anders is.",
      },
      {
        title: "Toegang totdat je geslaagd bent",
        text: "Die gaat in zodra je hebt betaald en stopt niet als je een keer zakt.",
      },
    ],
  },
  sample: {
    title: "Weet jij wie er moet wijken?",
    intro: "Een voorbeeldvraag over voorrang. Kies je antwoord en lees de uitleg.",
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
  contents: {
    title: "Wat leer je voor KVB1?",
    intro: "Vijf onderdelen. Je bepaalt zelf waar je begint.",
    groups: KVB1_CHAPTERS,
    terms: [
      { short: "BPR", meaning: "Binnenvaartpolitiereglement, de regels op bijna alle binnenwateren" },
      { short: "RPR", meaning: "Rijnvaartpolitiereglement, de regels op onder meer de Waal en de Lek" },
    ],
  },
  screenshots: {
    title: "Kijk alvast binnen",
    intro: "Twee voorbeelden van schermen. De cursus zelf kan er anders uitzien.",
    pictures: [
      {
        alt: "Voorbeeld van de cursusomgeving van KVB1 met je voortgang en de onderdelen",
        caption: "Voorbeeld van een scherm: de onderdelen van KVB1.",
      },
      {
        alt: "Voorbeeld van een oefenvraag van KVB1 met de antwoorden",
        caption: "Voorbeeld van een scherm: een vraag over bruglichten.",
      },
    ],
  },
  pricing: {
    title: "Begin vandaag met KVB1",
    intro: "Eén prijs voor de hele cursus. Je examen reserveer je zelf bij het CBR, zodra je er klaar voor bent.",
    features: [
      `${COURSE.practiceQuestions}+ oefenvragen met uitleg`,
      "Lesstof over alle onderdelen",
      "Direct na je betaling beginnen",
      "Toegang totdat je geslaagd bent",
    ],
    orderLabel: `Bestel cursus ${COURSE.shortName}`,
  },
  practice: {
    title: "Twijfel je nog?",
    text: "Probeer het eerst gratis. Dan weet je hoe we vragen stellen en wat je al kunt.",
    label: "Probeer de oefenvragen",
    hasLadder: true,
  },
  closing: {
    title: "Klaar om te beginnen?",
    text: "Na je betaling begin je meteen. Je examen reserveer je zodra je er klaar voor bent.",
  },
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
            `Je krijgt ${EXAM.questions} vragen in ${EXAM.minutes} minuten. Met ${EXAM.pointsNeeded} van de ${EXAM.pointsTotal} punten ben je geslaagd. Een praktijkexamen is er niet. Zo verloopt `,
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
