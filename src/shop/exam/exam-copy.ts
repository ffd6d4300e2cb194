import { EXAM_FACTS, FEE_NOTE } from "../../courses/exam-facts-copy.ts";
import { COURSES } from "../../shared/courses.ts";
import { formatPrice } from "../../shared/money.ts";
import { capitalise } from "../../ui/dutch-copy.ts";
import { EXAM_CENTRES } from "./exam-centres-rules.ts";

/** Id of the part of the page that adds up the costs of a licence. */
export const COSTS_ID = "kosten";

const { KVB1, KVB2 } = EXAM_FACTS;
const FEE = formatPrice(EXAM_FACTS.feeCents);

export const EXAM_COPY = {
  meta: {
    title: "CBR Examen - Zo werkt het",
    description: `Zo werkt het CBR-examen voor ${COURSES.KVB1.name} en 2: aanmelden, voorbereiden en afname. Met kosten, aantal vragen, tijd en een kaart met ${EXAM_CENTRES.length} examencentra.`,
  },
  hero: {
    eyebrow: "Het vaarbewijsexamen",
    title: "CBR Examen: zo werkt het",
    intro: "Je vaarbewijs haal je met een theorie-examen bij het CBR. Een praktijkexamen is er niet.",
    facts: [
      [`Examen ${COURSES.KVB1.shortName}`, `${KVB1.questions} vragen`],
      ["Tijd", `${KVB1.minutes} minuten`],
      ["Examengeld (CBR)", FEE],
    ],
    orderLabel: "Bekijk de cursussen",
  },
  steps: {
    title: "In drie stappen naar je examen",
    items: [
      { title: "Aanmelden", text: "Reserveer en betaal in Mijn CBR, met DigiD. Soms is er pas na weken plek." },
      { title: "Voorbereiden", text: `Leer online en oefen totdat je ${EXAM_FACTS.practiceTarget} scoort.` },
      { title: "Afname", text: "Je maakt het examen op een computer. De uitslag hoor je meteen." },
    ],
    plan: "Maak een studieplan tot aan je examen",
  },
  facts: {
    title: "Het examen in cijfers",
    /** Header of the label column, for screen readers. */
    labelHeading: "Onderdeel",
    kvb1Heading: COURSES.KVB1.shortName,
    kvb2Heading: COURSES.KVB2.shortName,
    rows: [
      { label: "Waar mag je varen?", kvb1: "Rivieren, kanalen, de meeste meren", kvb2: "Alle binnenwateren" },
      { label: "Aantal vragen", kvb1: String(KVB1.questions), kvb2: String(KVB2.questions) },
      {
        label: "Nodig om te slagen",
        kvb1: `${KVB1.pointsNeeded} van de ${KVB1.pointsTotal} punten (${EXAM_FACTS.passPercent}%)`,
        kvb2: `${KVB2.pointsNeeded} van de ${KVB2.pointsTotal} punten (${EXAM_FACTS.passPercent}%)`,
      },
      { label: "Tijd", kvb1: `${KVB1.minutes} minuten`, kvb2: `${KVB2.minutes} minuten` },
      { label: "Studietijd", kvb1: KVB1.studyTime, kvb2: KVB2.studyTime },
      { label: "Examendagen", kvb1: capitalise(EXAM_FACTS.days), kvb2: capitalise(EXAM_FACTS.days) },
      { label: "Geldigheid", kvb1: "Levenslang", kvb2: "Levenslang" },
    ],
  },
  costs: {
    title: "Wat kosten cursus en examen?",
    columns: [COURSES.KVB1.shortName, COURSES.KVB2.shortName, "Allebei"],
    rows: { courses: "Cursus", exams: "Examen", total: "Samen" },
    note: `Het examen betaal je aan het CBR. Daar komen de gezondheidsverklaring en de aanvraag bij. ${FEE_NOTE}`,
  },
  map: {
    title: "Waar kun je examen doen?",
    intro: `Het CBR heeft ${EXAM_FACTS.locations} examencentra. Hier staan er ${EXAM_CENTRES.length}. Niet elk centrum neemt vaarexamens af: kijk in Mijn CBR.`,
    searchLabel: "Zoek een plaats",
    searchPlaceholder: "Bijvoorbeeld Utrecht",
    /** `{shown}` and `{total}` are replaced by numbers; a template because the map's props must be JSON. */
    countLine: "{shown} van de {total} examencentra",
    noResults: "We vinden geen examencentrum met die naam. Probeer een plaats bij jou in de buurt.",
    listLabel: "Lijst met examencentra",
    mapLabel: "Kaart van Nederland met de examencentra",
    /** Instead of the map when no map is configured or it did not load. */
    mapUnavailable: "De kaart is nu even niet te zien. In deze lijst vind je dezelfde examencentra.",
    mapLabels: { zoomIn: "Inzoomen", zoomOut: "Uitzoomen", closePopup: "Sluiten" },
    placeNote: "De kaart toont de plaats, niet het gebouw. Plaatsgegevens: GeoNames (CC BY 4.0).",
  },
  tips: {
    title: "Vier tips voor je examen",
    items: [
      { icon: "chart", title: `Mik op ${EXAM_FACTS.practiceTarget}` },
      { icon: "calendar", title: "Prik een datum binnen een jaar" },
      { icon: "clock", title: `Wees er ${EXAM_FACTS.arriveEarlyMinutes} minuten van tevoren` },
      { icon: "id-card", title: "Neem een geldig ID-bewijs mee" },
    ],
  },
  faq: {
    title: "Veelgestelde vragen over het examen",
    items: [
      {
        id: "kvb1-en-kvb2-tegelijk",
        question: `Kan ik ${COURSES.KVB1.shortName} en ${COURSES.KVB2.shortName} tegelijk doen?`,
        answer: [
          `Ja. Je betaalt dan twee keer ${FEE} aan het CBR.`,
          [
            `Wel heb je ${COURSES.KVB1.name} nodig voordat je ${COURSES.KVB2.name} kunt aanvragen. Haal je alleen het examen voor `,
            { label: COURSES.KVB2.name, page: "kvb2" },
            ", dan heb je dus nog geen vaarbewijs.",
          ],
        ],
      },
      {
        id: "gezakt",
        question: "Wat gebeurt er als ik zak?",
        answer: [
          "Er is geen verplichte wachttijd. Je reserveert een nieuw examen zodra je er klaar voor bent en betaalt opnieuw examengeld aan het CBR.",
          "Aan ons betaal je niets extra's: je toegang tot de cursus loopt door totdat je geslaagd bent.",
        ],
      },
      {
        id: "naast-het-examen",
        question: "Wat heb ik naast het examen nodig?",
        answer: [
          [
            "Je vult de Gezondheidsverklaring vaarbewijs van het CBR in en je vraagt het vaarbewijs aan bij het CBR. Dat kan na je examen, en ook al ervoor. Op deze pagina zie je wat je betaalt voor ",
            { label: "cursus en examen samen", page: "exam", hash: COSTS_ID },
            ".",
          ],
          "Examen doen kan al eerder, maar het vaarbewijs zelf krijg je vanaf 18 jaar.",
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
  closing: { title: "Begin vandaag met leren", orderLabel: "Direct starten", practiceLabel: "Oefenvragen uitproberen" },
} as const;
