import type Stripe from "stripe";
import { type Bindings, readPaymentSecrets, readSettings } from "./env.ts";
import { logEvent } from "./log.ts";
import { type Flow, IN_PRODUCT_OFFER } from "./shared/courses.ts";
import type { PaymentState } from "./shared/payment.ts";

/**
 * The only file that talks to Stripe. The package is imported when it is first needed and a client is made per request
 * from that request's configuration: pages that take no payment never evaluate it, and no key outlives its request.
 */

/** What a call needs: the secret key and where Stripe's API is. */
export type StripeAccess = { secretKey: string; apiBase: string };

/** How to reach Stripe, or null while the address or the secret key is not configured (logged by name). */
export function readStripeAccess(env: Bindings): StripeAccess | null {
  const { stripeApiBase } = readSettings(env);
  const { stripeSecretKey } = readPaymentSecrets(env);
  if (stripeApiBase === null || stripeSecretKey === null) return null;
  return { secretKey: stripeSecretKey, apiBase: stripeApiBase };
}

/** A buyer waits for at most two of these and the pause between them, milliseconds. */
const TIMEOUT_MS = 8_000;
/** Of connection errors, 409 and server errors only; safe because creating carries an idempotency key. */
const MAX_NETWORK_RETRIES = 1;
/** For the buyer's name, which a sale does without: one short attempt. */
const BUYER_OPTIONS = { timeout: 3_000, maxNetworkRetries: 0 } as const;
/** Age up to which a webhook's signature counts, seconds (Stripe's own default; 0 would switch the check off). */
const WEBHOOK_TOLERANCE_S = 300;

export type NewPayment = {
  /** The visit's key, a UUID: the same key gets the same payment intent (see `idempotencyKey`). */
  visitKey: string;
  flow: Flow;
  /** The signed-in buyer, a UUID of the sign-in service. */
  userId: string | null;
  requestId: string;
};

/**
 * Creates the payment intent of a visit for what the in-product checkout sells, or gets the one that this visit already
 * has. Resolves to its client secret, or to null when Stripe refused or could not be reached, which has been logged.
 */
export async function createPaymentIntent(access: StripeAccess, payment: NewPayment): Promise<string | null> {
  const { courseId, priceCents, currency } = IN_PRODUCT_OFFER;
  try {
    const stripe = await connect(access);
    const intent = await stripe.paymentIntents.create(
      {
        amount: priceCents,
        currency,
        automatic_payment_methods: { enabled: true },
        metadata: { product: courseId, price: String(priceCents), flow: payment.flow },
      },
      { idempotencyKey: idempotencyKey(payment) },
    );
    if (typeof intent.client_secret === "string" && intent.amount === priceCents && intent.currency === currency) {
      if (payment.userId !== null) await nameBuyer(stripe, intent.id, payment.userId, payment.requestId);
      return intent.client_secret;
    }
    logEvent("error", "stripe.failed", { requestId: payment.requestId, call: "create", type: "unexpected_answer" });
  } catch (error) {
    logTrouble("create", error, payment.requestId);
  }
  return null;
}

/**
 * Writes the buyer's user id into the intent's metadata. A call of its own: a visitor may sign in or out during a visit,
 * and a visit has one payment intent, whose parameters are fixed by its key. When it fails the sale goes on.
 */
async function nameBuyer(stripe: Stripe, intentId: string, userId: string, requestId: string): Promise<void> {
  try {
    await stripe.paymentIntents.update(intentId, { metadata: { user_id: userId } }, BUYER_OPTIONS);
  } catch (error) {
    logTrouble("update", error, requestId);
  }
}

/** Everything that is sent with it is part of the key: Stripe refuses a key that comes with other parameters. */
function idempotencyKey({ visitKey, flow }: NewPayment): string {
  const { key, priceCents, currency } = IN_PRODUCT_OFFER;
  return `vaarkoers-${key}-${priceCents}${currency}-${flow}-${visitKey}`;
}

