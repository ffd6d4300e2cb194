import type Stripe from "stripe";
import { ERASED_GIFT_NAMES } from "../src/shared/gift.ts";

/** The metadata that the shop writes at Stripe, each with its value after an erasure; empty = removed. */
const ERASED: Readonly<Record<string, string>> = {
  buyer_email: "",
  user_id: "",
  gift_recipient: ERASED_GIFT_NAMES.recipient,
  gift_giver: ERASED_GIFT_NAMES.giver,
};

/**
 * Erases a person's data from a payment's metadata, and from its charge's, which Stripe copied. `keepsName`: keeps the
 * name of a sale, for the tax law. Rejects with Stripe's error.
 */
export async function eraseAtStripe(
  stripe: Stripe,
  intent: Stripe.PaymentIntent | null,
  keepsName: boolean,
): Promise<void> {
  if (intent === null) return;
  const names = Object.keys(intent.metadata);
  const metadata = Object.fromEntries(
    names.flatMap((name) => {
      if (name.startsWith("gift_message_") || (name === "buyer_name" && !keepsName)) return [[name, ""]];
      // Without the digest of the gift's texts: guesses of short texts could be tested against it.
      if (name === "contents") return [[name, intent.metadata[name]?.split(".").slice(0, 2).join(".") ?? ""]];
      const text = ERASED[name];
      return text === undefined ? [] : [[name, text]];
    }),
  );
  if (Object.keys(metadata).length === 0) return;
  await stripe.paymentIntents.update(intent.id, { metadata });
  const { latest_charge: charge } = intent;
  if (charge !== null) await stripe.charges.update(typeof charge === "string" ? charge : charge.id, { metadata });
}
