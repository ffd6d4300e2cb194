import type { Bindings } from "../env.ts";
import { orderExpiration } from "../shared/retention.ts";
import { writeKv } from "./kv.ts";
import { importSigningKey } from "./order-token.ts";
import type { OrderFact } from "./orders.ts";
import { encodeBase64Url, readTokenKeys, type TokenKey } from "./token-keys.ts";

/**
 * The orders of an e-mail address, as keys in `ORDERS`: `buyer:{keyed hash of the address}:{key of the fact}`, with an
 * empty value. The keys reveal no address, and nobody can test one without the secret. Each fact that names an address
 * has its own key, so no entry is ever changed: an event that is delivered twice writes the same key again.
 */

/** The prefix of every key of the index; no payment's id begins with it. */
export const BUYER_PREFIX = "buyer:";

/** Part of the signed text, so that no other signature under the same key reveals an address. */
const PURPOSE = "vaarkoers buyer index";

/**
 * What the index keys of an address begin with, whatever its case; null without a key. Of all keys the last one makes it,
 * as it makes gift codes: new keys go in front, so the index stays.
 */
export async function buyerPrefix(keys: readonly TokenKey[], email: string): Promise<string | null> {
  const key = keys.at(-1);
  if (key === undefined) return null;
  const text = new TextEncoder().encode(`${PURPOSE}\n${email.trim().toLowerCase()}`);
  const signature = await crypto.subtle.sign("HMAC", await importSigningKey(key, "sign"), text);
  return `${BUYER_PREFIX}${encodeBase64Url(new Uint8Array(signature))}:`;
}

/**
 * The index key of a fact, and its lifetime. Null if the fact is not paid or has no address, or if no key is
 * configured.
 */
export async function buyerEntry(
  keys: readonly TokenKey[],
  factKey: string,
  { status, email, updatedAt }: OrderFact,
): Promise<{ key: string; value: ""; expiration: number } | null> {
  if (status !== "paid" || email === undefined) return null;
  const prefix = await buyerPrefix(keys, email);
  return prefix === null ? null : { key: prefix + factKey, value: "", expiration: orderExpiration(updatedAt) };
}

/** Writes the index key of a fact. Rejects if KV cannot be written. */
export async function noteBuyer(env: Bindings, factKey: string, fact: OrderFact): Promise<void> {
  const entry = await buyerEntry(readTokenKeys(env), factKey, fact);
  if (entry !== null) await writeKv(env.ORDERS, entry.key, entry.value, { expiration: entry.expiration });
}

/** The key of the fact in an index key that begins with this prefix. */
export function factKeyIn(indexKey: string, prefix: string): string {
  return indexKey.slice(prefix.length);
}
