import { KVB2_CHAPTERS } from "../courses/chapters-copy.ts";
import { COSTS_IN_WORDS } from "../courses/costs-copy.ts";
import { EXAM_FACTS } from "../courses/exam-facts-copy.ts";
import type { SalesCopy } from "../shared/copy-types.ts";
import { COURSES } from "../shared/courses.ts";
import { BRAND } from "../ui/site-copy.ts";
import { costsInWords } from "./costs-in-words-copy.ts";

const COURSE = COURSES.KVB2;
const EXAM = EXAM_FACTS.KVB2;

/** Where the course is sold. */
export const KVB2_NOTE = "Je hebt ook KVB1 nodig";

export const KVB2_COPY: SalesCopy = {
  courseId: "KVB2",
  meta: {
    title: `${COURSE.name}: online cursus KVB2 | ${BRAND}`,
    description: `Leer online voor het ${COURSE.name}: navigatie, getij, weer en betonning. ${COURSE.practiceQuestions}+ oefenvragen en toegang totdat je geslaagd bent.`,
  },
  hero: {
    eyebrow: "Voor alle Nederlandse binnenwateren",
    title: COURSE.name,
    bullets: [
      `Online cursus met ${COURSE.practiceQuestions}+ oefenvragen en uitleg`,
      "Zak je? Je betaalt ons nooit een tweede keer.",
      `${EXAM.studyTime} studietijd, in je eigen tempo`,
    ],
    note: KVB2_NOTE,
    orderLabel: `Bestel cursus ${COURSE.shortName}`,
    reassurance: "Eén keer betalen, geen abonnement",
  },
  video: {
    title: "Zo leer je voor KVB2",
    text: "De video laat zien hoe de cursus werkt.",
  },
  stats: [
    { value: "Volledig", label: "Up to date" },
    { value: `${COURSE.practiceQuestions}+`, label: "Oefenvragen" },
    { value: "24/7", label: "Online toegang" },
  ],
  tiles: {
    title: "Wat je leert voor ruim water",
    items: [
      {
        icon: "compass",
        title: "Navigatie",
        description: "Werken met de zeekaart, koersen berekenen en je positie bepalen.",
      },
      {
        icon: "current",
        title: "Stroming & Wind",
        description: "Rekenen met het getij, en begrijpen wat wind en stroom met je boot doen.",
      },
      {
        icon: "buoy",
        title: "Betonning",
        description: "Tonnen, kleuren en lichten herkennen, ook in het donker.",
      },
      {
        icon: "lifebuoy",
        title: "Veiligheid",
        description: "Een reis voorbereiden en weten wat je doet als het misgaat.",
      },
      {
        icon: "wheel",
        title: "Praktijk",
        description: "Sommen en situaties op het IJsselmeer en de Waddenzee.",
      },
    ],
  },
  benefits: {
    title: "Van binnenwater naar ruim water",
    intro: `KVB2 vraagt meer rekenwerk: ${EXAM.navigationPoints} van de ${EXAM.pointsTotal} punten gaan over navigatie, getij en weer.`,
    items: [
      {
        icon: "compass",
        title: "Rekenen in kleine stappen",
        text: "Van kompaskoers naar ware koers, van kaartdiepte naar waterdiepte: je leert elke som opbouwen.",
      },
      {
        icon: "check",
        title: "100% examengericht",
        text: "Kaartwerk, getij, tonnen en weer: je leert wat het CBR voor KVB2 vraagt.",
      },
      {
        icon: "chart",
        title: "Weten wanneer je klaar bent voor het examen",
        text: `Voor het examen heb je ${EXAM_FACTS.passPercent}% nodig. Oefen door totdat je steeds ${EXAM_FACTS.practiceTarget} haalt.`,
      },
      {
        icon: "devices",
        title: "Aan tafel en onderweg",
        text: "Reken thuis op de computer en herhaal onderweg op je telefoon of tablet, dag en nacht.",
      },
    ],
  },
  included: {
    title: "Dit krijg je",
    items: [
      {
        title: `${COURSE.practiceQuestions}+ oefenvragen`,
        text: "Van kardinale tonnen tot getijsommen, zo vaak als je wilt.",
      },
      {
        title: "Lesstof per onderwerp",
        text: "Navigatie, betonning, getij, weer en veiligheid.",
      },
      {
        title: "Uitleg bij de vragen",
        text: "Je leest hoe je aan het goede antwoord komt.",
      },
      {
        title: "Toegang totdat je geslaagd bent",
        text: "Lukt het de eerste keer niet, dan oefen je gewoon door.",
      },
    ],
  },
  sample: {
    title: "Reken jij de koers goed uit?",
    intro: "Een voorbeeldvraag. Pak pen en papier en kies je antwoord.",
    question: {
      text: "Je stuurt 90 graden op je kompas. De deviatie is 4 graden west, de variatie 2 graden oost. Wat is je ware koers?",
      options: ["84 graden", "88 graden", "96 graden"],
      correct: 1,
      explanation: [
        "Oost tel je op, west trek je af. Eerst de deviatie, de fout van je eigen kompas: 90 min 4 is 86. Dan de variatie, het verschil tussen het magnetische en het ware noorden: 86 plus 2 is 88.",
        "Wie allebei aftrekt, komt op 84. Wie allebei optelt, op 96.",
      ],
      source: "kompaskoers + deviatie + variatie = ware koers",
    },
  },
  contents: {
    title: "Wat leer je voor KVB2?",
    intro: "Je bepaalt zelf waar je begint.",
    groups: KVB2_CHAPTERS,
    terms: [
      { short: "SIGNI", meaning: "de betonning van de binnenwateren" },
      { short: "IALA", meaning: "de betonning op zee, de Waddenzee, de Westerschelde en de Eemsmonding" },
      { short: "LAT", meaning: "het laagste berekende getij, het peil van zeekaarten" },
      { short: "NAP", meaning: "Normaal Amsterdams Peil, het peil van waterstanden" },
      { short: "SRW", meaning: "Scheepvaartreglement Westerschelde" },
      { short: "SRE", meaning: "Scheepvaartreglement Eemsmonding" },
      { short: "BVA", meaning: "Bepalingen ter voorkoming van aanvaringen op zee" },
    ],
  },
  screenshots: {
    title: "Van zeekaart tot oefenvraag",
    intro: "Dit zijn voorbeelden. De cursus kan er anders uitzien.",
    pictures: [
      {
        alt: "Voorbeeld van de cursusomgeving van KVB2 met je voortgang en de onderdelen",
        caption: "Voorbeeld van een scherm: de onderdelen van KVB2.",
      },
      {
        alt: "Voorbeeld van een oefenvraag van KVB2 met de antwoorden",
        caption: "Voorbeeld van een scherm: een vraag over een ton.",
      },
    ],
  },
  pricing: {
    title: "Begin vandaag met KVB2",
    intro: "Van kompas tot getij, voor één prijs.",
    features: [
      `${COURSE.practiceQuestions}+ oefenvragen met uitleg`,
      "Direct na je betaling beginnen",
      "Toegang totdat je geslaagd bent",
    ],
    note: KVB2_NOTE,
    orderLabel: `Bestel cursus ${COURSE.shortName}`,
  },
  practice: {
    title: "Eerst kijken of het bij je past?",
    text: "Maak vijf gratis oefenvragen en ontdek of leren met vragen je ligt.",
    label: "Probeer de oefenvragen",
  },
  closing: {
    title: "Klaar voor ruim water?",
    text: "Begin meteen na je betaling, met toegang totdat je geslaagd bent.",
  },
  faq: {
    title: "Vragen over KVB2",
    items: [
      {
        id: "kvb2-eerst-kvb1",
        question: "Moet ik eerst KVB1 halen?",
        answer: (flow) => [
          "Je kunt KVB2 pas aanvragen als je ook KVB1 hebt gehaald. De twee examens mag je wel tegelijk doen.",
          [
            "Deze cursus gaat alleen over KVB2. Voor KVB1 is er de cursus ",
            { label: COURSES.KVB1.name, page: "kvb1" },
            `. Los kosten ze samen ${costsInWords(flow).bothCourses}. `,
            { label: "Vergelijk de cursussen", page: "order", hash: "hulp-bij-kiezen" },
            ".",
          ],
        ],
      },
      {
        id: "kvb2-waar-varen",
        question: "Waar mag ik varen met KVB2?",
        answer: [
          "Op alle Nederlandse binnenwateren. Anders dan met KVB1 dus ook op het IJsselmeer, het IJmeer, het Markermeer, de Waddenzee, de Oosterschelde, de Westerschelde, de Eems en de Dollard. Op de Noordzee is een vaarbewijs niet verplicht.",
          [
            "Of je voor jouw boot een vaarbewijs nodig hebt, zie je in ",
            { label: "de vaarbewijscheck", page: "licenceCheck" },
            ".",
          ],
          "Ga je naar het buitenland? Op je vaarbewijs staat ook het internationale bewijs (ICC). Met KVB1 en KVB2 geldt dat ook voor de kust. Zoek vooraf op welk bewijs je in dat land nodig hebt.",
        ],
      },
      {
        id: "kvb2-examen",
        question: "Hoe ziet het KVB2-examen eruit?",
        answer: [
          [
            `Je krijgt ${EXAM.questions} vragen in ${EXAM.minutes} minuten en hebt ${EXAM.pointsNeeded} van de ${EXAM.pointsTotal} punten nodig. Je doet het examen `,
            { label: "bij het CBR", page: "exam" },
            ". Een praktijkexamen is er niet.",
          ],
          "Een deel gaat over de zeekaart. Je hebt een passer en een plotter (een doorzichtige koersliniaal) nodig. Het CBR bepaalt de aantallen en de opzet: kijk op cbr.nl hoe het examen nu is en wat je zelf meeneemt.",
        ],
      },
      {
        id: "kvb2-gezakt",
        question: "Wat als ik zak?",
        answer: [
          `Je leert verder in dezelfde cursus, zonder ons opnieuw te betalen. Aan het CBR betaal je wel opnieuw: ${COSTS_IN_WORDS.exam} per examen. Er is geen verplichte wachttijd, maar soms duurt het weken voordat er een plek vrij is.`,
        ],
      },
    ],
  },
};
