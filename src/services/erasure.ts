import type { KVNamespace } from "@cloudflare/workers-types";
import { ERASED_GIFT_NAMES } from "../shared/gift.ts";
import type { OrderFact } from "./orders.ts";

/**
 * Orders whose buyer asked for erasure. The sale itself and the buyer's name stay, because the tax law requires them
 * (art. 52 AWR). The fact `pi_….erased` marks the erasure, so that a later event does not restore the data.
 */

/** KV key of the fact that marks an erasure. */
export function erasedKey(intentId: string): string {
  return `${intentId}.erased`;
}

/** A fact without the data that the tax law does not require: address, account, and the giver's texts. */
export function withoutPerson({ email: _email, userId: _userId, gift, ...kept }: OrderFact): OrderFact {
  return gift === undefined ? kept : { ...kept, gift: { ...gift, ...ERASED_GIFT_NAMES, message: "" } };
}

/** The part of a fact that may be stored: the whole fact, unless its order was erased. Rejects if KV cannot be read. */
export async function keepable(namespace: KVNamespace, fact: OrderFact): Promise<OrderFact> {
  const isErased = (await namespace.get(erasedKey(fact.intentId), "text")) !== null;
  return isErased ? withoutPerson(fact) : fact;
}
