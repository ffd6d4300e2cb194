import { spellQuestionNumber } from "./free/quiz/quiz-rules.ts";
import { spellGiftCode, spellGiftName } from "./gifts/gift-address-rules.ts";
import { spellOrderToken } from "./ledger/order-rules.ts";
import { serveHealth } from "./server/http/health-handler.ts";
import { content, later, loaded } from "./server/http/on-demand.ts";
import type { Route } from "./server/http/route.ts";
import { OFFERS, PRODUCT_IDS } from "./shared/courses.ts";
import { PATHS, spellProduct } from "./shared/paths.ts";

const pages = {
  home: () => import("./shop/home-page.tsx"),
  sales: () => import("./shop/sales-page.tsx"),
  exam: () => import("./shop/exam/exam-page.tsx"),
  faq: () => import("./shop/faq-page.tsx"),
  legal: () => import("./legal/legal-page.tsx"),
  order: () => import("./shop/choose-course-page.tsx"),
  myCourse: () => import("./orders/my-course/my-course-page.tsx"),
} as const;
const quiz = () => import("./free/quiz/quiz-handler.tsx");
const licenceCheck = () => import("./free/licence-check/licence-check-handler.tsx");
const centres = () => import("./shop/exam/nearest-centres-handler.tsx");
const studyPlan = () => import("./free/study-plan/study-plan-handler.tsx");
const mockExam = () => import("./free/mock-exam/mock-exam-handler.tsx");
const checkout = () => import("./paying/checkout/checkout-handler.tsx");
const bridge = () => import("./paying/return/bridge-handler.tsx");
const paymentReturn = () => import("./paying/return/payment-return-handler.tsx");
const giveGift = () => import("./gifts/giving/give-gift-handler.tsx");
const payGift = () => import("./paying/checkout/pay-gift-handler.tsx");
const gifts = () => import("./gifts/opening/gift-handler.tsx");
const orderPage = () => import("./orders/order-handler.tsx");
const orderForms = () => import("./orders/order-forms-handler.ts");
const myCourse = () => import("./orders/my-course/my-course-handler.tsx");
const myOrders = () => import("./orders/my-course/my-orders-handler.ts");
const withdrawal = () => import("./orders/withdrawal/withdrawal-handler.tsx");
const payment = () => import("./paying/checkout/payment-api-handler.ts");
const webhook = () => import("./paying/webhook/stripe-webhook-handler.ts");
const cspReport = () => import("./server/http/csp-report-handler.ts");
const interstitialTargets = () => import("./paying/return/interstitial-targets-handler.ts");
const deskDoor = () => import("./desk/door-handler.ts");
const machineFiles = () => import("./server/http/machine-files-handler.ts");

