import type { AppContext } from "../context.ts";
import { errorMessage, logEvent } from "../log.ts";
import { InterstitialPage, InterstitialTarget } from "../pages/interstitial.tsx";
import { PaymentOutcome, PaymentReturnPage } from "../pages/payment-return.tsx";
import { createFrame, createTextFrame, keepAlive, readQuery, siteOrigin } from "../response/frame.ts";
import { readHeader } from "../response/header.ts";
import { apiHeaders } from "../response/json.ts";
import { readAttempt, refreshHeader } from "../response/no-script.ts";
import { fillAround, fillTemplate } from "../response/page-memory.ts";
import { isWithinLimit, RATE_LIMIT_PERIOD_S } from "../response/rate-limit.ts";
import { renderPart, sendInOrder } from "../response/render.tsx";
import { recallTemplate, type TextPage } from "../response/templates.ts";
import { traced, traceOf } from "../response/trace.ts";
import { type Bought, findCourseTarget, readTarget } from "../services/course-target.ts";
import { createGiftCode } from "../services/gift-code.ts";
import type { KvRead } from "../services/kv.ts";
import { createOrderPath } from "../services/order-token.ts";
import { storePaidGift } from "../services/paid-gifts.ts";
import { createPaymentTicket, readPaymentTicket } from "../services/payment-ticket.ts";
import { readStripeAccess, retrievePaymentState } from "../services/stripe.ts";
import { IN_PRODUCT_OFFER } from "../shared/courses.ts";
import { type Frame, unmeasured } from "../shared/frame.ts";
import { ASK_AGAIN_AFTER_MS, askAgainAfterMs, type InterstitialOutcome } from "../shared/interstitial.ts";
import type { Texts } from "../shared/marks.ts";
import { type PaidGift, paidGift } from "../shared/paid-gift.ts";
import { type PaymentState, RETURN_PARAMETERS } from "../shared/payment.ts";
import { checkHeldPayment, type HeldPayment, holdPayment, intentIdSchema, readHeldPayment } from "./payment-cookies.ts";

/** The pages after a payment: the ten bridge pages, and the page that Stripe returns to. */

/** Longer than this no page waits for KV, milliseconds: the browser asks again. */
const TARGET_LIMIT_MS = 5_000;

/** What is not known yet is asked again by the browser; a program should wait this long, seconds. */
const RETRY_AFTER_S = 5;

/** Sends the spinner at once and streams the target in when KV has answered. */
export async function serveBridgePage(c: AppContext, key: string): Promise<Response> {
  const attempt = readAttempt(c);
  const { retryHref, noScriptHref } = attempt;
  const gaveUp = attempt.number > ASK_AGAIN_AFTER_MS.length;
  const target = askTarget(c, readTarget(c.env.INTERSTITIALS, key));
  return sendWaiting(c, {
    shell: {
      name: `bridge ${key}`,
      texts: { search: readQuery(c).search, retryHref, noScriptHref },
      make: ({ search, ...attempt }) => (
        <InterstitialPage frame={createTextFrame(c, search)} {...attempt} pathKey={key} />
      ),
    },
    late: target.then((outcome) => targetPart(c, outcome, retryHref, gaveUp)),
    fallback: () => targetPart(c, { status: "unavailable" }, retryHref, gaveUp),
    headers: attempt.number === 0 ? {} : refreshHeader(attempt, await target, ASK_AGAIN_AFTER_MS),
  });
}

/** What KV said of the target, as it stands in the page. */
async function targetPart(
  c: AppContext,
  outcome: InterstitialOutcome,
  retryHref: string,
  gaveUp = false,
): Promise<Uint8Array> {
  const texts = { retryHref, target: outcome.target ?? null };
  const part: TextPage<typeof texts> = {
    name: `target ${outcome.status}${gaveUp ? " at last" : ""}`,
    texts,
    make: ({ retryHref, target }) => (
      <InterstitialTarget
        frame={createTextFrame(c, "")}
        retryHref={retryHref}
        outcome={target === null ? outcome : { status: "found", target }}
        gaveUp={gaveUp}
      />
    ),
  };
  return fillTemplate(await recallTemplate(c, part, null), texts);
}

