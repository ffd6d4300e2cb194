import { createGiftCode } from "../../gifts/gift-code.ts";
import { type PaidGift, paidGift } from "../../gifts/paid-gift-rules.ts";
import { storePaidGift } from "../../gifts/paid-gifts.ts";
import { type Bought, findCourseTarget } from "../../ledger/course-target.ts";
import { createOrderPath } from "../../ledger/order-token.ts";
import type { AppContext } from "../../server/http/context.ts";
import { seeOther, wantsJson } from "../../server/http/json.ts";
import { createPageContext, createTextPageContext, keepAlive, siteOrigin } from "../../server/http/page-context.ts";
import { renderPart } from "../../server/http/render.tsx";
import { errorMessage, logEvent } from "../../server/log.ts";
import { IN_PRODUCT_OFFER } from "../../shared/courses.ts";
import { type PageContext, unmeasured } from "../../shared/page-context.ts";
import { RETURN_PARAMETERS, type ReturnedPayment } from "../payment-rules.ts";
import { serveBridgePage, serveUnknownPaymentType } from "./bridge-handler.tsx";
import { ASK_AGAIN_AFTER_MS, askAgainAfterMs, type TargetLookup } from "./interstitial-rules.ts";
import { readAttempt, refreshHeader } from "./no-script-handler.ts";
import { checkOwnPayment, keepOwnPayment, readOwnPayment } from "./payment-cookies-handler.ts";
import { PaymentOutcome, PaymentReturnPage } from "./payment-return-page.tsx";
import {
  answerState,
  askPaymentState,
  type FoundPayment,
  findPayment,
  limitHeaders,
  STATE_VARY,
} from "./payment-state-handler.ts";
import { createPaymentTicket } from "./payment-ticket.ts";
import { askTarget, sendWaiting } from "./waiting-handler.ts";

/**
 * How long after a payment was begun its page stores its gift, so that the link opens at once; milliseconds. Later the
 * Mailer has stored it, and an operator may have corrected it.
 */
const GIFT_STORED_WITHIN_MS = 60 * 60_000;

const IN_PRODUCT_SALE: Bought = {
  productId: IN_PRODUCT_OFFER.productId,
  amountCents: IN_PRODUCT_OFFER.priceCents,
  source: "checkout",
};

/**
 * `/interstitial?payment_type=...`: the page that Stripe returns to. With a payment in its query it shows that
 * payment's real state, or answers with JSON if a program asks; without one it is a bridge page (given 6.7). First of
 * all a secret is removed from the address.
 */
export async function servePaymentReturn(c: AppContext): Promise<Response> {
  const { searchParams } = new URL(c.req.url);
  if (searchParams.has(RETURN_PARAMETERS.clientSecret)) return takeSecretOutOfAddress(c);
  if (searchParams.get(RETURN_PARAMETERS.type) !== IN_PRODUCT_OFFER.key) return serveUnknownPaymentType(c);
  const intentId = searchParams.get(RETURN_PARAMETERS.intent);
  if (intentId === null) return serveBridgePage(c, IN_PRODUCT_OFFER.key);

  const ticket = searchParams.get(RETURN_PARAMETERS.ticket);
  // The cookie came back: the ticket is not needed and is removed from the address.
  if (ticket !== null && readOwnPayment(c, intentId) !== null) return redirectWithin(c, { ticket: null });
  const found = await findPayment(c, intentId, ticket ?? "");
  if (wantsJson(c)) return answerState(c, await askPaymentState(c, found));
  // Others may see a ticket in the address, so it opens nothing personal and the page is not measured. A gift's page is
  // not measured either.
  const isMeasured = ticket === null && !searchParams.has(RETURN_PARAMETERS.gift);
  return sendOutcome(c, intentId, found, { isPrivate: ticket === null, isMeasured });
}

/** The page's data about a payment. `gift` is undefined if it bought none, null if its code cannot be made. */
type Outcome = {
  state: ReturnedPayment;
  target: TargetLookup;
  orderPath: string | null;
  mailTo?: string | undefined;
  gift?: PaidGift | null | undefined;
};

