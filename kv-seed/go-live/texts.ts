import { FACTS_CHECK, type FactsCheck } from "../../src/content/exam-facts.ts";
import { REVIEWS_ARE_REAL } from "../../src/content/reviews.ts";
import { addDays, today } from "../../src/shared/time.ts";
import { advice, type Finding, ok } from "./findings.ts";

/** Texts in `src/content/` that only the owner can confirm. None of them stops a sale. */

/** The exam's figures are valid this long, days: the CBR sets its fees each January. */
const FACTS_HOLD_DAYS = 365;

/** Checks the reviews, the exam's figures, and the countdown of the two special prices. */
export function checkTexts(): readonly Finding[] {
  return [checkReviews(), checkFacts(FACTS_CHECK, today()), COUNTDOWN];
}

/** Without real reviews the public shop shows none. */
function checkReviews(): Finding {
  if (REVIEWS_ARE_REAL) return ok("reviews of real buyers");
  const what =
    "no reviews are shown: those in the repository are examples, and inventing them is forbidden (art. 6:193g BW)";
  return advice(what, "real ones, with permission, in src/content/reviews.ts, and REVIEWS_ARE_REAL = true");
}

/** Checks that somebody compared the exam's figures with cbr.nl within a year before `day` (ISO 8601). */
export function checkFacts(check: FactsCheck | null, day: string): Finding {
  const fix =
    "compare EXAM_FACTS in src/content/exam-facts.ts with cbr.nl, then set FACTS_CHECK to the day and your name";
  if (check === null) {
    return advice("nobody has held the exam fees against cbr.nl yet, and pages say so (art. 6:193c BW)", fix);
  }
  const checked = `the exam fees were held against cbr.nl on ${check.on} by ${check.by}`;
  return addDays(check.on, FACTS_HOLD_DAYS) < day ? advice(`${checked}: more than a year ago`, fix) : ok(checked);
}

const COUNTDOWN = advice(
  "flows A and B count down to midnight, and may cost the same tomorrow: ACM acted against such clocks in June 2023 (art. 6:193g BW)",
  "link to ?flow=A and ?flow=B only while the offer really ends; src/content/choose-course.ts says what happens at midnight",
);
