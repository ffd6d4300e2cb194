import type { AppContext } from "../context.ts";
import { type Bindings, readSecret } from "../env.ts";
import { errorMessage, logEvent } from "../log.ts";
import { readHeader } from "../response/header.ts";
import { apiError, apiHeaders, readBody } from "../response/json.ts";
import { traced } from "../response/trace.ts";
import { noteBuyer } from "../services/buyer-index.ts";
import { keepable } from "../services/erasure.ts";
import { type OrderNews, readOrderNews } from "../services/order-events.ts";
import { readOrder, writeFact } from "../services/orders.ts";
import { settleGift } from "../services/paid-gifts.ts";
import { findPaymentOwner } from "../services/payment-owner.ts";
import { mayBeSignature, readWebhookEvent } from "../services/stripe.ts";
import { startOnce } from "../services/workflow-start.ts";
import { INTENT_ID } from "../shared/intent-id.ts";

/** Stripe's events are a few kilobytes. */
const BODY_MAX_BYTES = 256 * 1024;
/** Cloudflare Workflows, "Limits". */
const INSTANCE_ID_MAX_LENGTH = 100;

/**
 * `POST /api/stripe-webhook`: records Stripe's events about payments, so that a payment is never known to the browser
 * alone. Stripe delivers at least once, in any order, for up to three days until it gets a 2xx; `services/orders.ts`
 * says why the record is right all the same. A 2xx means that the fact is stored and the Workflow after a sale has
 * started, or that the payment belongs to another shop on the same account.
 * It has no rate limiter. Stripe delivers from a few addresses, and in bursts after an outage, so a limit per address
 * would hold back the events themselves. Other callers cost little without one: the header is checked before the body,
 * at most 256 KB are read and hashed once, and they are parsed only if Stripe signed them.
 */
export async function handleStripeWebhook(c: AppContext): Promise<Response> {
  const requestId = c.get("requestId");
  const webhookSecret = readSecret(c.env, "STRIPE_WEBHOOK_SECRET");
  // Not a 4xx: Stripe keeps retrying, so no event is lost while the secret is not set.
  if (webhookSecret === null) return apiError(c, "not_configured");

  const signature = readHeader(c, "stripe-signature");
  if (signature === undefined) return refuse(c, "invalid_signature", "signature missing");
  const untrue = () => refuse(c, "invalid_signature", "signature wrong or too old");
  if (!mayBeSignature(signature, new Date())) return untrue();
  const body = await readBody(c.req.raw, BODY_MAX_BYTES);
  if (body === null) return refuse(c, "body_too_large", "body too large");
  const event = await readWebhookEvent(body, signature, webhookSecret);
  if (event === null) return untrue();

  const news = readOrderNews(event);
  if (news === null) return refuse(c, "malformed_request", "event in an unexpected form", namesOf(event));
  if (news === "unrelated") return c.json({ received: true }, 200, apiHeaders());
  const { intentId } = news.fact;
  const names = { requestId, eventId: event.id, type: event.type, intentId };
  const owner = await findPaymentOwner(c.env, news, requestId);
  if (owner.status === "not_configured") return apiError(c, "not_configured");
  if (owner.status === "unavailable") return apiError(c, "unavailable", { "retry-after": "5" });
  if (owner.status === "other") {
    logEvent("info", "webhook.foreign", { ...names, environment: owner.environment });
    return c.json({ received: true }, 200, apiHeaders());
  }
  try {
    const fact = await keepable(c.env.ORDERS, news.fact);
    await traced(c, "kv", writeFact(c.env.ORDERS, news.key, fact), () => "written");
    await noteBuyer(c.env, news.key, fact);
    if (news.about === "refund failed") logEvent("warn", "refund.failed", names);
    if (news.about === "money" || news.about === "refund failed") await followMoney(c.env, { ...news, fact });
  } catch (error) {
    logEvent("error", "kv.unavailable", { requestId, namespace: "ORDERS", reason: errorMessage(error) });
    return apiError(c, "unavailable", { "retry-after": "5" });
  }
  try {
    // Named after the payment, so it starts once, however often it is requested.
    if (news.about === "sale") await startOnce(c.env.AFTER_SALE, intentId, { intentId });
  } catch (error) {
    logEvent("error", "workflow.unavailable", { ...names, reason: errorMessage(error) });
    return apiError(c, "unavailable", { "retry-after": "5" });
  }
  logEvent("info", "webhook.recorded", names);
  return c.json({ received: true }, 200, apiHeaders());
}

/**
 * Stops the gift after a refund, or lets it work again. KV may show the order of a minute ago, and two places may
 * handle two events at once. So the Workflow decides again once every place shows all facts that are stored now.
 */
async function followMoney(env: Bindings, news: OrderNews): Promise<void> {
  const { intentId } = news.fact;
  const read = await readOrder(env.ORDERS, intentId, news);
  if (read.status === "unavailable") throw new Error("the order could not be read");
  if (read.status === "found") await settleGift(env, read.value);
  const isNoGift = read.status === "found" && read.value.gift === undefined;
  const id = news.key.replaceAll(".", "-").slice(0, INSTANCE_ID_MAX_LENGTH);
  if (!isNoGift) await startOnce(env.AFTER_SALE, id, { intentId, about: "money" });
}

function refuse(
  c: AppContext,
  code: Parameters<typeof apiError>[1],
  reason: string,
  names: Readonly<Record<string, string | undefined>> = {},
): Response {
  logEvent("warn", "webhook.refused", { requestId: c.get("requestId"), reason, ...names });
  return apiError(c, code);
}

/** Names and ids that identify a signed but malformed event at Stripe, each only if it is valid. */
function namesOf(event: unknown): Record<string, string | undefined> {
  const { id, type, data } = fieldsOf(event);
  const object = fieldsOf(fieldsOf(data).object);
  return {
    eventId: matching(/^evt_\w{1,100}$/, id),
    type: matching(/^[a-z_.]{1,100}$/, type),
    intentId: matching(INTENT_ID, object.id) ?? matching(INTENT_ID, object.payment_intent),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function matching(form: RegExp, value: unknown): string | undefined {
  return typeof value === "string" && form.test(value) ? value : undefined;
}
