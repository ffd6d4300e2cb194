import type { ReactElement } from "react";
import * as z from "zod/mini";
import { accountNeeds, createAccountFrame } from "./account-pages.ts";
import { apiHeaders } from "./api.ts";
import { readSettings, type Settings } from "./env.ts";
import { type KvRead, readInterstitial } from "./kv.ts";
import { CheckoutPage } from "./pages/checkout.tsx";
import { InterstitialPage, InterstitialTarget } from "./pages/interstitial.tsx";
import { PaymentOutcome, PaymentReturnPage } from "./pages/payment-return.tsx";
import { readStripeAccess, retrievePaymentState } from "./payments.ts";
import { isWithinLimit } from "./rate-limit.ts";
import { renderInOrder, renderPage } from "./render.tsx";
import { type AppContext, createFrame } from "./request.ts";
import { originOf, type PageNeeds, tagManagerNeeds } from "./security.ts";
import { FLOWS, type Flow, IN_PRODUCT_OFFER, PRICE_CENTS } from "./shared/courses.ts";
import { unmeasured } from "./shared/frame.ts";
import type { InterstitialOutcome } from "./shared/interstitial.ts";
import { PATHS } from "./shared/paths.ts";
import { type PaymentConfig, type PaymentState, RETURN_PARAMETERS } from "./shared/payment.ts";
import { traced, traceOf } from "./trace.ts";

/** The pages around a payment: the checkout, the page that Stripe returns to, and the bridge pages. */

/** Stripe's own hosts (its documentation on content security policies); they frame each other. */
const STRIPE_SCRIPT_HOSTS = ["https://js.stripe.com", "https://*.js.stripe.com"] as const;

/** The same for everybody at an address, and without secrets, so that going back to it is instant. */
export function serveCheckoutPage(c: AppContext): Promise<Response> {
  const frame = createAccountFrame(c);
  const settings = readSettings(c.env);
  const page = (
    <CheckoutPage
      frame={frame}
      payment={paymentConfig(settings, frame.flow)}
      hostedCheckoutUrl={hostedCheckoutUrl(settings)}
    />
  );
  return renderPage(page, {
    cache: "shared",
    needs: tagManagerNeeds(frame, accountNeeds(frame, stripeNeeds(settings))),
  });
}

function paymentConfig(settings: Settings, flow: Flow): PaymentConfig | null {
  const { stripeJsUrl, stripePublishableKey } = settings;
  if (stripeJsUrl === null || stripePublishableKey === null) return null;
  return {
    stripeJsUrl,
    publishableKey: stripePublishableKey,
    createIntentUrl: PATHS.createPaymentIntent,
    flow,
    returnPath: `${PATHS.interstitial}?${RETURN_PARAMETERS.type}=${IN_PRODUCT_OFFER.key}`,
    amountCents: IN_PRODUCT_OFFER.priceCents,
    currency: IN_PRODUCT_OFFER.currency,
  };
}

/** The hosted checkout that sells the same course at the same price. */
function hostedCheckoutUrl(settings: Settings): string | null {
  const flow = FLOWS.find((candidate) => PRICE_CENTS[candidate] === IN_PRODUCT_OFFER.priceCents);
  return flow === undefined ? null : settings.checkoutLinks[IN_PRODUCT_OFFER.courseId][flow];
}

function stripeNeeds({ stripeJsUrl, stripeApiBase }: Settings): PageNeeds {
  const scriptOrigin = originOf(stripeJsUrl);
  return {
    scripts: [...STRIPE_SCRIPT_HOSTS, scriptOrigin],
    frames: [...STRIPE_SCRIPT_HOSTS, "https://hooks.stripe.com", scriptOrigin],
    connects: ["https://api.stripe.com", originOf(stripeApiBase), scriptOrigin],
    images: ["https://*.stripe.com", scriptOrigin],
    trustedTypes: false,
  };
}

/** Sends the spinner at once and streams the target in when KV has answered. */
export function serveBridgePage(c: AppContext, key: string): Promise<Response> {
  const frame = createFrame(c);
  const read = traced(c, "kv", readInterstitial(c.env.INTERSTITIALS, key), ({ status }) => status);
  const target = read.then((entry) => <InterstitialTarget frame={frame} outcome={outcomeOf(entry)} />);
  traceOf(c).late = target;
  return renderInOrder(
    <InterstitialPage frame={frame} pathKey={key} />,
    target,
    <InterstitialTarget frame={frame} outcome={{ status: "unavailable" }} />,
    { cache: "private", needs: tagManagerNeeds(frame), requestId: c.get("requestId") },
  );
}

