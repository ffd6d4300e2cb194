import { env } from "cloudflare:workers";
import { beforeEach } from "vitest";
import { type Order, readOrder } from "../../src/ledger/orders.ts";
import { ledgerOf } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { nowS } from "../clock.ts";
import { collectLogs, type Logs } from "./logs.ts";
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
    intentId = `pi_payment${payments}`;
  });
  return collectLogs();
}

export const event = (
  type: string,
  { object = {}, ...changes }: { id?: string; created?: number; object?: object } = {},
) => stripeEvent(type, intent({ id: intentId, ...object }), changes);

export async function deliver(
  body: unknown,
  options: { signature?: string; timestamp?: number; bindings?: Partial<Bindings> } = {},
): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body, null, 2);
  const { timestamp = nowS() } = options;
  const signature = options.signature ?? (await sign(text, { timestamp }));
  return askWith({ ...STRIPE_BINDINGS, ...options.bindings }, PATHS.stripeWebhook, await webhookCall(text, signature));
}

/** The order as the ledger has it; null without one. */
export function order(): Promise<Order | null> {
  return readOrder(ledgerOf(env), intentId);
}

export const succeeded = (options = {}) =>
  event("payment_intent.succeeded", { object: { status: "succeeded" }, ...options });
export const failed = (options = {}) => event("payment_intent.payment_failed", options);
export const canceled = (options = {}) =>
  event("payment_intent.canceled", { object: { status: "canceled" }, ...options });
