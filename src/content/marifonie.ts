import { COURSES } from "../shared/courses.ts";
import type { SalesCopy } from "./copy.ts";
import { EXAM_FACTS } from "./exam-facts.ts";
import { BRAND } from "./site.ts";

const COURSE = COURSES.MARIFONIE;
const { chapters: CHAPTERS } = EXAM_FACTS.MARIFONIE;

/** The specification gives no number of questions, duration or fee for this exam, so none is printed. */
export const MARIFONIE_COPY: SalesCopy = {
  courseId: "MARIFONIE",
  meta: {
    title: `Marifoon Basiscertificaat: online cursus | ${BRAND}`,
    description: `Leer online voor het Marifoon Basiscertificaat. ${COURSE.practiceQuestions}+ oefenvragen met uitleg, ${CHAPTERS} hoofdstukken en toegang tot je geslaagd bent.`,
  },
  hero: {
    eyebrow: "Voor wie een marifoon gebruikt",
    title: "Marifoon Basiscertificaat",
    bullets: [
      `${COURSE.practiceQuestions}+ oefenvragen met uitleg`,
      `${CHAPTERS} hoofdstukken, van apparatuur tot noodoproep`,
      "Direct toegang, tot je geslaagd bent",
    ],
    orderLabel: `Bestel ${COURSE.shortName}`,
    reassurance: "Eén keer betalen, geen abonnement",
  },
  video: {
    title: "Bekijk hoe je leert",
    text: "In deze video zie je hoe onze cursussen werken en hoe je je voorbereidt op een examen.",
  },
  stats: [
    { value: `${COURSE.practiceQuestions}+`, label: "Oefenvragen" },
    { value: String(CHAPTERS), label: "Hoofdstukken" },
    { value: "24/7", label: "Online toegang" },
  ],
  tiles: {
    title: "Wat je leert over de marifoon",
    items: [
      {
        icon: "radio",
        title: "Apparatuur",
        description: "Hoe je marifoon werkt en wat je instelt voordat je zendt.",
      },
      {
        icon: "speech",
        title: "Communicatie",
        description: "Kort en duidelijk praten met schepen, bruggen en sluizen.",
      },
      {
        icon: "book",
        title: "Regelgeving",
        description: "Wat je moet registreren, welke papieren je aan boord hebt en wat wel en niet mag.",
      },
      {
        icon: "flare",
        title: "Noodsituaties",
        description: "Wat je zegt als er gevaar is, en hoe je een ander helpt.",
      },
    ],
  },
  benefits: {
    title: "Rustig achter de marifoon",
    intro: "Iedereen op het kanaal kan meeluisteren. Dan is het prettig als je weet wat je moet zeggen.",
    items: [
      {
        icon: "speech",
        title: "De woorden leren kennen",
        text: "Je leert hoe je een oproep opbouwt, hoe je een naam spelt en wanneer je 'over' of 'uit' zegt.",
      },
      {
        icon: "flare",
        title: "Weten wat je zegt in nood",
        text: "Je leert het verschil tussen Mayday, Pan-pan en Sécurité, en wat er in zo'n bericht hoort.",
      },
      {
        icon: "check",
        title: "100% examengericht",
        text: "De cursus gaat over wat je voor het basiscertificaat moet weten.",
      },
      {
        icon: "clock",
        title: "In je eigen tempo",
        text: "Je leert op je telefoon, tablet of computer. De cursus is 24/7 open.",
      },
    ],
  },
  included: {
    title: "Dit krijg je",
    items: [
      {
        title: `${COURSE.practiceQuestions}+ oefenvragen met uitleg`,
        text: "Vragen over alle hoofdstukken. Je leest waarom een antwoord goed of fout is.",
      },
      {
        title: `Lesstof in ${CHAPTERS} hoofdstukken`,
        text: "Apparatuur, communicatie, regelgeving en noodsituaties, stap voor stap uitgelegd.",
      },
      {
        title: "Toegang tot je geslaagd bent",
        text: "Je begint direct na je betaling. Zak je een keer, dan loopt je toegang door.",
      },
    ],
  },
  contents: {
    title: "Wat leer je in de cursus Marifonie?",
    intro: `De cursus heeft ${CHAPTERS} hoofdstukken. Je mag zelf weten waar je begint.`,
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
  screenshots: {
    title: "Kijk alvast binnen",
    intro: "Zo ziet de cursusomgeving eruit: rustig, overzichtelijk en goed leesbaar op een klein scherm.",
    pictures: [
      {
        alt: "De cursusomgeving van Marifonie met een lijst van de hoofdstukken",
        caption: "Je kiest een hoofdstuk en gaat aan de slag.",
      },
      {
        alt: "Een oefenvraag van Marifonie met antwoorden en de uitleg eronder",
        caption: "Na je antwoord lees je meteen de uitleg.",
      },
    ],
  },
  pricing: {
    title: "Begin vandaag met Marifonie",
    intro: "Eén prijs voor de hele cursus. Het examen boek en betaal je apart bij het CBR.",
    features: [
      `${COURSE.practiceQuestions}+ oefenvragen met uitleg`,
      `Lesstof in ${CHAPTERS} hoofdstukken`,
      "Direct na je betaling beginnen",
      "Toegang tot je geslaagd bent",
    ],
    orderLabel: `Bestel ${COURSE.shortName}`,
  },
  faq: {
    title: "Vragen over Marifonie",
    items: [
      {
        id: "marifonie-certificaat-nodig",
        question: "Wanneer heb ik een certificaat nodig?",
        answer: [
          "Zodra je een marifoon gebruikt. Je vaarbewijs is daarvoor niet genoeg: het marifooncertificaat is een apart certificaat.",
        ],
      },
      {
        id: "marifonie-verplicht",
        question: "Moet ik een marifoon aan boord hebben?",
        answer: [
          "Op een kleine plezierboot meestal niet. Het moet wel als je op radar vaart. Het moet ook als je met slecht zicht vaart op de Rijnwateren, zoals de Waal en de Lek.",
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
        answer: ["Nee. Daarvoor heb je een hoger certificaat nodig: Marcom-B. Deze cursus leidt daar niet voor op."],
      },
      {
        id: "marifonie-examen",
        question: "Waar doe ik examen en wat als ik zak?",
        answer: [
          "Het examen doe je bij het CBR. Op cbr.nl vind je de actuele tijden, plaatsen en kosten.",
          "Zak je, dan loopt je toegang tot de cursus door en oefen je verder.",
        ],
      },
    ],
  },
};
