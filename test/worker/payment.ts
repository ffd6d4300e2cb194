import { beforeEach } from "vitest";
import type { Bindings } from "../../src/env.ts";
import { type Order, readOrder } from "../../src/services/orders.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs, type Logs } from "./logs.ts";
import { kvWorld } from "./places.ts";
import { askWith } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { STRIPE_BINDINGS, signWebhook as sign, stripeEvent, webhookCall } from "./stripe-stub.ts";

/** A payment that Stripe tells of, and the deliveries of its events. */

/** A payment that no other test knows. */
export let intentId = "";
let payments = 0;
/** Makes a new payment before each test. */
export function newPayment(): Logs {
  beforeEach(() => {
    payments += 1;
    intentId = `pi_${payments}`;
  });
  return collectLogs();
}

export const event = (
  type: string,
  { object = {}, ...changes }: { id?: string; created?: number; object?: object } = {},
) => stripeEvent(type, intent({ id: intentId, ...object }), changes);

export const now = () => Math.floor(Date.now() / 1000);

export const PLACES = ["webhook", "webhook elsewhere", "webhook far away"] as const;
let deliveries = 0;
/** Bindings for a delivery, in another place than the one before. */
export function bindings(): Partial<Bindings> {
  deliveries += 1;
  return { ...STRIPE_BINDINGS, ...kvWorld.at(PLACES[deliveries % PLACES.length] ?? "") };
}

export async function deliver(
  body: unknown,
  options: { signature?: string; timestamp?: number } = {},
): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body, null, 2);
  const { timestamp = now() } = options;
  const signature = options.signature ?? (await sign(text, { timestamp }));
  return askWith(bindings(), PATHS.stripeWebhook, await webhookCall(text, signature));
}

/** The order as its buyer's place shows it, once every place shows it. */
export async function order(): Promise<Order | null> {
  kvWorld.settle();
  const read = await readOrder(kvWorld.at("buyer").ORDERS, intentId);
  return read.status === "found" ? read.value : null;
}

export const succeeded = (options = {}) =>
  event("payment_intent.succeeded", { object: { status: "succeeded" }, ...options });
export const failed = (options = {}) => event("payment_intent.payment_failed", options);
export const canceled = (options = {}) =>
  event("payment_intent.canceled", { object: { status: "canceled" }, ...options });
