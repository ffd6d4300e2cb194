import type { ReactElement } from "react";
import { problemsIn } from "../../server/form-problems.ts";
import { serveSharedPage } from "../../server/http/content-pages.tsx";
import type { AppContext } from "../../server/http/context.ts";
import { answerTooManyForms } from "../../server/http/errors-handler.tsx";
import { type FormLimits, readForm } from "../../server/http/form.ts";
import { apiHeaders, wantsJson } from "../../server/http/json.ts";
import { createPageContext } from "../../server/http/page-context.ts";
import { renderPage } from "../../server/http/render.tsx";
import { isOffered } from "../../shared/courses.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import type { GiftWish } from "../../shared/gift.ts";
import { type PageContext, unmeasured } from "../../shared/page-context.ts";
import { lastFieldDay, thisYear, today } from "../../shared/time.ts";
import { readDayText, readEmailText } from "../../shared/typed-values.ts";
import { FORM_COPY } from "../../ui/form-copy.ts";
import { lastDeliveryDay } from "../day/gift-delivery-rules.ts";
import { giftWishSchema } from "../gift-wish.ts";
import {
  GIFT_CHANGE,
  GIFT_STEP_FIELD,
  type GiftFormAnswer,
  type GiftProblem,
  type GiftProblems,
  MESSAGE_MAX_UNITS,
  NAME_MAX_UNITS,
  type TypedGift,
  typedGift,
} from "../give-gift-rules.ts";
import { giftErrors } from "./give-gift-copy.ts";
import { GiveGiftPage } from "./give-gift-page.tsx";

/** The longest form: every field full, each UTF-16 unit as three percent-encoded bytes, and the rest. 60 a minute. */
const FORM_LIMITS: FormLimits = {
  maxBytes: (MESSAGE_MAX_UNITS + 2 * NAME_MAX_UNITS) * 9 + 1024,
  limiter: "GIFT_LIMIT",
  purpose: "gift form",
};

/** The page has names and message. Its address has none of them, and no cache may keep it. */
const HEADERS = { "x-robots-tag": "noindex, nofollow" } as const;

/** `GET /cadeau-geven`: never measured, and without an account, because somebody else's name is typed here. */
export const serveGiveGift = serveSharedPage((pageContext) => (
  <GiveGiftPage pageContext={unmeasured({ ...pageContext, auth: null })} />
));

/** A checked gift: its wish, and the address to which the shop mails it on its day. */
export type CheckedGift = { wish: GiftWish; deliverTo?: string };

/**
 * Answers the form of a gift with what follows (`goOn`), or with the form and its problems. The form's script asks for
 * JSON: then the problems are JSON.
 */
export async function answerGiftForm(
  c: AppContext,
  goOn: (pageContext: PageContext, gift: CheckedGift) => Promise<Response>,
): Promise<Response> {
  const pageContext = unmeasured(createPageContext(c));
  if (!pageContext.sellsGifts) return sendGiftPage(<GiveGiftPage pageContext={pageContext} />, 503);
  const form = await readForm(c, FORM_LIMITS);
  if (form === 429) return answerTooManyForms(pageContext);
  if (typeof form === "number") return sendGiftPage(<GiveGiftPage pageContext={pageContext} isUnreadable />, form);
  const typed = readTyped(form);
  if (form.get(GIFT_STEP_FIELD) === GIFT_CHANGE)
    return sendGiftPage(<GiveGiftPage pageContext={pageContext} typed={typed} />);

  const { product, recipient, giver, message, isForDay, day } = typed;
  const wish = giftWishSchema.safeParse({
    productId: product,
    recipient,
    giver,
    message,
    from: isForDay ? day : "now",
  });
  const problems = problemsOf(problemsIn(wish.error), typed, c.get("shop").now);
  if (wish.success && !isOffered(wish.data.productId, pageContext.links.checkout[wish.data.productId])) {
    problems.product = "missing";
  }
  if (!wish.success || Object.keys(problems).length > 0) {
    if (wantsJson(c)) return sendGiftAnswer(c, 422, tellProblems(problems));
    return sendGiftPage(<GiveGiftPage pageContext={pageContext} typed={typed} problems={problems} />, 422);
  }
  const delivered = typed.isForDay && typed.deliverTo !== "" ? { deliverTo: typed.deliverTo } : {};
  return goOn(pageContext, { wish: wish.data, ...delivered });
}

function tellProblems(problems: GiftProblems): GiftFormAnswer {
  return { title: FORM_COPY.summary, errorTitle: FORM_COPY.errorTitle, errors: giftErrors(problems) };
}

export function sendGiftAnswer(c: AppContext, status: 200 | 422, answer: GiftFormAnswer): Response {
  return c.json(answer, status, apiHeaders());
}

function readTyped(form: URLSearchParams): TypedGift {
  const typed = typedGift(form);
  return {
    ...typed,
    // A browser sends CRLF line ends, but fills a field in with LF.
    message: typed.message.replaceAll("\r\n", "\n"),
    day: readDayText(typed.day),
    deliverTo: readEmailText(typed.deliverTo),
  };
}

/** The problem of each field; an address counts only with a day. A past day is valid if the payment began before it. */
function problemsOf(
  { productId, from, ...others }: Partial<Record<keyof GiftWish, GiftProblem>>,
  { isForDay, day, deliverTo }: TypedGift,
  now: Date,
): GiftProblems {
  const problems: GiftProblems = { ...others, ...(productId && { product: productId }), ...(from && { day: from }) };
  if (isForDay && day === "") problems.day = "missing";
  else if (isForDay && problems.day === undefined && day < today(now)) problems.day = "past";
  else if (isForDay && problems.day === undefined && day > lastFieldDay(thisYear(now))) {
    problems.day = "far";
  }
  if (isForDay && deliverTo !== "") {
    if (!isEmailAddress(deliverTo)) problems.deliverTo = "invalid";
    if (problems.day === undefined && day > lastDeliveryDay(now)) problems.day = "unsendable";
  }
  return problems;
}

/** Sends a page that shows the texts of a gift: nothing may keep it, and no search engine shows it. */
export function sendGiftPage(element: ReactElement, status = 200): Promise<Response> {
  return renderPage(element, { status, cache: "private", headers: HEADERS });
}
