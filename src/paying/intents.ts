import type { SubtleCrypto as WorkersSubtleCrypto } from "@cloudflare/workers-types";
import type Stripe from "stripe";
import { GIFT_METADATA, isGiftMetadata, wishFromMetadata, wishToMetadata } from "../gifts/gift-wish.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { digestOf, encodeHex } from "../server/bytes.ts";
import { logEvent } from "../server/log.ts";
import type { Shop } from "../server/shop.ts";
import { type AskedStripe, askStripe, findIntent, statusOf, textField } from "../server/stripe.ts";
import { type Flow, IN_PRODUCT_OFFER, PRODUCT_IDS } from "../shared/courses.ts";
import { environmentMark, otherEnvironment } from "../shared/environment.ts";
import type { GiftWish } from "../shared/gift.ts";
import {
  type DetailsRefusal,
  isSettled,
  LEFT_STATES,
  type LeftPayment,
  type OtherVisit,
  type PurchaseIdentity,
  type ReturnedPayment,
  spellIdentity,
  stateOfIntent,
} from "./payment-rules.ts";
import { digestOfWish } from "./purchase-identity.ts";

/**
 * The shop's payment intents at Stripe: opened or found again, written on, and how they stand. No function here rejects: what
 * Stripe does not answer is logged, and said.
 */

/** The intent of an id, if this shop made it for an offer at its price. The metadata prove it: only our server writes them. */
async function findOwn(
  { stripe, environment }: AskedStripe,
  intentId: string,
  params?: Stripe.PaymentIntentRetrieveParams,
): Promise<Stripe.PaymentIntent | null> {
  const intent = await findIntent(stripe, intentId, params);
  if (intent === null) return null;
  const { metadata, currency, amount } = intent;
  const sold: readonly string[] = isGiftMetadata(metadata) ? PRODUCT_IDS : [IN_PRODUCT_OFFER.productId];
  const isOurs =
    otherEnvironment(metadata, environment) === null &&
    currency === IN_PRODUCT_OFFER.currency &&
    sold.includes(metadata?.product ?? "") &&
    metadata.price === String(amount);
  return isOurs ? intent : null;
}

export type PaymentReference = { intentId: string; clientSecret: string };

/** The same, if the browser has its client secret. */
async function findHeld(
  asked: AskedStripe,
  { intentId, clientSecret }: PaymentReference,
  params?: Stripe.PaymentIntentRetrieveParams,
): Promise<Stripe.PaymentIntent | null> {
  const intent = await findOwn(asked, intentId, params);
  const secret = intent?.client_secret;
  return typeof secret === "string" && (await equalInConstantTime(secret, clientSecret)) ? intent : null;
}

/** Compares digests, so that the time reveals neither where two secrets differ nor their length. */
async function equalInConstantTime(a: string, b: string): Promise<boolean> {
  // A function of workerd, which the types of browsers lack.
  const subtle = crypto.subtle as SubtleCrypto & Pick<WorkersSubtleCrypto, "timingSafeEqual">;
  return subtle.timingSafeEqual(await digestOf(a), await digestOf(b));
}

/** The data to open a visit's payment: its earlier payment, or a new one under its key. */
export type NewPayment = {
  /** The visit's key, a UUID: the same key gets the same payment intent (see `idempotencyKey`). */
  visitKey: string;
  /** A payment's identity never changes. */
  identity: PurchaseIdentity;
  flow: Flow;
  /** The visit's earlier payment intent, as the browser stored it. */
  knownIntentId: string | null;
};

export type CreateOutcome =
  | { status: "created"; clientSecret: string }
  /** Stripe refused, or its answer is not a payment: the same key would get the same answer. */
  | { status: "failed" }
  /** Stripe did not answer, so there may be a payment: only the same key finds it. */
  | { status: "unreachable" };

/**
 * Opens the payment intent of a visit, for an offer of our own checkout: the earlier one, however old, or a new one
 * under the visit's key.
 */
export async function openPaymentIntent(shop: Shop, payment: NewPayment): Promise<CreateOutcome> {
  const { currency } = IN_PRODUCT_OFFER;
  const { identity, knownIntentId } = payment;
  const { productId, priceCents } = identity;
  const visit = await nameOfVisit(payment.visitKey);
  const contents = spellIdentity(identity);
  const known = await askStripe<Stripe.PaymentIntent | "unreachable" | null>(
    shop,
    "retrieve",
    (asked) => (knownIntentId === null ? null : findOwn(asked, knownIntentId)),
    // No new payment while the state of the earlier one is unknown.
    () => "unreachable",
  );
  if (known === "unreachable") return { status: known };
  // Stripe forgets a key after a day, and would then create a second payment. The intent's id stays valid. Its
  // contents include the price, so an intent at another price is not this visit's.
  const isSame = known?.metadata.visit === visit && known.metadata.contents === contents;
  if (isSame && typeof known.client_secret === "string")
    return { status: "created", clientSecret: known.client_secret };
  return askStripe<CreateOutcome>(
    shop,
    "create",
    async ({ stripe, environment }) => {
      const intent = await stripe.paymentIntents.create(
        {
          amount: priceCents,
          currency,
          automatic_payment_methods: { enabled: true },
          metadata: {
            ...environmentMark(environment),
            product: productId,
            price: String(priceCents),
            flow: payment.flow,
            visit,
            contents,
            ...(identity.giftDigest === null ? {} : GIFT_METADATA),
          },
        },
        { idempotencyKey: idempotencyKey(payment, environment) },
      );
      if (typeof intent.client_secret === "string" && intent.amount === priceCents && intent.currency === currency) {
        return { status: "created", clientSecret: intent.client_secret };
      }
      const { requestId } = shop;
      logEvent("error", "stripe.failed", { requestId, call: "create", type: "unexpected_answer" });
      return { status: "failed" };
    },
    (error) => ({ status: isUnanswered(error) ? "unreachable" : "failed" }),
  );
}

