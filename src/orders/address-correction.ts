import type Stripe from "stripe";
import { type Order, refreshStatements, selectOrder, toOrder } from "../ledger/orders.ts";
import { firstOf, type Ledger, sql } from "../server/database.ts";
import { findIntent } from "../server/stripe.ts";
import { mayMean } from "./withdrawal/withdrawals.ts";

/** Corrects an order's mistyped address: what Stripe said stays, and the correction takes precedence. */

const CORRECT = `INSERT INTO corrections (intent_id, email, corrected_at, changed_at)
    SELECT intent_id, ?2, ?3, iif(email <> ?2 COLLATE NOCASE, ?3, NULL) FROM shown_orders WHERE intent_id = ?1 AND status = 'paid' AND unconfirmable IS NULL
      AND ifnull(email_corrected_at, '') = ?4
  ON CONFLICT (intent_id) DO UPDATE SET email = excluded.email, corrected_at = excluded.corrected_at,
    changed_at = ifnull(excluded.changed_at, changed_at)`;
/** A withdrawal that means this order by the address that goes keeps it, by its number. Before the order is made anew. */
const KEEP_MEANT = `UPDATE withdrawals SET numbers = json_insert(numbers, '$[#]', (SELECT number FROM orders WHERE intent_id = ?1))
  WHERE EXISTS (SELECT 1 FROM corrections WHERE intent_id = ?1 AND changed_at = ?2) AND reference IN (SELECT reference FROM
    shown_withdrawals WHERE ${mayMean("?1")} AND order_id = ?1 AND meant_by = 'address')`;
/** A confirmation to an earlier address is not sent any more. One that is being sent now finds out by itself. */
const WITHHOLD_EARLIER = `UPDATE mails SET state = 'withheld', ended_at = ?2, detail = 'superseded'
  WHERE kind = 'confirmation' AND about = ?1 AND version <> ?2 AND state = 'due'
    AND EXISTS (SELECT 1 FROM corrections WHERE intent_id = ?1 AND corrected_at = ?2)`;
const OWE = `INSERT INTO mails (kind, about, version, due_at)
  SELECT 'confirmation', intent_id, ?2, ?2 FROM corrections WHERE intent_id = ?1 AND corrected_at = ?2 ON CONFLICT DO NOTHING`;

/**
 * Gives an order another address, by which it is found from then on, and makes its confirmation due there. Returns whether it did: an
 * order that may not be confirmed, or was corrected since it was read, keeps what it has. Rejects if the ledger is away; then nothing
 * is changed.
 */
export async function correctAddress(
  ledger: Ledger,
  { intentId, emailCorrectedAt = "" }: Pick<Order, "intentId" | "emailCorrectedAt">,
  email: string,
  now: Date,
): Promise<boolean> {
  const correctedAt = now.toISOString();
  const results = await ledger([
    sql(CORRECT, intentId, email, correctedAt, emailCorrectedAt),
    sql(KEEP_MEANT, intentId, correctedAt),
    ...refreshStatements(intentId),
    sql(WITHHOLD_EARLIER, intentId, correctedAt),
    sql(OWE, intentId, correctedAt),
    selectOrder(intentId),
  ]);
  const order = toOrder(firstOf(results, -1));
  return order?.emailCorrectedAt === correctedAt && order.email === email;
}

/**
 * Replaces the addresses that the shop and its checkout wrote at Stripe, on the payment and on all of its charges. `replaced`:
 * the billing details of its attempts keep what was typed. `hosted`: Stripe keeps what was typed on its own page. `unknown`: this
 * Stripe account has no such payment. The shop does not depend on it: a correction counts before everything that Stripe says.
 * Rejects with Stripe's error; then perhaps a part was replaced.
 */
export async function correctAtStripe(
  stripe: Stripe,
  intentId: string,
  email: string,
): Promise<"replaced" | "hosted" | "unknown"> {
  const intent = await findIntent(stripe, intentId);
  if (intent === null) return "unknown";
  await replaceAddress(stripe, intent, email);
  return intent.metadata.buyer_email ? "replaced" : "hosted";
}

/**
 * Writes another address in the metadata of a payment and of its charges, which have copies. Empties the payment's
 * `receipt_email`, because a new one would make Stripe send a receipt; a charge's cannot be emptied (Charges, "Update").
 * `from`: only where this address stands; then the name and account beside it on a charge that failed are emptied too.
 * Rejects with Stripe's error.
 */
export async function replaceAddress(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  to: string,
  from?: string,
): Promise<void> {
  const isMeant = (address: string | null | undefined) =>
    Boolean(address) && (from === undefined || address?.toLowerCase() === from.toLowerCase());
  const isNamed = isMeant(intent.metadata.buyer_email);
  if (isNamed || isMeant(intent.receipt_email)) {
    await stripe.paymentIntents.update(intent.id, {
      ...(isNamed ? { metadata: { buyer_email: to } } : {}),
      ...(isMeant(intent.receipt_email) ? { receipt_email: "" } : {}),
    });
  }
  for await (const { id, metadata, status } of stripe.charges.list({ payment_intent: intent.id, limit: 100 })) {
    if (!isMeant(metadata.buyer_email)) continue;
    const isOthersAttempt = from !== undefined && status === "failed";
    const person = isOthersAttempt ? { buyer_name: "", user_id: "" } : {};
    await stripe.charges.update(id, { metadata: { buyer_email: to, ...person } });
  }
}
