import { setTimeout as delay } from "node:timers/promises";
import Stripe from "stripe";
import { PATHS } from "../../src/shared/paths.ts";
import type { IntentEventType } from "./stripe-intents.ts";
import { STRIPE_API_VERSION, STRIPE_WEBHOOK_SECRET } from "./stripe-keys.ts";
import {
  type Charge,
  type CheckoutSession,
  type Dispute,
  nowInSeconds,
  type PaymentIntent,
  type Refund,
  randomId,
} from "./stripe-objects.ts";
import type { SaleEventType } from "./stripe-sales.ts";

/** Pauses before the second and later attempts. Stripe itself retries for three days. */
const RETRY_DELAYS_MS = [500, 2000, 5000];
const ATTEMPT_TIMEOUT_MS = 10_000;

type EventType = IntentEventType | SaleEventType;
type EventObject = PaymentIntent | CheckoutSession | Charge | Refund | Dispute;

export type StripeEvent = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: EventObject };
  livemode: false;
  /** The number of endpoints that have not accepted it yet. */
  pending_webhooks: number;
  type: EventType;
};

type WebhookAttempt = { status: number } | { error: string };

/** One event for the shop, with every attempt to deliver it. */
type WebhookDelivery = { event: StripeEvent; attempts: WebhookAttempt[]; delivered: boolean };

/** Delivers signed events to the shop's webhook endpoint, and retries if the status is not 2xx. */
export function createWebhookSender(shopOrigin: () => string) {
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  async function deliver(event: StripeEvent): Promise<void> {
    const body = JSON.stringify(event, null, 2);
    const delivery: WebhookDelivery = { event, attempts: [], delivered: false };
    sender.deliveries.push(delivery);
    for (const pauseMs of [0, ...RETRY_DELAYS_MS]) {
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) break;
      const attempt = await attemptDelivery(body);
      delivery.attempts.push(attempt);
      delivery.delivered = "status" in attempt && attempt.status >= 200 && attempt.status < 300;
      if (delivery.delivered) return;
    }
  }

  async function attemptDelivery(payload: string): Promise<WebhookAttempt> {
    try {
      const response = await fetch(new URL(PATHS.stripeWebhook, shopOrigin()), {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret: STRIPE_WEBHOOK_SECRET }),
          "user-agent": "Stripe/1.0 (lokale testomgeving)",
        },
        body: payload,
        redirect: "manual",
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
      });
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

export function intentIdOf({ data: { object } }: StripeEvent): string {
  return object.object === "payment_intent" ? object.id : object.payment_intent;
}

export function newEvent(type: EventType, object: EventObject): StripeEvent {
  return {
    id: randomId("evt_3"),
    object: "event",
    api_version: STRIPE_API_VERSION,
    created: nowInSeconds(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    type,
  };
}
