import { COURSES, type CourseId, PRICE_CENTS } from "../shared/courses.ts";
import type { FaqItem, PracticalInfo, Stat, Step } from "../shared/entities.ts";
import { formatPrice } from "../shared/money.ts";
import type { Benefit, MetaCopy } from "./copy.ts";
import { EXAM_FACTS, LICENCE_RULES } from "./exam-facts.ts";
import { BRAND } from "./site.ts";

const { KVB1, KVB2, MARIFONIE } = COURSES;

/** The copy of the home page, block by block in the order of the page (specification section 2). */
export type HomeCopy = {
  meta: MetaCopy;
  hero: {
    eyebrow: string;
    title: string;
    bullets: readonly string[];
    orderLabel: string;
    /** Before the lowest price. */
    priceFrom: string;
    reassurance: string;
  };
  video: { title: string };
  pricing: { title: string; intro: string };
  benefits: { title: string; intro: string; items: readonly Benefit[] };
  practical: PracticalInfo;
  practicalLabels: { title: string; access: string; devices: string };
  practice: { title: string; text: string; bullets: readonly string[]; label: string };
  environment: { title: string; intro: string; points: readonly { title: string; text: string }[] };
  steps: { title: string; items: readonly Step[] };
  whenNeeded: {
    title: string;
    intro: string;
    /** One of them is enough to need a licence. */
    rules: readonly Stat[];
    /** Between two rules. */
    orLabel: string;
    text: readonly string[];
    note: string;
  };
  pricingAgain: { title: string; intro: string };
  faq: { title: string; items: readonly FaqItem[]; moreLabel: string };
  closing: { title: string; text: string; orderLabel: string; practiceLabel: string };
};

