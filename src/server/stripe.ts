import type Stripe from "stripe";
import { logEvent } from "./log.ts";

/**
 * The only file that loads Stripe's package. It imports it when it is first needed, so pages without a payment never
 * evaluate it. Each request makes a client from its own configuration, so no key outlives its request.
 */

/** The access for a call: the secret key and the address of Stripe's API. */
export type StripeAccess = { secretKey: string; apiBase: string };
/** The access for the shop's own payments, with the environment that marks them. */
export type ShopAccess = StripeAccess & { environment: string };

/** A buyer waits for at most two of these timeouts and the pause between them, milliseconds. */
const TIMEOUT_MS = 8_000;
/** Retries connection errors, 409 and server errors only. That is safe, because creating carries an idempotency key. */
const MAX_NETWORK_RETRIES = 1;
/** The highest age of a valid webhook signature, seconds (Stripe's own default; 0 would switch the check off). */
const WEBHOOK_TOLERANCE_S = 300;

/** The payment intent of an id. Null if Stripe has none. Rejects for every other error. */
export function findIntent(
  stripe: Stripe,
  id: string,
  params: Stripe.PaymentIntentRetrieveParams = {},
): Promise<Stripe.PaymentIntent | null> {
  return found(stripe.paymentIntents.retrieve(id, params));
}

/** What is asked for by its id. Null if Stripe has no such thing, as of another mode or account. Rejects for every other error. */
export async function found<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** Stripe's header has a time and one or two signatures, in two hundred characters. */
const SIGNATURE_MAX_LENGTH = 1024;

/**
 * Whether a text may be a webhook's signature, without looking at the body: it is short enough, has one signature of 32
 * bytes, and its time is not too old.
 */
export function mayBeSignature(text: string, now: Date): boolean {
  if (text.length > SIGNATURE_MAX_LENGTH || !/(?:^|,)v1=[0-9a-f]{64}/.test(text)) return false;
  const [, seconds] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(text) ?? [];
  return seconds !== undefined && now.getTime() / 1000 - Number(seconds) <= WEBHOOK_TOLERANCE_S;
}

/** The event of a webhook call. Null if its signature is missing, wrong or too old, or its body is not an event. */
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

/** A client of one key, with timeouts and retries for a waiting buyer. */
export async function connectStripe({ secretKey, apiBase }: StripeAccess): Promise<Stripe> {
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

/** Stripe, and the environment whose payments are the shop's. */
export type AskedStripe = { stripe: Stripe; environment: string };

/**
 * What `ask` makes of Stripe's answer. If it rejects, that is logged, and `failed` says what it means; so it does with null for a
 * shop without access to Stripe.
 */
export async function askStripe<T>(
  { stripe: access, requestId }: { stripe: ShopAccess | null; requestId: string },
  call: Parameters<typeof logTrouble>[0],
  ask: (asked: AskedStripe) => T | Promise<T>,
  failed: (error: unknown) => T,
): Promise<T> {
  if (access === null) return failed(null);
  try {
    return await ask({ stripe: await connectStripe(access), environment: access.environment });
  } catch (error) {
    logTrouble(call, error, requestId);
    return failed(error);
  }
}

/** Logs an error with both request ids. Stripe's message is left out, because it may hold a buyer's text. */
export function logTrouble(
  call: "create" | "update" | "retrieve" | "describe",
  error: unknown,
  requestId: string,
): void {
  logEvent("error", "stripe.failed", {
    requestId,
    call,
    type: textField(error, "type") ?? (error instanceof Error ? error.name : "unknown"),
    code: textField(error, "code"),
    status: statusOf(error),
    stripeRequestId: textField(error, "requestId"),
  });
}

export function textField(error: unknown, name: string): string | undefined {
  const value = (error as Record<string, unknown> | null)?.[name];
  return typeof value === "string" ? value : undefined;
}

/** The HTTP status of an error of Stripe's. Undefined if there was no answer. */
export function statusOf(error: unknown): number | undefined {
  const value = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof value === "number" ? value : undefined;
}

/** Whether an error is one of Stripe's package: an answer of Stripe's, or none. */
export function isStripeError(error: unknown): error is Error & { type: string } {
  return error instanceof Error && textField(error, "type")?.startsWith("Stripe") === true;
}

export function dashboardPage(path: string): string {
  return `https://dashboard.stripe.com/${path}`;
}

export function paymentPage(intentId: string): string {
  return dashboardPage(`payments/${intentId}`);
}
