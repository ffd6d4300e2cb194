import { env } from "cloudflare:workers";
import Stripe from "stripe";
import { vi } from "vitest";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { nowS } from "../clock.ts";
import { STRIPE_API_VERSION } from "../outside-world/stripe-keys.ts";
import { askWith, ORIGIN } from "./shop.ts";
import { wholeObject } from "./stripe-objects.ts";

const WEBHOOK_SECRET = String(env.STRIPE_WEBHOOK_SECRET);

export function signWebhook(body: string, { timestamp = nowS(), secret = WEBHOOK_SECRET } = {}): Promise<string> {
  return Stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret, timestamp });
}

/** Brings an event, or a text in its place, to the shop's door, as Stripe does. */
export async function deliver(event: object | string, bindings: object = {}, signature?: string): Promise<Response> {
  const body = typeof event === "string" ? event : JSON.stringify(event, null, 2);
  const signed = { "stripe-signature": signature ?? (await signWebhook(body)) };
  const headers = { "content-type": "application/json; charset=utf-8", ...signed };
  return askWith(bindings, PATHS.stripeWebhook, { method: "POST", headers, body });
}

export function stripeEvent(type: string, object: unknown, { id = `evt_${type}`, created = 1_700_000_100 } = {}) {
  const sent = { object: "event", api_version: STRIPE_API_VERSION, livemode: false, pending_webhooks: 1 };
  const request = { id: null, idempotency_key: null };
  return { ...sent, id, created, type, request, data: { object: wholeObject(type, object) } };
}

/** A call of the payment API, as our pages make it. */
export function postJson(
  path: string,
  body: unknown,
  { headers = {}, bindings = {} }: { headers?: Record<string, string>; bindings?: Partial<Bindings> } = {},
): Promise<Response> {
  return askWith(bindings, path, {
    method: "POST",
    headers: { origin: ORIGIN, "content-type": "application/json", ...headers },
    body: typeof body === "string" || body instanceof ReadableStream ? body : JSON.stringify(body),
  });
}

export async function visitDigest(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type StripeCall = { method: string; url: URL; headers: Headers; form: URLSearchParams };

/** Stands in for Stripe's API at the edge of the Worker: records each call and answers it as told. */
export function stubStripe(answer: (call: StripeCall, number: number) => Response | Promise<Response>): StripeCall[] {
  const calls: StripeCall[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const call: StripeCall = {
      method: init?.method ?? "GET",
      url: new URL(input instanceof Request ? input.url : input),
      headers: new Headers(init?.headers),
      form: new URLSearchParams(typeof init?.body === "string" ? init.body : ""),
    };
    calls.push(call);
    if (isTooLong(call)) return answerError(400, { type: "invalid_request_error" });
    // Like `fetch`, it rejects when a call is aborted.
    const abandoned = new Promise<never>((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
    return Promise.race([answer(call, calls.length), abandoned]);
  });
  return calls;
}

/** Whether Stripe refuses a call: https://docs.stripe.com/api/idempotent_requests and https://docs.stripe.com/api/metadata. */
function isTooLong({ headers, form }: StripeCall): boolean {
  const isMetadata = (name: string) => name.startsWith("metadata[");
  const values = [...form].filter(([name]) => isMetadata(name)).map(([, value]) => value);
  return (headers.get("idempotency-key")?.length ?? 0) > 255 || values.some((value) => [...value].length > 500);
}

export function answerJson(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { "request-id": "req_stub" } });
}

export function answerError(status: number, error: Readonly<Record<string, unknown>>): Response {
  return answerJson({ error: { message: "SECRET DETAIL of Stripe", ...error } }, status);
}
