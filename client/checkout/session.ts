import type { Stripe } from "@stripe/stripe-js";
import {
  type OtherVisit,
  type PaymentConfig,
  type PaymentState,
  stateOfIntent,
  VISIT_KEY_HEADER,
} from "../../src/paying/payment-rules.ts";
import type { LeftPayments, OpenAnswer } from "./protocol.ts";
import { delay, postJson, RequestFailure, withTimeLimit } from "./request.ts";
import { loadStripe } from "./stripe-js.ts";
import type { Visit } from "./visit.ts";

/** Stripe's client, or null if Stripe.js could not be loaded, and our server's answer about the visit's payment. */
export type Opening = { stripe: Stripe | null; answer: OpenAnswer };

/** The timeout, milliseconds: the server gives Stripe 8 seconds twice. */
const CREATE_TIMEOUT_MS = 25_000;
/** The pause between two reads of a payment's state, milliseconds: a phone's network needs a moment to wake. */
const READ_PAUSE_MS = 1_000;
/** The timeout of one read of a payment's state at Stripe, milliseconds. */
const READ_TIMEOUT_MS = 8_000;
/** How often a payment's state is read. */
const ATTEMPTS = 2;

/** Asks our server for the visit's payment, and loads Stripe.js. Never rejects. */
export async function openPayment(
  config: PaymentConfig,
  visit: Visit,
  others: readonly OtherVisit[],
): Promise<Opening> {
  const loading = loadStripe(config.stripeJsUrl, config.publishableKey).catch((error) => {
    console.error(error);
    return null;
  });
  const answer = await createIntent(config, visit, others);
  const stripe = await loading;
  const isOpen = stripe !== null || answer.status === "failed";
  return { stripe, answer: isOpen ? answer : { status: "failed", isFinal: false, isLimited: false } };
}

/** Codes of failures that the same key would only repeat. Used only if the payment is not known. */
const FINAL: readonly (string | null)[] = [
  "payment_provider_failed",
  "malformed_request",
  "price_not_offered",
  "gifts_not_sold",
];

async function createIntent(
  config: PaymentConfig,
  { key, flow, intentId }: Visit,
  others: readonly OtherVisit[],
): Promise<OpenAnswer> {
  const { currency, identity } = config;
  const { productId, priceCents: amount, giftDigest } = identity;
  const body = {
    amount,
    currency,
    product: productId,
    ...(giftDigest !== null && { gift: giftDigest }),
    ...(intentId && { intent: intentId }),
    ...(others.length > 0 && { others }),
  };
  try {
    const url = config.createIntentUrl + (flow === "none" ? "" : `?flow=${flow}`);
    const { clientSecret, left } = await postJson(url, body, { [VISIT_KEY_HEADER]: key }, CREATE_TIMEOUT_MS);
    if (typeof clientSecret !== "string") throw new RequestFailure("The server's answer holds no payment.", null);
    return { status: "opened", clientSecret, left: (left ?? {}) as LeftPayments };
  } catch (error) {
    console.error(error);
    const code = error instanceof RequestFailure ? error.code : null;
    return { status: "failed", isFinal: FINAL.includes(code), isLimited: code === "rate_limited" };
  }
}

/** Asks our server for the states of other visits' payments, by opening this visit's payment again. Never rejects. */
export async function readLeftPayments(
  config: PaymentConfig,
  visit: Visit,
  others: readonly OtherVisit[],
): Promise<LeftPayments | null> {
  const answer = await createIntent(config, visit, others);
  return answer.status === "opened" ? answer.left : null;
}

/** Asks Stripe for a payment's state, twice at most. Never rejects. */
export async function readState(stripe: Stripe, clientSecret: string): Promise<PaymentState> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const { paymentIntent, error } = await withTimeLimit(READ_TIMEOUT_MS, () =>
        stripe.retrievePaymentIntent(clientSecret),
      );
      if (paymentIntent !== undefined) return stateOfIntent(paymentIntent.status);
      if (error.code === "resource_missing") return "unknown";
    } catch {
      // No answer in time, or an error.
    }
    if (attempt < ATTEMPTS) await delay(READ_PAUSE_MS);
  }
  return "unavailable";
}
