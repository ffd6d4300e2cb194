import { BUYER_PREFIX } from "../src/services/buyer-index.ts";
import { correctedEmailKey, type OrderFact } from "../src/services/orders.ts";
import { findIntent } from "../src/services/stripe.ts";
import type { TokenKey } from "../src/services/token-keys.ts";
import { buyerEntriesOf, intentIdOfBuyerKey } from "./buyer-entries.ts";
import { deleteKeys, putEntries } from "./changes.ts";
import type { CommandContext } from "./command.ts";
import { UsageError } from "./data-files.ts";
import type { StoredOrder } from "./order-records.ts";
import { describeStripeError } from "./stripe-errors.ts";
import { entriesOfFact } from "./stripe-facts.ts";

/** Corrects an order's mistyped address: the order's own facts stay, and one more fact takes precedence. */

/** An address as a preview shows it: `j…@example.nl`. */
export function maskAddress(email: string | undefined): string {
  return email === undefined ? "none" : email.replace(/^(.)[^@]*/u, "$1…");
}

/**
 * Gives an order another address, by which it is found from then on. False, after a message, if it could not be
 * written.
 */
export async function correctAddress(
  { openStore, terminal, now }: CommandContext,
  { intentId, order, values }: StoredOrder,
  email: string,
  keys: readonly TokenKey[],
): Promise<boolean> {
  const store = openStore("ORDERS");
  const correctedAt = now.toISOString();
  // Has the order's own time, so that it is kept as long.
  const fact: OrderFact = {
    intentId,
    email,
    emailCorrectedAt: correctedAt,
    updatedAt: order?.createdAt ?? correctedAt,
  };
  const key = correctedEmailKey(intentId);
  const index = await buyerEntriesOf(keys, { intentId, values: new Map(values).set(key, JSON.stringify(fact)) });
  const entries = [...(await entriesOfFact({ key, fact }, now)), ...index];
  if (!(await putEntries(store, entries, terminal, "written")).ok) return false;
  const known = (await store.list(BUYER_PREFIX)).map(({ name }) => name);
  const stale = known.filter(
    (name) => intentIdOfBuyerKey(name) === intentId && index.every((entry) => entry.key !== name),
  );
  return (await deleteKeys(store, stale, terminal)).ok;
}

/**
 * Writes the address on the payment at Stripe too, if our own checkout wrote it, and reports the outcome. The shop does
 * not depend on it.
 */
export async function correctAtStripe(context: CommandContext, intentId: string, email: string): Promise<string> {
  try {
    const stripe = await context.openStripe();
    const intent = await findIntent(stripe, intentId);
    if (!intent?.metadata.buyer_email) return "Stripe keeps the address that the buyer typed on its own page.";
    await stripe.paymentIntents.update(intentId, { metadata: { buyer_email: email } });
    return "The payment at Stripe has the new address too.";
  } catch (error) {
    const reason = error instanceof UsageError ? error.message : describeStripeError(error);
    if (reason === null) throw error;
    return `The payment at Stripe keeps the address before. ${reason}`;
  }
}
