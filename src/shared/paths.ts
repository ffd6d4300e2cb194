/**
 * The URL contract: every path of the shop, once. Routes, links, tests and the sitemap read it from here.
 * Specification section 2; `/quiz`, `/quiz-redirect`, the API and `/healthz` come from the decisions.
 */
export const PATHS = {
  home: "/",
  kvb1: "/klein-vaarbewijs-1",
  kvb2: "/klein-vaarbewijs-2",
  marifonie: "/marifonie-cursus",
  exam: "/cbr-examen",
  faq: "/veelgestelde-vragen",
  terms: "/algemene-voorwaarden",
  privacy: "/privacy",
  practiceAnswers: "/antwoord-oefenvragen",
  quiz: "/quiz",
  quizRedirect: "/quiz-redirect",
  quizScore: "/quiz-score",
  quizQuestion: "/quiz-question/:number",
  order: "/cursus-aanschaffen",
  checkout: "/betalen-klein-vaarbewijs-1",
  interstitial: "/interstitial",
  giftCode: "/g-:code",
  giftName: "/cadeau-:name",
  giftLookup: "/cadeau",
  interstitialTargets: "/interstitial-targets.json",
  createPaymentIntent: "/api/create-payment-intent",
  stripeWebhook: "/api/stripe-webhook",
  cspReport: "/csp-report",
  health: "/healthz",
  sitemap: "/sitemap.xml",
  robots: "/robots.txt",
  speculationRules: "/speculation-rules.json",
} as const;

/** The path of one quiz question, 1 to 5 (6 and above show 'Loading...', specification section 2). */
export function quizQuestionPath(number: number): string {
  return PATHS.quizQuestion.replace(":number", String(number));
}

/** The link of a gift code. The code is put in as given; callers pass a checked code. */
export function giftCodePath(code: string): string {
  return PATHS.giftCode.replace(":code", encodeURIComponent(code));
}

/**
 * A visitor's query string in the form that links carry: empty, or `?` with every parameter encoded anew, so that
 * nothing a visitor typed reaches the page in its original spelling.
 */
export function carriedSearch(params: URLSearchParams): string {
  const encoded = params.toString();
  return encoded === "" ? "" : `?${encoded}`;
}

/** A path with the carried query string, and optionally a hash (without `#`). */
export function withSearch(path: string, search: string, hash?: string): string {
  return `${path}${search}${hash === undefined ? "" : `#${hash}`}`;
}
