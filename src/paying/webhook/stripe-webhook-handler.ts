import type Stripe from "stripe";
import { stopOrResumeGift } from "../../gifts/paid-gifts.ts";
import { readOrder } from "../../ledger/orders.ts";
import type { AppContext } from "../../server/http/context.ts";
import { readHeader } from "../../server/http/header.ts";
import { apiError, apiHeaders, readBody, unavailable } from "../../server/http/json.ts";
import { keepAlive } from "../../server/http/page-context.ts";
import { PROGRAM_RETRY_S } from "../../server/http/rate-limit.ts";
import { traced } from "../../server/http/trace.ts";
import { errorMessage, logEvent } from "../../server/log.ts";
import type { Shop } from "../../server/shop.ts";
import { askStripe, findIntent, mayBeSignature, readWebhookEvent } from "../../server/stripe.ts";
import { startMails } from "../../server/workflow-starts.ts";
import { otherEnvironment } from "../../shared/environment.ts";
import { INTENT_ID } from "../../shared/intent-id.ts";
import { describePayment } from "../intents.ts";
import { type Metadata, type OrderEvent, readOrderEvent } from "./order-events.ts";
import { recordEvent } from "./payment-record.ts";

/** Stripe's events are a few kilobytes. */
const BODY_MAX_BYTES = 256 * 1024;

/**
 * `POST /api/stripe-webhook`: records Stripe's events about payments, so that a payment is never known to the browser
 * alone. Stripe delivers at least once, in any order, for up to three days until it gets a 2xx; `ledger/orders.ts` says why
 * the order is right all the same. A 2xx means that the event is in the ledger, with all that follows from it, and that the
 * sending of its mails has begun; or that the payment belongs to another shop on the same account.
 * It has no rate limiter. Stripe delivers from a few addresses, and in bursts after an outage, so a limit per address
 * would hold back the events themselves. Other callers cost little without one: the header is checked before the body,
 * at most 256 KB are read and hashed once, and they are parsed only if Stripe signed them.
 */
export async function handleStripeWebhook(c: AppContext): Promise<Response> {
  const shop = c.get("shop");
  const webhookSecret = shop.secret("STRIPE_WEBHOOK_SECRET");
  // Not a 4xx: Stripe keeps retrying, so no event is lost while the secret is not set.
  if (webhookSecret === null) return apiError(c, "not_configured");

  const event = await readEvent(c, webhookSecret);
  if (typeof event === "string") return refuse(c, event);
  const read = readOrderEvent(event);
  if (read === null) return refuse(c, "event in an unexpected form", namesOf(event));
  if (read === "unrelated") return c.json({ received: true }, 200, apiHeaders());
  const { environment } = shop.settings;
  if (environment === null) return apiError(c, "not_configured");
  const { intentId } = read.news;
  const names = { requestId: shop.requestId, eventId: event.id, type: event.type, intentId };
  const metadata = read.paymentMetadata ?? (await findMetadata(shop, intentId));
  if (metadata === "not_configured") return apiError(c, metadata);
  if (metadata === "unavailable") return unavailable(c, PROGRAM_RETRY_S);
  const other = otherEnvironment(metadata, environment);
  if (other !== null) {
    logEvent("info", "webhook.foreign", { ...names, environment: other });
    return c.json({ received: true }, 200, apiHeaders());
  }
  try {
    const recorded = recordEvent(shop, read);
    const { order, due } = await traced(c, "ledger", recorded, () => "written");
    if (read.effect === "refund failed") logEvent("warn", "refund.failed", names);
    if (order !== null) await stopOrResumeGift(shop, order);
    // The owner's notice says what became of the confirmation. If that starts now, its end starts the notice.
    const isConfirmedNow = due.some(({ kind }) => kind === "confirmation");
    await startMails(shop, isConfirmedNow ? due.filter(({ kind }) => kind !== "notice") : due);
  } catch (error) {
    // Its kind has been logged where it happened, but for a Workflow that could not be started.
    logEvent("error", "webhook.postponed", { ...names, reason: errorMessage(error) });
    return unavailable(c, PROGRAM_RETRY_S);
  }
  logEvent("info", "webhook.recorded", names);
  if (isHostedSale(read)) keepAlive(c, describePayment(shop, intentId));
  return c.json({ received: true }, 200, apiHeaders());
}

/** The event, if Stripe has signed it, else why it is refused. */
async function readEvent(c: AppContext, webhookSecret: string): Promise<Stripe.Event | keyof typeof REFUSALS> {
  const signature = readHeader(c, "stripe-signature");
  if (signature === undefined) return "signature missing";
  if (!mayBeSignature(signature, c.get("shop").now)) return "signature wrong or too old";
  const body = await readBody(c.req.raw, BODY_MAX_BYTES);
  if (body === null) return "body too large";
  return (await readWebhookEvent(body, signature, webhookSecret)) ?? "signature wrong or too old";
}

/**
 * The metadata of a payment whose event does not hold them, as those of refunds: none if the ledger has it, because then it is
 * ours, else what Stripe says.
 */
async function findMetadata(shop: Shop, intentId: string): Promise<Metadata | "not_configured" | "unavailable"> {
  try {
    if ((await readOrder(shop.ledger, intentId)) !== null) return {};
  } catch {
    return "unavailable";
  }
  if (shop.stripe === null) return "not_configured";
  return askStripe<Metadata | "unavailable">(
    shop,
    "retrieve",
    async ({ stripe }) => (await findIntent(stripe, intentId))?.metadata ?? {},
    () => "unavailable",
  );
}

/** Whether an event tells that a hosted checkout was paid: of the events about such a payment only its session's does. */
function isHostedSale({ effect, news: { told } }: OrderEvent): boolean {
  return effect === "sale" && told.kind === "report" && told.source === "session";
}

function refuse(c: AppContext, reason: keyof typeof REFUSALS, names: ReturnType<typeof namesOf> = {}): Response {
  logEvent("warn", "webhook.refused", { requestId: c.get("shop").requestId, reason, ...names });
  return apiError(c, REFUSALS[reason]);
}

const REFUSALS = {
  "signature missing": "invalid_signature",
  "signature wrong or too old": "invalid_signature",
  "body too large": "body_too_large",
  "event in an unexpected form": "malformed_request",
} as const;

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
