import type Stripe from "stripe";
import { otherEnvironment } from "../src/shared/environment.ts";
import { factOfIntent, type StripeFact } from "./stripe-facts.ts";

/**
 * A payment at Stripe whose metadata name an address. `fact: null`: it may still be paid. `isLeft`: its buyer left it
 * without paying, and it can still be canceled.
 */
export type NamedPayment = { intentId: string; fact: StripeFact | null; isLeft: boolean };

/** A visit, in which a buyer may come back to a payment, lasts a day. */
const MAY_BE_PAID_S = 24 * 60 * 60;

/**
 * The payments of an environment whose buyer gave this address in our own checkout, even if no event of them came.
 * Stripe's search ignores case, and shows a new payment after a minute or so (docs.stripe.com/search). Rejects with
 * Stripe's error.
 */
export async function findPaymentsOf(
  stripe: Stripe,
  email: string,
  environment: string,
  now: Date,
): Promise<readonly NamedPayment[]> {
  // An address that the shop takes has no quotation mark and no backslash.
  const query = `metadata["buyer_email"]:"${email}"`;
  const found: NamedPayment[] = [];
  for await (const intent of stripe.paymentIntents.search({ query, limit: 100, expand: ["data.latest_charge"] })) {
    const { buyer_email: named = "" } = intent.metadata;
    if (named.toLowerCase() !== email.toLowerCase() || otherEnvironment(intent.metadata, environment) !== null)
      continue;
    const isLeft = isCancelable(intent) && now.getTime() / 1000 - intent.created > MAY_BE_PAID_S;
    const isEnded = isLeft || intent.status === "succeeded" || intent.status === "canceled";
    found.push({ intentId: intent.id, fact: isEnded ? factOfIntent(intent) : null, isLeft });
  }
  return found;
}

/** Whether a payment waits for its buyer. */
export function isCancelable({ status }: Stripe.PaymentIntent): boolean {
  return ["requires_payment_method", "requires_confirmation", "requires_action"].includes(status);
}
