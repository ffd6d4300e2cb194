import { EXAM_FACTS } from "../../../src/content/exam-facts.ts";
import type { CourseId } from "../../../src/shared/courses.ts";
import { bridge, chartWithCourse, lock, radioSet, spellingAlphabet, westCardinalMark } from "./drawings.ts";

/** One content group of a course; `done` of its topics are finished in the picture. */
export type Chapter = { name: string; topics: readonly string[]; done: number };

export type Question = {
  /** The topic whose practice set this is. */
  topic: string;
  text: string;
  options: readonly [string, string, string, string];
  /** Index of the right option. */
  right: number;
  explanation: string;
  /** The rule that the explanation rests on. */
  source: string;
  /** Results of the questions before this one in the set. */
  answered: readonly boolean[];
  /** Questions in the set. */
  total: number;
  drawing: string;
};

export type CourseContent = {
  chapters: readonly Chapter[];
  /** What is left to do: a big figure, its unit, and what it is measured against. */
  left: { label: string; figure: string; unit: string; note: string };
  /** Share of practice questions answered right so far, percent. */
  score: number;
  /** How long the next topic takes; absent where no study time is known (Marifonie). */
  topicTime?: string;
  drawing: string;
  question: Question;
};

/**
 * What the pictured learner has done and what the screens teach. Groups are those of specification section 2; the
 * rules are those of the Binnenvaartpolitiereglement (BPR). The time left follows from the course's study time and the
 * share of topics that is left; the specification gives no study time for Marifonie, so that screen counts topics.
 */