/** What a payment of the return page was for. */
const IN_PRODUCT_SALE: Bought = {
  courseId: IN_PRODUCT_OFFER.courseId,
  amountCents: IN_PRODUCT_OFFER.priceCents,
  source: "checkout",
};

/**
 * `/interstitial?payment_type=...`: the page that Stripe returns to. With a payment in its query it tells that
 * payment's real state, as JSON to who asks for it; without one it is a bridge page (given 6.7). A secret
 * leaves the address before anything else happens.
 */
export async function servePaymentReturn(c: AppContext): Promise<Response> {
  const { searchParams } = new URL(c.req.url);
  if (searchParams.has(RETURN_PARAMETERS.clientSecret)) return takeSecretOutOfAddress(c);
  if (searchParams.get(RETURN_PARAMETERS.type) !== IN_PRODUCT_OFFER.key) return serveUnknownPaymentType(c);
  const intentId = searchParams.get(RETURN_PARAMETERS.intent);
  if (intentId === null) return serveBridgePage(c, IN_PRODUCT_OFFER.key);

  const ticket = searchParams.get(RETURN_PARAMETERS.ticket);
  // The cookie came along: then the ticket is not needed, and not left in an address.
  if (ticket !== null && readHeldPayment(c, intentId) !== null) return redirectWithin(c, { ticket: null });
  const found = await findPayment(c, intentId, ticket ?? "");
  const isLimited = found.status === "limited";
  const limitHeaders: Record<string, string> = isLimited ? { "retry-after": String(RATE_LIMIT_PERIOD_S) } : {};
  const state: Promise<PaymentState> =
    found.status === "held" ? traced(c, "stripe", askStripe(c, found), ({ status }) => status) : Promise.resolve(found);
  if (wantsJson(c)) return answerState(c, await state, limitHeaders);

  // A ticket is seen in the address: it opens nothing personal, and nothing measures it.
  const isPrivate = ticket === null;
  const guard = isPrivate ? (frame: Frame) => frame : unmeasured;
  const frame = guard(createFrame(c));
  const attempt = readAttempt(c);
  const { retryHref, noScriptHref } = attempt;
  const target = askTarget(c, findCourseTarget(c.env.INTERSTITIALS, IN_PRODUCT_SALE));
  const outcome = state.then(async (known) => {
    const gift = await handOverGift(c, intentId, known, isPrivate);
    // Made of the payment's id alone: KV may be away, or may not have the order yet.
    const orderPath = known.status === "succeeded" && isPrivate ? await createOrderPath(c.env, intentId) : null;
    // A gift leads nowhere, so nobody waits for where its course is.
    return { known, gift, orderPath, target: gift === undefined ? await target : ({ status: "missing" } as const) };
  });
  const part = (
    known: PaymentState,
    target: InterstitialOutcome,
    orderPath: string | null,
    gift?: PaidGift | null,
  ): Promise<Uint8Array> =>
    renderPart(
      <PaymentOutcome
        frame={frame}
        retryHref={retryHref}
        intentId={intentId}
        state={known}
        target={target}
        orderPath={orderPath}
        gift={gift}
        gaveUp={attempt.number > pausesMs(known).length}
      />,
    );
  const next = ({ known, target }: Awaited<typeof outcome>) =>
    refreshHeader(attempt, known.status === "succeeded" ? target : { status: "unavailable" }, pausesMs(known));
  return sendWaiting(c, {
    shell: {
      name: `return${isPrivate ? "" : ", unmeasured"}`,
      texts: { search: frame.search, retryHref, noScriptHref },
      make: ({ search, ...attempt }) => <PaymentReturnPage frame={guard(createTextFrame(c, search))} {...attempt} />,
    },
    late: outcome.then(({ known, target, orderPath, gift }) => part(known, target, orderPath, gift)),
    fallback: () => part({ status: "unavailable" }, { status: "unavailable" }, null),
    status: isLimited ? 429 : 200,
    headers: {
      "referrer-policy": "no-referrer",
      vary: VARY,
      ...limitHeaders,
      ...(attempt.number === 0 ? {} : next(await outcome)),
    },
  });
}

