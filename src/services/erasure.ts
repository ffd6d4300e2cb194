import type { KVNamespace } from "@cloudflare/workers-types";
import { ERASED_GIFT_NAMES } from "../shared/gift.ts";
import type { OrderFact } from "./orders.ts";

/**
 * Orders whose buyer asked to be forgotten. The tax law asks for the sale itself, with the name that it was made in, so that
 * stays (art. 52 AWR). The fact `pi_….erased` says that the rest went, so that an event that comes later does not bring it
 * back.
 */

/** KV key of that fact. */
export function erasedKey(intentId: string): string {
  return `${intentId}.erased`;
}

/** A fact without what the tax law does not ask for: address, account, and what a giver filled in. */
export function withoutPerson({ email: _email, userId: _userId, gift, ...kept }: OrderFact): OrderFact {
  return gift === undefined ? kept : { ...kept, gift: { ...gift, ...ERASED_GIFT_NAMES, message: "" } };
}

/** What may be stored of a fact: all, unless its order was erased. Rejects when KV cannot be read. */
export async function keepable(namespace: KVNamespace, fact: OrderFact): Promise<OrderFact> {
  const isErased = (await namespace.get(erasedKey(fact.intentId), "text")) !== null;
  return isErased ? withoutPerson(fact) : fact;
}
