import type { Page } from "playwright";
import { QUIZ_QUESTIONS } from "../../src/free/quiz/quiz-questions-copy.ts";
import { answerParam, formatAnswer } from "../../src/free/quiz/quiz-rules.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import { giftCodePath, PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { answersWithRight, examDay, MOCK_EXAM, MOCK_EXAM_FORMS, numberOfForm } from "../mock-exam.ts";
import { dayIn, machineNow } from "./machine-clock.ts";
import { orderPathOf } from "./orders.ts";

/** Every page of the shop, for the tests and measurements that look at all of them. Their states are in screens.ts. */

export type Screen = {
  name: string;
  /** Path and query. */
  path: string;
  /** HTTP status; default 200. */
  status?: number;
  /** Prepares the browser before the page is requested. */
  before?: (page: Page) => Promise<void>;
  /** Resolves to the address to open, if that is known only when something has happened; `path` is where it is then. */
  opens?: () => Promise<string>;
  /** Brings the page into the state of its name. */
  prepare?: (page: Page) => Promise<void>;
  /** Islands that must have been hydrated before a test looks at the page. */
  islands?: readonly string[];
  /** The state exists on a small screen only. */
  phoneOnly?: boolean;
  /** The only element that its picture shows (`npm run looks`): the rest of the page is as on another screen. */
  part?: string;
};

/** Every answer of the quiz: 1, 3 and 4 right, the other two wrong. */
const ANSWERS = new URLSearchParams(
  QUIZ_QUESTIONS.map((question): [string, string] => [
    answerParam(question.number),
    formatAnswer(question, question.number % 2 === 1 && question.number < 5 ? question.correct : "D"),
  ]),
);
export const GIFT_CODE = giftCodePath("BROWSERTEST");
export const GIFT_QUERY = new URLSearchParams({ n: "Noor", g: "Bas", m: "Goede vaart,\nlieve schipper!" });

/** The path of the licence check's answer about a slow motor boat of 9.80 m, with these changes. */
export function licenceCheckPath(change: Readonly<Record<string, string>>): string {
  const answers = { boot: "motorboot", lengte: "9,80", snelheid: "tot-20", water: "rivieren" };
  return `${PATHS.licenceCheck}?${new URLSearchParams({ ...answers, gebruik: "vrije-tijd", leeftijd: "18", ...change })}`;
}

/** When the mock exams began: ten minutes ago. */
const BEGUN_S = Math.floor(machineNow().getTime() / 1000) - 600;

function mockExamPath(parameters: Record<string, string>): string {
  const begun = { examen: MOCK_EXAM, begin: `${BEGUN_S}`, antwoorden: "ABCAB" };
  return `${PATHS.mockExam}?${new URLSearchParams({ ...begun, ...parameters })}`;
}