/**
 * The gift of a payment, and its entry in KV, which nobody waits for: the Workflow writes the same one. Undefined when the
 * payment is none, null when the shop cannot make its code. Never rejects.
 */
async function handOverGift(
  c: AppContext,
  intentId: string,
  state: PaymentState,
  isPrivate: boolean,
): Promise<PaidGift | null | undefined> {
  if (state.status !== "succeeded" || state.gift === undefined) return undefined;
  const code = await createGiftCode(c.env, intentId);
  if (code === null) {
    logEvent("error", "gift.unstored", { intentId });
    return null;
  }
  const stored = storePaidGift(c.env, code, intentId, state.gift).catch((error) => {
    logEvent("error", "kv.unavailable", { namespace: "GIFTS", reason: errorMessage(error) });
  });
  keepAlive(c, stored);
  return isPrivate ? paidGift(state.gift, code, siteOrigin(c)) : null;
}

/** What the return page's answer depends on, beside its address. */
const VARY = "accept, cookie";

/** When this page asks again: how the payment stands, or once it is paid where the course is. */
function pausesMs(state: PaymentState): readonly number[] {
  return state.status === "succeeded" ? ASK_AGAIN_AFTER_MS : askAgainAfterMs(state);
}

/**
 * The same address without the payment's secret, which goes into a cookie: a redirect leaves it neither in the address
 * nor in the history or the timings that scripts of a page can read. What Stripe says of the outcome goes too. Nobody
 * knows yet whether the browser keeps the cookie, so a ticket goes along, for one redirect more or a quarter of an hour.
 */
async function takeSecretOutOfAddress(c: AppContext): Promise<Response> {
  const { searchParams } = new URL(c.req.url);
  const intentId = searchParams.get(RETURN_PARAMETERS.intent);
  const payment = checkHeldPayment(intentId, searchParams.get(RETURN_PARAMETERS.clientSecret));
  let ticket: string | null = null;
  if (payment !== null) {
    for (const cookie of holdPayment(c, payment)) c.header("set-cookie", cookie, { append: true });
    ticket = await createPaymentTicket(c.env, payment.intentId, payment.clientSecret);
  }
  // A secret alone is still about a payment, if of none that can be shown.
  return redirectWithin(c, { clientSecret: null, redirectStatus: null, intent: intentId ?? "", ticket });
}

/** To the same page with other parameters; null = without that one. */
function redirectWithin(
  c: AppContext,
  changes: Readonly<Partial<Record<keyof typeof RETURN_PARAMETERS, string | null>>>,
): Response {
  const { pathname, searchParams } = new URL(c.req.url);
  for (const [name, value] of Object.entries(changes)) {
    const parameter = RETURN_PARAMETERS[name as keyof typeof changes];
    if (value === null) searchParams.delete(parameter);
    else searchParams.set(parameter, value);
  }
  // Whole, however long: nothing but this page is reached by it.
  const location = `${pathname}?${searchParams}`;
  return c.body(null, 303, { ...apiHeaders(), "referrer-policy": "no-referrer", location });
}

/** The same page as a bridge page without an entry, not measured; nothing waits, so its status can say so. */
function serveUnknownPaymentType(c: AppContext): Promise<Response> {
  const { retryHref } = readAttempt(c);
  const missing = () => targetPart(c, { status: "missing" }, retryHref);
  return sendWaiting(c, {
    shell: {
      name: "bridge, unknown",
      texts: { search: readQuery(c).search, retryHref },
      make: ({ search, retryHref }) => (
        <InterstitialPage
          frame={unmeasured(createTextFrame(c, search))}
          retryHref={retryHref}
          noScriptHref={null}
          pathKey=""
        />
      ),
    },
    late: missing(),
    fallback: missing,
    status: 404,
    headers: {},
  });
}

