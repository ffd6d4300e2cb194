import type { Bindings } from "../server/env.ts";
import { decodeBase64Url, encodeBase64Url, readTokenKeys, signText, verifyText } from "../server/token-keys.ts";
import { INTENT_ID } from "../shared/intent-id.ts";
import { orderPath } from "../shared/paths.ts";
import { ORDER_TOKEN } from "./order-rules.ts";

/**
 * The signed name of an order, `{key id}.{payment intent id}.{signature}`. Its holder may see that order without an
 * account. Nothing is stored: a token is valid as long as its key. It does not expire by itself, because an order is
 * kept for years. Removing a key from `ORDER_TOKEN_KEYS` ends every token that it signed.
 */

/** Part of the signed text, so that no other signature under the same key can serve as a token. */
const PURPOSE = "vaarkoers order page";

/** The token of a payment, signed with the first key. Null if no key is configured or the id is invalid. */
export async function createOrderToken(env: Bindings, intentId: string): Promise<string | null> {
  const [key] = readTokenKeys(env);
  if (key === undefined || !INTENT_ID.test(intentId)) return null;
  const signature = await signText(key, signedText(key.id, intentId));
  return `${key.id}.${intentId}.${encodeBase64Url(signature)}`;
}

/** The path of a payment's order page. Null as for `createOrderToken`. */
export async function createOrderPath(env: Bindings, intentId: string): Promise<string | null> {
  const token = await createOrderToken(env, intentId);
  return token === null ? null : orderPath(token);
}

/**
 * The payment intent's id in a token that one of our keys signed, else null. A token has one spelling: the unused bits
 * at the end of the base64 must be zero.
 */
export async function readOrderToken(env: Bindings, token: string): Promise<string | null> {
  const [, keyId, intentId = "", text = ""] = ORDER_TOKEN.exec(token) ?? [];
  const key = readTokenKeys(env).find(({ id }) => id === keyId);
  const signature = decodeBase64Url(text);
  if (key === undefined || encodeBase64Url(signature) !== text) return null;
  return (await verifyText(key, signature, signedText(key.id, intentId))) ? intentId : null;
}

function signedText(keyId: string, intentId: string): string {
  return `${PURPOSE}\n${keyId}\n${intentId}`;
}
