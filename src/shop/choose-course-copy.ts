import type { Buying } from "../courses/costs-copy.ts";
import { EXAM_FACTS, FEE_NOTE } from "../courses/exam-facts-copy.ts";
import { COURSE_IDS, COURSES } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import { BRAND } from "../ui/site-copy.ts";
import { COMPARISON_COPY } from "./comparison-copy.ts";
import { costsInWords } from "./costs-in-words-copy.ts";

const { KVB1, MARIFONIE } = COURSES;

/** The least that any course offers: the headline's "100+" (given 1.2). */
const FEWEST_QUESTIONS = Math.min(...COURSE_IDS.map((id) => COURSES[id].practiceQuestions));

const CHOOSE_ID = "hulp-bij-kiezen";
const EXAM_FEE = formatPrice(EXAM_FACTS.feeCents);

/** The copy of the order page, `/cursus-aanschaffen`. */
export const CHOOSE_COURSE_COPY = {
  meta: {
    title: `Cursus aanschaffen: vaarbewijs of marifoon | ${BRAND}`,
    description:
      "Kies je cursus: Klein Vaarbewijs 1, Klein Vaarbewijs 2 of Marifonie. Je betaalt één keer en hebt direct toegang, totdat je geslaagd bent.",
  },
  /** The page's name in the breadcrumb trail. */
  crumb: "Cursus aanschaffen",
  backLabel: "Terug naar home",
  normal: {
    title: `Leer met ${FEWEST_QUESTIONS}+ oefenvragen per cursus`,
    intro: [
      "Rivieren, kanalen en de meeste meren? Dan is KVB1 genoeg. Ga je ook naar ruim water, zoals het IJsselmeer, het Markermeer, de Waddenzee of de Westerschelde? Dan heb je KVB1 én KVB2 nodig. Twijfel je nog? Hier is ",
      { label: "hulp bij het kiezen", page: "order", hash: CHOOSE_ID },
      ".",
    ],
  },
  /** Replaces `normal` with flow A or B. */
  offer: {
    eyebrow: "Actieprijs",
    title: "Kies je cursus voor de actieprijs",
    intro: `Je bent hier via een speciale link. Daarmee betaal je minder dan de normale prijs van ${costsInWords("none").perCourse}. Die doorgestreepte prijs betaal je zonder deze link. Het is niet de laagste prijs van de afgelopen 30 dagen.`,
    countdownLabel: "Deze prijs geldt zeker nog",
    /** Stands in the clock's place until the browser shows the time, and without JavaScript. */
    withoutClock: "tot middernacht",
    /** Shown once the countdown has reached 00:00:00. */
    expiredLabel: "De dag is om. Laad deze pagina opnieuw om de prijs van vandaag te zien.",
    /** The countdown starts again every day, so the page tells visitors what changes at midnight. */
    honesty: "Via jouw link betaal je tot middernacht deze prijs. Daarna kan hij gelijk blijven of hoger zijn.",
  },
  /** Help with the choice of the three; the comparison below has the total costs. */
  choose: {
    id: CHOOSE_ID,
    title: "Welke cursus heb je nodig?",
    intro: [
      "Dat hangt af van je boot en van het water. ",
      { label: "Kijk eerst of je een vaarbewijs nodig hebt", page: "licenceCheck" },
      ".",
    ],
    choices: [
      {
        /** The visitor's wish, and the course that it needs. */
        situation: "Je blijft op rivieren, kanalen en de meeste meren",
        advice: KVB1.shortName,
        reason: "Daarvoor is KVB1 genoeg.",
      },
      {
        situation:
          "Je wilt ook op ruim water varen, zoals het IJsselmeer, het Markermeer, de Waddenzee of de Westerschelde",
        advice: "KVB1 én KVB2",
        reason: "Dan heb je ze allebei nodig. Je kunt de examens tegelijk doen.",
      },
      {
        situation: "Er is een marifoon aan boord, en jij bedient hem",
        advice: MARIFONIE.shortName,
        reason: "Dat is een apart certificaat, naast je vaarbewijs.",
      },
    ],
    note: (buying: Buying) =>
      `${COMPARISON_COPY.note(buying)} Het examengeld betaal je aan het CBR: ${EXAM_FEE} per examen. Ook de gezondheidsverklaring en de aanvraag van je vaarbewijs betaal je daar. ${FEE_NOTE} Ook de aantallen vragen en punten bepaalt het CBR.`,
  },
  after: {
    title: "Wat gebeurt er na je betaling?",
    steps: [
      {
        title: "We verwerken je betaling",
        text: "Je ziet ongeveer tien seconden een wachtscherm.",
      },
      {
        title: "Je gaat vanzelf verder",
        text: "Is je betaling gelukt, dan ga je automatisch door naar je cursus.",
      },
      {
        title: "Je begint met leren",
        text: "Je kunt dag en nacht bij de lesstof en alle oefenvragen, totdat je geslaagd bent.",
      },
    ],
  },
  trust: ["Prijs inclusief btw", "Eén keer betalen, geen abonnement", "Toegang totdat je geslaagd bent"],
} as const;
