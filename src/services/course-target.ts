import type { KVNamespace } from "@cloudflare/workers-types";
import type { Order } from "../ledger/orders.ts";
import { bridgeKey, type CourseId, IN_PRODUCT_OFFER, isBundle, PRODUCTS, priceOf } from "../shared/courses.ts";
import type { CourseLink } from "../shared/order.ts";
import { INTERSTITIAL_KEYS, type KvRead, readInterstitial } from "./kv.ts";

/** The addresses of bought courses, for mails, the order page, the return page and the operators' tool. */

/** The parts of an order that decide where its course is. */
export type Bought = Pick<Order, "productId" | "amountCents" | "source">;

/**
 * The key in `INTERSTITIALS` of a purchase: the key of the page after its payment, else that of the product's normal
 * price. Null if the product is not known.
 */
export function courseTargetKey({ productId, amountCents, source }: Bought): string | null {
  if (productId === undefined) return null;
  if (productId === IN_PRODUCT_OFFER.productId && source !== "hosted") return IN_PRODUCT_OFFER.key;
  const sold = bridgeKey(productId, amountCents);
  return INTERSTITIAL_KEYS.includes(sold) ? sold : bridgeKey(productId, priceOf(productId, "none").priceCents);
}

/** The courses of a bundle, each with the key of its own normal price. Empty for a single course. */
function partsOf({ productId }: Bought): readonly { courseId: CourseId; key: string }[] {
  if (productId === undefined || !isBundle(productId)) return [];
  return PRODUCTS[productId].courseIds.map((courseId) => {
    const { priceCents } = priceOf(courseId, "none");
    return { courseId, key: bridgeKey(courseId, priceCents) };
  });
}

/** All keys in `INTERSTITIALS` that a purchase may need. */
export function courseTargetKeys(bought: Bought): readonly string[] {
  const key = courseTargetKey(bought);
  return key === null ? [] : [key, ...partsOf(bought).map((part) => part.key)];
}

/** The address of the bought course. Never throws. A malformed entry is logged. */
export async function findCourseTarget(namespace: KVNamespace, bought: Bought): Promise<KvRead<string>> {
  const key = courseTargetKey(bought);
  return key === null ? { status: "missing" } : readTarget(namespace, key);
}

/**
 * The links to the bought courses: one for each course of a bundle if all their addresses are known, else one for the
 * purchase. Never throws. A malformed entry is logged.
 */
export async function findCourseLinks(namespace: KVNamespace, bought: Bought): Promise<KvRead<readonly CourseLink[]>> {
  const parts = partsOf(bought);
  if (parts.length > 0) {
    const reads = await Promise.all(
      parts.map(async ({ courseId, key }) => ({ courseId, read: await readTarget(namespace, key) })),
    );
    if (reads.some(({ read }) => read.status === "unavailable")) return { status: "unavailable" };
    const links = reads.flatMap(({ courseId, read }) =>
      read.status === "found" ? [{ courseId, href: read.value }] : [],
    );
    if (links.length === parts.length) return { status: "found", value: links };
  }
  const read = await findCourseTarget(namespace, bought);
  return read.status === "found" ? { status: "found", value: [{ href: read.value }] } : read;
}

/** The address under one key of `INTERSTITIALS`. Never throws. A malformed entry is logged. */
export async function readTarget(namespace: KVNamespace, key: string): Promise<KvRead<string>> {
  const read = await readInterstitial(namespace, key);
  return read.status === "found" ? { status: "found", value: read.value.target } : read;
}
