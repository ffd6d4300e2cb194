/**
 * Every figure about exams, courses and licences that the copy prints, once. Copy builds its sentences from these, so
 * that the owner corrects a figure in one place. Figures: specification sections 1 and 9. Those that public sources
 * contradict are listed in the README ("Before going live", D1 to D11).
 */
export const EXAM_FACTS = {
  /** Paid to the CBR by the candidate, euro cents. */
  feeCents: 3465,
  passPercent: 70,
  /** What a candidate should score in practice before booking, percent. */
  practiceTarget: "80 tot 90%",
  arriveEarlyMinutes: 15,
  /** The specification's "50+ locations". */
  locations: "meer dan 50",
  days: "maandag tot en met zaterdag",
  KVB1: {
    questions: 40,
    pointsNeeded: 56,
    pointsTotal: 80,
    minutes: 60,
    studyTime: "4 tot 6 uur",
  },
  KVB2: {
    questions: 50,
    pointsNeeded: 35,
    pointsTotal: 50,
    minutes: 90,
    studyTime: "8 tot 12 uur",
  },
  MARIFONIE: {
    chapters: 4,
  },
} as const;

/** When a licence is needed (specification section 1; doubted by D1 in the README). */
export const LICENCE_RULES = {
  horsepower: 15,
  lengthMetres: 15,
  speedKmh: 13,
} as const;

/** When the figures above were last held against their sources; printed beside them. ISO date. */
export const FACTS_CHECKED_ON = "2026-11-21";
