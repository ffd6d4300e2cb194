import type { PaymentIntent, Stripe } from "@stripe/stripe-js";
import { type PaymentConfig, VISIT_KEY_HEADER } from "../../src/shared/payment.ts";
import { delay, postJson, RequestFailure, withTimeLimit } from "./request.ts";
import { loadStripe } from "./stripe-js.ts";
import { continueVisit, dropKey, endVisit, rememberIntent, type Visit } from "./visit.ts";

/** A payment that can be confirmed. */
export type PaymentSession = { stripe: Stripe; clientSecret: string; intentId: string };

export type SessionOutcome =
  /** `isUnderWay`: a bank has been asked already, from here or from another tab. */
  | { status: "open"; session: PaymentSession; isUnderWay: boolean }
  /** This visit's payment went through, or is on its way, without the buyer having seen it. */
  | { status: "settled"; session: PaymentSession };

/** The server gives Stripe 8 seconds twice; longer than this nobody waits, milliseconds. */
const CREATE_TIMEOUT_MS = 25_000;
/** Between two attempts to read how a payment stands: a phone's network needs a moment to wake, milliseconds. */
const READ_PAUSE_MS = 1_000;
/** For one answer of Stripe's to how a payment stands, milliseconds. */
const READ_TIMEOUT_MS = 8_000;
/** After the first: of asking how a payment stands, and of starting anew when the visit's payment has ended. */
const ATTEMPTS = 2;

/**
 * Starts the visit's payment, or picks it up again. Rejects when Stripe.js or our server cannot give one, with a
 * `RequestFailure` when it was our server.
 */
export async function openSession(config: PaymentConfig): Promise<SessionOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const visit = continueVisit("gift" in config.purchase ? "gift" : "course", config.flow);
    const [stripe, clientSecret] = await Promise.all([
      loadStripe(config.stripeJsUrl, config.publishableKey),
      createIntent(config, visit),
    ]);
    const session = { stripe, clientSecret, intentId: intentIdOf(clientSecret) };
    // Two tabs that began at the same moment: the visit that was stored last counts for both.
    if (!rememberIntent(visit, session.intentId) && attempt < ATTEMPTS) continue;
    // A payment that was there before may have ended meanwhile; a fresh one cannot.
    const state = visit.intentId === undefined ? "open" : await readState(session);
    if (state === "settled") return { status: "settled", session };
    if (state !== "dead" || attempt >= ATTEMPTS) return { status: "open", session, isUnderWay: state === "pending" };
    endVisit(session.intentId);
  }
}

/** Codes of failures after which the same key would only bring the same failure. Never of a payment that is known. */
const FINAL: readonly (string | null)[] = [
  "payment_provider_failed",
  "malformed_request",
  "price_not_offered",
  "gifts_not_sold",
];

/** The visit's client secret. After a failure that is certain its key is given up, because Stripe would repeat it. */
async function createIntent(config: PaymentConfig, visit: Visit): Promise<string> {
  const query = visit.flow === "none" ? "" : `?flow=${visit.flow}`;
  const { amountCents: amount, currency } = config;
  const order = { amount, currency, ...(visit.kind === "gift" ? { gift: true } : {}) };
  const body = visit.intentId === undefined ? order : { ...order, intent: visit.intentId };
  try {
    const headers = { [VISIT_KEY_HEADER]: visit.key };
    const { clientSecret } = await postJson(config.createIntentUrl + query, body, headers, CREATE_TIMEOUT_MS);
    if (typeof clientSecret !== "string") throw new RequestFailure("The server's answer holds no payment.", null);
    return clientSecret;
  } catch (error) {
    if (error instanceof RequestFailure && FINAL.includes(error.code)) dropKey(visit);
    throw error;
  }
}

/** The id that a client secret begins with: `pi_1_secret_2` -> `pi_1`. */
function intentIdOf(clientSecret: string): string {
  return clientSecret.split("_secret_", 1)[0] ?? "";
}

/**
 * `settled`: paid or being paid. `pending`: a bank has been asked and has not answered. `dead`: canceled, or unknown to
 * Stripe. `open`: can be paid, and is not. `unread`: no answer.
 */
export type IntentState = "settled" | "pending" | "dead" | "open" | "unread";

/** Asks Stripe how a payment stands, twice at most. Never rejects. */
export async function readState({ stripe, clientSecret }: PaymentSession): Promise<IntentState> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const { paymentIntent, error } = await withTimeLimit(READ_TIMEOUT_MS, () =>
        stripe.retrievePaymentIntent(clientSecret),
      );
      if (paymentIntent !== undefined) return stateOf(paymentIntent.status);
      if (error.code === "resource_missing") return "dead";
    } catch {
      // No answer in time, or something other than one.
    }
    if (attempt < ATTEMPTS) await delay(READ_PAUSE_MS);
  }
  return "unread";
}

/** What a payment intent's status means for the form. */
export function stateOf(status: PaymentIntent.Status): IntentState {
  switch (status) {
    case "succeeded":
    case "processing":
    case "requires_capture":
      return "settled";
    case "requires_action":
    case "requires_confirmation":
      return "pending";
    case "canceled":
      return "dead";
    default:
      return "open";
  }
}
