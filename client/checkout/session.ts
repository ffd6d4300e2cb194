import type { PaymentIntent, Stripe } from "@stripe/stripe-js";
import { type PaymentConfig, VISIT_KEY_HEADER } from "../../src/shared/payment.ts";
import { loadStripe } from "./stripe-js.ts";
import { continueVisit, endVisit, rememberIntent, type Visit } from "./visit.ts";

/** A payment that can be confirmed. */
export type PaymentSession = { stripe: Stripe; clientSecret: string; intentId: string };

export type SessionOutcome =
  | { status: "open"; session: PaymentSession }
  /** This visit's payment went through, or is on its way, without the buyer having seen it. */
  | { status: "settled"; session: PaymentSession };

/** The server gives Stripe 8 seconds twice; longer than this nobody waits, milliseconds. */
const CREATE_TIMEOUT_MS = 25_000;

/** Starts the visit's payment, or picks it up again. Rejects when Stripe.js or our server cannot give one. */
export async function openSession(config: PaymentConfig): Promise<SessionOutcome> {
  const visit = continueVisit(config.flow);
  const [stripe, clientSecret] = await Promise.all([
    loadStripe(config.stripeJsUrl, config.publishableKey),
    createIntent(config, visit),
  ]);
  const session = { stripe, clientSecret, intentId: intentIdOf(clientSecret) };
  rememberIntent(visit, session.intentId);
  // A key that was used before may belong to a payment that has ended meanwhile; a fresh one cannot.
  if (visit.intentId === undefined) return { status: "open", session };
  const state = await readState(session);
  if (state === "settled") return { status: "settled", session };
  if (state !== "dead") return { status: "open", session };
  endVisit(session.intentId);
  return { status: "open", session: await reopen(config, stripe) };
}

async function reopen(config: PaymentConfig, stripe: Stripe): Promise<PaymentSession> {
  const visit = continueVisit(config.flow);
  const clientSecret = await createIntent(config, visit);
  const session = { stripe, clientSecret, intentId: intentIdOf(clientSecret) };
  rememberIntent(visit, session.intentId);
  return session;
}

async function createIntent(config: PaymentConfig, visit: Visit): Promise<string> {
  const query = visit.flow === "none" ? "" : `?flow=${visit.flow}`;
  const response = await fetch(config.createIntentUrl + query, {
    method: "POST",
    headers: { "content-type": "application/json", [VISIT_KEY_HEADER]: visit.key },
    body: JSON.stringify({ amount: config.amountCents, currency: config.currency }),
    signal: AbortSignal.timeout(CREATE_TIMEOUT_MS),
  });
  const answer: unknown = await response.json();
  if (response.ok && typeof answer === "object" && answer !== null && "clientSecret" in answer) {
    if (typeof answer.clientSecret === "string") return answer.clientSecret;
  }
  throw new Error(`No payment: the server answered ${response.status}.`);
}

/** The id that a client secret begins with: `pi_1_secret_2` -> `pi_1`. */
function intentIdOf(clientSecret: string): string {
  return clientSecret.split("_secret_", 1)[0] ?? "";
}

/** `settled`: paid or being paid. `dead`: canceled, or unknown to Stripe. `open`: can be paid. `unread`: no answer. */
export type IntentState = "settled" | "dead" | "open" | "unread";

/** Asks Stripe how a payment stands. Never rejects. */
export async function readState({ stripe, clientSecret }: PaymentSession): Promise<IntentState> {
  try {
    const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret);
    if (paymentIntent !== undefined) return stateOf(paymentIntent.status);
    return error.code === "resource_missing" ? "dead" : "unread";
  } catch {
    return "unread";
  }
}

/** What a payment intent's status means for the form. */
export function stateOf(status: PaymentIntent.Status): IntentState {
  if (status === "succeeded" || status === "processing" || status === "requires_capture") return "settled";
  return status === "canceled" ? "dead" : "open";
}