/** Sends the spinner at once, and the outcome when Stripe and KV have answered. */
async function sendOutcome(
  c: AppContext,
  intentId: string,
  found: FoundPayment,
  { isPrivate, isMeasured }: { isPrivate: boolean; isMeasured: boolean },
): Promise<Response> {
  const guard = isMeasured ? (pageContext: PageContext) => pageContext : unmeasured;
  const pageContext = guard(createPageContext(c));
  const attempt = readAttempt(c);
  const { retryHref, noScriptHref } = attempt;
  const outcome = findOutcome(c, intentId, found, isPrivate);
  const render = (known: Outcome): Promise<Uint8Array> =>
    renderPart(
      <PaymentOutcome
        pageContext={pageContext}
        retryHref={retryHref}
        intentId={intentId}
        {...known}
        gaveUp={attempt.number > pausesMs(known.state).length}
      />,
    );
  const refresh = ({ state, target }: Outcome) =>
    refreshHeader(attempt, state.status === "paid" ? target : { status: "unavailable" }, pausesMs(state));
  return sendWaiting(c, {
    shell: {
      name: `return${isMeasured ? "" : ", unmeasured"}`,
      texts: { search: pageContext.search, retryHref, noScriptHref },
      make: ({ search, ...attempt }) => (
        <PaymentReturnPage pageContext={guard(createTextPageContext(c, search))} {...attempt} />
      ),
    },
    late: outcome.then(render),
    fallback: () => render({ state: { status: "unavailable" }, target: { status: "unavailable" }, orderPath: null }),
    status: found.status === "limited" ? 429 : 200,
    headers: {
      "referrer-policy": "no-referrer",
      vary: STATE_VARY,
      ...limitHeaders(found),
      ...(attempt.number === 0 ? {} : refresh(await outcome)),
    },
  });
}

/** Asks Stripe and KV at the same time. Rejects only for a fault of ours. */
async function findOutcome(c: AppContext, intentId: string, found: FoundPayment, isPrivate: boolean): Promise<Outcome> {
  const asked = askPaymentState(c, found);
  const target = askTarget(c, findCourseTarget(c.get("shop").INTERSTITIALS, IN_PRODUCT_SALE));
  const state = await asked;
  const gift = await handOverGift(c, intentId, state, isPrivate);
  // Made from the payment's id alone, because KV may be down or not have the order yet.
  const orderPath = state.status === "paid" && isPrivate ? await createOrderPath(c.get("shop"), intentId) : null;
  const mailTo = state.status === "paid" && isPrivate ? state.email : undefined;
  // A gift has no course to go to, so its page does not wait for the target.
  return { state, gift, orderPath, mailTo, target: gift === undefined ? await target : { status: "missing" } };
}

/**
 * Returns the gift of a payment, and stores it in KV. Nothing waits for the write: the Mailer writes the same entry.
 * Undefined if the payment is not for a gift, null if the shop cannot make its code. Never rejects.
 */
async function handOverGift(
  c: AppContext,
  intentId: string,
  state: ReturnedPayment,
  isPrivate: boolean,
): Promise<PaidGift | null | undefined> {
  if (state.status !== "paid" || state.gift === undefined) return undefined;
  const code = await createGiftCode(c.get("shop"), intentId);
  if (code === null) {
    logEvent("error", "gift.unstored", { intentId });
    return null;
  }
  if (c.get("shop").now.getTime() - state.begunMs < GIFT_STORED_WITHIN_MS) {
    const stored = storePaidGift(c.get("shop"), code, intentId, state.gift).catch((error: unknown) =>
      logEvent("error", "kv.unavailable", { namespace: "GIFTS", reason: errorMessage(error) }),
    );
    keepAlive(c, stored);
  }
  return isPrivate ? paidGift(state.gift, code, siteOrigin(c)) : null;
}

/** The pauses before this page asks again: for the payment's state or, once that is paid, for the course's address. */
function pausesMs(state: ReturnedPayment): readonly number[] {
  return state.status === "paid" ? ASK_AGAIN_AFTER_MS : askAgainAfterMs(state);
}

/**
 * Redirects to the same address without the payment's secret, which goes into a cookie. So neither the address, nor the
 * history, nor the timings that scripts can read keep it. Stripe's own parameter for the outcome is removed too. It is
 * not known yet whether the browser keeps the cookie, so the address gets a ticket, for one more redirect or a quarter
 * of an hour.
 */
async function takeSecretOutOfAddress(c: AppContext): Promise<Response> {
  const { searchParams } = new URL(c.req.url);
  const intentId = searchParams.get(RETURN_PARAMETERS.intent);
  const payment = checkOwnPayment(intentId, searchParams.get(RETURN_PARAMETERS.clientSecret));
  let ticket: string | null = null;
  if (payment !== null) {
    for (const cookie of keepOwnPayment(c, payment)) c.header("set-cookie", cookie, { append: true });
    ticket = await createPaymentTicket(c.get("shop"), payment.intentId, payment.clientSecret);
  }
  // A secret without an id is still a payment's, but that payment cannot be shown.
  return redirectWithin(c, { clientSecret: null, redirectStatus: null, intent: intentId ?? "", ticket });
}

/** Redirects to the same page with other parameters; null removes one. */
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
  // The whole query, however long: it reaches only this page.
  const location = `${pathname}?${searchParams}`;
  return seeOther(c, location, { "referrer-policy": "no-referrer" });
}
