import type Stripe from "stripe";
import * as z from "zod/mini";
import { apiError, apiHeaders, readBody } from "./api.ts";
import { readPaymentSecrets } from "./env.ts";
import { type Order, type OrderStatus, orderSchema, writeOrder } from "./kv.ts";
import { errorMessage, logEvent } from "./log.ts";
import { readWebhookEvent } from "./payments.ts";
import type { AppContext } from "./request.ts";
import { COURSE_IDS } from "./shared/courses.ts";
import { traced } from "./trace.ts";

/** Stripe's events are a few kilobytes. */
const BODY_MAX_BYTES = 256 * 1024;

/** The events that tell of an order; every other type is answered with 200 and forgotten. */
const ORDER_EVENTS: Readonly<Partial<Record<Stripe.Event.Type, OrderStatus>>> = {
  "payment_intent.succeeded": "paid",
  "payment_intent.payment_failed": "failed",
  "payment_intent.canceled": "canceled",
};

/**
 * `POST /api/stripe-webhook`: what Stripe tells of payments, recorded so that a payment is never only in the browser.
 * Stripe delivers at least once, in any order, for up to three days until it hears a 2xx; `writeOrder` says why the
 * record comes out right.
 */
export async function handleStripeWebhook(c: AppContext): Promise<Response> {
  const requestId = c.get("requestId");
  const { stripeWebhookSecret } = readPaymentSecrets(c.env);
  // Not a 4xx: Stripe keeps trying, so no event is lost while the secret is being set.
  if (stripeWebhookSecret === null) return apiError(c, "not_configured");

  const signature = c.req.header("stripe-signature");
  if (signature === undefined) return refuse(c, "invalid_signature", "signature missing");
  const body = await readBody(c.req.raw, BODY_MAX_BYTES);
  if (body === null) return refuse(c, "body_too_large", "body too large");
  const event = await readWebhookEvent(body, signature, stripeWebhookSecret);
  if (event === null) return refuse(c, "invalid_signature", "signature wrong or too old");

  const status = Object.hasOwn(ORDER_EVENTS, event.type) ? ORDER_EVENTS[event.type] : undefined;
  if (status === undefined) return c.json({ received: true }, 200, apiHeaders());
  const order = orderOf(event, status);
  if (order === null) return refuse(c, "malformed_request", "event in an unexpected form");
  try {
    const outcome = await traced(c, "kv", writeOrder(c.env.ORDERS, order), (result) => result);
    logEvent("info", "webhook.recorded", { requestId, eventId: event.id, intentId: order.intentId, status, outcome });
  } catch (error) {
    logEvent("error", "kv.unavailable", { requestId, namespace: "ORDERS", reason: errorMessage(error) });
    return apiError(c, "unavailable", { "retry-after": "5" });
  }
  return c.json({ received: true }, 200, apiHeaders());
}

function refuse(c: AppContext, code: Parameters<typeof apiError>[1], reason: string): Response {
  logEvent("warn", "webhook.refused", { requestId: c.get("requestId"), reason });
  return apiError(c, code);
}

/** Seconds since 1970, up to the end of the year 9999. */
const timeSchema = z.int().check(z.minimum(0), z.maximum(253_402_300_799));

/** The part of an event about a payment intent that an order is made of. */
const intentEventSchema = z.object({
  id: z.string(),
  created: timeSchema,
  data: z.object({
    object: z.object({
      id: z.string(),
      amount: z.int(),
      currency: z.string(),
      created: timeSchema,
      receipt_email: z.nullish(z.string()),
      metadata: z.nullish(z.record(z.string(), z.string())),
    }),
  }),
});

/** The order that an event tells of: made from the event alone, so that a repeated delivery makes the same. */
function orderOf(event: unknown, status: OrderStatus): Order | null {
  const parsed = intentEventSchema.safeParse(event);
  if (!parsed.success) return null;
  const { id: eventId, created, data } = parsed.data;
  const intent = data.object;
  const courseId = COURSE_IDS.find((id) => id === intent.metadata?.product);
  const order = orderSchema.safeParse({
    intentId: intent.id,
    status,
    ...(courseId === undefined ? {} : { courseId }),
    amountCents: intent.amount,
    currency: intent.currency,
    ...(intent.receipt_email ? { email: intent.receipt_email } : {}),
    createdAt: isoTime(intent.created),
    updatedAt: isoTime(created),
    ...(status === "paid" ? { paidAt: isoTime(created) } : {}),
    eventId,
  });
  return order.success ? order.data : null;
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
