import type { Bindings } from "../env.ts";
import { orderExpiration } from "../shared/retention.ts";
import { writeKv } from "./kv.ts";
import { importSigningKey } from "./order-token.ts";
import { intentIdOfKey, listNames, type Order, type OrderFact, readOrder } from "./orders.ts";
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
 * The keyed hash of an address in any case. Null if no key is configured. The last key makes it, as it makes gift
 * codes. New keys go in front, so the hash stays the same.
 */
export async function buyerHash(keys: readonly TokenKey[], email: string): Promise<string | null> {
  const key = keys.at(-1);
  if (key === undefined) return null;
  const text = new TextEncoder().encode(`${PURPOSE}\n${email.trim().toLowerCase()}`);
  const signature = await crypto.subtle.sign("HMAC", await importSigningKey(key, "sign"), text);
  return encodeBase64Url(new Uint8Array(signature));
}

/** The prefix of an address's keys in the index. Null as for `buyerHash`. */
export async function buyerPrefix(keys: readonly TokenKey[], email: string): Promise<string | null> {
  const hash = await buyerHash(keys, email);
  return hash === null ? null : prefixOf(hash);
}

function prefixOf(hash: string): string {
  return `${BUYER_PREFIX}${hash}:`;
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

/**
 * The most payments of one address that are read. A Worker may call KV a thousand times, and an order takes about six.
 */
const MOST_PAYMENTS = 120;

/**
 * The paid orders of the address with this keyed hash, newest first. An order shows up to a minute late. A malformed
 * one is logged and left out. Rejects if KV cannot be read.
 */
export async function findOrdersOf(env: Bindings, buyer: string): Promise<readonly Order[]> {
  const prefix = prefixOf(buyer);
  const facts = (await listNames(env.ORDERS, prefix)).map((name) => factKeyIn(name, prefix));
  const intentIds = [...new Set(facts.map(intentIdOfKey))].slice(0, MOST_PAYMENTS);
  const reads = await Promise.all(intentIds.map((intentId) => readOrder(env.ORDERS, intentId)));
  if (reads.some(({ status }) => status === "unavailable")) throw new Error("an order could not be read");
  const keys = readTokenKeys(env);
  const orders: Order[] = [];
  for (const read of reads) {
    // The indexed fact may name an address that another fact of the order corrects.
    const isTheirs = read.status === "found" && (await buyerHash(keys, read.value.email ?? "")) === buyer;
    if (isTheirs && read.value.status === "paid") orders.push(read.value);
  }
  return orders.sort((a, b) => boughtAt(b).localeCompare(boughtAt(a)));
}

/** When an order was paid, or else when its payment was started; ISO 8601. */
export function boughtAt({ paidAt, createdAt }: Order): string {
  return paidAt ?? createdAt;
}

/** The key of the fact in an index key that begins with this prefix. */
export function factKeyIn(indexKey: string, prefix: string): string {
  return indexKey.slice(prefix.length);
}
