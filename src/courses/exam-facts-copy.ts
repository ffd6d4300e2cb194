import { formatDay } from "../shared/time.ts";
import { inWords } from "../ui/dutch-copy.ts";
import { EXAM_MINUTES, EXAM_PASS_PERCENT, EXAM_SIZES } from "./exam-rules.ts";

/** The fewest and the most hours of study that a course takes. */
const STUDY_HOURS = { KVB1: [4, 6], KVB2: [8, 12] } as const;

const ARRIVE_EARLY_MINUTES = 15;

/**
 * Every figure about exams, courses and licences that the copy prints, once: here, or in exam-rules.ts. Copy builds its sentences from these, so
 * that the owner corrects a figure in one place. Figures: given 9.3 and 9.4. Those that public sources
 * contradict are listed in kv-seed/operations.md (D1 to D11).
 */
export const EXAM_FACTS = {
  /** Paid to the CBR by the candidate for the exam of KVB1, and the same again for KVB2, euro cents. */
  feeCents: 3465,
  passPercent: EXAM_PASS_PERCENT,
  /** The score in practice that a candidate should reach before booking, percent. */
  practiceTarget: "80 tot 90%",
  arriveEarlyMinutes: ARRIVE_EARLY_MINUTES,
  arriveEarly: `${inWords(ARRIVE_EARLY_MINUTES)} minuten van tevoren`,
  /**
   * How many weeks before the exam to book it: usually three to four, in busy times up to eight (undated public web
   * pages: low confidence, so copy says "vraag het na").
   */
  bookingWeeks: { usual: 4, busy: 8 },
  /**
   * The weeks that the CBR takes at most to answer a health declaration (cbr.nl, a stored page without a date: low
   * confidence, so copy says "vraag het na").
   */
  healthReplyWeeks: 4,
  /** The "50+ places" of given 9.3. */
  locations: "meer dan 50",
  days: "maandag tot en met zaterdag",
  KVB1: {
    questions: EXAM_SIZES.full,
    pointsNeeded: 56,
    pointsTotal: 80,
    minutes: EXAM_MINUTES.full,
    studyHours: STUDY_HOURS.KVB1,
    studyTime: `${STUDY_HOURS.KVB1[0]} tot ${STUDY_HOURS.KVB1[1]} uur`,
    studyTimeInWords: `${inWords(STUDY_HOURS.KVB1[0])} tot ${inWords(STUDY_HOURS.KVB1[1])} uur`,
  },
  KVB2: {
    questions: 50,
    pointsNeeded: 35,
    pointsTotal: 50,
    minutes: 90,
    studyHours: STUDY_HOURS.KVB2,
    studyTime: `${STUDY_HOURS.KVB2[0]} tot ${STUDY_HOURS.KVB2[1]} uur`,
    studyTimeInWords: `${inWords(STUDY_HOURS.KVB2[0])} tot ${inWords(STUDY_HOURS.KVB2[1])} uur`,
  },
  MARIFONIE: { chapters: 4 },
} as const;

/** A comparison of the figures above with cbr.nl: its day (ISO 8601), and the name of the person who made it. */
export type FactsCheck = { on: string; by: string };

/** The last comparison, which pages print; null before the first. `npm run go-live -- check` asks for it, and for one each year. */
export const FACTS_CHECK: FactsCheck | null = null;

/** The line beside the exam's fee. A missing check is no remark to buyers: `npm run go-live -- check` names it. */
export const FEE_NOTE = `${describeCheck(FACTS_CHECK)}Het CBR kan het examengeld wijzigen. Kijk op cbr.nl voor het bedrag van vandaag.`;

function describeCheck(check: FactsCheck | null): string {
  return check === null ? "" : `Nagekeken bij het CBR op ${formatDay(check.on)}. `;
}
