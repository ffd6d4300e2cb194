import { describe, expect, test } from "vitest";
import { EXAM_FIELDS } from "../../src/free/mock-exam/attempt-rules.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import { LEGAL_PDF_PATHS, PATHS } from "../../src/shared/paths.ts";
import { SPECULATION_RULES } from "../../src/shared/speculation.ts";

const [rule] = JSON.parse(SPECULATION_RULES).prerender;
const excluded: string[] = rule.where.and[1].not.href_matches;
const ORIGIN = "https://shop.example";

/** Whether a browser may render this address ahead of a click (URL patterns, as the rules are read). */
function mayPrerender(path: string): boolean {
  return !excluded.some((pattern) => new URLPattern(pattern, ORIGIN).test(ORIGIN + path));
}

describe("speculation rules", () => {
  test.each([
    PATHS.home,
    PATHS.kvb1,
    `${PATHS.order}?flow=A`,
    `${PATHS.mockExam}?flow=A`,
    PATHS.faq,
    `${PATHS.terms}#artikel-2`,
  ])("%s may be rendered ahead", (path) => expect(mayPrerender(path) && rule.eagerness).toBe("moderate"));

  test.each([
    ...OFFERS.map((offer) => offer.path),
    `${PATHS.checkout}?flow=A`,
    `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1`,
    `${PATHS.quizRedirect}?A1=x`,
    "/g-ABCD-EFGH",
    "/cadeau-sanne?open=1",
    "/cadeau?cadeaucode=ABCD",
    "/bestelling/1.pi_1.abc",
    `${PATHS.mockExam}?lengte=40&${EXAM_FIELDS.seed}=x&begin=1795374000`,
    `${PATHS.studyPlanCalendar}?cursus=kvb1`,
    LEGAL_PDF_PATHS.terms,
    PATHS.createPaymentIntent,
  ])("%s does something when shown, and is never rendered ahead", (path) => expect(mayPrerender(path)).toBe(false));
});
