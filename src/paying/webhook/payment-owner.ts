import { readOrder } from "../../ledger/orders.ts";
import type { Shop } from "../../server/shop.ts";
import { connectStripe, findIntent, logTrouble } from "../../server/stripe.ts";
import { otherEnvironment } from "../../shared/environment.ts";
import type { OrderEvent } from "./order-events.ts";

/** The owner of an event's payment: this shop, another, or unknown. */
export type PaymentOwner =
  | { status: "ours" }
  | { status: "other"; environment: string }
  /** This shop's own name is not configured; that is logged. */
  | { status: "not_configured" }
  /** Stripe or the ledger could not be asked; that is logged. */
  | { status: "unavailable" };

/**
 * Finds the owner of an event's payment. Some events, such as refunds, do not hold the payment's metadata. Then the
 * payment is ours if the ledger has it; else Stripe is asked. Never rejects.
 */
export async function findPaymentOwner(shop: Shop, { news, paymentMetadata }: OrderEvent): Promise<PaymentOwner> {
  const { environment } = shop.settings;
  if (environment === null) return { status: "not_configured" };
  if (paymentMetadata !== null) return ownerOf(paymentMetadata, environment);
  const { intentId } = news;
  try {
    if ((await readOrder(shop.ledger, intentId)) !== null) return { status: "ours" };
  } catch {
    return { status: "unavailable" };
  }
  const access = shop.stripe;
  if (access === null) return { status: "not_configured" };
  try {
    return ownerOf((await findIntent(await connectStripe(access), intentId))?.metadata, environment);
  } catch (error) {
    logTrouble("retrieve", error, shop.requestId);
    return { status: "unavailable" };
  }
}

function ownerOf(metadata: Readonly<Record<string, string>> | undefined, own: string): PaymentOwner {
  const environment = otherEnvironment(metadata, own);
  return environment === null ? { status: "ours" } : { status: "other", environment };
}
