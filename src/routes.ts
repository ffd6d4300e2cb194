import { handleCreatePaymentIntent } from "./checkout-api.ts";
import { handleCspReport } from "./csp-report.ts";
import { serveGiftLookup, serveGiftOfCode, serveGiftOfName } from "./gift-requests.tsx";
import { type Handler, serveContentPage, serveLoadedPage } from "./page-requests.tsx";
import { ExamPage } from "./pages/exam.tsx";
import { FaqPage } from "./pages/faq.tsx";
import { HomePage } from "./pages/home.tsx";
import { PrivacyPage, TermsPage } from "./pages/legal.tsx";
import { OrderPage } from "./pages/order.tsx";
import { PracticeAnswersPage } from "./pages/practice-answers.tsx";
import { QuizPage } from "./pages/quiz.tsx";
import { Kvb1Page, Kvb2Page, MarifoniePage } from "./pages/sales.tsx";
import { serveBridgePage, serveCheckoutPage, servePaymentReturn } from "./payment-requests.tsx";
import { loadQuizQuestion, loadQuizRedirect, loadQuizScore } from "./quiz-requests.tsx";
import { originOf, type PageNeeds } from "./security.ts";
import {
  serveHealth,
  serveInterstitialTargets,
  serveRobots,
  serveSitemap,
  serveSpeculationRules,
} from "./service-requests.ts";
import { OFFERS } from "./shared/courses.ts";
import type { Frame } from "./shared/frame.ts";
import { PATHS } from "./shared/paths.ts";
import { handleStripeWebhook } from "./webhook.ts";

/**
 * One line of the route table. A path answers the methods it names (GET also HEAD); any other gets 405. `logged`: each
 * request has a line in the log (`request.handled`), for what reads KV, takes payments or is called by programs.
 */
export type Route = { path: string; name: string; GET?: Handler; POST?: Handler; logged?: true };

/** THE route table. Paths come from shared/paths.ts and shared/courses.ts; no path is typed twice. */
export const routes: readonly Route[] = [
  { name: "home", path: PATHS.home, GET: serveContentPage(HomePage, introVideo) },
  { name: "kvb1", path: PATHS.kvb1, GET: serveContentPage(Kvb1Page, introVideo) },
  { name: "kvb2", path: PATHS.kvb2, GET: serveContentPage(Kvb2Page, introVideo) },
  { name: "marifonie", path: PATHS.marifonie, GET: serveContentPage(MarifoniePage, introVideo) },
  { name: "exam", path: PATHS.exam, GET: serveContentPage(ExamPage, mapTiles) },
  { name: "faq", path: PATHS.faq, GET: serveContentPage(FaqPage) },
  { name: "terms", path: PATHS.terms, GET: serveContentPage(TermsPage) },
  { name: "privacy", path: PATHS.privacy, GET: serveContentPage(PrivacyPage) },
  { name: "practice-answers", path: PATHS.practiceAnswers, GET: serveContentPage(PracticeAnswersPage) },
  { name: "order", path: PATHS.order, GET: serveContentPage(OrderPage) },
  { name: "quiz", path: PATHS.quiz, GET: serveContentPage(QuizPage) },
  { name: "quiz-redirect", path: PATHS.quizRedirect, GET: serveLoadedPage(loadQuizRedirect) },
  { name: "quiz-score", path: PATHS.quizScore, GET: serveLoadedPage(loadQuizScore) },
  { name: "quiz-question", path: PATHS.quizQuestion, GET: serveLoadedPage(loadQuizQuestion) },
  { name: "checkout", path: PATHS.checkout, GET: serveCheckoutPage },
  { name: "payment-return", path: PATHS.interstitial, GET: servePaymentReturn, logged: true },
  ...OFFERS.map(
    ({ path, key }): Route => ({ name: "bridge", path, GET: (c) => serveBridgePage(c, key), logged: true }),
  ),
  { name: "gift-code", path: PATHS.giftCode, GET: serveGiftOfCode, logged: true },
  { name: "gift-name", path: PATHS.giftName, GET: serveGiftOfName, logged: true },
  { name: "gift-lookup", path: PATHS.giftLookup, GET: serveGiftLookup, logged: true },
  { name: "create-payment-intent", path: PATHS.createPaymentIntent, POST: handleCreatePaymentIntent, logged: true },
  { name: "stripe-webhook", path: PATHS.stripeWebhook, POST: handleStripeWebhook, logged: true },
  { name: "csp-report", path: PATHS.cspReport, POST: (c) => handleCspReport(c), logged: true },
  { name: "interstitial-targets", path: PATHS.interstitialTargets, GET: serveInterstitialTargets, logged: true },
  { name: "sitemap", path: PATHS.sitemap, GET: serveSitemap },
  { name: "speculation-rules", path: PATHS.speculationRules, GET: serveSpeculationRules },
  { name: "robots", path: PATHS.robots, GET: serveRobots },
  { name: "health", path: PATHS.health, GET: serveHealth },
];

/** The player of the introduction video, once a visitor starts it. */
function introVideo(frame: Frame): PageNeeds {
  return { frames: [originOf(frame.links.introVideo)] };
}

/** The map's tiles; a template's `{s}` stands for any subdomain. */
function mapTiles(frame: Frame): PageNeeds {
  return { images: [originOf(frame.links.mapTileUrl?.replace("{s}", "*") ?? null)], trustedTypes: false };
}
