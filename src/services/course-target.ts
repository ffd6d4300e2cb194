import type { KVNamespace } from "@cloudflare/workers-types";
import { bridgeKey, IN_PRODUCT_OFFER, priceOf } from "../shared/courses.ts";
import { INTERSTITIAL_KEYS, type KvRead, readInterstitial } from "./kv.ts";
import type { Order } from "./orders.ts";

/** Where a buyer finds the course. The mail, the order page, the return page and the operators' tool all use this. */

/** The parts of an order that decide where its course is. */
export type Bought = Pick<Order, "productId" | "amountCents" | "source">;

/**
 * The key in `INTERSTITIALS` of what was bought: the one by which its buyer was led after paying, else that of the
 * course's normal price. Null when it is not known which course it was.
 */
export function courseTargetKey({ productId, amountCents, source }: Bought): string | null {
  if (productId === undefined) return null;
  if (productId === IN_PRODUCT_OFFER.productId && source !== "hosted") return IN_PRODUCT_OFFER.key;
  const sold = bridgeKey(productId, amountCents);
  return INTERSTITIAL_KEYS.includes(sold) ? sold : bridgeKey(productId, priceOf(productId, "none").priceCents);
}

/** The address of the course that was bought. Never throws; a malformed entry has been logged. */
export async function findCourseTarget(namespace: KVNamespace, bought: Bought): Promise<KvRead<string>> {
  const key = courseTargetKey(bought);
  return key === null ? { status: "missing" } : readTarget(namespace, key);
}

/** The address under one key of `INTERSTITIALS`. Never throws; a malformed entry has been logged. */
export async function readTarget(namespace: KVNamespace, key: string): Promise<KvRead<string>> {
  const read = await readInterstitial(namespace, key);
  return read.status === "found" ? { status: "found", value: read.value.target } : read;
}