/** Every address of a page once, as it is after loading. */
export const PAGES: readonly Screen[] = [
  { name: "home", path: PATHS.home },
  { name: "KVB1", path: PATHS.kvb1 },
  { name: "KVB2", path: PATHS.kvb2 },
  { name: "Marifonie", path: PATHS.marifonie },
  { name: "exam", path: PATHS.exam },
  { name: "licence check", path: PATHS.licenceCheck },
  { name: "licence check, KVB2", path: licenceCheckPath({ lengte: "15,00", water: "ruim-water" }) },
  { name: "licence check, none", path: licenceCheckPath({ leeftijd: "12-15" }) },
  { name: "licence check, to ask", path: licenceCheckPath({ snelheid: "onbekend" }) },
  { name: "licence check with errors", path: licenceCheckPath({ lengte: "zeven", leeftijd: "" }), status: 422 },
  { name: "study plan asked for", path: PATHS.studyPlan },
  { name: "study plan", path: `${PATHS.studyPlan}?cursus=kvb1&examen=${examDay(dayIn(90))}` },
  { name: "study plan in a hurry", path: `${PATHS.studyPlan}?cursus=kvb1-kvb2&examen=${examDay(dayIn(2))}` },
  { name: "study plan of wrong fields", path: `${PATHS.studyPlan}?cursus=x&examen=`, status: 422 },
  { name: "FAQ", path: PATHS.faq },
  { name: "terms", path: PATHS.terms },
  { name: "privacy", path: PATHS.privacy },
  { name: "accessibility", path: PATHS.accessibility },
  { name: "practice answers", path: `${PATHS.practiceAnswers}?${ANSWERS}` },
  { name: "order", path: PATHS.order },
  { name: "order, offer mode", path: `${PATHS.order}?flow=A`, islands: ["countdown"] },
  { name: "mock exam", path: PATHS.mockExam, islands: ["mockExamResume"] },
  { name: "mock exam, question", path: mockExamPath({ vraag: "7", gemerkt: "3.7" }), islands: ["mockExam"] },
  ...(await Promise.all(
    ["pictures", "places", "items", "statements"].map(async (form) => ({
      name: `mock exam, question with ${form}`,
      path: mockExamPath({ examen: MOCK_EXAM_FORMS, antwoorden: "", vraag: await numberOfForm(form) }),
      islands: ["mockExam"],
    })),
  )),
  {
    name: "mock exam, overview when the time is up",
    path: mockExamPath({ begin: `${BEGUN_S - 3600}`, vraag: "5", naar: "overzicht", gemerkt: "3" }),
  },
  {
    name: "mock exam, passed",
    path: mockExamPath({ eind: `${BEGUN_S + 2500}`, antwoorden: await answersWithRight(40) }),
  },
  {
    name: "mock exam, not passed",
    path: mockExamPath({
      examen: MOCK_EXAM_FORMS,
      eind: `${BEGUN_S + 4900}`,
      antwoorden: await answersWithRight(20, MOCK_EXAM_FORMS),
    }),
  },
  { name: "mock exam that is not known", path: mockExamPath({ examen: "?" }), status: 422 },
  { name: "quiz", path: PATHS.quiz },
  { name: "quiz score", path: `${PATHS.quizScore}?${ANSWERS}&Score=3` },
  { name: "quiz question", path: `${quizQuestionPath(1)}?${ANSWERS}&Score=3` },
  { name: "quiz question with a wrong answer", path: `${quizQuestionPath(2)}?${ANSWERS}&Score=3` },
  { name: "quiz question without an answer", path: quizQuestionPath(3) },
  { name: "quiz question that is not there", path: quizQuestionPath(6) },
  { name: "checkout", path: PATHS.checkout },
  { name: "bridge", path: OFFERS[0]?.path ?? "" },
  { name: "payment return without a payment", path: `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1` },
  { name: "payment return of an unknown type", path: PATHS.interstitial, status: 404 },
  {
    name: "payment return of an unknown payment",
    path: `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=pi_x`,
  },
  { name: "gift", path: `${GIFT_CODE}?${GIFT_QUERY}`, islands: ["gift"] },
  { name: "gift, unwrapped by link", path: `${GIFT_CODE}?${GIFT_QUERY}&open=1` },
  { name: "gift of a name", path: PATHS.giftName.replace(":name", "sanne"), islands: ["gift"] },
  { name: "gift that is not known", path: giftCodePath("NIETBEKEND"), status: 404 },
  { name: "gift code asked for", path: PATHS.giftLookup },
  { name: "gift code that is none", path: `${PATHS.giftLookup}?cadeaucode=!`, status: 422 },
  { name: "giving a gift", path: PATHS.giveGift, islands: ["giftForm"] },
  { name: "order page of a payment that is not known yet", path: await orderPathOf("pi_screensUnknown") },
  { name: "order page of a wrong link", path: PATHS.orderStatus.replace(":token", "onzin"), status: 404 },
  { name: "my course", path: PATHS.myCourse },
  { name: "withdrawal", path: PATHS.withdrawal },
  { name: "404", path: "/bestaat-niet", status: 404 },
];
