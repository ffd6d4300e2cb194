import type { Address } from "./addresses.ts";
import { type Handler, serveContentPage, serveLoadedPage } from "./handlers/content-pages.tsx";
import { serveHealth } from "./handlers/health.ts";
import type { Page } from "./response/render.tsx";
import { OFFERS } from "./shared/courses.ts";
import type { Frame } from "./shared/frame.ts";
import { spellGiftCode, spellGiftName } from "./shared/gift-address.ts";
import { spellOrderToken } from "./shared/order.ts";
import { PATHS } from "./shared/paths.ts";
import { spellQuestionNumber } from "./shared/quiz.ts";

/**
 * One line of the route table. A path answers the methods it names (GET also HEAD); any other gets 405. `logged`: each
 * request has a line in the log (`request.handled`), for what reads KV, takes payments or is called by programs.
 * `spell`: the one spelling of the parameter in its path, where there is more to it than its percent-encoding.
 */
export type Route = Address & {
  name: string;
  GET?: Handler;
  POST?: Handler;
  logged?: true;
  /** Answered over http too where the site's origin is https: who asks is no browser. */
  overHttp?: true;
  /** Sent from memory: the build makes it for each flow. */
  isContent?: true;
};

function contentPage(name: string, path: string, load: () => Promise<Page<{ frame: Frame }>>): Route {
  return { name, path, GET: serveContentPage(load), isContent: true };
}

const pages = {
  home: () => import("./pages/home.tsx"),
  sales: () => import("./pages/sales.tsx"),
  exam: () => import("./pages/exam.tsx"),
  faq: () => import("./pages/faq.tsx"),
  legal: () => import("./pages/legal.tsx"),
  order: () => import("./pages/order.tsx"),
  giveGift: () => import("./pages/give-gift.tsx"),
} as const;
const quiz = () => import("./handlers/quiz.tsx");
const licenceCheck = () => import("./handlers/licence-check.tsx");
const nearestCentres = () => import("./handlers/nearest-centres.tsx");
const studyPlan = () => import("./handlers/study-plan.tsx");
const mockExam = () => import("./handlers/mock-exam.tsx");
const checkout = () => import("./handlers/checkout.tsx");
const interstitial = () => import("./handlers/interstitial.tsx");
const giveGift = () => import("./handlers/give-gift.tsx");
const gifts = () => import("./handlers/gifts.tsx");
const orderPage = () => import("./handlers/order-page.tsx");
const withdrawal = () => import("./handlers/withdrawal.tsx");
const paymentApi = () => import("./handlers/payment-api.ts");
const stripeWebhook = () => import("./handlers/stripe-webhook.ts");
const cspReport = () => import("./handlers/csp-report.ts");
const interstitialTargets = () => import("./handlers/interstitial-targets.ts");
const machineFiles = () => import("./handlers/machine-files.ts");

/** A handler of a module that is read when it is first asked for: a new isolate compiles only what answers its visitor. */
function later<Module>(load: () => Promise<Module>, choose: (module: Module) => Handler): Handler {
  return async (c) => choose(await load())(c);
}

