import type Stripe from "stripe";
import { sql } from "../src/ledger/database.ts";
import { oweMail } from "../src/ledger/mails.ts";
import { refreshStatements } from "../src/ledger/orders.ts";
import { findIntent } from "../src/server/stripe.ts";
import type { CommandContext } from "./command.ts";
import { UsageError } from "./data-files.ts";
import { dashboardPage, describeStripeError } from "./stripe-errors.ts";

/** Corrects an order's mistyped address: what Stripe said stays, and the correction takes precedence. */

/** An address as a preview shows it: `j…@example.nl`. */
export function maskAddress(email: string | undefined): string {
  return email === undefined ? "none" : email.replace(/^(.)[^@]*/u, "$1…");
}

const CORRECT = `INSERT INTO corrections (intent_id, email, corrected_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (intent_id) DO UPDATE SET email = excluded.email, corrected_at = excluded.corrected_at`;
/** A confirmation to an earlier address is not sent any more. One that is being sent now finds out by itself. */
const WITHHOLD_EARLIER = `UPDATE mails SET state = 'withheld', ended_at = ?2, detail = 'superseded'
  WHERE kind = 'confirmation' AND about = ?1 AND version <> ?2 AND state = 'due'`;

/**
 * Gives an order another address, by which it is found from then on, and makes its confirmation due there. Rejects if the
 * ledger is away; then nothing is changed.
 */
export async function correctAddress(
  { ledger, now }: Pick<CommandContext, "ledger" | "now">,
  intentId: string,
  email: string,
): Promise<void> {
  const correctedAt = now.toISOString();
  await ledger([
    sql(CORRECT, intentId, email, correctedAt),
    ...refreshStatements(intentId),
    sql(WITHHOLD_EARLIER, intentId, correctedAt),
    oweMail({ kind: "confirmation", about: intentId, version: correctedAt }, correctedAt),
  ]);
}

/**
 * Replaces the addresses that the shop and its checkout wrote at Stripe, on the payment and on all of its charges, and
 * says what was done. The shop does not depend on it: a correction counts before everything that Stripe says.
 */
export async function correctAtStripe(
  context: Pick<CommandContext, "openStripe">,
  intentId: string,
  email: string,
): Promise<{ isDone: boolean; said: string }> {
  try {
    const stripe = await context.openStripe();
    const intent = await findIntent(stripe, intentId);
    if (intent === null)
      return { isDone: false, said: "That Stripe account does not know the payment: nothing was changed there." };
    await replaceAddress(stripe, intent, email);
    const isOwn = Boolean(intent.metadata.buyer_email);
    return {
      isDone: true,
      said: isOwn
        ? "The payment at Stripe has the new address too. The billing details of its attempts keep the one that was typed."
        : "Stripe keeps the address that the buyer typed on its own page.",
    };
  } catch (error) {
    const reason = error instanceof UsageError ? error.message : describeStripeError(error);
    if (reason === null) throw error;
    const page = dashboardPage(`payments/${intentId}`);
    return {
      isDone: false,
      said: `The payment at Stripe keeps the address before, perhaps in a part: change buyer_email in its metadata at ${page}\n${reason}`,
    };
  }
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