type WaitingAnswer<T extends Texts> = {
  shell: TextPage<T>;
  late: Promise<Uint8Array>;
  fallback: () => Promise<Uint8Array>;
  status?: number;
  headers: Readonly<Record<string, string>>;
};

/** A page in two parts, whose log line comes with the second. */
async function sendWaiting<T extends Texts>(
  c: AppContext,
  { shell, late, fallback, status = 200, headers }: WaitingAnswer<T>,
): Promise<Response> {
  // A failure is handled where the late part is awaited; this keeps an early one from counting as unhandled.
  late.catch(() => undefined);
  const template = await recallTemplate(c, shell, { cache: "private" });
  const { response, written } = sendInOrder(fillAround(template, shell.texts), late, fallback, {
    status,
    headers: { ...template.headers, ...headers },
    requestId: c.get("requestId"),
  });
  traceOf(c).written = written;
  return response;
}

/** What a page tells about an address in KV: a malformed entry counts as not configured. Never rejects. */
async function askTarget(c: AppContext, reading: Promise<KvRead<string>>): Promise<InterstitialOutcome> {
  const read = await traced(c, "kv", inTime(reading), ({ status }) => status);
  if (read.status === "found") return { status: "found", target: read.value };
  return { status: read.status === "unavailable" ? "unavailable" : "missing" };
}

/** Gives up waiting for KV, so that the page ends and its browser can ask again. A read never rejects. */
function inTime<T>(read: Promise<KvRead<T>>): Promise<KvRead<T>> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      logEvent("error", "kv.unavailable", { namespace: "INTERSTITIALS", reason: `no answer in ${TARGET_LIMIT_MS} ms` });
      resolve({ status: "unavailable" });
    }, TARGET_LIMIT_MS);
    read.then((outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    });
  });
}

type Found = (HeldPayment & { status: "held" }) | Extract<PaymentState, { status: "unknown" | "unseen" | "limited" }>;

/** The payment that Stripe may be asked about, or what can be said without asking; the log line then says so too. */
async function findPayment(c: AppContext, intentId: string, ticket: string): Promise<Found> {
  const said = (status: Exclude<Found["status"], "held">): Found => {
    traceOf(c).causes.push(status === "limited" ? "rate_limited" : status);
    return { status };
  };
  if (!intentIdSchema.safeParse(intentId).success) return said("unknown");
  const payment =
    readHeldPayment(c, intentId) ?? checkHeldPayment(intentId, await readPaymentTicket(c.env, intentId, ticket));
  if (payment === null) return said("unseen");
  return (await isWithinLimit(c, "PAYMENT_LIMIT", "return")) ? { ...payment, status: "held" } : said("limited");
}

/** What Stripe says, if payment is configured. Never rejects. */
async function askStripe(c: AppContext, payment: HeldPayment): Promise<PaymentState> {
  const access = readStripeAccess(c.env);
  if (access === null) return { status: "unavailable" };
  return retrievePaymentState(access, { ...payment, requestId: c.get("requestId") });
}

/** The state alone, for the page's own script. Only an answer that tells how the payment stands is a success. */
function answerState(
  c: AppContext,
  { status }: PaymentState,
  limitHeaders: Readonly<Record<string, string>>,
): Response {
  const headers = { ...apiHeaders(), vary: VARY, ...limitHeaders };
  if (status === "limited") return c.json({ status }, 429, headers);
  if (status === "unavailable") return c.json({ status }, 503, { ...headers, "retry-after": String(RETRY_AFTER_S) });
  return c.json({ status }, 200, headers);
}

function wantsJson(c: AppContext): boolean {
  return readHeader(c, "accept") === "application/json";
}
