import { EXAM_FACTS } from "../courses/exam-facts-copy.ts";
import { LICENCE_LAW, LICENCE_RULES } from "../free/licence-check/licence-check-rules.ts";
import { COURSES, type CourseId, lowestPriceCents } from "../shared/courses.ts";
import type { FaqItem } from "../shared/entities.ts";
import { formatPrice } from "../shared/money.ts";
import { capitalise, inWords } from "../ui/dutch-copy.ts";
import { BRAND } from "../ui/site-copy.ts";
import { TRY_FIRST } from "./kvb1-copy.ts";
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
      `Nodig voor een boot van ${LICENCE_LAW.lengthMetres} meter of langer, of die harder kan dan ${LICENCE_LAW.speedKmh}\u00a0km/u. `,
      { label: "Geldt\u00a0dat\u00a0voor\u00a0jou?", page: "licenceCheck" },
    ],
    bullets: [
      `${KVB1.practiceQuestions}+ vragen voor KVB1, ${KVB2.practiceQuestions}+ voor KVB2`,
      "Direct beginnen",
      "Eén keer betalen, geen abonnement",
    ],
    orderLabel: "Start direct",
    tryFirst: TRY_FIRST,
  },
  video: { title: "Zo leer je voor je vaarbewijs" },
  pricing: { title: "Kies je cursus" },
  benefits: {
    title: "Wat je aan de cursus hebt",
    items: [
      { icon: "clock", title: "Leer dag en nacht" },
      { icon: "book", title: "Bij elke vraag uitleg" },
      { icon: "check", title: "100% examengericht" },
      { icon: "flag", title: "Toegang totdat je geslaagd bent" },
    ],
  },
  practical: { access: "Direct na je betaling", devices: "Telefoon, tablet en computer" },
  practicalLabels: { access: "Toegang", devices: "Apparaten" },
  practice: { title: "Oefen eerst gratis", label: "Probeer de oefenvragen" },
  steps: {
    title: "In vier stappen naar je vaarbewijs",
    items: [
      { title: "Bestel je cursus" },
      { title: `Oefen tot je ${EXAM_FACTS.practiceTarget} haalt` },
      { title: "Examen bij het CBR" },
      { title: "Vraag je vaarbewijs aan" },
    ],
  },
  whenNeeded: {
    title: "Wanneer heb ik een vaarbewijs nodig?",
    law: `De wet: ${LICENCE_LAW.lengthMetres} meter of langer, of harder dan ${LICENCE_LAW.speedKmh}\u00a0km/u.`,
    checkLabel: "Doe de check",
    /** The rule of thumb (given 1.4), below the law. */
    rulesLabel: "Vuistregel, geen wet:",
    rules: [
      `Vanaf ${LICENCE_RULES.horsepower} pk`,
      `Langer dan ${LICENCE_RULES.lengthMetres} meter`,
      `Sneller dan ${LICENCE_RULES.speedKmh} km/u`,
    ],
    orLabel: "of",
  },
  pricingAgain: { title: "Welke cursus past bij jou?" },
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
        answer: [
          [
            `Nee, dat betaal je apart aan het CBR: ${formatPrice(EXAM_FACTS.feeCents)} per examen. Zo zie je `,
            { label: "wat je bij elkaar betaalt", page: "exam", hash: "kosten" },
            ".",
          ],
        ],
      },
    ] satisfies readonly FaqItem[],
  },
  closing: {
    title: "Vandaag leren, straks varen",
    orderLabel: "Direct starten",
    practiceLabel: "Oefenvragen uitproberen",
  },
} as const;

/** The texts of the three pricing cards beside name, waters and price. */
export const COURSE_CARDS: Readonly<Record<CourseId, { features: readonly string[]; note?: string }>> = {
  KVB1: { features: [`${KVB1.practiceQuestions}+ oefenvragen`, `${EXAM_FACTS.KVB1.studyTime} studietijd`] },
  KVB2: {
    features: [`${KVB2.practiceQuestions}+ oefenvragen`, `${EXAM_FACTS.KVB2.studyTime} studietijd`],
    note: KVB2_NOTE,
  },
  MARIFONIE: {
    features: [
      `${MARIFONIE.practiceQuestions}+ oefenvragen`,
      `${capitalise(inWords(EXAM_FACTS.MARIFONIE.chapters))} hoofdstukken`,
    ],
  },
};
