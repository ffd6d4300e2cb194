import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { PATHS } from "../../src/shared/paths.ts";
import type { IntentEventType } from "./stripe-intents.ts";
import { STRIPE_API_VERSION, STRIPE_WEBHOOK_SECRET } from "./stripe-keys.ts";
import { type EventObject, nowInSeconds, randomId } from "./stripe-objects.ts";
import type { SaleEventType } from "./stripe-sales.ts";

/** Pauses before the second and later attempts. Stripe itself retries for three days. */
const RETRY_DELAYS_MS = [500, 2000, 5000];
const ATTEMPT_TIMEOUT_MS = 10_000;

type EventType = IntentEventType | SaleEventType;

export type StripeEvent = ReturnType<typeof newEvent>;

type WebhookAttempt = { status: number } | { error: string };

type WebhookDelivery = { event: StripeEvent; attempts: WebhookAttempt[]; delivered: boolean };

/** Delivers signed events to the shop's webhook endpoint, and retries if the status is not 2xx. */
export function createWebhookSender(shopOrigin: () => string) {
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  async function deliver(event: StripeEvent): Promise<void> {
    const delivery: WebhookDelivery = { event, attempts: [], delivered: false };
    sender.deliveries.push(delivery);
    for (const pauseMs of [0, ...RETRY_DELAYS_MS]) {
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) break;
      const attempt = await attemptDelivery(event);
      delivery.attempts.push(attempt);
      delivery.delivered = "status" in attempt && attempt.status >= 200 && attempt.status < 300;
      if (delivery.delivered) return;
    }
  }

  async function attemptDelivery(event: StripeEvent): Promise<WebhookAttempt> {
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]);
      const response = await fetch(signedRequest(shopOrigin(), event), { signal });
      await response.body?.cancel();
      return { status: response.status };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  const sender = {
    deliveries: [] as WebhookDelivery[],
    /** Whether changes of a payment are delivered. */
    enabled: true,
    /** Sends an event for a change, without waiting for the answer. */
    notify(event: StripeEvent): void {
      if (!sender.enabled) return;
      const task = deliver(event).finally(() => underWay.delete(task));
      underWay.add(task);
    },
    async close() {
      closing.abort();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
  return sender;
}

/** An event on its way to the shop, signed (docs, "Verify webhook signatures manually"). */
export function signedRequest(shopOrigin: string, event: StripeEvent): Request {
  const body = JSON.stringify(event, null, 2);
  const at = nowInSeconds();
  const signature = createHmac("sha256", STRIPE_WEBHOOK_SECRET).update(`${at}.${body}`).digest("hex");
  return new Request(shopOrigin + PATHS.stripeWebhook, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": `t=${at},v1=${signature}` },
    body,
    redirect: "manual",
  });
}

export function intentIdOf({ data: { object } }: StripeEvent): string {
  return object.object === "payment_intent" ? object.id : object.payment_intent;
}

export function newEvent(type: EventType, object: EventObject) {
  return {
    id: randomId("evt_3"),
    object: "event" as const,
    api_version: STRIPE_API_VERSION as string,
    created: nowInSeconds(),
    data: { object: structuredClone(object) },
    livemode: false as const,
    /** The number of endpoints that have not accepted it yet. */
    pending_webhooks: 1,
    type,
  };
}
