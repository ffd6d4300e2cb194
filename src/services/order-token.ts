import type { Bindings } from "../env.ts";
import { INTENT_ID } from "../shared/intent-id.ts";
import { ORDER_TOKEN } from "../shared/order.ts";
import { orderPath } from "../shared/paths.ts";
import { decodeBase64Url, encodeBase64Url, readTokenKeys, type TokenKey } from "./token-keys.ts";

/**
 * The signed name of an order, `{key id}.{payment intent id}.{signature}`. Its holder may see that order without an
 * account. Nothing is stored: a token is valid as long as its key. It does not expire by itself, because an order is
 * kept for years. Removing a key from `ORDER_TOKEN_KEYS` ends every token that it signed.
 */

/** Part of the signed text, so that no other signature under the same key can serve as a token. */
const PURPOSE = "vaarkoers order page";

const HMAC_SHA_256 = { name: "HMAC", hash: "SHA-256" } as const;

/** The token of a payment, signed with the first key. Null if no key is configured or the id is invalid. */
export async function createOrderToken(env: Bindings, intentId: string): Promise<string | null> {
  const [key] = readTokenKeys(env);
  if (key === undefined || !INTENT_ID.test(intentId)) return null;
  const signature = await crypto.subtle.sign(
    "HMAC",
    await importSigningKey(key, "sign"),
    signedBytes(key.id, intentId),
  );
  return `${key.id}.${intentId}.${encodeBase64Url(new Uint8Array(signature))}`;
}

/** The path of a payment's order page. Null as for `createOrderToken`. */
export async function createOrderPath(env: Bindings, intentId: string): Promise<string | null> {
  const token = await createOrderToken(env, intentId);
  return token === null ? null : orderPath(token);
}

/**
 * The payment intent's id in a token that one of our keys signed, else null. Web Crypto compares signatures in constant
 * time. A token has one spelling: the unused bits at the end of the base64 must be zero.
 */
export async function readOrderToken(env: Bindings, token: string): Promise<string | null> {
  const [, keyId, intentId = "", text = ""] = ORDER_TOKEN.exec(token) ?? [];
  const key = readTokenKeys(env).find(({ id }) => id === keyId);
  const signature = decodeBase64Url(text);
  if (key === undefined || encodeBase64Url(signature) !== text) return null;
  const data = signedBytes(key.id, intentId);
  return (await crypto.subtle.verify("HMAC", await importSigningKey(key, "verify"), signature, data)) ? intentId : null;
}

/** A key for HMAC with SHA-256. */
export function importSigningKey({ secret }: TokenKey, usage: "sign" | "verify"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", secret, HMAC_SHA_256, false, [usage]);
}

function signedBytes(keyId: string, intentId: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${PURPOSE}\n${keyId}\n${intentId}`);
}