/** THE route table. Paths come from shared/paths.ts and shared/courses.ts; no path is typed twice. */
export const routes: readonly Route[] = [
  contentPage("home", PATHS.home, async () => (await pages.home()).HomePage),
  contentPage("kvb1", PATHS.kvb1, async () => (await pages.sales()).Kvb1Page),
  contentPage("kvb2", PATHS.kvb2, async () => (await pages.sales()).Kvb2Page),
  contentPage("marifonie", PATHS.marifonie, async () => (await pages.sales()).MarifoniePage),
  contentPage("exam", PATHS.exam, async () => (await pages.exam()).ExamPage),
  {
    name: "licence-check",
    path: PATHS.licenceCheck,
    GET: later(licenceCheck, ({ serveLicenceCheck }) => serveLicenceCheck),
  },
  {
    name: "nearest-centres",
    path: PATHS.nearestCentres,
    GET: later(nearestCentres, ({ serveNearestCentres }) => serveNearestCentres),
  },
  {
    name: "nearest-centres-data",
    path: PATHS.nearestCentresData,
    GET: later(nearestCentres, ({ serveNearestCentresData }) => serveNearestCentresData),
  },
  {
    name: "study-plan",
    path: PATHS.studyPlan,
    GET: later(studyPlan, ({ serveStudyPlan }) => serveStudyPlan),
    isContent: true,
  },
  {
    name: "study-plan-calendar",
    path: PATHS.studyPlanCalendar,
    GET: later(studyPlan, ({ serveStudyPlanCalendar }) => serveStudyPlanCalendar),
  },
  contentPage("faq", PATHS.faq, async () => (await pages.faq()).FaqPage),
  contentPage("terms", PATHS.terms, async () => (await pages.legal()).TermsPage),
  contentPage("privacy", PATHS.privacy, async () => (await pages.legal()).PrivacyPage),
  contentPage("accessibility", PATHS.accessibility, async () => (await pages.legal()).AccessibilityPage),
  {
    name: "mock-exam",
    path: PATHS.mockExam,
    GET: later(mockExam, ({ serveMockExam }) => serveMockExam),
    isContent: true,
  },
  {
    name: "practice-answers",
    path: PATHS.practiceAnswers,
    GET: later(quiz, ({ loadPracticeAnswers }) => serveLoadedPage(loadPracticeAnswers)),
  },
  contentPage("order", PATHS.order, async () => (await pages.order()).OrderPage),
  { name: "quiz", path: PATHS.quiz, GET: later(quiz, ({ loadQuiz }) => serveLoadedPage(loadQuiz)) },
  {
    name: "quiz-redirect",
    path: PATHS.quizRedirect,
    GET: later(quiz, ({ loadQuizRedirect }) => serveLoadedPage(loadQuizRedirect)),
  },
  {
    name: "quiz-score",
    path: PATHS.quizScore,
    GET: later(quiz, ({ loadQuizScore }) => serveLoadedPage(loadQuizScore)),
  },
  {
    name: "quiz-question",
    path: PATHS.quizQuestion,
    spell: spellQuestionNumber,
    GET: later(quiz, ({ loadQuizQuestion }) => serveLoadedPage(loadQuizQuestion)),
  },
  {
    name: "checkout",
    path: PATHS.checkout,
    GET: later(checkout, ({ serveCheckoutPage }) => serveCheckoutPage),
    isContent: true,
  },
  {
    name: "payment-return",
    path: PATHS.interstitial,
    GET: later(interstitial, ({ servePaymentReturn }) => servePaymentReturn),
    logged: true,
  },
  ...OFFERS.map(
    ({ path, key }): Route => ({
      name: "bridge",
      path,
      GET: later(
        interstitial,
        ({ serveBridgePage }) =>
          (c) =>
            serveBridgePage(c, key),
      ),
      logged: true,
    }),
  ),
  {
    name: "gift-code",
    path: PATHS.giftCode,
    spell: spellGiftCode,
    GET: later(gifts, ({ serveGiftOfCode }) => serveGiftOfCode),
    logged: true,
  },
  {
    ...contentPage("give-gift", PATHS.giveGift, async () => (await pages.giveGift()).GiveGiftPage),
    POST: later(giveGift, ({ handleGiveGift }) => handleGiveGift),
  },
  {
    name: "gift-name",
    path: PATHS.giftName,
    spell: spellGiftName,
    GET: later(gifts, ({ serveGiftOfName }) => serveGiftOfName),
    logged: true,
  },
  {
    name: "gift-lookup",
    path: PATHS.giftLookup,
    GET: later(gifts, ({ serveGiftLookup }) => serveGiftLookup),
    logged: true,
  },
  {
    name: "order-status",
    path: PATHS.orderStatus,
    spell: spellOrderToken,
    GET: later(orderPage, ({ serveOrder }) => serveOrder),
    logged: true,
  },
  {
    name: "withdrawal",
    path: PATHS.withdrawal,
    GET: later(withdrawal, ({ serveWithdrawal }) => serveWithdrawal),
    POST: later(withdrawal, ({ handleWithdrawal }) => handleWithdrawal),
    logged: true,
  },
  {
    name: "create-payment-intent",
    path: PATHS.createPaymentIntent,
    POST: later(paymentApi, ({ handleCreatePaymentIntent }) => handleCreatePaymentIntent),
    logged: true,
  },
  {
    name: "payment-details",
    path: PATHS.paymentDetails,
    POST: later(paymentApi, ({ handlePaymentDetails }) => handlePaymentDetails),
    logged: true,
  },
  {
    name: "stripe-webhook",
    path: PATHS.stripeWebhook,
    POST: later(stripeWebhook, ({ handleStripeWebhook }) => handleStripeWebhook),
    logged: true,
  },
  {
    name: "csp-report",
    path: PATHS.cspReport,
    POST: later(
      cspReport,
      ({ handleCspReport }) =>
        (c) =>
          handleCspReport(c),
    ),
    logged: true,
  },
  {
    name: "interstitial-targets",
    path: PATHS.interstitialTargets,
    GET: later(interstitialTargets, ({ serveInterstitialTargets }) => serveInterstitialTargets),
    logged: true,
  },
  { name: "sitemap", path: PATHS.sitemap, GET: later(machineFiles, ({ serveSitemap }) => serveSitemap) },
  { name: "robots", path: PATHS.robots, GET: later(machineFiles, ({ serveRobots }) => serveRobots) },
  { name: "health", path: PATHS.health, GET: serveHealth, overHttp: true },
];