export const COURSE_CONTENT: Readonly<Record<CourseId, CourseContent>> = {
  KVB1: {
    chapters: [
      {
        name: "Veiligheid & Voorbereiding",
        topics: [
          "Reddingsvesten en reddingsmiddelen",
          "Brand voorkomen en blussen",
          "Veilig omgaan met gas",
          "Man overboord",
          "Weerbericht en windkracht",
          "Documenten aan boord",
        ],
        done: 6,
      },
      {
        name: "Techniek & Motor",
        topics: [
          "Koelsysteem en wierfilter",
          "Brandstof en ventilatie",
          "Olie en oliedruk",
          "Accu's en elektriciteit",
          "Schroef, roer en boegschroef",
          "Storingen herkennen",
        ],
        done: 6,
      },
      {
        name: "Vaarregels",
        topics: [
          "BPR en RPR: waar geldt wat?",
          "Klein schip en groot schip",
          "Tegengestelde en kruisende koersen",
          "Oplopen en voorbijlopen",
          "Engten, bruggen en sluizen",
          "Varen bij slecht zicht",
          "Ligplaats nemen",
        ],
        done: 7,
      },
      {
        name: "Voorrang & Signalen",
        topics: [
          "De voorrangsladder",
          "Navigatielichten",
          "Dagtekens",
          "Geluidsseinen",
          "Verkeersborden op het water",
          "Lichten bij bruggen en sluizen",
          "Betonning",
        ],
        done: 5,
      },
      {
        name: "Vaargedrag",
        topics: [
          "Aankomen en wegvaren",
          "Keren en schroefwerking",
          "Ankeren",
          "Zuiging en golfslag",
          "Dode hoek van grote schepen",
          "Slepen en gesleept worden",
          "Alcohol en goed zeemanschap",
        ],
        done: 0,
      },
    ],
    left: { label: "Studietijd over", figure: "1½", unit: "uur", note: `van de ${EXAM_FACTS.KVB1.studyTime}` },
    score: 84,
    topicTime: "10 minuten",
    drawing: lock(),
    question: {
      topic: "Lichten bij bruggen en sluizen",
      text: "De brug is dicht. Je ziet een rood licht met een groen licht eronder. Wat betekent dat?",
      options: [
        "De brug wordt niet bediend.",
        "Je mag nog niet door, maar zo meteen wel.",
        "Je mag door. Let op tegenliggers.",
        "Alleen kleine schepen mogen door.",
      ],
      right: 1,
      explanation:
        "Rood boven groen: nog heel even wachten. Je mag pas door bij één groen licht. Zie je twee rode lichten, dan wordt de brug niet bediend.",
      source: "BPR artikel 6.26",
      answered: [true, true, false, true, true],
      total: 8,
      drawing: bridge(),
    },
  },
  KVB2: {
    chapters: [
      {
        name: "Navigatie & Koersberekening",
        topics: [
          "Zeekaart en kaarttekens",
          "Van kompaskoers naar ware koers",
          "Variatie en deviatie",
          "Drift en stroom verrekenen",
          "Peilingen en plaatsbepaling",
          "GPS",
        ],
        done: 6,
      },
      {
        name: "Betonning & Markering",
        topics: [
          "SIGNI en IALA: waar ligt wat?",
          "Laterale markering",
          "Kardinale markering",
          "Splitsingen en scheidingstonnen",
          "Gevaar, veilig vaarwater en bijzondere tonnen",
          "Lichtkarakters",
        ],
        done: 6,
      },
      {
        name: "Stroming & Getij",
        topics: [
          "Eb, vloed en getijdenkromme",
          "Springtij en doodtij",
          "LAT, NAP en kaartdiepte",
          "Waterdiepte berekenen",
          "Stroomatlas",
          "Wantijen op de Waddenzee",
        ],
        done: 4,
      },
      {
        name: "Weer & Omstandigheden",
        topics: [
          "Hoge- en lagedrukgebieden",
          "Warmte- en koufronten",
          "Wind en Beaufort",
          "Weerkaart en isobaren",
          "Mist en slecht zicht",
          "Weerberichten onderweg",
        ],
        done: 0,
      },
      {
        name: "Veiligheid Open Water",
        topics: [
          "Reisvoorbereiding en reisplan",
          "Reddingsmiddelen en noodsignalen",
          "Onderkoeling en man overboord",
          "Gezien worden: lichten en radarreflector",
          "Marifoon op ruim water",
          "Andere reglementen: SRW, SRE en BVA",
        ],
        done: 0,
      },
    ],
    left: { label: "Studietijd over", figure: "4½", unit: "uur", note: `van de ${EXAM_FACTS.KVB2.studyTime}` },
    score: 81,
    topicTime: "20 minuten",
    drawing: chartWithCourse(),
    question: {
      topic: "Kardinale markering",
      text: "Je vaart op de Waddenzee en ziet deze ton. Aan welke kant vaar je er veilig langs?",
      options: [
        "Ten noorden van de ton.",
        "Ten oosten van de ton.",
        "Ten zuiden van de ton.",
        "Ten westen van de ton.",
      ],
      right: 3,
      explanation:
        "Geel, zwart, geel en de kegels met de punten naar elkaar: dit is een westkardinaal. Het gevaar ligt ten oosten ervan. ’s Nachts tel je negen flitsen.",
      source: "BPR bijlage 8",
      answered: [true, false, true, true],
      total: 8,
      drawing: westCardinalMark(),
    },
  },
  MARIFONIE: {
    chapters: [
      {
        name: "Apparatuur",
        topics: [
          "Onderdelen en bediening",
          "Marifoon of portofoon",
          "Zendvermogen, squelch en volume",
          "Antenne en stroomvoorziening",
          "ATIS en MMSI",
          "AIS",
        ],
        done: 6,
      },
      {
        name: "Communicatie",
        topics: [
          "Een oproep opbouwen",
          "Kanaal 10 en blokkanalen",
          "Bruggen en sluizen oproepen",
          "Spelalfabet en cijfers",
          "Vaste woorden: over en uit",
          "Gespreksdiscipline",
        ],
        done: 3,
      },
      {
        name: "Regelgeving",
        topics: [
          "Certificaat en registratie",
          "Wanneer is een marifoon verplicht?",
          "Uitluisterplicht",
          "Documenten aan boord",
          "Geheimhouding",
          "Toegestaan gebruik",
        ],
        done: 0,
      },
      {
        name: "Noodsituaties",
        topics: [
          "Nood, spoed en veiligheid",
          "Mayday",
          "Pan-pan",
          "Sécurité",
          "Welk kanaal bij nood?",
          "Radiostilte en hulp bieden",
        ],
        done: 0,
      },
    ],
    left: { label: "Nog te doen", figure: "15", unit: "onderwerpen", note: "in drie hoofdstukken" },
    score: 86,
    drawing: spellingAlphabet(),
    question: {
      topic: "Kanaal 10 en blokkanalen",
      text: "Je roept op de Vecht een ander schip op. Er is geen blokkanaal. Wat kies je?",
      options: ["Kanaal 10.", "Kanaal 16.", "Kanaal 70.", "Elk kanaal dat vrij is."],
      right: 0,
      explanation:
        "Schepen roepen elkaar op de binnenwateren op kanaal 10, tenzij een blokkanaal is aangewezen. Kanaal 70 is digitaal: daar praat je nooit.",
      source: "BPR artikel 4.05",
      answered: [true, true, true, false, true, true],
      total: 8,
      drawing: radioSet(),
    },
  },
};
