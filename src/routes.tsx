import type { ReactElement } from "react";
import { accountNeeds, createAccountFrame } from "./account-pages.ts";
import { handleCreatePaymentIntent } from "./checkout-api.ts";
import { handleCspReport } from "./csp-report.ts";
import { serveGiftLookup, serveGiftOfCode, serveGiftOfName } from "./gift-requests.tsx";
import { readInterstitialMap } from "./kv.ts";
import { ExamPage } from "./pages/exam.tsx";
import { FaqPage } from "./pages/faq.tsx";
import { HomePage } from "./pages/home.tsx";
import { PrivacyPage, TermsPage } from "./pages/legal.tsx";
import { OrderPage } from "./pages/order.tsx";
import { PracticeAnswersPage } from "./pages/practice-answers.tsx";
import { QuizPage } from "./pages/quiz.tsx";
import { QuizLoadingPage, QuizQuestionPage } from "./pages/quiz-question.tsx";
import { QuizRedirectPage } from "./pages/quiz-redirect.tsx";
import { QuizScorePage } from "./pages/quiz-score.tsx";
import { Kvb1Page, Kvb2Page, MarifoniePage } from "./pages/sales.tsx";
import { serveBridgePage, serveCheckoutPage, servePaymentReturn } from "./payment-requests.tsx";
import { matchesEtag, type RememberedPage, recallPage, rememberKey, rememberPage } from "./remembered-pages.ts";
import { pageHeaders, type RenderOptions, renderPage, renderToBytes } from "./render.tsx";
import { type AppContext, createFrame } from "./request.ts";
import { apiSecurityHeaders, originOf, type PageNeeds, tagManagerNeeds } from "./security.ts";
import { OFFERS } from "./shared/courses.ts";
import type { Frame } from "./shared/frame.ts";
import { PATHS } from "./shared/paths.ts";
import {
  answerParam,
  findQuestion,
  type ParsedAnswer,
  parseAnswer,
  parseQuestionNumber,
  parseScore,
  QUIZ_QUESTIONS,
  SCORE_PARAM,
} from "./shared/quiz.ts";
import { formatRobots, formatSitemap } from "./sitemap.ts";
import { formatSpeculationRules, SPECULATION_RULES_HEADER } from "./speculation.ts";
import { traced } from "./trace.ts";
import { handleStripeWebhook } from "./webhook.ts";

type Handler = (c: AppContext) => Response | Promise<Response>;

/**
 * One line of the route table. A path answers the methods it names (GET also HEAD); any other gets 405. `logged`: each
 * request has a line in the log (`request.handled`), for what reads KV, takes payments or is called by programs.
 */
export type Route = { path: string; name: string; GET?: Handler; POST?: Handler; logged?: true };

