import { type AskedStripe, connectStripe, isStripeError, logTrouble } from "../server/stripe.ts";
import type { Desk } from "./desk.ts";

/**
 * What Stripe answers. Null if it does not, refuses, or cannot be asked without a key; that is logged. Rejects with any error
 * that is not Stripe's.
 */
export async function stripeOrNull<T>(
  { shop }: Pick<Desk, "shop">,
  call: Parameters<typeof logTrouble>[0],
  ask: (asked: AskedStripe) => Promise<T>,
): Promise<T | null> {
  const access = shop.stripe;
  if (access === null) return null;
  try {
    return await ask({ stripe: await connectStripe(access), environment: access.environment });
  } catch (error) {
    if (!isStripeError(error)) throw error;
    logTrouble(call, error, shop.requestId);
    return null;
  }
}
