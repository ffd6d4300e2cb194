import type { MiddlewareHandler } from "hono";
import type { HonoBase } from "hono/hono-base";
import type { AppEnv } from "./server/http/context.ts";
import { serveHealth } from "./server/http/health-handler.ts";
import { content, later, loaded } from "./server/http/on-demand.ts";
import { logged } from "./server/http/request-log.ts";
import { keptModule } from "./server/kept-module.ts";
import { OFFERS } from "./shared/courses.ts";
import { PATHS } from "./shared/paths.ts";
import { oneSpelling } from "./spelling.ts";

const salesPages = () => import("./shop/sales-page.tsx");
const legalPages = () => import("./legal/legal-page.tsx");
const quiz = () => import("./free/quiz/quiz-handler.tsx");
const studyPlan = () => import("./free/study-plan/study-plan-handler.tsx");
const checkout = () => import("./paying/checkout/checkout-handler.tsx");
const bridge = keptModule(() => import("./paying/return/bridge-handler.tsx"));
const payGift = () => import("./paying/checkout/pay-gift-handler.tsx");
const gifts = () => import("./gifts/opening/gift-handler.tsx");
const withdrawal = () => import("./orders/withdrawal/withdrawal-handler.tsx");
const payment = () => import("./paying/checkout/payment-api-handler.ts");
const licenceCheck = () => import("./free/licence-check/licence-check-handler.tsx");
const myCourse = () => import("./orders/my-course/my-course-handler.tsx");
const webhook = () => import("./paying/webhook/stripe-webhook-handler.ts");
const paymentReturn = () => import("./paying/return/payment-return-handler.tsx");
const interstitialTargets = () => import("./paying/return/interstitial-targets-handler.ts");
const orderPage = () => import("./orders/order-handler.tsx");
const orderForms = () => import("./orders/order-forms-handler.ts");
const myOrders = () => import("./orders/my-course/my-orders-handler.ts");
const cspReport = () => import("./server/http/csp-report-handler.ts");
const deskDoor = () => import("./desk/door-handler.ts");
const machineFiles = () => import("./server/http/machine-files-handler.ts");

/** Pages that are the same for everybody. The build renders each of them for each flow. */
const CONTENT = {
  [PATHS.home]: content(() => import("./shop/home-page.tsx"), "HomePage"),
  [PATHS.kvb1]: content(salesPages, "Kvb1Page"),
  [PATHS.kvb2]: content(salesPages, "Kvb2Page"),
  [PATHS.marifonie]: content(salesPages, "MarifoniePage"),
  [PATHS.exam]: content(() => import("./shop/exam/exam-page.tsx"), "ExamPage"),
  [PATHS.studyPlan]: later(studyPlan, "serveStudyPlan"),
  [PATHS.faq]: content(() => import("./shop/faq-page.tsx"), "FaqPage"),
  [PATHS.terms]: content(legalPages, "TermsPage"),
  [PATHS.privacy]: content(legalPages, "PrivacyPage"),
  [PATHS.accessibility]: content(legalPages, "AccessibilityPage"),
  [PATHS.mockExam]: later(() => import("./free/mock-exam/mock-exam-handler.tsx"), "serveMockExam"),
  [PATHS.order]: content(() => import("./shop/choose-course-page.tsx"), "ChooseCoursePage"),
  [PATHS.checkout]: later(checkout, "serveCheckoutPage"),
  [PATHS.giveGift]: later(() => import("./gifts/giving/give-gift-handler.tsx"), "serveGiveGift"),
  [PATHS.myCourse]: later(myCourse, "serveMyCourse"),
};

export const CONTENT_PATHS = Object.keys(CONTENT);

/** Hono's spelling of an address with a prefix before its parameter. They come last: `/cadeau-geven` is an address of its own. */
const GIFT_CODE = "/:code{g-[^/]+}";
const GIFT_NAME = "/:name{cadeau-(?!geven$)[^/]+}";

/** Without its vars a shop has no desk, and nothing shows that it could have one. */
const whereThereIsADesk: MiddlewareHandler<AppEnv> = (c, next) =>
  c.get("shop").settings.access === null ? Promise.resolve(c.notFound()) : next();