/** THE route table. Paths come from shared/paths.ts and shared/courses.ts; no path is typed twice. */
export const routes: readonly Route[] = [
  contentPage("home", PATHS.home, HomePage, introVideo),
  contentPage("kvb1", PATHS.kvb1, Kvb1Page, introVideo),
  contentPage("kvb2", PATHS.kvb2, Kvb2Page, introVideo),
  contentPage("marifonie", PATHS.marifonie, MarifoniePage, introVideo),
  contentPage("exam", PATHS.exam, ExamPage, mapTiles),
  contentPage("faq", PATHS.faq, FaqPage),
  contentPage("terms", PATHS.terms, TermsPage),
  contentPage("privacy", PATHS.privacy, PrivacyPage),
  contentPage("practice-answers", PATHS.practiceAnswers, PracticeAnswersPage),
  contentPage("order", PATHS.order, OrderPage),
  contentPage("quiz", PATHS.quiz, QuizPage),
  requestPage("quiz-redirect", PATHS.quizRedirect, loadQuizRedirect),
  requestPage("quiz-score", PATHS.quizScore, loadQuizScore),
  requestPage("quiz-question", PATHS.quizQuestion, loadQuizQuestion),
  { name: "checkout", path: PATHS.checkout, GET: serveCheckoutPage },
  { name: "payment-return", path: PATHS.interstitial, GET: servePaymentReturn, logged: true },
  ...OFFERS.map((offer) => bridgePage(offer.path, offer.key)),
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

/** A page that is the same for everybody who asks for the same address; its bytes are remembered when they can be. */
function contentPage(
  name: string,
  path: string,
  Page: (props: { frame: Frame }) => ReactElement,
  needs?: (frame: Frame) => PageNeeds,
): Route {
  const optionsFor = (frame: Frame): RenderOptions => ({
    cache: "shared",
    headers: { "speculation-rules": SPECULATION_RULES_HEADER },
    needs: tagManagerNeeds(frame, accountNeeds(frame, needs?.(frame))),
  });

  async function render(c: AppContext, key: string): Promise<RememberedPage> {
    const frame = createAccountFrame(c);
    return rememberPage(key, await renderToBytes(<Page frame={frame} />), pageHeaders(optionsFor(frame)));
  }

  return {
    name,
    path,
    async GET(c) {
      const key = rememberKey(c);
      if (key === null) {
        const frame = createAccountFrame(c);
        return renderPage(<Page frame={frame} />, optionsFor(frame));
      }
      const { bytes, etag, headers } = recallPage(key) ?? (await render(c, key));
      if (matchesEtag(c.req.header("if-none-match"), etag)) return new Response(null, { status: 304, headers });
      return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
    },
  };
}

/** The player of the introduction video, once a visitor starts it. */
function introVideo(frame: Frame): PageNeeds {
  return { frames: [originOf(frame.links.introVideo)] };
}

/** What a page made of its request is: the page, and what it may load from outside. */
type LoadedPage = { page: ReactElement; needs?: PageNeeds };

/** A page that its request's query or path makes; without one (null) it is not found. */
function requestPage(
  name: string,
  path: string,
  load: (frame: Frame, params: URLSearchParams, c: AppContext) => LoadedPage | null,
): Route {
  return {
    name,
    path,
    GET(c) {
      const frame = createAccountFrame(c);
      const loaded = load(frame, new URL(c.req.url).searchParams, c);
      if (loaded === null) return c.notFound();
      return renderPage(loaded.page, {
        cache: "private",
        needs: tagManagerNeeds(frame, accountNeeds(frame, loaded.needs)),
      });
    },
  };
}

function loadQuizRedirect(frame: Frame, params: URLSearchParams): LoadedPage {
  return { page: <QuizRedirectPage frame={frame} params={params} /> };
}

function loadQuizScore(frame: Frame, params: URLSearchParams): LoadedPage {
  const score = parseScore(params.get(SCORE_PARAM));
  return { page: <QuizScorePage frame={frame} score={score} answers={parseAnswers(params)} /> };
}

/** Questions without an answer and numbers beyond the last question stay at 'Loading...' (specification section 5). */
function loadQuizQuestion(frame: Frame, params: URLSearchParams, c: AppContext): LoadedPage | null {
  const number = parseQuestionNumber(c.req.param("number") ?? "");
  if (number === null) return null;
  const question = findQuestion(number);
  const answers = parseAnswers(params);
  const answer = answers[number - 1] ?? null;
  if (question === undefined || answer === null) return { page: <QuizLoadingPage frame={frame} number={number} /> };
  const video = frame.links.quizVideos[number - 1] ?? null;
  return {
    page: <QuizQuestionPage frame={frame} question={question} answer={answer} answers={answers} />,
    needs: { frames: [originOf(video)] },
  };
}

function parseAnswers(params: URLSearchParams): readonly ParsedAnswer[] {
  return QUIZ_QUESTIONS.map((question) => parseAnswer(question, params.get(answerParam(question.number))));
}

/** The map's tiles; a template's `{s}` stands for any subdomain. */
function mapTiles(frame: Frame): PageNeeds {
  return { images: [originOf(frame.links.mapTileUrl?.replace("{s}", "*") ?? null)], trustedTypes: false };
}

/** What a buyer of the hosted checkout comes back to. */
function bridgePage(path: string, key: string): Route {
  return { name: "bridge", path, GET: (c) => serveBridgePage(c, key), logged: true };
}

async function serveInterstitialTargets(c: AppContext): Promise<Response> {
  const headers = { ...apiSecurityHeaders(), "cache-control": "no-cache" };
  const map = await traced(c, "kv", readInterstitialMap(c.env.INTERSTITIALS), ({ status }) => status);
  if (map.status === "found") return c.json(map.value, 200, headers);
  return c.json({ error: { code: "unavailable", message: "Tijdelijk niet beschikbaar. Probeer het opnieuw." } }, 503, {
    ...headers,
    "retry-after": "5",
  });
}

function serveSitemap(c: AppContext): Response {
  return c.body(formatSitemap(createFrame(c).origin), 200, crawlerHeaders("application/xml; charset=utf-8"));
}

function serveRobots(c: AppContext): Response {
  return c.body(formatRobots(createFrame(c).origin), 200, crawlerHeaders("text/plain; charset=utf-8"));
}

function serveSpeculationRules(c: AppContext): Response {
  return c.body(formatSpeculationRules(), 200, crawlerHeaders("application/speculationrules+json"));
}

function crawlerHeaders(contentType: string): Record<string, string> {
  return { ...apiSecurityHeaders(), "content-type": contentType, "cache-control": "public, max-age=3600" };
}

/** Names the running version; touches neither KV nor Stripe. */
function serveHealth(c: AppContext): Response {
  const version = c.env.CF_VERSION_METADATA?.id || "local";
  return c.json({ status: "ok", version }, 200, { ...apiSecurityHeaders(), "cache-control": "no-store" });
}
