import type { SubtleCrypto as WorkersSubtleCrypto } from "@cloudflare/workers-types";
import type Stripe from "stripe";
import { isGiftMetadata, wishFromMetadata, wishToMetadata } from "../gifts/gift-wish.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { digestOf } from "../server/bytes.ts";
import { connectStripe, findIntent, logTrouble, type ShopAccess } from "../server/stripe.ts";
import { IN_PRODUCT_OFFER, PRODUCT_IDS } from "../shared/courses.ts";
import { otherEnvironment } from "../shared/environment.ts";
import type { GiftWish } from "../shared/gift.ts";
import { type DetailsRefusal, isSettled, type ReturnedPayment, stateOfIntent } from "./payment-rules.ts";
import { digestOfWish } from "./purchase-identity.ts";

/** Payments of the own checkout at Stripe: the buyer's details on them, and how they stand. */

/** The details that are written to a payment just before it is confirmed: the buyer, and the consent. */
export type PaymentDetails = {
  name: string;
  email: string;
  /** Whether the buyer was told that a bank was asked already. Until then nothing is written, and nothing is paid. */
  isTold: boolean;
} & (OwnCourse | { gift: GiftWish });

/** The course of a buyer who starts at once. */
type OwnCourse = {
  /** Version of the consent text that was ticked. */
  consentVersion: string;
  /** When our server received the consent, ISO 8601 in UTC. */
  consentAt: string;
  /**
   * The buyer's account, a UUID of the sign-in service. Null: none, and an account that was written before is removed.
   */
  userId: string | null;
};

export type DetailsOutcome =
  /** `isUnderWay`: the buyer's bank was asked already, perhaps from another tab; see `isTold`. */
  { status: "written"; isUnderWay: boolean } | { status: Exclude<DetailsRefusal, "limited"> };

/**
 * Writes the buyer's details into the metadata of a payment that can still be paid. Requires its client secret. Never
 * rejects; a failure is logged.
 */
export async function writePaymentDetails(
  access: ShopAccess,
  payment: PaymentReference,
  details: PaymentDetails,
): Promise<DetailsOutcome> {
  try {
    const stripe = await connectStripe(access);
    const intent = await findIntent(stripe, payment.intentId);
    if (intent === null || !(await isHeldBy(intent, payment.clientSecret)) || !isOurs(intent, access.environment)) {
      return { status: "unknown" };
    }
    if (!(await paysFor(intent, details))) return { status: "unknown" };
    const state = stateOfIntent(intent.status);
    if (state === "canceled") return { status: "canceled" };
    if (isSettled(state)) return { status: "settled" };
    const isUnderWay = state === "pending";
    if (isUnderWay && !details.isTold) return { status: "written", isUnderWay };
    if (isUnderWay && !isBuyerOf(intent, details)) return { status: "other-buyer" };
    await stripe.paymentIntents.update(intent.id, {
      ...orderDescription(intent),
      metadata: {
        buyer_name: details.name,
        buyer_email: details.email,
        // Stripe removes a key whose value is empty.
        ...("gift" in details ? wishToMetadata(details.gift) : ownCourseMetadata(details)),
      },
    });
    return { status: "written", isUnderWay };
  } catch (error) {
    logTrouble("update", error, payment.requestId);
    return { status: "failed" };
  }
}

/**
 * The order's number as the payment's description, so that Stripe's own pages and app find it by that. Empty if it has a
 * description: that may be somebody else's.
 */
function orderDescription({ id, description }: Stripe.PaymentIntent): { description?: string } {
  return description ? {} : { description: formatOrderNumber(id) };
}

/**
 * Describes a payment of a hosted checkout by its order's number, once it is paid: it is not the shop that makes such a
 * payment. Never rejects; a failure is logged, and nobody tries again.
 */
export async function describePayment(access: ShopAccess, intentId: string, requestId: string): Promise<void> {
  try {
    const stripe = await connectStripe(access);
    const intent = await findIntent(stripe, intentId);
    if (intent === null || otherEnvironment(intent.metadata, access.environment) !== null) return;
    const description = orderDescription(intent);
    if (description.description !== undefined) await stripe.paymentIntents.update(intentId, description);
  } catch (error) {
    logTrouble("describe", error, requestId);
  }
}