/**
 * What Stripe says of a payment that a visitor came back from. The visitor must hold the intent's client secret: an id
 * alone, or with another intent's secret, is `unknown`. So is a payment that our checkout did not start. Never rejects.
 */
export async function retrievePaymentState(
  access: StripeAccess,
  payment: { intentId: string; clientSecret: string; requestId: string },
): Promise<PaymentState> {
  let intent: Stripe.PaymentIntent;
  try {
    const stripe = await connect(access);
    intent = await stripe.paymentIntents.retrieve(payment.intentId);
  } catch (error) {
    if (statusOf(error) === 404) return { status: "unknown" };
    logTrouble("retrieve", error, payment.requestId);
    return { status: "unavailable" };
  }
  const isHolder =
    typeof intent.client_secret === "string" && (await equalInConstantTime(intent.client_secret, payment.clientSecret));
  return isHolder && isOurs(intent) ? stateOf(intent) : { status: "unknown" };
}

/** Only our server can write metadata, so an intent that says so was made for this offer at this price. */
function isOurs(intent: Stripe.PaymentIntent): boolean {
  return (
    intent.currency === IN_PRODUCT_OFFER.currency &&
    intent.metadata?.product === IN_PRODUCT_OFFER.courseId &&
    intent.metadata.price === String(intent.amount)
  );
}

function stateOf({ status, amount }: Stripe.PaymentIntent): PaymentState {
  switch (status) {
    case "succeeded":
      return { status: "succeeded", amountCents: amount };
    case "processing":
    case "requires_capture":
      return { status: "processing" };
    case "canceled":
      return { status: "failed", reason: "canceled" };
    case "requires_payment_method":
      return { status: "failed", reason: "declined" };
    default:
      // requires_action and requires_confirmation: the buyer came back before the bank had an answer.
      return { status: "failed", reason: "incomplete" };
  }
}

/** The event of a webhook call, or null when its signature is missing, wrong or too old, or its body is no event. */
export async function readWebhookEvent(
  body: Uint8Array,
  signature: string,
  webhookSecret: string,
): Promise<Stripe.Event | null> {
  const { default: StripeClient } = await import("stripe");
  try {
    return await StripeClient.webhooks.constructEventAsync(
      body as Uint8Array<ArrayBuffer>,
      signature,
      webhookSecret,
      WEBHOOK_TOLERANCE_S,
    );
  } catch {
    return null;
  }
}

async function connect({ secretKey, apiBase }: StripeAccess): Promise<Stripe> {
  const { default: StripeClient } = await import("stripe");
  const { protocol, hostname, port } = new URL(apiBase);
  const isHttps = protocol === "https:";
  return new StripeClient(secretKey, {
    host: hostname,
    port: port || (isHttps ? 443 : 80),
    protocol: isHttps ? "https" : "http",
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_NETWORK_RETRIES,
    telemetry: false,
  });
}

/** One line with both request ids. Stripe's message stays out: it may hold what a buyer typed. */
function logTrouble(call: "create" | "update" | "retrieve", error: unknown, requestId: string): void {
  logEvent("error", "stripe.failed", {
    requestId,
    call,
    type: textField(error, "type") ?? (error instanceof Error ? error.name : "unknown"),
    code: textField(error, "code"),
    status: statusOf(error),
    stripeRequestId: textField(error, "requestId"),
  });
}

function textField(error: unknown, name: string): string | undefined {
  const value = (error as Record<string, unknown> | null)?.[name];
  return typeof value === "string" ? value : undefined;
}

function statusOf(error: unknown): number | undefined {
  const value = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof value === "number" ? value : undefined;
}

/** Compares digests, whole: neither where two secrets differ nor their length shows in the time it takes. */
async function equalInConstantTime(a: string, b: string): Promise<boolean> {
  const encoder = new TextEncoder();
  const [x, y] = await Promise.all([a, b].map((text) => crypto.subtle.digest("SHA-256", encoder.encode(text))));
  if (x === undefined || y === undefined) return false;
  const left = new Uint8Array(x);
  const right = new Uint8Array(y);
  let difference = 0;
  for (let index = 0; index < left.length; index += 1) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}
