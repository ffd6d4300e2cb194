import { COURSES } from "../shared/courses.ts";
import type { FaqItem, Step } from "../shared/entities.ts";
import { formatPrice } from "../shared/money.ts";
import type { Benefit, MetaCopy } from "./copy.ts";
import { EXAM_CENTRES } from "./exam-centres.ts";
import { EXAM_FACTS, FACTS_CHECKED_ON } from "./exam-facts.ts";

/** The copy of `/cbr-examen`. */
export type ExamPageCopy = {
  meta: MetaCopy;
  hero: { eyebrow: string; title: string; intro: string; orderLabel: string; priceFrom: string; centresLabel: string };
  steps: { title: string; intro: string; items: readonly [Step, Step, Step] };
  facts: {
    title: string;
    intro: string;
    /** Header of the label column, for screen readers. */
    labelHeading: string;
    kvb1Heading: string;
    kvb2Heading: string;
    rows: readonly ExamFactRow[];
    checkedOn: string;
    remark: string;
  };
  map: {
    title: string;
    intro: string;
    searchLabel: string;
    searchPlaceholder: string;
    /** `{shown}` and `{total}` are replaced by numbers; a template because the map's props must be JSON. */
    countLine: string;
    noResults: string;
    listLabel: string;
    mapLabel: string;
    /** Instead of the map when no map is configured or it did not load. */
    mapUnavailable: string;
    mapLabels: { zoomIn: string; zoomOut: string; closePopup: string };
    placeNote: string;
  };
  tips: { title: string; items: readonly [Benefit, Benefit, Benefit, Benefit] };
  faq: { title: string; items: readonly FaqItem[] };
  closing: { title: string; text: string; orderLabel: string; practiceLabel: string };
};

export type ExamFactRow = { label: string; kvb1: string; kvb2: string };

const MONTHS = [
  "januari",
  "februari",
  "maart",
  "april",
  "mei",
  "juni",
  "juli",
  "augustus",
  "september",
  "oktober",
  "november",
  "december",
] as const;

/**
 * An ISO date as Dutch readers write it: `2026-11-21` becomes `21 november 2026`. Not `Intl`, whose data differs between
 * runtimes. Throws RangeError for anything that isn't `yyyy-mm-dd` with an existing month.
 */
export function formatDutchDate(isoDate: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDate) ?? [];
  const monthName = MONTHS[Number(month) - 1];
  if (monthName === undefined) throw new RangeError(`not an ISO date: ${isoDate}`);
  return `${Number(day)} ${monthName} ${year}`;
}

const { KVB1, KVB2 } = EXAM_FACTS;
const FEE = formatPrice(EXAM_FACTS.feeCents);