/**
 * Whether a payment is for the purchase in these details, the gift's wish included. So another tab's wish cannot be
 * written while a bank decides, and cannot be paid with this payment.
 */
async function paysFor({ metadata }: Stripe.PaymentIntent, details: PaymentDetails): Promise<boolean> {
  if (!("gift" in details)) return !isGiftMetadata(metadata);
  if (!isGiftMetadata(metadata) || metadata.product !== details.gift.productId) return false;
  return metadata.contents?.split(".")[2] === (await digestOfWish(details.gift));
}

/** Whether the buyer in these details is the one on the payment. */
function isBuyerOf({ metadata }: Stripe.PaymentIntent, details: PaymentDetails): boolean {
  const userId = "gift" in details ? null : details.userId;
  return metadata.buyer_email === details.email && (metadata.user_id ?? "") === (userId ?? "");
}

function ownCourseMetadata({ consentVersion, consentAt, userId }: OwnCourse): Record<string, string> {
  return { consent: consentVersion, consent_at: consentAt, user_id: userId ?? "" };
}

/** A payment as its buyer's browser names it. */
export type PaymentReference = { intentId: string; clientSecret: string; requestId: string };

async function isHeldBy(intent: Stripe.PaymentIntent, clientSecret: string): Promise<boolean> {
  return typeof intent.client_secret === "string" && equalInConstantTime(intent.client_secret, clientSecret);
}

/**
 * The state of a payment at Stripe, for a visitor who came back from it. Without the intent's own client secret the
 * state is `unknown`. So is that of a payment that our checkout did not start. Never rejects.
 */
export async function retrievePaymentState(access: ShopAccess, payment: PaymentReference): Promise<ReturnedPayment> {
  try {
    const intent = await findIntent(await connectStripe(access), payment.intentId, { expand: ["latest_charge"] });
    if (intent === null || !(await isHeldBy(intent, payment.clientSecret)) || !isOurs(intent, access.environment)) {
      return { status: "unknown" };
    }
    return describeIntent(intent);
  } catch (error) {
    logTrouble("retrieve", error, payment.requestId);
    return { status: "unavailable" };
  }
}

/** Whether this shop made the intent, for an offer at its price. The metadata prove it: only our server writes them. */
export function isOurs({ metadata, currency, amount }: Stripe.PaymentIntent, environment: string): boolean {
  const sold: readonly string[] = isGiftMetadata(metadata) ? PRODUCT_IDS : [IN_PRODUCT_OFFER.productId];
  return (
    otherEnvironment(metadata, environment) === null &&
    currency === IN_PRODUCT_OFFER.currency &&
    sold.includes(metadata?.product ?? "") &&
    metadata.price === String(amount)
  );
}

function describeIntent(intent: Stripe.PaymentIntent): ReturnedPayment {
  const { status, amount, created, metadata, receipt_email, latest_charge: charge } = intent;
  const state = stateOfIntent(status);
  if (state !== "paid") return { status: state };
  // A refund does not change the payment's own status.
  if (typeof charge === "object" && charge?.refunded === true) return { status: "refunded" };
  const gift = wishFromMetadata(metadata);
  const email = metadata?.buyer_email || receipt_email;
  const begunMs = created * 1000;
  return {
    status: state,
    amountCents: amount,
    begunMs,
    ...(gift === null ? {} : { gift }),
    ...(email ? { email } : {}),
  };
}

/** Compares digests, so that the time reveals neither where two secrets differ nor their length. */
async function equalInConstantTime(a: string, b: string): Promise<boolean> {
  // A function of workerd, which the types of browsers lack.
  const subtle = crypto.subtle as SubtleCrypto & Pick<WorkersSubtleCrypto, "timingSafeEqual">;
  return subtle.timingSafeEqual(await digestOf(a), await digestOf(b));
}
