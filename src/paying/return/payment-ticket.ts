import { openSealed, sealText } from "../../server/sealing.ts";
import type { Shop } from "../../server/shop.ts";
import type { Purpose } from "../../server/signing.ts";

/**
 * The ticket lets a browser without cookies see its payment's state: it is the payment's client secret, sealed by our
 * server for a quarter of an hour and for that payment only. It is in the return page's address, where scripts can read
 * it. Stripe does not accept it, and only the return page opens it. Nothing is stored.
 */

/** Long enough for a slow bank and a reload, seconds. */
const MAX_AGE_S = 15 * 60;
/** A longer ticket does not fit into the address of a page (`src/paying/return/no-script-handler.ts`). */
const MOST_LETTERS = 247;
const PURPOSE = "vaarkoers payment ticket" satisfies Purpose;

/** A new ticket of a payment. Null if no key is configured, or if the secret is too long. */
export async function createPaymentTicket(shop: Shop, intentId: string, clientSecret: string): Promise<string | null> {
  const ticket = await sealText(shop, PURPOSE, intentId, clientSecret.slice(intentId.length), MAX_AGE_S);
  return ticket !== null && ticket.length <= MOST_LETTERS ? ticket : null;
}

/** The client secret in a ticket. Null unless one of our keys sealed it for this payment and it has not expired. */
export async function readPaymentTicket(shop: Shop, intentId: string, ticket: string): Promise<string | null> {
  const rest = await openSealed(shop, PURPOSE, intentId, ticket);
  return rest === null ? null : intentId + rest;
}
