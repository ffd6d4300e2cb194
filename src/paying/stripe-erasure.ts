import type Stripe from "stripe";
import { ERASED_GIFT_NAMES } from "../shared/gift.ts";

/** Erases what the shop and its checkout wrote at Stripe about a person. A charge keeps its billing details and receipt address. */

/** The metadata that the shop writes at Stripe, each with its value after an erasure; empty = removed. */
const ERASED: Readonly<Record<string, string>> = {
  buyer_name: "",
  buyer_email: "",
  user_id: "",
  gift_recipient: ERASED_GIFT_NAMES.recipient,
  gift_giver: ERASED_GIFT_NAMES.giver,
};

/** The buyer's own data in it. A gift's texts are erased earlier than these: the tax law keeps the name of a sale. */
export const OF_BUYER = ["buyer_name", "buyer_email", "user_id"] as const;
type OfBuyer = (typeof OF_BUYER)[number];

/** A payment is canceled only while it waits for its buyer. */
export function isCancelable({ status }: Stripe.PaymentIntent): boolean {
  return ["requires_payment_method", "requires_confirmation", "requires_action"].includes(status);
}

/**
 * Erases a person's data from a payment and from all of its charges, also those that failed: Stripe copied the metadata to
 * each of them. An empty `receipt_email` sends no mail; that of a charge, and of a payment that is canceled or being processed, cannot be
 * emptied. `kept`: what stays. Rejects with Stripe's error.
 */
export async function eraseAtStripe(
  stripe: Stripe,
  intent: Stripe.PaymentIntent | null,
  kept: readonly OfBuyer[],
): Promise<void> {
  if (intent === null) return;
  const metadata = erasedMetadata(intent.metadata, kept);
  const isClosed = intent.status === "canceled" || intent.status === "processing";
  const hasReceipt = intent.receipt_email !== null && !isClosed && !kept.includes("buyer_email");
  if (Object.keys(metadata).length > 0 || hasReceipt) {
    await stripe.paymentIntents.update(intent.id, { metadata, ...(hasReceipt ? { receipt_email: "" } : {}) });
  }
  for await (const charge of stripe.charges.list({ payment_intent: intent.id, limit: 100 })) {
    const copied = erasedMetadata(charge.metadata, kept);
    if (Object.keys(copied).length > 0) await stripe.charges.update(charge.id, { metadata: copied });
  }
}

/** Whether a canceled payment has nothing of a person that can be emptied, and no charge that might. */
export function isErased({ metadata, latest_charge }: Stripe.PaymentIntent): boolean {
  return latest_charge === null && Object.keys(erasedMetadata(metadata, [])).length === 0;
}

/**
 * Erases a payment that was left, then cancels it, unless somebody did: the event of the cancellation repeats its data. Rejects with
 * Stripe's error.
 */
export async function eraseLeftPayment(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<void> {
  await eraseAtStripe(stripe, intent, []);
  if (isCancelable(intent)) await stripe.paymentIntents.cancel(intent.id);
}

function erasedMetadata(metadata: Stripe.Metadata, kept: readonly string[]): Stripe.Metadata {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) => {
      if (kept.includes(name)) return [];
      if (name.startsWith("gift_message_")) return [[name, ""]];
      // Without the digest of the gift's texts: guesses of short texts could be tested against it.
      if (name === "contents") {
        const rest = value.split(".").slice(0, 2).join(".");
        return rest === value ? [] : [[name, rest]];
      }
      const text = ERASED[name];
      return text === undefined || text === value ? [] : [[name, text]];
    }),
  );
}
