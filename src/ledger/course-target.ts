import type { KVNamespace } from "@cloudflare/workers-types";
import * as z from "zod/mini";
import { KEY_MAX_LENGTH, type KvRead, readEntry, readText, URL_MAX_LENGTH } from "../server/kv.ts";
import { errorMessage, logEvent } from "../server/log.ts";
import {
  bridgeKey,
  type CourseId,
  type CourseLink,
  IN_PRODUCT_OFFER,
  isBundle,
  OFFERS,
  PRODUCTS,
  priceOf,
} from "../shared/courses.ts";
import { isSafeTarget } from "../shared/targets.ts";
import type { Order } from "./orders.ts";

/** The addresses of bought courses, for mails, the order page, the return page and the operators' tool. */

export type Bought = Pick<Order, "productId" | "amountCents" | "source">;

/**
 * The key in `INTERSTITIALS` of a purchase: the key of the page after its payment, else that of the product's normal
 * price. Null if the product is not known.
 */
function courseTargetKey({ productId, amountCents, source }: Bought): string | null {
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
  const read = await readEntry(namespace, "INTERSTITIALS", key, interstitialSchema);
  return read.status === "found" ? { status: "found", value: read.value.target } : read;
}

const targetSchema = z
  .string()
  .check(z.maxLength(URL_MAX_LENGTH), z.refine(isSafeTarget, "must be an https URL (http only for localhost)"));

/** Value in `INTERSTITIALS`: the address of a buyer's course. `price` is a note for operators, euros including VAT. */
export const interstitialSchema = z.strictObject({
  target: targetSchema,
  price: z.optional(z.number().check(z.nonnegative())),
});

export type InterstitialEntry = z.infer<typeof interstitialSchema>;

/** Keys of `INTERSTITIALS` that pages read: each offer and the payment return page. */
export const INTERSTITIAL_KEYS: readonly string[] = [...OFFERS.map((offer) => offer.key), IN_PRODUCT_OFFER.key];

/** Form of an interstitial's path key. */
export const interstitialKeySchema = z
  .string()
  .check(
    z.maxLength(KEY_MAX_LENGTH),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  );

/**
 * Reads every interstitial of a page, as the JSON map of `/interstitial-targets.json` (given 2.5). It leaves out
 * missing or malformed entries. If KV cannot be read at all, the outcome says so.
 */
export async function readInterstitialMap(
  namespace: KVNamespace,
): Promise<{ status: "found"; value: Record<string, InterstitialEntry> } | { status: "unavailable" }> {
  let texts: Map<string, string | null>;
  try {
    // One operation, because anybody may ask for this map at any time.
    texts = await namespace.get([...INTERSTITIAL_KEYS], "text");
  } catch (error) {
    logEvent("error", "kv.unavailable", { namespace: "INTERSTITIALS", reason: errorMessage(error) });
    return { status: "unavailable" };
  }
  const value: Record<string, InterstitialEntry> = {};
  for (const key of INTERSTITIAL_KEYS) {
    const read = readText(texts.get(key) ?? null, "INTERSTITIALS", key, interstitialSchema);
    if (read.status === "found") value[key] = read.value;
  }
  return { status: "found", value };
}
