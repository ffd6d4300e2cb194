import type { Bindings } from "../env.ts";
import { orderExpiration } from "../shared/retention.ts";
import { listKeys, writeKv } from "./kv.ts";
import { boughtAt, intentIdOfKey, type Order, type OrderFact, readOrder } from "./orders.ts";
import { encodeBase64Url, readTokenKeys, signText, type TokenKey } from "./token-keys.ts";

/**
 * The index of buyers: keys in `ORDERS`, `buyer:{keyed hash}:{key of the fact}`, with an empty value. The hash is of an
 * e-mail address or of an account; an order that was bought on an account has a key for each. The keys reveal neither,
 * and without the secret nobody can test one. Each fact that names a buyer has its own keys, so no entry ever changes:
 * an event that is delivered twice writes the same keys again.
 */

/** The prefix of every key of the index; no payment's id begins with it. */
export const BUYER_PREFIX = "buyer:";

/**
 * The field by which orders are found. A buyer's address need not be proven, so its orders are only mailed to it. An
 * account was verified before it was written on the payment, so a visitor who is signed in to it may see the orders.
 */
export type BuyerField = "email" | "userId";

/** Part of the signed text, so that no other signature under the same key is a buyer's. */
const PURPOSES = {
  email: "vaarkoers buyer index",
  userId: "vaarkoers account index",
} as const satisfies Record<BuyerField, string>;

/**
 * The keyed hash of an address or of an account's id, in any case. Null if no key is configured. The last key makes it,
 * as it makes gift codes. New keys go in front, so the hash stays the same.
 */
export async function buyerHash(
  keys: readonly TokenKey[],
  name: string,
  field: BuyerField = "email",
): Promise<string | null> {
  const key = keys.at(-1);
  if (key === undefined) return null;
  return encodeBase64Url(await signText(key, `${PURPOSES[field]}\n${name.trim().toLowerCase()}`));
}

/** The prefix of a buyer's keys in the index. Null as for `buyerHash`. */
export async function buyerPrefix(
  keys: readonly TokenKey[],
  name: string,
  field: BuyerField = "email",
): Promise<string | null> {
  const hash = await buyerHash(keys, name, field);
  return hash === null ? null : prefixOf(hash);
}

function prefixOf(hash: string): string {
  return `${BUYER_PREFIX}${hash}:`;
}

/** KV metadata of an index key: lets a list be sorted without reading the orders. Older keys have none. */
type IndexMetadata = { boughtAt: string };

/**
 * The index key of a fact, its metadata and lifetime. Null if the fact is not paid, if it names no address or account,
 * or if no key is configured. A failed attempt has none, because it may name another account than the one that paid.
 */
export async function buyerEntry(
  keys: readonly TokenKey[],
  factKey: string,
  { status, updatedAt, createdAt = updatedAt, ...fact }: OrderFact,
  field: BuyerField = "email",
): Promise<{ key: string; value: ""; expiration: number; metadata: IndexMetadata } | null> {
  const name = fact[field];
  if (status !== "paid" || name === undefined) return null;
  const prefix = await buyerPrefix(keys, name, field);
  if (prefix === null) return null;
  const metadata = { boughtAt: boughtAt({ ...fact, createdAt }) };
  return { key: prefix + factKey, value: "", expiration: orderExpiration(updatedAt), metadata };
}

/** Writes the index keys of a fact. Rejects if KV cannot be written. */
export async function noteBuyer(env: Bindings, factKey: string, fact: OrderFact): Promise<void> {
  for (const field of ["email", "userId"] as const) {
    const entry = await buyerEntry(readTokenKeys(env), factKey, fact, field);
    if (entry === null) continue;
    const { key, value, ...options } = entry;
    await writeKv(env.ORDERS, key, value, options);
  }
}

/** The most payments of a buyer that are read, the newest. A Worker may call KV 1000 times; an order takes about 6. */
const MOST_PAYMENTS = 120;

/**
 * The paid orders of the address or account with this keyed hash, newest first. An order shows up to a minute late. A
 * malformed one is logged and left out. Rejects if KV cannot be read.
 */
export async function findOrdersOf(
  env: Bindings,
  buyer: string,
  field: BuyerField = "email",
): Promise<readonly Order[]> {
  const prefix = prefixOf(buyer);
  const facts = (await listKeys<IndexMetadata>(env.ORDERS, prefix)).map(({ name, metadata }) => ({
    intentId: intentIdOfKey(factKeyIn(name, prefix)),
    time: metadata?.boughtAt ?? "",
  }));
  const newest = facts.sort((a, b) => b.time.localeCompare(a.time)).map(({ intentId }) => intentId);
  const intentIds = [...new Set(newest)].slice(0, MOST_PAYMENTS);
  const reads = await Promise.all(intentIds.map((intentId) => readOrder(env.ORDERS, intentId)));
  if (reads.some(({ status }) => status === "unavailable")) throw new Error("an order could not be read");
  const keys = readTokenKeys(env);
  const orders: Order[] = [];
  for (const read of reads) {
    // The indexed fact may name an address that another fact of the order corrects, or an account that was erased.
    const isTheirs = read.status === "found" && (await buyerHash(keys, read.value[field] ?? "", field)) === buyer;
    if (isTheirs && read.value.status === "paid") orders.push(read.value);
  }
  return orders.sort((a, b) => boughtAt(b).localeCompare(boughtAt(a)));
}

/** The key of the fact in an index key that begins with this prefix. */
export function factKeyIn(indexKey: string, prefix: string): string {
  return indexKey.slice(prefix.length);
}
