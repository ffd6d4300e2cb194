import { formatGiftCode } from "./gift.ts";

/** Every path of the shop, once. Routes, links, tests and the sitemap use it. Most are fixed (given 2.1 to 2.6). */
export const PATHS = {
  home: "/",
  kvb1: "/klein-vaarbewijs-1",
  kvb2: "/klein-vaarbewijs-2",
  marifonie: "/marifonie-cursus",
  exam: "/cbr-examen",
  licenceCheck: "/vaarbewijs-nodig",
  studyPlan: "/studieplan",
  studyPlanCalendar: "/studieplan.ics",
  faq: "/veelgestelde-vragen",
  terms: "/algemene-voorwaarden",
  privacy: "/privacy",
  accessibility: "/toegankelijkheid",
  mockExam: "/proefexamen",
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
  giveGift: "/cadeau-geven",
  giftPayment: "/cadeau-geven/:product",
  orderStatus: "/bestelling/:token",
  myCourse: "/mijn-cursus",
  withdrawal: "/herroepen",
  desk: "/beheer",
  interstitialTargets: "/interstitial-targets.json",
  createPaymentIntent: "/api/create-payment-intent",
  paymentDetails: "/api/payment-details",
  myOrders: "/api/my-orders",
  stripeWebhook: "/api/stripe-webhook",
  cspReport: "/csp-report",
  health: "/healthz",
  sitemap: "/sitemap.xml",
  robots: "/robots.txt",
} as const;

/** The path of one quiz question, 1 to 5 (6 and above show 'Loading...', given 4.3). */
export function quizQuestionPath(number: number): string {
  return PATHS.quizQuestion.replace(":number", String(number));
}

/** The canonical path of a gift code. The code must be checked before; any spelling is accepted. */
export function giftCodePath(code: string): string {
  return PATHS.giftCode.replace(":code", encodeURIComponent(formatGiftCode(code)));
}

export function giftPaymentPath(productId: string): string {
  return PATHS.giftPayment.replace(":product", spellProduct(productId));
}

/** A product's id as addresses have it: `KVB1_KVB2` -> `kvb1-kvb2`. */
export function spellProduct(productId: string): string {
  return productId.toLowerCase().replace("_", "-");
}

/** The query parameter that shows a gift's printed card. */
export const GIFT_CARD_PARAMETER = "kaart";

export function giftCardPath(code: string): string {
  return `${giftCodePath(code)}?${GIFT_CARD_PARAMETER}=1`;
}

/** The terms and the model form as PDF files, which the build makes. Without its slash each is a file's name. */
export const LEGAL_PDF_PATHS = {
  terms: "/algemene-voorwaarden.pdf",
  withdrawalForm: "/modelformulier-herroeping.pdf",
} as const;

export function orderPath(token: string): string {
  return PATHS.orderStatus.replace(":token", token);
}

/** The desk's two lists to which mails lead too, below `PATHS.desk`. */
export const DESK_LISTS = { orders: "/bestellingen", withdrawals: "/herroepingen" } as const;

/** `name`: the order's number or its payment. */
export function deskOrderPath(name: string): string {
  return `${PATHS.desk}${DESK_LISTS.orders}/${name}`;
}

export const DESK_WITHDRAWALS_PATH = `${PATHS.desk}${DESK_LISTS.withdrawals}`;

export function deskWithdrawalPath(reference: string): string {
  return `${DESK_WITHDRAWALS_PATH}/${reference}`;
}

/** The query parameter, and field, that names an order to the withdrawal form. */
export const ORDER_PARAMETER = "bestelling";

export function withdrawalPath(token: string): string {
  return `${PATHS.withdrawal}?${ORDER_PARAMETER}=${token}`;
}

/** The query parameter that asks for the form of an order that was withdrawn from before; without it, that one is shown. */
export const AGAIN_PARAMETER = "opnieuw";

/** The query parameter that names a withdrawal to be read: its signed token (orders/withdrawal/receipt-token.ts). */
export const RECEIPT_PARAMETER = "ontvangst";

export function receiptPath(token: string): string {
  return `${PATHS.withdrawal}?${RECEIPT_PARAMETER}=${token}`;
}

/**
 * A link that opens WhatsApp with this text; the visitor chooses the recipient (faq.whatsapp.com, "How to use click to
 * chat").
 */
export function whatsAppHref(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** Longest query that links carry, bytes, without its question mark: a page has some thirty links (record 0018). */
const CARRIED_SEARCH_MAX_LENGTH = 2048;

/** The parameters that a longer query keeps first: the price, and the quiz's answers and score (free/quiz/quiz-rules.ts). */
const KEPT_FIRST: readonly string[] = ["flow", "A1", "A2", "A3", "A4", "A5", "Score"];

/**
 * Fields of the checkout, which a browser without scripts could write into its address, with a name and an address; and
 * what names or opens somebody's payment (`RETURN_PARAMETERS` in paying/payment-rules.ts), order or withdrawal.
 */
const NEVER_CARRIED: ReadonlySet<string> = new Set([
  ...["name", "email", "account-email", "consent"],
  ...["payment_type", "payment_intent", "payment_intent_client_secret", "redirect_status"],
  ...["payment_ticket", "session_id", ORDER_PARAMETER, AGAIN_PARAMETER, RECEIPT_PARAMETER],
]);

/**
 * A visitor's query for links: empty, or `?` with every parameter encoded again, so that no typed text reaches the page
 * as it was typed. What is somebody's own is left out (`NEVER_CARRIED`). A query that is too long loses whole parameters.
 */
export function carriedSearch(params: URLSearchParams): string {
  // An ampersand in a name or value is encoded, so each part is one parameter.
  const parts = params.toString().split("&");
  const left = parts.filter((part) => !NEVER_CARRIED.has(part.slice(0, part.indexOf("="))));
  const whole = left.join("&");
  return searchOf(whole.length <= CARRIED_SEARCH_MAX_LENGTH ? whole : cutQuery(left));
}

/** A query as an address has it: empty, or after a question mark. */
export function searchOf(params: URLSearchParams | string): string {
  const query = String(params);
  return query === "" ? "" : `?${query}`;
}

/**
 * Keeps the parameters that fit, in their places: first those of `KEPT_FIRST`, then the others in their order. An
 * ampersand counts as five bytes, as in markup; else five thousand short parameters would fit.
 */
function cutQuery(parts: readonly string[]): string {
  const first = KEPT_FIRST.map((name) => parts.findIndex((part) => part.startsWith(`${name}=`)));
  const isKept = new Set<number>();
  let length = 0;
  for (const index of [...first, ...parts.keys()]) {
    const part = parts[index];
    if (part === undefined || isKept.has(index)) continue;
    const longer = length + part.length + (length === 0 ? 0 : "&amp;".length);
    if (longer > CARRIED_SEARCH_MAX_LENGTH) continue;
    isKept.add(index);
    length = longer;
  }
  return parts.filter((_part, index) => isKept.has(index)).join("&");
}

/** The parameters that a GET form must carry as fields, because a browser drops the query of such a form's address. */
export function carriedFields(search: string): [name: string, value: string][] {
  return [...new URLSearchParams(search)];
}

/** A path with the carried query string, and optionally a hash (without `#`). */
export function withSearch(path: string, search: string, hash?: string): string {
  return `${path}${search}${hash === undefined ? "" : `#${hash}`}`;
}
