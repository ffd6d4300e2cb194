import { EXAM_MINUTES, EXAM_SIZES } from "../courses/exam-rules.ts";

/** The free ways to try, from one question to a whole exam. `to` names the link's place. */
export const PRACTICE_LADDER = [
  { questions: 1, what: "voorbeeldvraag", time: "een halve minuut", to: "sample" },
  { questions: 5, what: "oefenvragen", time: "2 minuten", to: "practice" },
  {
    questions: EXAM_SIZES.short,
    what: "vragen: kort proefexamen",
    time: `${EXAM_MINUTES.short} minuten`,
    to: "exam",
  },
  {
    questions: EXAM_SIZES.full,
    what: "vragen: heel proefexamen",
    time: `${EXAM_MINUTES.full} minuten`,
    to: "exam",
  },
] as const;