/** The routes of the shop. Paths come from shared/paths.ts and shared/courses.ts; no path is typed twice. */
export function addRoutes(app: HonoBase<AppEnv>): void {
  for (const [path, serve] of Object.entries(CONTENT)) app.get(path, serve);
  app.post(PATHS.checkout, later(checkout, "answerUnscriptedForm"));
  app.post(PATHS.giveGift, later(payGift, "handlePayGift"));
  app.post(PATHS.myCourse, later(myCourse, "handleMyCourse"));

  app.get(PATHS.licenceCheck, later(licenceCheck, "serveLicenceCheck"));
  app.get(PATHS.studyPlanCalendar, later(studyPlan, "serveStudyPlanCalendar"));
  app.get(PATHS.practiceAnswers, loaded(quiz, "loadPracticeAnswers"));
  app.get(PATHS.quiz, loaded(quiz, "loadQuiz"));
  app.get(PATHS.quizRedirect, loaded(quiz, "loadQuizRedirect"));
  app.get(PATHS.quizScore, loaded(quiz, "loadQuizScore"));
  app.get(PATHS.quizQuestion, oneSpelling, loaded(quiz, "loadQuizQuestion"));

  app.use(PATHS.createPaymentIntent, logged("create-payment-intent"));
  app.post(PATHS.createPaymentIntent, later(payment, "handleCreatePaymentIntent"));
  app.use(PATHS.paymentDetails, logged("payment-details"));
  app.post(PATHS.paymentDetails, later(payment, "handlePaymentDetails"));
  app.use(PATHS.stripeWebhook, logged("stripe-webhook"));
  app.post(PATHS.stripeWebhook, later(webhook, "handleStripeWebhook"));
  app.use(PATHS.interstitial, logged("payment-return"));
  app.get(PATHS.interstitial, later(paymentReturn, "servePaymentReturn"));
  for (const { path, key } of OFFERS) {
    app.use(path, logged("bridge"));
    app.get(path, async (c) => (await bridge()).serveBridgePage(c, key));
  }
  app.use(PATHS.interstitialTargets, logged("interstitial-targets"));
  app.get(PATHS.interstitialTargets, later(interstitialTargets, "serveInterstitialTargets"));

  app.get(PATHS.giftPayment, oneSpelling, later(payGift, "serveGiftPayment"));
  app.use(PATHS.giftLookup, logged("gift-lookup"));
  app.get(PATHS.giftLookup, later(gifts, "serveGiftLookup"));
  app.use(GIFT_CODE, oneSpelling, logged("gift-code"));
  app.get(GIFT_CODE, later(gifts, "serveGiftOfCode"));
  app.use(GIFT_NAME, oneSpelling, logged("gift-name"));
  app.get(GIFT_NAME, later(gifts, "serveGiftOfName"));

  app.use(PATHS.orderStatus, oneSpelling, logged("order-status"));
  app.get(PATHS.orderStatus, later(orderPage, "serveOrder"));
  app.post(PATHS.orderStatus, later(orderForms, "handleOrderForm"));
  app.use(PATHS.myOrders, logged("my-orders"));
  app.get(PATHS.myOrders, later(myOrders, "serveMyOrders"));
  app.use(PATHS.withdrawal, logged("withdrawal"));
  app.get(PATHS.withdrawal, later(withdrawal, "serveWithdrawal"));
  app.post(PATHS.withdrawal, later(withdrawal, "handleWithdrawal"));

  app.get(PATHS.sitemap, async (c) => (await machineFiles()).serveSitemap(c, CONTENT_PATHS));
  app.get(PATHS.robots, later(machineFiles, "serveRobots"));
  app.get(PATHS.health, serveHealth);
  app.use(PATHS.cspReport, logged("csp-report"));
  app.post(PATHS.cspReport, later(cspReport, "handleCspReport"));

  app.all(`${PATHS.desk}/*`, whereThereIsADesk, logged("desk"), later(deskDoor, "serveDeskDoor"));
}
