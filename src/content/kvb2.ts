import { COURSES } from "../shared/courses.ts";
import type { SalesCopy } from "./copy.ts";
import { EXAM_FACTS } from "./exam-facts.ts";
import { BRAND } from "./site.ts";

const COURSE = COURSES.KVB2;
const EXAM = EXAM_FACTS.KVB2;

export const KVB2_COPY: SalesCopy = {
  courseId: "KVB2",
  meta: {
    title: `${COURSE.name}: online cursus KVB2 | ${BRAND}`,
    description: `Leer online voor het ${COURSE.name}: navigatie, getij, weer en betonning. ${COURSE.practiceQuestions}+ oefenvragen en toegang tot je geslaagd bent.`,
  },
  hero: {
    eyebrow: "Voor alle Nederlandse wateren",
    title: COURSE.name,
    bullets: [
      `${COURSE.practiceQuestions}+ oefenvragen met uitleg`,
      `${EXAM.studyTime} studietijd, in je eigen tempo`,
      "Direct toegang, tot je geslaagd bent",
    ],
    orderLabel: `Bestel ${COURSE.shortName}`,
    reassurance: "Eén keer betalen, geen abonnement",
  },
  video: {
    title: "Bekijk hoe je leert",
    text: "In deze video zie je hoe de cursus werkt en hoe je je voorbereidt op het examen.",
  },
  stats: [
    { value: "Volledig", label: "Up to date" },
    { value: `${COURSE.practiceQuestions}+`, label: "Oefenvragen" },
    { value: "24/7", label: "Online toegang" },
  ],
  tiles: {
    title: "Klaar voor ruim water",
    items: [
      {
        icon: "compass",
        title: "Navigatie",
        description: "Werken met de zeekaart, koersen berekenen en je positie bepalen.",
      },
      {
        icon: "current",
        title: "Stroming & Wind",
        description: "Rekenen met eb en vloed, en begrijpen wat wind en stroom met je boot doen.",
      },
      {
        icon: "buoy",
        title: "Betonning",
        description: "Tonnen, kleuren en lichten herkennen, ook als het donker is.",
      },
      {
        icon: "lifebuoy",
        title: "Veiligheid",
        description: "Een reis goed voorbereiden en weten wat je doet als het misgaat.",
      },
      {
        icon: "wheel",
        title: "Praktijk",
        description: "Sommen en situaties zoals je ze op het IJsselmeer of de Waddenzee tegenkomt.",
      },
    ],
  },
  benefits: {
    title: "Van binnenwater naar ruim water",
    intro: "KVB2 vraagt meer rekenwerk dan KVB1. Daarom bouw je de stof rustig op en oefen je veel.",
    items: [
      {
        icon: "compass",
        title: "Rekenen in kleine stappen",
        text: "Van kompaskoers naar ware koers, van kaartdiepte naar waterdiepte: je leert elke som opbouwen.",
      },
      {
        icon: "check",
        title: "100% examengericht",
        text: "De cursus gaat over de onderwerpen van het KVB2-examen. Zo leer je wat je nodig hebt.",
      },
      {
        icon: "chart",
        title: "Weten wanneer je eraan toe bent",
        text: `Haal je bij het oefenen ${EXAM_FACTS.practiceTarget}, dan kun je je examen plannen. Voor een voldoende heb je ${EXAM_FACTS.passPercent}% nodig.`,
      },
      {
        icon: "devices",
        title: "Op al je apparaten",
        text: "Je leert op je telefoon, tablet of computer, 24/7 en in je eigen tempo.",
      },
    ],
  },
  included: {
    title: "Dit krijg je",
    items: [
      {
        title: `${COURSE.practiceQuestions}+ oefenvragen`,
        text: "Van kardinale tonnen tot getijsommen. Oefen zo vaak als je wilt.",
      },
      {
        title: "Lesstof per onderwerp",
        text: "Navigatie, betonning, getij, weer en veiligheid, elk in een eigen onderdeel.",
      },
      {
        title: "Uitleg bij de vragen",
        text: "Je leest hoe je aan het goede antwoord komt, zodat het je de volgende keer zelf lukt.",
      },
      {
        title: "Toegang tot je geslaagd bent",
        text: "Je begint direct na je betaling. Zak je een keer, dan loopt je toegang door.",
      },
    ],
  },
  contents: {
    title: "Wat leer je voor KVB2?",
    intro: "Je leert per onderdeel en mag zelf weten waar je begint.",
    groups: [
      {
        title: "Navigatie & Koersberekening",
        topics: [
          "Zeekaart en kaarttekens",
          "Van kompaskoers naar ware koers",
          "Variatie en deviatie",
          "Drift en stroom verrekenen",
          "Peilingen en plaatsbepaling",
          "GPS",
        ],
      },
      {
        title: "Betonning & Markering",
        topics: [
          "SIGNI en IALA: waar ligt wat?",
          "Laterale markering",
          "Kardinale markering",
          "Splitsingen en scheidingstonnen",
          "Gevaar, veilig vaarwater en bijzondere tonnen",
          "Lichtkarakters",
        ],
      },
      {
        title: "Stroming & Getij",
        topics: [
          "Eb, vloed en getijdenkromme",
          "Springtij en doodtij",
          "LAT, NAP en kaartdiepte",
          "Waterdiepte berekenen",
          "Stroomatlas",
          "Wantijen op de Waddenzee",
        ],
      },
      {
        title: "Weer & Omstandigheden",
        topics: [
          "Hoge- en lagedrukgebieden",
          "Warmte- en koufronten",
          "Wind en Beaufort",
          "Weerkaart en isobaren",
          "Mist en slecht zicht",
          "Weerberichten onderweg",
        ],
      },
      {
        title: "Veiligheid Open Water",
        topics: [
          "Reisvoorbereiding en reisplan",
          "Reddingsmiddelen en noodsignalen",
          "Onderkoeling en man overboord",
          "Gezien worden: lichten en radarreflector",
          "Marifoon op ruim water",
          "Andere reglementen: SRW, SRE en BVA",
        ],
      },
    ],
  },
  screenshots: {
    title: "Kijk alvast binnen",
    intro: "Zo ziet de cursusomgeving eruit: rustig, overzichtelijk en goed leesbaar op een klein scherm.",
    pictures: [
      {
        alt: "De cursusomgeving van KVB2 met een lijst van de onderdelen",
        caption: "Je kiest een onderdeel en gaat aan de slag.",
      },
      {
        alt: "Een oefenvraag van KVB2 met antwoorden en de uitleg eronder",
        caption: "Na je antwoord lees je meteen de uitleg.",
      },
    ],
  },
  pricing: {
    title: "Begin vandaag met KVB2",
    intro: "Eén prijs voor de hele cursus. Het examen boek en betaal je apart bij het CBR.",
    features: [
      `${COURSE.practiceQuestions}+ oefenvragen met uitleg`,
      "Lesstof over alle onderdelen",
      "Direct na je betaling beginnen",
      "Toegang tot je geslaagd bent",
    ],
    orderLabel: `Bestel ${COURSE.shortName}`,
  },
  practice: {
    title: "Eerst kijken of het bij je past?",
    text: "Maak vijf gratis oefenvragen. Dan weet je hoe we vragen stellen en of deze manier van leren je ligt.",
    label: "Probeer de oefenvragen",
  },
  faq: {
    title: "Vragen over KVB2",
    items: [
      {
        id: "kvb2-eerst-kvb1",
        question: "Moet ik eerst KVB1 halen?",
        answer: [
          "Je kunt KVB2 pas aanvragen als je ook KVB1 hebt gehaald. De twee examens mag je wel tegelijk doen.",
          "Deze cursus gaat alleen over KVB2. De stof van KVB1 leer je in de cursus Klein Vaarbewijs 1.",
        ],
      },
      {
        id: "kvb2-waar-varen",
        question: "Waar mag ik varen met KVB2?",
        answer: [
          "Op alle Nederlandse wateren. Dus ook op het IJsselmeer, het Markermeer, de Waddenzee, de Oosterschelde, de Westerschelde, de Eems en de Dollard. Met alleen KVB1 mag dat niet.",
        ],
      },
      {
        id: "kvb2-examen",
        question: "Hoe ziet het KVB2-examen eruit?",
        answer: [
          `Je krijgt ${EXAM.questions} vragen en hebt ${EXAM.minutes} minuten de tijd. Je kunt ${EXAM.pointsTotal} punten halen. Met ${EXAM.pointsNeeded} punten of meer ben je geslaagd.`,
          `Je maakt het examen bij het CBR en werkt daarbij ook op de zeekaart. Zorg dat je er ${EXAM_FACTS.arriveEarlyMinutes} minuten van tevoren bent. Een praktijkexamen is er niet.`,
        ],
      },
      {
        id: "kvb2-gezakt",
        question: "Wat als ik zak?",
        answer: [
          "Dan loopt je toegang tot de cursus door en oefen je verder. Voor een nieuw examen is er geen verplichte wachttijd. Je betaalt het CBR wel opnieuw.",
        ],
      },
    ],
  },
};
