import { COURSE_IDS, COURSES, PRICE_CENTS } from "../shared/courses.ts";
import type { Step } from "../shared/entities.ts";
import { formatPrice } from "../shared/money.ts";
import type { MetaCopy } from "./copy.ts";
import { BRAND } from "./site.ts";

const { KVB1, KVB2, MARIFONIE } = COURSES;

/** What every course offers at least: the headline's "100+" (specification section 1). */
const FEWEST_QUESTIONS = Math.min(...COURSE_IDS.map((id) => COURSES[id].practiceQuestions));

/** The copy of the order page, `/cursus-aanschaffen`. */
export type OrderCopy = {
  meta: MetaCopy;
  /** The page's name in the breadcrumb trail. */
  crumb: string;
  backLabel: string;
  normal: { title: string; intro: string };
  /** Replaces `normal` with flow A or B. */
  offer: {
    eyebrow: string;
    title: string;
    intro: string;
    countdownLabel: string;
    /** In the clock's place until the browser shows the time, and without JavaScript. */
    withoutClock: string;
    /** Shown once the countdown stands at 00:00:00. */
    expiredLabel: string;
    /** The countdown starts over every day, so the page says what midnight does and does not mean. */
    honesty: string;
  };
  after: { title: string; steps: readonly Step[] };
  trust: readonly string[];
};

export const ORDER_COPY: OrderCopy = {
  meta: {
    title: `Cursus aanschaffen: vaarbewijs of marifoon | ${BRAND}`,
    description:
      "Kies je cursus: Klein Vaarbewijs 1, Klein Vaarbewijs 2 of Marifonie. Je betaalt één keer en hebt direct toegang, tot je geslaagd bent.",
  },
  crumb: "Cursus aanschaffen",
  backLabel: "Terug naar home",
  normal: {
    title: `Leer met ${FEWEST_QUESTIONS}+ oefenvragen per cursus`,
    intro: `KVB1 heeft er ${KVB1.practiceQuestions}+, KVB2 ${KVB2.practiceQuestions}+ en Marifonie ${MARIFONIE.practiceQuestions}+. Kies je cursus en begin direct na je betaling.`,
  },
  offer: {
    eyebrow: "Actieprijs",
    title: "Kies je cursus voor de actieprijs",
    intro: `Je bent hier via een speciale link. Daarmee betaal je minder dan de normale prijs van ${formatPrice(PRICE_CENTS.none)}.`,
    countdownLabel: "Deze prijs geldt in elk geval nog",
    withoutClock: "tot middernacht",
    expiredLabel: "De dag is om. Laad deze pagina opnieuw om de prijs van vandaag te zien.",
    honesty:
      "De actieprijs hoort bij de link waarmee je hier kwam en geldt in elk geval tot vanavond middernacht. Daarna begint de klok opnieuw en kan de prijs anders zijn.",
  },
  after: {
    title: "Wat gebeurt er na je betaling?",
    steps: [
      {
        title: "We verwerken je betaling",
        text: "Je ziet even een wachtscherm. Dat duurt ongeveer tien seconden.",
      },
      {
        title: "Je gaat vanzelf verder",
        text: "Is je betaling gelukt, dan ga je automatisch door naar je cursus.",
      },
      {
        title: "Je begint met leren",
        text: "Je hebt toegang tot de lesstof en alle oefenvragen, 24/7 en tot je geslaagd bent.",
      },
    ],
  },
  trust: ["Prijs inclusief btw", "Eén keer betalen, geen abonnement", "Toegang tot je geslaagd bent"],
};