/** What a page tells about a KV read: a malformed entry counts as not configured. */
function outcomeOf(read: KvRead<{ target: string }>): InterstitialOutcome {
  if (read.status === "found") return { status: "found", target: read.value.target };
  return { status: read.status === "unavailable" ? "unavailable" : "missing" };
}

/**
 * `/interstitial?payment_type=...`: the page that Stripe returns to. With a payment in its query it tells that
 * payment's real state, as JSON to who asks for it; without one it is a bridge page (decisions, Payment). The address
 * holds the payment's client secret, so no link or request from here may carry it along.
 */
export async function servePaymentReturn(c: AppContext): Promise<Response> {
  const { searchParams, pathname, search } = new URL(c.req.url);
  if (searchParams.get(RETURN_PARAMETERS.type) !== IN_PRODUCT_OFFER.key) return serveUnknownPaymentType(c);
  const hasPayment = searchParams.has(RETURN_PARAMETERS.intent) || searchParams.has(RETURN_PARAMETERS.clientSecret);
  if (!hasPayment) return serveBridgePage(c, IN_PRODUCT_OFFER.key);

  const payment = readPaymentQuery(searchParams);
  const state = traced(c, "stripe", findPaymentState(c, payment), ({ status }) => status);
  if (wantsJson(c)) {
    return c.json({ status: (await state).status }, 200, { ...apiHeaders(), vary: "accept" });
  }

  const frame = createFrame(c);
  const outcome = (known: PaymentState, target: InterstitialOutcome): ReactElement => (
    <PaymentOutcome
      frame={frame}
      intentId={payment?.intentId ?? null}
      state={known}
      target={target}
      retryHref={pathname + search}
    />
  );
  const read = traced(c, "kv", readInterstitial(c.env.INTERSTITIALS, IN_PRODUCT_OFFER.key), ({ status }) => status);
  const late = Promise.all([state, read]).then(([known, target]) => outcome(known, outcomeOf(target)));
  traceOf(c).late = late;
  return renderInOrder(
    <PaymentReturnPage frame={frame} />,
    late,
    outcome({ status: "unavailable" }, { status: "unavailable" }),
    {
      cache: "private",
      needs: tagManagerNeeds(frame),
      requestId: c.get("requestId"),
      headers: { "referrer-policy": "no-referrer", vary: "accept" },
    },
  );
}

/** The same page as a bridge page without an entry; nothing waits, so its status can say so. */
function serveUnknownPaymentType(c: AppContext): Promise<Response> {
  const frame = unmeasured(createFrame(c));
  const missing = <InterstitialTarget frame={frame} outcome={{ status: "missing" }} />;
  return renderInOrder(<InterstitialPage frame={frame} pathKey="" />, Promise.resolve(missing), missing, {
    status: 404,
    cache: "private",
    requestId: c.get("requestId"),
  });
}

type PaymentQuery = { intentId: string; clientSecret: string };

const paymentQuerySchema = z
  .object({
    intentId: z.string().check(z.regex(/^pi_[A-Za-z0-9]{1,200}$/)),
    clientSecret: z.string().check(z.regex(/^pi_[A-Za-z0-9]{1,200}_secret_[A-Za-z0-9]{1,200}$/)),
  })
  .check(z.refine(({ intentId, clientSecret }) => clientSecret.startsWith(`${intentId}_secret_`)));

/** The payment that the query names, or null when it names none that could exist. */
function readPaymentQuery(params: URLSearchParams): PaymentQuery | null {
  const query = paymentQuerySchema.safeParse({
    intentId: params.get(RETURN_PARAMETERS.intent),
    clientSecret: params.get(RETURN_PARAMETERS.clientSecret),
  });
  return query.success ? query.data : null;
}

/** Asks Stripe, unless there is nothing to ask, nobody to ask, or this client asks too often. Never rejects. */
async function findPaymentState(c: AppContext, payment: PaymentQuery | null): Promise<PaymentState> {
  if (payment === null) return { status: "unknown" };
  const mayAsk = await isWithinLimit(c, "PAYMENT_LIMIT", "return");
  const access = readStripeAccess(c.env);
  if (!mayAsk || access === null) return { status: "unavailable" };
  return retrievePaymentState(access, { ...payment, requestId: c.get("requestId") });
}

function wantsJson(c: AppContext): boolean {
  return c.req.header("accept") === "application/json";
}
