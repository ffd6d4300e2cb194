import type { Shop } from "../server/shop.ts";
import { isSigned, signName } from "../server/signing.ts";
import { INTENT_ID } from "../shared/intent-id.ts";
import { orderPath } from "../shared/paths.ts";
import { ORDER_TOKEN } from "./order-rules.ts";

/**
 * The signed name of an order, `{key id}.{payment intent id}.{signature}`. Its holder may see that order without an
 * account. Nothing is stored: a token is valid as long as its key. It does not expire by itself, because an order is
 * kept for years. Removing a key from `ORDER_TOKEN_KEYS` ends every token that it signed.
 */

/** The token of a payment, signed with the first key. Null if no key is configured or the id is invalid. */
export async function createOrderToken(shop: Shop, intentId: string): Promise<string | null> {
  const made = INTENT_ID.test(intentId) ? await signName(shop, "vaarkoers order page", intentId) : null;
  return made === null ? null : `${made.keyId}.${intentId}.${made.signature}`;
}

/** The path of a payment's order page. Null as for `createOrderToken`. */
export async function createOrderPath(shop: Shop, intentId: string): Promise<string | null> {
  const token = await createOrderToken(shop, intentId);
  return token === null ? null : orderPath(token);
}

/** The payment intent's id in a token that one of our keys signed, else null. */
export async function readOrderToken(shop: Shop, token: string): Promise<string | null> {
  const [, keyId = "", intentId = "", signature = ""] = ORDER_TOKEN.exec(token) ?? [];
  return (await isSigned(shop, "vaarkoers order page", intentId, keyId, signature)) ? intentId : null;
}
