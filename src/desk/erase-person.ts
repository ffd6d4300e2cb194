import type Stripe from "stripe";
import { markErasure } from "../gifts/erasure-marks.ts";
import { type Erasable, eraseStatements } from "../ledger/erasure.ts";
import { replaceAddress } from "../orders/address-correction.ts";
import { eraseAtStripe, eraseLeftPayment, isCancelable, OF_BUYER } from "../paying/stripe-erasure.ts";
import type { Ledger } from "../server/database.ts";
import type { KvStore } from "../server/kv-store.ts";
import { findIntent, isStripeError } from "../server/stripe.ts";
import { erasableOf, erasureOf, type Person, type PersonOrder, planGiftErasure } from "./person.ts";

export type ErasurePlaces = { ledger: Ledger; gifts: KvStore; stripe: Stripe };

/** A payment that its buyer left cannot be canceled any more: it has this status at Stripe now. */
type NotCancelable = { intentId: string; status: Stripe.PaymentIntent.Status };

/**
 * `stopped`: run again, it finds the person by what is left. `at`: `stripe`, perhaps a part was erased there, and nothing
 * here; `gifts`, all of it there, and here perhaps names and messages of gifts; `unrecorded`, it was erased here, and at Stripe
 * not all of the payments that only Stripe knows.
 */
export type ErasureOutcome =
  | { status: "erased" }
  | { status: "stopped"; at: "stripe" | "gifts" | "unrecorded"; because: Error | NotCancelable };

/**
 * Erases what `splitPerson` lets go of a person with this address. Stripe comes first, because it may refuse, and the ledger
 * last: whatever fails, the person is found again by what is left. Payments that only Stripe names come after all, because they
 * can be found only by their address at Stripe. Rejects if the ledger is away; then nothing is erased in it.
 */
export async function erasePerson(
  { ledger, gifts, stripe }: ErasurePlaces,
  email: string,
  going: Person,
  now: Date,
): Promise<ErasureOutcome> {
  const recorded = going.orders.filter(({ isKnown }) => isKnown);
  const unrecorded = going.orders.filter(({ isKnown }) => !isKnown);
  const there = await trying(async () => {
    const trouble = await erasePayments(stripe, recorded);
    if (trouble !== null) return trouble;
    for (const intentId of going.mentions) {
      const intent = await findIntent(stripe, intentId);
      if (intent !== null) await replaceAddress(stripe, intent, "", email);
    }
    return null;
  });
  if (there !== null) return { status: "stopped", at: "stripe", because: there };
  try {
    const codes = going.orders.flatMap(({ intentId }) => going.gifts.get(intentId)?.code ?? []);
    await eraseInGifts(gifts, erasableOf(going), codes, now);
  } catch (error) {
    return { status: "stopped", at: "gifts", because: error instanceof Error ? error : new Error(String(error)) };
  }
  await ledger(erasureOf(going, now));
  const last = await trying(() => erasePayments(stripe, unrecorded));
  return last === null ? { status: "erased" } : { status: "stopped", at: "unrecorded", because: last };
}

/** Erases the texts of one gift, in the same order: its recipient may ask that. What is its giver's own stays. Rejects if a part fails. */
export async function eraseGift({ ledger, gifts, stripe }: ErasurePlaces, intentId: string, code: string, now: Date) {
  const erased = { gifts: [intentId] };
  await eraseAtStripe(stripe, await findIntent(stripe, intentId), OF_BUYER);
  await eraseInGifts(gifts, erased, [code], now);
  await ledger(eraseStatements(erased, now));
}

/** Does work at Stripe. Resolves to what it resolves to, or to Stripe's error. */
async function trying(work: () => Promise<NotCancelable | null>): Promise<NotCancelable | Error | null> {
  try {
    return await work();
  } catch (error) {
    if (isStripeError(error)) return error;
    throw error;
  }
}

async function erasePayments(stripe: Stripe, orders: readonly PersonOrder[]): Promise<NotCancelable | null> {
  for (const { intentId, order, payment } of orders) {
    const intent = await findIntent(stripe, intentId);
    if (payment?.state !== "left" || intent === null)
      await eraseAtStripe(stripe, intent, order?.status === "paid" ? ["buyer_name"] : []);
    else if (isCancelable(intent)) await eraseLeftPayment(stripe, intent);
    else return { intentId, status: intent.status };
  }
  return null;
}

async function eraseInGifts(gifts: KvStore, erased: Erasable, codes: readonly string[], now: Date): Promise<void> {
  const { nameless, textKeys } = await planGiftErasure(gifts, codes);
  await gifts.write([...markErasure(erased, now), ...nameless]);
  await gifts.delete(textKeys);
}
