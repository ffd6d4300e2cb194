import { COURSE_IDS, COURSES } from "../shared/courses.ts";
import { BRAND } from "../ui/site-copy.ts";
import { pricePerCourse } from "./costs-in-words-copy.ts";

/** The least that any course offers: the headline's "100+" (given 1.2). */
const FEWEST_QUESTIONS = Math.min(...COURSE_IDS.map((id) => COURSES[id].practiceQuestions));

export const CHOOSE_COURSE_COPY = {
  meta: {
    title: `Cursus aanschaffen: vaarbewijs of marifoon | ${BRAND}`,
    description:
      "Kies je cursus: Klein Vaarbewijs 1, Klein Vaarbewijs 2 of Marifonie. Je betaalt één keer en hebt direct toegang, totdat je geslaagd bent.",
  },
  crumb: "Cursus aanschaffen",
  backLabel: "Terug naar home",
  normal: { title: `Kies je cursus met ${FEWEST_QUESTIONS}+ oefenvragen` },
  /** Replaces `normal` with flow A or B. */
  offer: {
    eyebrow: "Actieprijs",
    title: "Kies je cursus",
    intro: `Zonder jouw link betaal je ${pricePerCourse("none")}. Dat is niet de laagste prijs van de afgelopen 30 dagen.`,
    until: "Deze prijs geldt tot en met {day}.",
    countdownLabel: "Nog voor deze prijs",
    /** Stands in the clock's place until the browser shows the time, and without JavaScript. */
    withoutClock: "tot middernacht",
    /** Shown once the countdown has reached 00:00:00. */
    expiredLabel: "De dag is om. Laad deze pagina opnieuw om de prijs van vandaag te zien.",
    /** Of an offer without a last day: the countdown starts again every day. */
    honesty: "Daarna kan de prijs gelijk blijven of hoger zijn.",
  },
  /** One question, whose answers mark the card of what to buy. */
  choose: {
    question: "Waar vaar je?",
    inland: "Rivieren en kanalen",
    wide: "IJsselmeer en Wadden",
    both: `${COURSES.KVB1.shortName} + ${COURSES.KVB2.shortName}`,
  },
} as const;
