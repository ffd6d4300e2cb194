import { COSTS_IN_WORDS } from "../courses/costs-copy.ts";
import { EXAM_FACTS, FEE_NOTE } from "../courses/exam-facts-copy.ts";
import { LICENCE_LAW, LICENCE_RULES } from "../free/licence-check/licence-check-rules.ts";
import { COURSES, type CourseId, lowestPriceCents } from "../shared/courses.ts";
import type { FaqItem } from "../shared/entities.ts";
import { formatPrice } from "../shared/money.ts";
import { capitalise, inWords } from "../ui/dutch-copy.ts";
import { BRAND } from "../ui/site-copy.ts";
import { costsInWords } from "./costs-in-words-copy.ts";
import { KVB2_NOTE } from "./kvb2-copy.ts";

const { KVB1, KVB2, MARIFONIE } = COURSES;

/** The copy of the home page, block by block in the order of the page (given 3.2). */
export const HOME_COPY = {
  meta: {
    title: `${BRAND}? Vaarbewijs 1 & 2 Cursus vanaf ${formatPrice(lowestPriceCents("none"))}`,
    description:
      "Leer online voor Klein Vaarbewijs 1 en 2 of voor de marifoon. Met lesstof, oefenvragen en uitleg. Direct toegang, totdat je geslaagd bent.",
  },
  hero: {
    eyebrow: "Online cursus voor rivier, meer en ruim water",
    title: "Behaal jouw Vaarbewijs 1 & 2",
    forWhom: [
      `Nodig voor een boot van ${LICENCE_LAW.lengthMetres} meter of langer, of voor een boot die harder kan dan ${LICENCE_LAW.speedKmh} km/u. `,
      { label: "Geldt dat voor jou?", page: "licenceCheck" },
    ],
    bullets: [
      `Oefenvragen met uitleg: ${KVB1.practiceQuestions}+ voor KVB1 en ${KVB2.practiceQuestions}+ voor KVB2`,
      "Direct beginnen, op elk scherm",
      "Zak je? Je betaalt ons nooit een tweede keer.",
    ],
    orderLabel: "Start direct",
    tryFirst: ["Of doe eerst het ", { label: "gratis proefexamen", page: "mockExam" }],
    /** Before and behind the lowest price. */
    priceFrom: "Vanaf",
    perCourse: "per cursus",
    reassurance: "Eén keer betalen, geen abonnement",
  },
  video: {
    title: "Zo leer je voor je vaarbewijs",
  },
  pricing: {
    title: "Kies je cursus",
    intro: "Je betaalt één keer en houdt toegang totdat je geslaagd bent.",
    examNote: [
      `Je examen betaal je apart: ${COSTS_IN_WORDS.exam} per examen voor KVB1 en KVB2. ${FEE_NOTE} `,
      { label: "Bekijk wat je in totaal betaalt", page: "order", hash: "hulp-bij-kiezen" },
    ],
  },
  benefits: {
    title: "Wat je aan de cursus hebt",
    items: [
      {
        icon: "clock",
        title: "Leer wanneer je wilt",
        text: "In de trein of aan de keukentafel: je kunt er dag en nacht bij.",
      },
      {
        icon: "book",
        title: "Lesstof met uitleg",
        text: "De uitleg laat zien waarom een antwoord klopt, zodat je de regel begrijpt.",
      },
      {
        icon: "check",
        title: "100% examengericht",
        text: "Je leert de onderwerpen waar het examen over gaat.",
      },
      {
        icon: "flag",
        title: "Toegang totdat je geslaagd bent",
        text: "Zak je een keer? Dan leer je verder waar het nodig is, zonder opnieuw te betalen.",
      },
    ],
  },
  practical: {
    access: "Direct na je betaling",
    devices: "Telefoon, tablet en computer",
  },
  practicalLabels: { title: "Praktisch", access: "Toegang", devices: "Apparaten" },
  practice: {
    title: "Oefen eerst gratis",
    text: "Kijk of deze manier van leren bij je past.",
    label: "Probeer de oefenvragen",
    hasLadder: true,
  },
  environment: {
    title: "Zo werkt leren met de cursus",
    intro: "Je leert online, in je browser. De schermen hier zijn voorbeelden.",
  },
  steps: {
    title: "In vier stappen naar je vaarbewijs",
    items: [
      {
        title: "Bestel je cursus",
        text: "Kies KVB1, of KVB1 én KVB2. Na je betaling heb je direct toegang.",
      },
      {
        title: "Leer en oefen",
        text: `Reken op ${EXAM_FACTS.KVB1.studyTimeInWords} voor KVB1 en ${EXAM_FACTS.KVB2.studyTimeInWords} voor KVB2. Haal je bij het oefenen ${EXAM_FACTS.practiceTarget}, dan ben je klaar voor het examen.`,
      },
      {
        title: "Doe examen bij het CBR",
        text: "Je reserveert in Mijn CBR. Doe dat op tijd: soms duurt het weken voordat er een plek vrij is.",
      },
      {
        title: "Vraag je vaarbewijs aan",
        text: "Ook dat doe je bij het CBR, na je examen of al ervoor. Je krijgt het vanaf 18 jaar en het blijft je leven lang geldig.",
      },
    ],
  },
  whenNeeded: {
    title: "Wanneer heb ik een vaarbewijs nodig?",
    intro: `Een vaarbewijs is verplicht vanaf ${LICENCE_LAW.lengthMetres} meter, en voor een kortere boot die harder kan dan ${LICENCE_LAW.speedKmh} kilometer per uur.`,
    /** The rule of thumb. */
    rulesTitle: "De vuistregel die je vaak hoort, strenger dan de wet",
    rules: [
      { value: `${LICENCE_RULES.horsepower} pk of meer`, label: "het vermogen van je motorboot" },
      { value: `Langer dan ${LICENCE_RULES.lengthMetres} meter`, label: "de lengte van je boot" },
      { value: `Sneller dan ${LICENCE_RULES.speedKmh} km/u`, label: "de snelheid die je boot kan halen" },
    ],
    /** Between two rules. */
    orLabel: "of",
    text: [
      "De wet zelf kijkt niet naar pk's: dat staat in artikel 16 van het Binnenvaartbesluit.",
      [
        "Het water waarop je vaart, bepaalt of KVB1 genoeg is. ",
        { label: "Lees het verschil", page: "faq", hash: "kvb1-of-kvb2" },
        ".",
      ],
    ],
    note: `Is je boot korter dan ${LICENCE_LAW.lengthMetres} meter en kan hij niet harder dan ${LICENCE_LAW.speedKmh} kilometer per uur? Dan heb je voor een plezierboot in Nederland geen vaarbewijs nodig, ook niet als hij onder de vuistregel valt.`,
    /** The button to the questions. */
    checkLabel: "Doe de check met zes vragen",
  },
  pricingAgain: {
    title: "Welke cursus past bij jou?",
    intro: [
      "Blijf je op rivieren, kanalen en de meeste meren, dan is KVB1 genoeg. Vaar je ook op ruim water, zoals het IJsselmeer of de Waddenzee? Dan heb je KVB1 én KVB2 nodig. Twijfel je nog, dan is er ",
      { label: "hulp bij het kiezen", page: "order", hash: "hulp-bij-kiezen" },
      ".",
    ],
  },
  faq: {
    title: "Veelgestelde vragen",
    items: [
      {
        id: "wanneer-toegang",
        question: "Wanneer kan ik beginnen?",
        answer: [
          [
            "Meteen na je betaling, ook 's avonds en in het weekend. Zo ",
            { label: "kom je in de cursus", page: "faq", hash: "hoe-inloggen" },
            ".",
          ],
        ],
      },
      {
        id: "hoe-lang-toegang",
        question: "Hoe lang houd ik toegang?",
        answer: [
          "Totdat je geslaagd bent. Zak je voor het examen, dan loopt je toegang door en betaal je ons niet opnieuw.",
        ],
      },
      {
        id: "kvb1-of-kvb2",
        question: "Moet ik KVB1 of KVB2 kiezen?",
        answer: [
          "Dat hangt af van het water. Met KVB1 vaar je op rivieren, kanalen en de meeste meren. Op ruim water is KVB1 niet genoeg: het IJsselmeer, het IJmeer, het Markermeer, de Waddenzee, de Oosterschelde, de Westerschelde, de Eems en de Dollard. Met KVB2 vaar je op alle Nederlandse binnenwateren. Op de Noordzee is een vaarbewijs niet verplicht.",
          "Voor KVB2 heb je ook KVB1 nodig. Je mag de twee examens tegelijk doen.",
        ],
      },
      {
        id: "examen-bij-de-prijs",
        question: "Zit het CBR-examen bij de prijs in?",
        answer: (flow) => [
          `Nee, dat betaal je apart aan het CBR. Cursus en examen kosten samen ${costsInWords(flow).kvb1} voor KVB1. Doe je ook KVB2, dan is het ${costsInWords(flow).both}. De gezondheidsverklaring en de aanvraag van je vaarbewijs komen daar nog bij.`,
          FEE_NOTE,
        ],
      },
    ] satisfies readonly FaqItem[],
  },
  closing: {
    title: "Vandaag leren, straks varen",
    text: "Na je betaling kun je direct aan de slag. Weet je het nog niet zeker, maak dan eerst vijf gratis oefenvragen.",
    orderLabel: "Direct starten",
    practiceLabel: "Oefenvragen uitproberen",
  },
} as const;

