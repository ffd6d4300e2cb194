import { afterEach, beforeEach } from "vitest";
import { OWN_CHECKOUT_PRICE } from "../../src/shared/prices.ts";
import { type OutsideWorld, startOutsideWorld } from "./server.ts";
import type { PaymentIntent } from "./stripe-intents.ts";
import { STRIPE_API_VERSION } from "./stripe-keys.ts";

/** An outside world for each test of a file, and its calls as the Worker and a browser make them. */

export const SHOP_ORIGIN = "http://localhost:9";
export const INTENT = {
  amount: String(OWN_CHECKOUT_PRICE),
  currency: "eur",
  "automatic_payment_methods[enabled]": "true",
};

export let world: OutsideWorld;

export function openWorld(): void {
  beforeEach(async () => {
    world = await startOutsideWorld({ port: 0, shopOrigin: SHOP_ORIGIN });
  });
  afterEach(() => world.close());
}

export function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(world.origin + path, { redirect: "manual", ...init });
}

export function post(
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: HeadersInit = {},
): Promise<Response> {
  return get(path, { method: "POST", body: new URLSearchParams(fields), headers });
}

/** A call of the API, as the Worker makes it; an empty header is left out. */
export function callStripe(
  name: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const all = { authorization: "Bearer sk_test_local", "stripe-version": STRIPE_API_VERSION, ...headers };
  return post(
    `/v1/${name}`,
    fields,
    Object.entries(all).filter(([, value]) => value !== ""),
  );
}

export type IntentBody = Pick<PaymentIntent, "id" | "client_secret">;

export async function createIntent(fields: Record<string, string> = {}): Promise<IntentBody> {
  return (await callStripe("payment_intents", { ...INTENT, ...fields })).json() as Promise<IntentBody>;
}

/** Confirms as the stand-in Stripe.js does. */
export function confirmIntent(intent: IntentBody, type: string): Promise<Response> {
  return post(`/v1/payment_intents/${intent.id}/confirm`, {
    key: "pk_test_local",
    client_secret: intent.client_secret,
    return_url: `${SHOP_ORIGIN}/interstitial?payment_type=klein-vaarbewijs-1`,
    "payment_method_data[type]": type,
    "payment_method_data[local_outcome]": "succeeded",
  });
}
