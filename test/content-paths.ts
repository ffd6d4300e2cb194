import { PATHS } from "../src/shared/paths.ts";

/** The pages that differ in the query of their links only: those that `serveContentPage` answers in src/routes.ts. */
export const CONTENT_PATHS: readonly string[] = [
  PATHS.home,
  PATHS.kvb1,
  PATHS.kvb2,
  PATHS.marifonie,
  PATHS.exam,
  PATHS.studyPlan,
  PATHS.mockExam,
  PATHS.faq,
  PATHS.myCourse,
  PATHS.terms,
  PATHS.privacy,
  PATHS.accessibility,
  PATHS.order,
  PATHS.giveGift,
];
