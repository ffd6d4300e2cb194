import type { Bindings } from "../env.ts";
import { orderExpiration } from "../shared/retention.ts";
import { writeKv } from "./kv.ts";
import { importSigningKey } from "./order-token.ts";
import type { OrderFact } from "./orders.ts";
import { encodeBase64Url, readTokenKeys, type TokenKey } from "./token-keys.ts";

/**
 * Which orders an address has, beside them in `ORDERS`: `buyer:{keyed hash of the address}:{key of the fact}`, with nothing
 * in it. Who reads the keys learns no address and cannot try one without the secret. Each fact that names an address has a
 * key of its own, so nothing is ever changed: an event that is delivered twice writes the same key again.
 */

/** What every key of the index begins with; no payment's id does. */
export const BUYER_PREFIX = "buyer:";

/** What is signed begins with what it is for: no other signature under the same key tells an address. */
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

/** The index key of a fact, with its lifetime; null for what is not paid or names no address, and without a key. */
export async function buyerEntry(
  keys: readonly TokenKey[],
  factKey: string,
  { status, email, updatedAt }: OrderFact,
): Promise<{ key: string; value: ""; expiration: number } | null> {
  if (status !== "paid" || email === undefined) return null;
  const prefix = await buyerPrefix(keys, email);
  return prefix === null ? null : { key: prefix + factKey, value: "", expiration: orderExpiration(updatedAt) };
}

/** Notes whose order a fact is of. Rejects when KV cannot be written. */
export async function noteBuyer(env: Bindings, factKey: string, fact: OrderFact): Promise<void> {
  const entry = await buyerEntry(readTokenKeys(env), factKey, fact);
  if (entry !== null) await writeKv(env.ORDERS, entry.key, entry.value, { expiration: entry.expiration });
}

/** The key of the fact in an index key that begins with this prefix. */
export function factKeyIn(indexKey: string, prefix: string): string {
  return indexKey.slice(prefix.length);
}
