import type { PaymentIntent, Stripe } from "@stripe/stripe-js";
import { type PaymentConfig, VISIT_KEY_HEADER } from "../../src/shared/payment.ts";
import type { Account } from "../auth/session.ts";
import { accountHeaders, readBuyerAccount, renewInBackground } from "./account.ts";
import { loadStripe } from "./stripe-js.ts";
import { continueVisit, endVisit, rememberIntent, type Visit } from "./visit.ts";

/** A payment that can be confirmed. */
export type PaymentSession = { stripe: Stripe; clientSecret: string; intentId: string };

export type SessionOutcome =
  /** `email` is the signed-in buyer's. */
  | { status: "open"; session: PaymentSession; email: string | null }
  /** This visit's payment went through, or is on its way, without the buyer having seen it. */
  | { status: "settled"; session: PaymentSession };

/** The server gives Stripe 8 seconds twice; longer than this nobody waits, milliseconds. */
const CREATE_TIMEOUT_MS = 25_000;

/** Starts the visit's payment, or picks it up again. Rejects when Stripe.js or our server cannot give one. */
export async function openSession(config: PaymentConfig): Promise<SessionOutcome> {
  const visit = continueVisit(config.flow);
  const [stripe, { clientSecret, account }] = await Promise.all([
    loadStripe(config.stripeJsUrl, config.publishableKey),
    readBuyerAccount().then((known) => createIntent(config, visit, known)),
  ]);
  const email = account?.email ?? null;
  const session = { stripe, clientSecret, intentId: intentIdOf(clientSecret) };
  rememberIntent(visit, session.intentId);
  // A key that was used before may belong to a payment that has ended meanwhile; a fresh one cannot.
  if (visit.intentId === undefined) return { status: "open", session, email };
  const state = await readState(session);
  if (state === "settled") return { status: "settled", session };
  if (state !== "dead") return { status: "open", session, email };
  endVisit(session.intentId);
  return { status: "open", session: await reopen(config, stripe, account), email };
}

async function reopen(config: PaymentConfig, stripe: Stripe, account: Account | null): Promise<PaymentSession> {
  const visit = continueVisit(config.flow);
  const { clientSecret } = await createIntent(config, visit, account);
  const session = { stripe, clientSecret, intentId: intentIdOf(clientSecret) };
  rememberIntent(visit, session.intentId);
  return session;
}

/** A payment intent, and the account in whose name it was asked for. */
type CreatedIntent = { clientSecret: string; account: Account | null };

/** Asks again, without the token, when the server does not accept it: no sale is lost to a session that has ended. */
async function createIntent(config: PaymentConfig, visit: Visit, account: Account | null): Promise<CreatedIntent> {
  const query = visit.flow === "none" ? "" : `?flow=${visit.flow}`;
  const response = await fetch(config.createIntentUrl + query, {
    method: "POST",
    headers: { "content-type": "application/json", [VISIT_KEY_HEADER]: visit.key, ...accountHeaders(account) },
    body: JSON.stringify({ amount: config.amountCents, currency: config.currency }),
    signal: AbortSignal.timeout(CREATE_TIMEOUT_MS),
  });
  if (response.status === 401 && account !== null) {
    renewInBackground();
    return createIntent(config, visit, null);
  }
  const answer: unknown = await response.json();
  if (response.ok && typeof answer === "object" && answer !== null && "clientSecret" in answer) {
    if (typeof answer.clientSecret === "string") return { clientSecret: answer.clientSecret, account };
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