export const HOME_COPY: HomeCopy = {
  meta: {
    title: `${BRAND}? Vaarbewijs 1 & 2 Cursus vanaf ${formatPrice(PRICE_CENTS.none)}`,
    description:
      "Leer online voor Klein Vaarbewijs 1 en 2 of voor de marifoon. Met lesstof, oefenvragen en uitleg. Direct toegang, tot je geslaagd bent.",
  },
  hero: {
    eyebrow: "Toegang tot je geslaagd bent",
    title: "Behaal jouw Vaarbewijs 1 & 2",
    bullets: [
      "Leer in je eigen tempo op telefoon, tablet en computer",
      `Oefenvragen met uitleg: ${KVB1.practiceQuestions}+ voor KVB1 en ${KVB2.practiceQuestions}+ voor KVB2`,
      "Je kunt direct na je betaling beginnen",
    ],
    orderLabel: "Start direct",
    priceFrom: "Vanaf",
    reassurance: "Eén keer betalen, geen abonnement",
  },
  video: {
    title: "Zo leer je voor je vaarbewijs",
  },
  pricing: {
    title: "Kies je cursus",
    intro:
      "De drie cursussen kosten evenveel. Je betaalt één keer en houdt toegang tot je geslaagd bent, ook als je een keer zakt.",
  },
  benefits: {
    title: "Wat je aan de cursus hebt",
    intro: "Alles wat je nodig hebt om de stof te leren en te oefenen, op één plek.",
    items: [
      {
        icon: "clock",
        title: "Leer wanneer je wilt",
        text: "Een kwartiertje in de trein of een avond aan de keukentafel: je cursus is 24/7 open.",
      },
      {
        icon: "question",
        title: "Veel oefenvragen",
        text: `${KVB1.practiceQuestions}+ voor KVB1, ${KVB2.practiceQuestions}+ voor KVB2 en ${MARIFONIE.practiceQuestions}+ voor Marifonie.`,
      },
      {
        icon: "book",
        title: "Lesstof met uitleg",
        text: "Je leert per onderwerp. De uitleg laat zien waarom een antwoord klopt, zodat je de regel begrijpt.",
      },
      {
        icon: "check",
        title: "100% examengericht",
        text: "De stof gaat over wat je voor het examen moet weten. Zo besteed je je tijd aan de goede dingen.",
      },
      {
        icon: "flag",
        title: "Toegang tot je geslaagd bent",
        text: "Zak je een keer? Dan loopt je toegang gewoon door en leer je verder waar het nodig is.",
      },
      {
        icon: "euro",
        title: "Eén keer betalen",
        text: "Je zit niet vast aan een abonnement. De prijs die je ziet, is inclusief btw.",
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
    text: "Benieuwd of deze manier van leren bij je past? Maak dan vijf oefenvragen. Dat kost je niets.",
    bullets: [
      "Je ziet na afloop je score",
      "Bij elke vraag lees je waarom het antwoord klopt",
      `Voor het echte examen heb je ${EXAM_FACTS.passPercent}% nodig`,
    ],
    label: "Probeer de oefenvragen",
  },
  environment: {
    title: "Zo ziet je cursus eruit",
    intro: "Na je bestelling leer je in je eigen cursusomgeving. Alles staat daar op een vaste plek.",
    points: [
      {
        title: "Ingedeeld op onderwerp",
        text: "Van voorrangsregels tot veiligheid: je kiest zelf waar je begint.",
      },
      {
        title: "Vraag, antwoord, uitleg",
        text: "Je oefent met vragen en leest de uitleg erbij. Zo leer je ook van je fouten.",
      },
      {
        title: "Leesbaar op elk scherm",
        text: "Op je telefoon aan boord of op de computer thuis: je hebt steeds dezelfde stof.",
      },
    ],
  },
  steps: {
    title: "In vier stappen naar je vaarbewijs",
    items: [
      {
        title: "Bestel je cursus",
        text: "Kies KVB1 of KVB2. Na je betaling heb je direct toegang.",
      },
      {
        title: "Leer en oefen",
        text: `Reken op ${EXAM_FACTS.KVB1.studyTime} voor KVB1 en ${EXAM_FACTS.KVB2.studyTime} voor KVB2. Haal je bij het oefenen ${EXAM_FACTS.practiceTarget}, dan ben je eraan toe.`,
      },
      {
        title: "Doe examen bij het CBR",
        text: `Je kunt terecht op ${EXAM_FACTS.locations} locaties, van ${EXAM_FACTS.days}. Je meldt je aan via Mijn CBR.`,
      },
      {
        title: "Vraag je vaarbewijs aan",
        text: "Geslaagd? Dan vraag je je vaarbewijs aan bij het CBR. Het is je leven lang geldig.",
      },
    ],
  },
  whenNeeded: {
    title: "Wanneer heb ik een vaarbewijs nodig?",
    intro: "Je hebt een vaarbewijs nodig als één van deze punten voor jou geldt.",
    rules: [
      { value: `${LICENCE_RULES.horsepower} pk of meer`, label: "het vermogen van je motorboot" },
      { value: `Langer dan ${LICENCE_RULES.lengthMetres} meter`, label: "de lengte van je boot" },
      { value: `Sneller dan ${LICENCE_RULES.speedKmh} km/u`, label: "de snelheid van je boot" },
    ],
    orLabel: "of",
    text: [
      "Met KVB1 vaar je op de binnenwateren, maar niet op zee en niet op het IJsselmeer. Met KVB2 vaar je op alle Nederlandse wateren.",
      "Wil je een marifoon gebruiken? Daarvoor heb je een apart certificaat nodig.",
    ],
    note: "Dit is een korte samenvatting. De precieze regels en uitzonderingen staan in het Binnenvaartbesluit. Twijfel je of jouw boot eronder valt? Zoek het dan na voordat je bestelt.",
  },
  pricingAgain: {
    title: "Welke cursus past bij jou?",
    intro:
      "Blijf je op rivieren, kanalen en de meeste meren, dan is KVB1 genoeg. Wil je verder, dan doe je ook KVB2. Marifonie is voor wie een marifoon gebruikt.",
  },
  faq: {
    title: "Veelgestelde vragen",
    items: [
      {
        id: "wanneer-toegang",
        question: "Wanneer kan ik beginnen?",
        answer: [
          "Meteen. Je krijgt direct na je betaling toegang tot de cursus, ook 's avonds en in het weekend.",
          "Leren kan op je telefoon, tablet en computer.",
        ],
      },
      {
        id: "hoe-lang-toegang",
        question: "Hoe lang houd ik toegang?",
        answer: [
          "Tot je geslaagd bent. Zak je voor het examen, dan loopt je toegang door. Je betaalt ons niet opnieuw.",
        ],
      },
      {
        id: "kvb1-of-kvb2",
        question: "Moet ik KVB1 of KVB2 kiezen?",
        answer: [
          "Dat hangt af van het water. Met KVB1 vaar je op de binnenwateren, zoals rivieren, kanalen en de meeste meren. De zee en het IJsselmeer vallen daar niet onder. Met KVB2 vaar je op alle Nederlandse wateren.",
          "Je kunt KVB2 pas aanvragen als je ook KVB1 hebt gehaald. Je mag de twee examens wel tegelijk doen.",
        ],
      },
      {
        id: "examen-bij-de-prijs",
        question: "Zit het CBR-examen bij de prijs in?",
        answer: [
          `Nee, het examen voor KVB1 of KVB2 betaal je apart aan het CBR. Het kost ${formatPrice(EXAM_FACTS.feeCents)}. Dat bedrag kan veranderen: kijk op cbr.nl voor het actuele tarief.`,
          "Ook de gezondheidsverklaring en het aanvragen van je vaarbewijs regel je zelf bij het CBR. Daar horen aparte kosten bij.",
        ],
      },
    ],
    moreLabel: "Bekijk alle vragen en antwoorden",
  },
  closing: {
    title: "Klaar om te beginnen?",
    text: "Je kunt vandaag nog starten. Weet je het nog niet zeker, maak dan eerst vijf gratis oefenvragen.",
    orderLabel: "Direct starten",
    practiceLabel: "Oefenvragen uitproberen",
  },
};

/** What the three pricing cards say beside name and price; `waters` is the line that says whom the course is for. */
export const COURSE_CARDS: Readonly<
  Record<CourseId, { features: readonly string[]; orderLabel: string; waters?: string }>
> = {
  KVB1: {
    waters: "Voor rivieren, kanalen en de meeste meren",
    features: [
      `${KVB1.practiceQuestions}+ oefenvragen met uitleg`,
      `${EXAM_FACTS.KVB1.studyTime} studietijd`,
      "Toegang tot je geslaagd bent",
    ],
    orderLabel: `Bestel ${KVB1.shortName}`,
  },
  KVB2: {
    waters: "Voor alle Nederlandse wateren",
    features: [
      `${KVB2.practiceQuestions}+ oefenvragen met uitleg`,
      `${EXAM_FACTS.KVB2.studyTime} studietijd`,
      "Toegang tot je geslaagd bent",
      "Je hebt ook KVB1 nodig",
    ],
    orderLabel: `Bestel ${KVB2.shortName}`,
  },
  MARIFONIE: {
    waters: "Voor wie een marifoon gebruikt",
    features: [
      `${MARIFONIE.practiceQuestions}+ oefenvragen met uitleg`,
      `${EXAM_FACTS.MARIFONIE.chapters} overzichtelijke hoofdstukken`,
      "Toegang tot je geslaagd bent",
    ],
    orderLabel: `Bestel ${MARIFONIE.shortName}`,
  },
};

/** The line under a price: `offer` with flow A or B, else `normal` (specification section 4). */
export const PRICING_NOTES = {
  normal: "inclusief btw",
  offer: "inclusief btw, actieprijs",
} as const;

/**
 * Words beside a price. `original` and `current` (offers only) are for people who use a screen reader: they do not hear
 * that a price is struck through.
 */
export const PRICE_LABELS = {
  popular: "Populair",
  original: "Normale prijs",
  current: "Actieprijs",
} as const;
