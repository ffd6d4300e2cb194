import type { Address } from "./addresses.ts";
import { serveCheckoutPage } from "./handlers/checkout.tsx";
import { type Handler, serveContentPage, serveLoadedPage } from "./handlers/content-pages.tsx";
import { handleCspReport } from "./handlers/csp-report.ts";
import { serveGiftLookup, serveGiftOfCode, serveGiftOfName } from "./handlers/gifts.tsx";
import { serveBridgePage, servePaymentReturn } from "./handlers/interstitial.tsx";
import {
  serveHealth,
  serveInterstitialTargets,
  serveRobots,
  serveSitemap,
  serveSpeculationRules,
} from "./handlers/machine-files.ts";
import { serveOrder } from "./handlers/order-page.tsx";
import { handleCreatePaymentIntent, handlePaymentDetails } from "./handlers/payment-api.ts";
import { loadPracticeAnswers, loadQuiz, loadQuizQuestion, loadQuizRedirect, loadQuizScore } from "./handlers/quiz.tsx";
import { handleStripeWebhook } from "./handlers/stripe-webhook.ts";
import { handleWithdrawal, serveWithdrawal } from "./handlers/withdrawal.tsx";
import { ExamPage } from "./pages/exam.tsx";
import { FaqPage } from "./pages/faq.tsx";
import { HomePage } from "./pages/home.tsx";
import { PrivacyPage, TermsPage } from "./pages/legal.tsx";
import { OrderPage } from "./pages/order.tsx";
import { Kvb1Page, Kvb2Page, MarifoniePage } from "./pages/sales.tsx";
import { spellGiftCode, spellGiftName } from "./services/gifts.ts";
import { spellOrderToken } from "./services/order-token.ts";
import { OFFERS } from "./shared/courses.ts";
import { PATHS } from "./shared/paths.ts";
import { spellQuestionNumber } from "./shared/quiz.ts";

/**
 * One line of the route table. A path answers the methods it names (GET also HEAD); any other gets 405. `logged`: each
 * request has a line in the log (`request.handled`), for what reads KV, takes payments or is called by programs.
 * `spell`: the one spelling of the parameter in its path, where there is more to it than its percent-encoding.
 */
export type Route = Address & { name: string; GET?: Handler; POST?: Handler; logged?: true };

/** THE route table. Paths come from shared/paths.ts and shared/courses.ts; no path is typed twice. */
export const routes: readonly Route[] = [
  { name: "home", path: PATHS.home, GET: serveContentPage(HomePage) },
  { name: "kvb1", path: PATHS.kvb1, GET: serveContentPage(Kvb1Page) },
  { name: "kvb2", path: PATHS.kvb2, GET: serveContentPage(Kvb2Page) },
  { name: "marifonie", path: PATHS.marifonie, GET: serveContentPage(MarifoniePage) },
  { name: "exam", path: PATHS.exam, GET: serveContentPage(ExamPage) },
  { name: "faq", path: PATHS.faq, GET: serveContentPage(FaqPage) },
  { name: "terms", path: PATHS.terms, GET: serveContentPage(TermsPage) },
  { name: "privacy", path: PATHS.privacy, GET: serveContentPage(PrivacyPage) },
  { name: "practice-answers", path: PATHS.practiceAnswers, GET: serveLoadedPage(loadPracticeAnswers) },
  { name: "order", path: PATHS.order, GET: serveContentPage(OrderPage) },
  { name: "quiz", path: PATHS.quiz, GET: serveLoadedPage(loadQuiz) },
  { name: "quiz-redirect", path: PATHS.quizRedirect, GET: serveLoadedPage(loadQuizRedirect) },
  { name: "quiz-score", path: PATHS.quizScore, GET: serveLoadedPage(loadQuizScore) },
  {
    name: "quiz-question",
    path: PATHS.quizQuestion,
    spell: spellQuestionNumber,
    GET: serveLoadedPage(loadQuizQuestion),
  },
  { name: "checkout", path: PATHS.checkout, GET: serveCheckoutPage },
  { name: "payment-return", path: PATHS.interstitial, GET: servePaymentReturn, logged: true },
  ...OFFERS.map(
    ({ path, key }): Route => ({ name: "bridge", path, GET: (c) => serveBridgePage(c, key), logged: true }),
  ),
  { name: "gift-code", path: PATHS.giftCode, spell: spellGiftCode, GET: serveGiftOfCode, logged: true },
  { name: "gift-name", path: PATHS.giftName, spell: spellGiftName, GET: serveGiftOfName, logged: true },
  { name: "gift-lookup", path: PATHS.giftLookup, GET: serveGiftLookup, logged: true },
  { name: "order-status", path: PATHS.orderStatus, spell: spellOrderToken, GET: serveOrder, logged: true },
  { name: "withdrawal", path: PATHS.withdrawal, GET: serveWithdrawal, POST: handleWithdrawal, logged: true },
  { name: "create-payment-intent", path: PATHS.createPaymentIntent, POST: handleCreatePaymentIntent, logged: true },
  { name: "payment-details", path: PATHS.paymentDetails, POST: handlePaymentDetails, logged: true },
  { name: "stripe-webhook", path: PATHS.stripeWebhook, POST: handleStripeWebhook, logged: true },
  { name: "csp-report", path: PATHS.cspReport, POST: (c) => handleCspReport(c), logged: true },
  { name: "interstitial-targets", path: PATHS.interstitialTargets, GET: serveInterstitialTargets, logged: true },
  { name: "sitemap", path: PATHS.sitemap, GET: serveSitemap },
  { name: "speculation-rules", path: PATHS.speculationRules, GET: serveSpeculationRules },
  { name: "robots", path: PATHS.robots, GET: serveRobots },
  { name: "health", path: PATHS.health, GET: serveHealth },
];