/** The texts of the three pricing cards beside name and price; `waters` is the line about the course's waters. */
export const COURSE_CARDS: Readonly<
  Record<CourseId, { features: readonly string[]; note?: string; orderLabel: string; waters: string }>
> = {
  KVB1: {
    waters: "Voor rivieren, kanalen en de meeste meren",
    features: [`${KVB1.practiceQuestions}+ oefenvragen met uitleg`, `${EXAM_FACTS.KVB1.studyTime} studietijd`],
    orderLabel: `Bestel cursus ${KVB1.shortName}`,
  },
  KVB2: {
    waters: "Voor alle Nederlandse binnenwateren",
    features: [`${KVB2.practiceQuestions}+ oefenvragen met uitleg`, `${EXAM_FACTS.KVB2.studyTime} studietijd`],
    note: KVB2_NOTE,
    orderLabel: `Bestel cursus ${KVB2.shortName}`,
  },
  MARIFONIE: {
    waters: "Zelf een brug of sluis oproepen",
    features: [
      `${MARIFONIE.practiceQuestions}+ oefenvragen met uitleg`,
      `${capitalise(inWords(EXAM_FACTS.MARIFONIE.chapters))} hoofdstukken, ook over nood`,
    ],
    orderLabel: `Bestel cursus ${MARIFONIE.shortName}`,
  },
};

/** Below a card's order button: to the course's own page. */
export const COURSE_CARD_MORE = (course: string) => `Meer over ${course}`;