/** The idempotency key includes all parameters, because Stripe refuses a key that comes with other parameters. */
function idempotencyKey({ visitKey, flow, identity }: NewPayment, environment: string): string {
  const { productId, priceCents, giftDigest } = identity;
  const gift = giftDigest === null ? "" : `gift-${giftDigest}-`;
  return `vaarkoers-${environment}-${productId}-${priceCents}${IN_PRODUCT_OFFER.currency}-${flow}-${gift}${visitKey}`;
}

/**
 * The states of a browser's earlier payments that succeeded, are processing, or wait for a bank. The visit's key is
 * required for each. Payments that cannot be read are left out.
 */
export async function findLeftPayments(
  shop: Shop,
  visits: readonly OtherVisit[],
): Promise<Record<string, LeftPayment>> {
  const found = visits.map(({ intentId, visitKey }) =>
    askStripe(
      shop,
      "retrieve",
      async (asked) => {
        const intent = await findOwn(asked, intentId);
        if (intent?.metadata.visit !== (await nameOfVisit(visitKey))) return [];
        const state = stateOfIntent(intent.status);
        const left = LEFT_STATES.find((candidate) => candidate === state);
        return left === undefined ? [] : [[intentId, left]];
      },
      () => [],
    ),
  );
  return Object.fromEntries((await Promise.all(found)).flat());
}

/** Whether the result at Stripe is unknown: there was no answer, or the first request is still running (409). */
function isUnanswered(error: unknown): boolean {
  return textField(error, "type") === "StripeConnectionError" || statusOf(error) === 409;
}

/** The digest of a visit's key in metadata. It names the visit, but readers of Stripe's dashboard cannot use it. */
async function nameOfVisit(visitKey: string): Promise<string> {
  return encodeHex(await digestOf(visitKey));
}

/** The details that are written to a payment just before it is confirmed: the buyer, and the consent. */
export type PaymentDetails = {
  name: string;
  email: string;
  /** Whether the buyer was told that a bank was asked already. Until then nothing is written, and nothing is paid. */
  isTold: boolean;
} & (OwnCourse | { gift: GiftWish });

type OwnCourse = {
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
 * Writes the buyer's details into the metadata of a payment that can still be paid. Requires its client secret.
 */
export function writePaymentDetails(
  shop: Shop,
  payment: PaymentReference,
  details: PaymentDetails,
): Promise<DetailsOutcome> {
  return askStripe<DetailsOutcome>(
    shop,
    "update",
    async (asked) => {
      const intent = await findHeld(asked, payment);
      if (intent === null || !(await paysFor(intent, details))) return { status: "unknown" };
      const state = stateOfIntent(intent.status);
      if (state === "canceled") return { status: "canceled" };
      if (isSettled(state)) return { status: "settled" };
      const isUnderWay = state === "pending";
      if (isUnderWay && !details.isTold) return { status: "written", isUnderWay };
      if (isUnderWay && !isBuyerOf(intent, details)) return { status: "other-buyer" };
      await asked.stripe.paymentIntents.update(intent.id, {
        ...orderDescription(intent),
        metadata: {
          buyer_name: details.name,
          buyer_email: details.email,
          // Stripe removes a key whose value is empty.
          ...("gift" in details ? wishToMetadata(details.gift) : ownCourseMetadata(details)),
        },
      });
      return { status: "written", isUnderWay };
    },
    () => ({ status: "failed" }),
  );
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
 * payment. Nobody tries again after a failure.
 */
export function describePayment(shop: Shop, intentId: string): Promise<void> {
  return askStripe(
    shop,
    "describe",
    async ({ stripe, environment }) => {
      const intent = await findIntent(stripe, intentId);
      if (intent === null || otherEnvironment(intent.metadata, environment) !== null) return;
      const description = orderDescription(intent);
      if (description.description !== undefined) await stripe.paymentIntents.update(intentId, description);
    },
    () => undefined,
  );
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

function isBuyerOf({ metadata }: Stripe.PaymentIntent, details: PaymentDetails): boolean {
  const userId = "gift" in details ? null : details.userId;
  return metadata.buyer_email === details.email && (metadata.user_id ?? "") === (userId ?? "");
}

function ownCourseMetadata({ consentVersion, consentAt, userId }: OwnCourse): Record<string, string> {
  return { consent: consentVersion, consent_at: consentAt, user_id: userId ?? "" };
}

/**
 * The state of a payment at Stripe, for a visitor who came back from it. Without the intent's own client secret the
 * state is `unknown`. So is that of a payment that our checkout did not start.
 */
export function retrievePaymentState(shop: Shop, payment: PaymentReference): Promise<ReturnedPayment> {
  return askStripe<ReturnedPayment>(
    shop,
    "retrieve",
    async (asked) => {
      const intent = await findHeld(asked, payment, { expand: ["latest_charge"] });
      return intent === null ? { status: "unknown" } : describeIntent(intent);
    },
    () => ({ status: "unavailable" }),
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