export const EXAM_COPY: ExamPageCopy = {
  meta: {
    title: "CBR Examen - Zo werkt het",
    description: `Zo werkt het CBR-examen voor ${COURSES.KVB1.name} en 2: aanmelden, voorbereiden en afname. Met kosten, aantal vragen, tijd en een kaart met ${EXAM_CENTRES.length} examencentra.`,
  },
  hero: {
    eyebrow: "Het vaarbewijsexamen",
    title: "CBR Examen: zo werkt het",
    intro:
      "Je vaarbewijs haal je met een theorie-examen bij het CBR. Een praktijkexamen is er niet. Hier lees je hoe je je aanmeldt, wat je moet kennen en wat je op de dag zelf kunt verwachten.",
    orderLabel: "Bekijk de cursussen",
    priceFrom: "Vanaf",
    centresLabel: "Bekijk de examencentra",
  },
  steps: {
    title: "In drie stappen naar je examen",
    intro: "Je regelt het meeste thuis, in je eigen tempo.",
    items: [
      {
        title: "Aanmelden",
        text: "Je reserveert je examen zelf in Mijn CBR. Inloggen doe je met DigiD. Je kiest een datum en een examencentrum, en je betaalt het examengeld aan het CBR.",
      },
      {
        title: "Voorbereiden",
        text: `Leer en oefen online. Reken op ${KVB1.studyTime} voor ${COURSES.KVB1.name} en op ${KVB2.studyTime} voor ${COURSES.KVB2.name}. Ga door tot je bij het oefenen ${EXAM_FACTS.practiceTarget} scoort.`,
      },
      {
        title: "Afname",
        text: `Zorg dat je er ${EXAM_FACTS.arriveEarlyMinutes} minuten van tevoren bent, met een geldig identiteitsbewijs. Je maakt het examen op een computer. De uitslag hoor je meteen na afloop.`,
      },
    ],
  },
  facts: {
    title: "Het examen in cijfers",
    intro: "De twee examens naast elkaar, zodat je weet waar je aan toe bent.",
    labelHeading: "Onderdeel",
    kvb1Heading: COURSES.KVB1.name,
    kvb2Heading: COURSES.KVB2.name,
    rows: [
      {
        label: "Vaarwater",
        kvb1: "Binnenwateren, niet op zee, het IJsselmeer of ander ruim water",
        kvb2: "Alle Nederlandse wateren",
      },
      { label: "Aantal vragen", kvb1: String(KVB1.questions), kvb2: String(KVB2.questions) },
      {
        label: "Nodig om te slagen",
        kvb1: `Minstens ${KVB1.pointsNeeded} van de ${KVB1.pointsTotal} punten (${EXAM_FACTS.passPercent}%)`,
        kvb2: `Minstens ${KVB2.pointsNeeded} van de ${KVB2.pointsTotal} punten (${EXAM_FACTS.passPercent}%)`,
      },
      { label: "Tijd", kvb1: `${KVB1.minutes} minuten`, kvb2: `${KVB2.minutes} minuten` },
      { label: "Studietijd met de cursus", kvb1: KVB1.studyTime, kvb2: KVB2.studyTime },
      { label: "Examengeld voor het CBR", kvb1: FEE, kvb2: FEE },
      both("Examendagen", capitalise(EXAM_FACTS.days)),
      both("Locaties", capitalise(EXAM_FACTS.locations)),
      both("Aanwezig zijn", `${EXAM_FACTS.arriveEarlyMinutes} minuten van tevoren`),
      both("Geldigheid", "Levenslang"),
    ],
    checkedOn: `Laatst gecontroleerd op ${formatDutchDate(FACTS_CHECKED_ON)}.`,
    remark:
      "Het CBR bepaalt het tarief en de opzet van het examen en kan die wijzigen. Kijk daarom vóór je reserveert op cbr.nl wat er nu geldt. Wij horen niet bij het CBR.",
  },
  map: {
    title: "Waar kun je examen doen?",
    intro: `Je kunt op ${EXAM_FACTS.locations} locaties terecht, van ${EXAM_FACTS.days}. Hier zie je ${EXAM_CENTRES.length} examencentra verspreid over het land. Welke plekken er op jouw datum vrij zijn, zie je in Mijn CBR.`,
    searchLabel: "Zoek een plaats",
    searchPlaceholder: "Bijvoorbeeld Utrecht",
    countLine: "{shown} van de {total} examencentra",
    noResults: "We vinden geen examencentrum met die naam. Probeer een plaats bij jou in de buurt.",
    listLabel: "Lijst met examencentra",
    mapLabel: "Kaart van Nederland met de examencentra",
    mapUnavailable: "De kaart is er nu even niet. In deze lijst vind je wel alle examencentra.",
    mapLabels: { zoomIn: "Inzoomen", zoomOut: "Uitzoomen", closePopup: "Sluiten" },
    placeNote:
      "De kaart toont de plaats; het adres staat in je bevestiging van het CBR. Plaatsgegevens: GeoNames (CC BY 4.0).",
  },
  tips: {
    title: "Vier tips voor je examen",
    items: [
      {
        icon: "chart",
        title: `Mik op ${EXAM_FACTS.practiceTarget}`,
        text: `Voor het examen heb je ${EXAM_FACTS.passPercent}% nodig. Scoor je bij het oefenen ${EXAM_FACTS.practiceTarget}, dan heb je ruimte voor een foutje door de zenuwen.`,
      },
      {
        icon: "calendar",
        title: "Prik een datum binnen een jaar",
        text: "Doe je examen binnen een jaar nadat je bent begonnen. Dan zit de stof nog vers in je hoofd en leer je gerichter.",
      },
      {
        icon: "clock",
        title: `Wees er ${EXAM_FACTS.arriveEarlyMinutes} minuten van tevoren`,
        text: "Dan kun je rustig parkeren, je melden en even op adem komen. Reken bij een onbekende plek wat extra reistijd.",
      },
      {
        icon: "id-card",
        title: "Leg je identiteitsbewijs klaar",
        text: "Zonder geldig identiteitsbewijs mag je het examen niet maken. Controleer een week van tevoren of het nog geldig is.",
      },
    ],
  },
  faq: {
    title: "Veelgestelde vragen over het examen",
    items: [
      {
        id: "kvb1-en-kvb2-tegelijk",
        question: `Kan ik ${COURSES.KVB1.shortName} en ${COURSES.KVB2.shortName} tegelijk doen?`,
        answer: [
          "Ja, je mag beide examens tegelijk doen.",
          `Wel heb je ${COURSES.KVB1.name} nodig voordat je ${COURSES.KVB2.name} kunt aanvragen. Haal je alleen het examen voor ${COURSES.KVB2.name}, dan heb je dus nog geen vaarbewijs.`,
        ],
      },
      {
        id: "gezakt",
        question: "Wat gebeurt er als ik zak?",
        answer: [
          "Je hoeft geen verplichte wachttijd af te wachten. Je reserveert een nieuw examen zodra je er klaar voor bent en betaalt opnieuw examengeld aan het CBR.",
          "Je toegang tot de cursus loopt gewoon door tot je geslaagd bent.",
        ],
      },
      {
        id: "naast-het-examen",
        question: "Wat heb ik naast het examen nodig voor mijn vaarbewijs?",
        answer: [
          "Je vult de Gezondheidsverklaring vaarbewijs van het CBR in en je vraagt het vaarbewijs aan bij het CBR. Reken daarvoor op extra kosten, naast het examengeld.",
          "Examen doen kan al voor je achttiende. Het vaarbewijs zelf krijg je vanaf 18 jaar.",
        ],
      },
      {
        id: "praktijkexamen",
        question: "Moet ik ook een praktijkexamen doen?",
        answer: [
          "Nee, het examen bestaat alleen uit theorie. Heb je weinig ervaring op het water? Dan is een keer meevaren of een praktijkles wel verstandig.",
        ],
      },
      {
        id: "hoe-lang-geldig",
        question: "Hoe lang is mijn vaarbewijs geldig?",
        answer: [
          "Je leven lang: je hoeft geen examen opnieuw te doen. Alleen bij een medische beperking kan het CBR een kortere geldigheid bepalen.",
        ],
      },
    ],
  },
  closing: {
    title: "Klaar om te beginnen?",
    text: "Begin vandaag met leren, of probeer eerst gratis een paar oefenvragen.",
    orderLabel: "Direct starten",
    practiceLabel: "Oefenvragen uitproberen",
  },
};

/** A row whose value is the same for both exams. */
function both(label: string, value: string): ExamFactRow {
  return { label, kvb1: value, kvb2: value };
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
