import type Stripe from "stripe";
import { GIFT_METADATA } from "../gifts/gift-wish.ts";
import { digestOf, encodeHex } from "../server/bytes.ts";
import { logEvent } from "../server/log.ts";
import { connectStripe, findIntent, logTrouble, type ShopAccess, statusOf, textField } from "../server/stripe.ts";
import { type Flow, IN_PRODUCT_OFFER } from "../shared/courses.ts";
import { environmentMark } from "../shared/environment.ts";
import { LEFT_STATES, type LeftPayment, type PurchaseIdentity, spellIdentity, stateOfIntent } from "./payment-rules.ts";
import { isOurs } from "./payments.ts";

/** The data to open a visit's payment: its earlier payment, or a new one under its key. */

export type NewPayment = {
  /** The visit's key, a UUID: the same key gets the same payment intent (see `idempotencyKey`). */
  visitKey: string;
  /** A payment's identity never changes. */
  identity: PurchaseIdentity;
  /** The flow in which the visit began. */
  flow: Flow;
  /** The visit's earlier payment intent, as the browser stored it. */
  knownIntentId: string | null;
  requestId: string;
};

/** A payment of another visit of the same browser, with that visit's key. */
export type OtherVisit = { intentId: string; visitKey: string };

export type CreateOutcome =
  | { status: "created"; clientSecret: string }
  /** Stripe refused, or its answer is not a payment: the same key would get the same answer. */
  | { status: "failed" }
  /** Stripe did not answer, so there may be a payment: only the same key finds it. */
  | { status: "unreachable" };

/**
 * Opens the payment intent of a visit, for an offer of our own checkout: the earlier one, however old, or a new one
 * under the visit's key. Never rejects; failures are logged.
 */
export async function openPaymentIntent(access: ShopAccess, payment: NewPayment): Promise<CreateOutcome> {
  const { currency } = IN_PRODUCT_OFFER;
  const { productId, priceCents } = payment.identity;
  let stripe: Stripe;
  let visit: string;
  try {
    stripe = await connectStripe(access);
    visit = await nameOfVisit(payment.visitKey);
    const known = payment.knownIntentId === null ? null : await findIntent(stripe, payment.knownIntentId);
    // Stripe forgets a key after a day, and would then create a second payment. The intent's id stays valid. Its
    // contents include the price, so an intent at another price is not this visit's.
    const isSame = known?.metadata?.visit === visit && known.metadata.contents === spellIdentity(payment.identity);
    if (known !== null && isSame && typeof known.client_secret === "string" && isOurs(known, access.environment)) {
      return { status: "created", clientSecret: known.client_secret };
    }
  } catch (error) {
    // No new payment while the state of the earlier one is unknown.
    logTrouble("retrieve", error, payment.requestId);
    return { status: "unreachable" };
  }
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: priceCents,
        currency,
        automatic_payment_methods: { enabled: true },
        metadata: {
          ...environmentMark(access.environment),
          product: productId,
          price: String(priceCents),
          flow: payment.flow,
          visit,
          contents: spellIdentity(payment.identity),
          ...(payment.identity.giftDigest === null ? {} : GIFT_METADATA),
        },
      },
      { idempotencyKey: idempotencyKey(payment, access.environment) },
    );
    if (typeof intent.client_secret === "string" && intent.amount === priceCents && intent.currency === currency) {
      return { status: "created", clientSecret: intent.client_secret };
    }
    logEvent("error", "stripe.failed", { requestId: payment.requestId, call: "create", type: "unexpected_answer" });
    return { status: "failed" };
  } catch (error) {
    logTrouble("create", error, payment.requestId);
    return { status: isUnanswered(error) ? "unreachable" : "failed" };
  }
}

/** The idempotency key includes all parameters, because Stripe refuses a key that comes with other parameters. */
function idempotencyKey({ visitKey, flow, identity }: NewPayment, environment: string): string {
  const { productId, priceCents, giftDigest } = identity;
  const gift = giftDigest === null ? "" : `gift-${giftDigest}-`;
  return `vaarkoers-${environment}-${productId}-${priceCents}${IN_PRODUCT_OFFER.currency}-${flow}-${gift}${visitKey}`;
}

/**
 * The states of a browser's earlier payments that succeeded, are processing, or wait for a bank. The visit's key is
 * required for each. Payments that cannot be read are left out. Never rejects; failures are logged.
 */
export async function findLeftPayments(
  access: ShopAccess,
  visits: readonly OtherVisit[],
  requestId: string,
): Promise<Record<string, LeftPayment>> {
  const found = visits.map(async ({ intentId, visitKey }) => {
    try {
      const intent = await findIntent(await connectStripe(access), intentId);
      if (
        intent === null ||
        !isOurs(intent, access.environment) ||
        intent.metadata.visit !== (await nameOfVisit(visitKey))
      )
        return [];
      const state = stateOfIntent(intent.status);
      const left = LEFT_STATES.find((candidate) => candidate === state);
      return left === undefined ? [] : [[intentId, left]];
    } catch (error) {
      logTrouble("retrieve", error, requestId);
      return [];
    }
  });
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