/** THE route table. Paths come from shared/paths.ts and shared/courses.ts; no path is typed twice. */
export const routes: readonly Route[] = [
  { name: "home", path: PATHS.home, ...content(pages.home, "HomePage") },
  { name: "kvb1", path: PATHS.kvb1, ...content(pages.sales, "Kvb1Page") },
  { name: "kvb2", path: PATHS.kvb2, ...content(pages.sales, "Kvb2Page") },
  { name: "marifonie", path: PATHS.marifonie, ...content(pages.sales, "MarifoniePage") },
  { name: "exam", path: PATHS.exam, ...content(pages.exam, "ExamPage") },
  { name: "licence-check", path: PATHS.licenceCheck, GET: later(licenceCheck, "serveLicenceCheck") },
  { name: "nearest-centres", path: PATHS.nearestCentres, GET: later(centres, "serveNearestCentres") },
  { name: "nearest-centres-data", path: PATHS.nearestCentresData, GET: later(centres, "serveNearestCentresData") },
  { name: "study-plan", path: PATHS.studyPlan, GET: later(studyPlan, "serveStudyPlan"), isContent: true },
  { name: "study-plan-calendar", path: PATHS.studyPlanCalendar, GET: later(studyPlan, "serveStudyPlanCalendar") },
  { name: "faq", path: PATHS.faq, ...content(pages.faq, "FaqPage") },
  { name: "terms", path: PATHS.terms, ...content(pages.legal, "TermsPage") },
  { name: "privacy", path: PATHS.privacy, ...content(pages.legal, "PrivacyPage") },
  { name: "accessibility", path: PATHS.accessibility, ...content(pages.legal, "AccessibilityPage") },
  { name: "mock-exam", path: PATHS.mockExam, GET: later(mockExam, "serveMockExam"), isContent: true },
  { name: "practice-answers", path: PATHS.practiceAnswers, ...loaded(quiz, "loadPracticeAnswers") },
  { name: "order", path: PATHS.order, ...content(pages.order, "ChooseCoursePage") },
  { name: "quiz", path: PATHS.quiz, ...loaded(quiz, "loadQuiz") },
  { name: "quiz-redirect", path: PATHS.quizRedirect, ...loaded(quiz, "loadQuizRedirect") },
  { name: "quiz-score", path: PATHS.quizScore, ...loaded(quiz, "loadQuizScore") },
  { name: "quiz-question", path: PATHS.quizQuestion, spell: spellQuestionNumber, ...loaded(quiz, "loadQuizQuestion") },
  {
    name: "checkout",
    path: PATHS.checkout,
    GET: later(checkout, "serveCheckoutPage"),
    isContent: true,
    POST: later(checkout, "answerUnscriptedForm"),
  },
  { name: "payment-return", path: PATHS.interstitial, GET: later(paymentReturn, "servePaymentReturn"), logged: true },
  ...OFFERS.map(
    ({ path, key }): Route => ({
      name: "bridge",
      path,
      GET: async (c) => (await bridge()).serveBridgePage(c, key),
      logged: true,
    }),
  ),
  { name: "gift-code", path: PATHS.giftCode, spell: spellGiftCode, GET: later(gifts, "serveGiftOfCode"), logged: true },
  {
    name: "give-gift",
    path: PATHS.giveGift,
    GET: later(giveGift, "serveGiveGift"),
    isContent: true,
    POST: later(payGift, "handlePayGift"),
  },
  {
    name: "gift-payment",
    path: PATHS.giftPayment,
    spell: (product) => PRODUCT_IDS.map(spellProduct).find((known) => known === product.toLowerCase()) ?? null,
    GET: later(payGift, "serveGiftPayment"),
  },
  { name: "gift-name", path: PATHS.giftName, spell: spellGiftName, GET: later(gifts, "serveGiftOfName"), logged: true },
  { name: "gift-lookup", path: PATHS.giftLookup, GET: later(gifts, "serveGiftLookup"), logged: true },
  {
    name: "order-status",
    path: PATHS.orderStatus,
    spell: spellOrderToken,
    GET: later(orderPage, "serveOrder"),
    POST: later(orderForms, "handleOrderForm"),
    logged: true,
  },
  {
    name: "my-course",
    path: PATHS.myCourse,
    ...content(pages.myCourse, "MyCoursePage"),
    POST: later(myCourse, "handleMyCourse"),
  },
  { name: "my-orders", path: PATHS.myOrders, GET: later(myOrders, "serveMyOrders"), logged: true },
  {
    name: "withdrawal",
    path: PATHS.withdrawal,
    GET: later(withdrawal, "serveWithdrawal"),
    POST: later(withdrawal, "handleWithdrawal"),
    logged: true,
  },
  {
    name: "create-payment-intent",
    path: PATHS.createPaymentIntent,
    POST: later(payment, "handleCreatePaymentIntent"),
    logged: true,
  },
  { name: "payment-details", path: PATHS.paymentDetails, POST: later(payment, "handlePaymentDetails"), logged: true },
  { name: "stripe-webhook", path: PATHS.stripeWebhook, POST: later(webhook, "handleStripeWebhook"), logged: true },
  { name: "csp-report", path: PATHS.cspReport, POST: later(cspReport, "handleCspReport"), logged: true },
  {
    name: "interstitial-targets",
    path: PATHS.interstitialTargets,
    GET: later(interstitialTargets, "serveInterstitialTargets"),
    logged: true,
  },
  { name: "sitemap", path: PATHS.sitemap, GET: later(machineFiles, "serveSitemap") },
  { name: "robots", path: PATHS.robots, GET: later(machineFiles, "serveRobots") },
  { name: "health", path: PATHS.health, GET: serveHealth, overHttp: true },
];

/**
 * The owner's desk: every path that is `PATHS.desk` or below it, in any method. It is no line of the table, because
 * without its vars nothing of it may show: not even that another spelling of its address, or another method, is known.
 */
export const desk = {
  name: "desk",
  isPath: (path: string): boolean => path === PATHS.desk || path.startsWith(`${PATHS.desk}/`),
  serve: later(deskDoor, "serveDeskDoor"),
} as const;
