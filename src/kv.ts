import type { KVNamespace } from "@cloudflare/workers-types";
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import { errorMessage, logEvent } from "./log.ts";
import { COURSE_IDS, IN_PRODUCT_OFFER, OFFERS } from "./shared/courses.ts";

/**
 * THE KV schema: which namespaces there are, what their keys look like, what a value holds, and how it is read.
 * The operators' tool in `kv-seed/` checks with these same schemas before it writes.
 */

// The small build of zod speaks no language of its own; log lines and the operators' tool say what is wrong in English.
z.config(en());

/** KV refuses longer keys (Workers KV limits: 512 bytes). */
const KEY_MAX_LENGTH = 512;
/** Longest URL that is accepted as a target; browsers and caches agree on about 2,000 characters. */
const URL_MAX_LENGTH = 2048;

/** Whether a URL may be linked or redirected to: https anywhere, http on this machine only. */
export function isSafeTarget(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}

const targetSchema = z
  .string()
  .check(z.maxLength(URL_MAX_LENGTH), z.refine(isSafeTarget, "must be an https URL (http only for localhost)"));

/** Value in `INTERSTITIALS`: where a buyer goes after paying. `price` is a note for operators, euros including VAT. */
export const interstitialSchema = z.strictObject({
  target: targetSchema,
  price: z.optional(z.number().check(z.nonnegative())),
});
export type InterstitialEntry = z.infer<typeof interstitialSchema>;

/** Value in `GIFTS`. Names and message are shown as text; longer ones are cut with an ellipsis on the page. */
export const giftSchema = z.strictObject({
  recipient: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  giver: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  message: z.optional(z.string().check(z.maxLength(5000))),
  activationUrl: z.optional(targetSchema),
});
export type GiftEntry = z.infer<typeof giftSchema>;

/** What may be known of a payment, from weakest to strongest: a stronger status is never replaced by a weaker one. */
export const ORDER_STATUSES = ["failed", "canceled", "paid"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Value in `ORDERS`, written by the webhook only. Times are ISO 8601 in UTC and come from Stripe, not from our clock. */
export const orderSchema = z.strictObject({
  intentId: z.string().check(z.minLength(1), z.maxLength(255)),
  status: z.enum(ORDER_STATUSES),
  /** Absent for a payment that was not started by our checkout, such as one of a hosted checkout link. */
  courseId: z.optional(z.enum(COURSE_IDS)),
  amountCents: z.int().check(z.nonnegative()),
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
  email: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  /** When the payment was started. */
  createdAt: z.iso.datetime(),
  /** When the event that this record tells of happened. */
  updatedAt: z.iso.datetime(),
  paidAt: z.optional(z.iso.datetime()),
  /** The event that was recorded. */
  eventId: z.string().check(z.minLength(1), z.maxLength(255)),
});
export type Order = z.infer<typeof orderSchema>;

/** Unpaid attempts are kept for questions of buyers only, seconds. Paid orders stay. */
const UNPAID_ORDER_TTL_S = 30 * 24 * 60 * 60;

/**
 * KV key of what is known of a payment: the payment intent's id holds the paid order, and nothing else is ever written
 * there; an attempt that failed or was canceled has a key of its own beside it.
 */
export function orderKey(intentId: string, status: OrderStatus): string {
  return status === "paid" ? intentId : `${intentId}.${status}`;
}

/** Keys of `INTERSTITIALS` that pages read: the ten offers and the payment return page. */
export const INTERSTITIAL_KEYS: readonly string[] = [...OFFERS.map((offer) => offer.key), IN_PRODUCT_OFFER.key];

/** Form of an interstitial's path key. */
export const interstitialKeySchema = z
  .string()
  .check(
    z.maxLength(KEY_MAX_LENGTH),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  );

/** Form of a gift code: A-Z, 0-9 and hyphen, 4 to 64 of them, in any case (decisions, KV). */
export const giftCodeSchema = z.string().check(
  z.regex(/^[A-Za-z0-9-]{4,64}$/, "must be 4 to 64 letters, digits and hyphens"),
  z.refine((code: string) => normaliseGiftCode(code).length >= 4, "must hold at least 4 letters or digits"),
);

/** Form of a gift's fixed name: `sanne` in `/cadeau-sanne`. */
export const giftNameSchema = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "must be letters, digits and hyphens"));

/** The one spelling of a code under which it is stored: upper case, without hyphens. */
export function normaliseGiftCode(code: string): string {
  return code.toUpperCase().replaceAll("-", "");
}

/** KV key of a typed or linked gift code. */
export function giftCodeKey(code: string): string {
  return normaliseGiftCode(code);
}

/** KV key of `/cadeau-{name}`. Lower case with a hyphen in it, so that it can never equal a code's key. */
export function giftNameKey(name: string): string {
  return `cadeau-${name.toLowerCase()}`;
}

/** Outcome of a read. `malformed` and `missing` are both "not configured" to a visitor; the first is logged. */
export type KvRead<T> =
  | { status: "found"; value: T }
  | { status: "missing" }
  | { status: "malformed" }
  | { status: "unavailable" };

/** Reads and checks one interstitial. Never throws: KV trouble is `unavailable` and logged. */
export function readInterstitial(namespace: KVNamespace, key: string): Promise<KvRead<InterstitialEntry>> {
  return readEntry(namespace, "INTERSTITIALS", key, interstitialSchema);
}

/** Reads and checks one gift by its KV key (see `giftCodeKey`, `giftNameKey`). Never throws. */
export function readGift(namespace: KVNamespace, key: string): Promise<KvRead<GiftEntry>> {
  return readEntry(namespace, "GIFTS", key, giftSchema);
}

/** What is known of a payment: the strongest status that was recorded. Never throws. */
export async function readOrder(namespace: KVNamespace, intentId: string): Promise<KvRead<Order>> {
  const strongestFirst = ORDER_STATUSES.toReversed();
  const reads = await Promise.all(strongestFirst.map((status) => readOrderAs(namespace, intentId, status)));
  return reads.find((read) => read.status !== "missing") ?? { status: "missing" };
}

/**
 * Records an order; `known` means that this or something stronger was recorded before. Rejects when KV cannot be
 * written: the webhook then answers with an error and Stripe delivers again.
 *
 * Why the record is right although KV has no transactions, and a read may show what was there a minute ago: each status
 * has a key of its own, so a late or repeated "failed" can never land on "paid", in whatever order or however often
 * events arrive and however many handlers run at once. A paid order is made from its event alone, so every delivery
 * writes the same bytes. The read before the write only saves writes; nothing depends on it being up to date.
 * (Of two failed attempts of one payment either may be kept; both say the same: not paid.)
 */
export async function writeOrder(namespace: KVNamespace, order: Order): Promise<"written" | "known"> {
  const strength = ORDER_STATUSES.indexOf(order.status);
  const known = await readOrder(namespace, order.intentId);
  if (known.status === "found") {
    const knownStrength = ORDER_STATUSES.indexOf(known.value.status);
    if (knownStrength > strength) return "known";
    if (knownStrength === strength && known.value.updatedAt >= order.updatedAt) return "known";
  }
  await namespace.put(orderKey(order.intentId, order.status), JSON.stringify(orderSchema.parse(order)), {
    // Lets the operators' tool sort a list without reading every value.
    metadata: { createdAt: order.createdAt, ...(order.paidAt === undefined ? {} : { paidAt: order.paidAt }) },
    ...(order.status === "paid" ? {} : { expirationTtl: UNPAID_ORDER_TTL_S }),
  });
  return "written";
}

function readOrderAs(namespace: KVNamespace, intentId: string, status: OrderStatus): Promise<KvRead<Order>> {
  return readEntry(namespace, "ORDERS", orderKey(intentId, status), orderSchema);
}

/**
 * Reads every interstitial that a page can ask for, as the JSON map of specification section 7. Entries that are
 * missing or malformed are left out; when KV could not be read at all, the outcome says so.
 */
export async function readInterstitialMap(
  namespace: KVNamespace,
): Promise<{ status: "found"; value: Record<string, InterstitialEntry> } | { status: "unavailable" }> {
  const reads = await Promise.all(
    INTERSTITIAL_KEYS.map(async (key) => [key, await readInterstitial(namespace, key)] as const),
  );
  if (reads.some(([, read]) => read.status === "unavailable")) return { status: "unavailable" };
  const value: Record<string, InterstitialEntry> = {};
  for (const [key, read] of reads) if (read.status === "found") value[key] = read.value;
  return { status: "found", value };
}

async function readEntry<T>(
  namespace: KVNamespace,
  namespaceName: string,
  key: string,
  schema: z.ZodMiniType<T>,
): Promise<KvRead<T>> {
  let text: string | null;
  try {
    text = await namespace.get(key, "text");
  } catch (error) {
    logEvent("error", "kv.unavailable", { namespace: namespaceName, reason: errorMessage(error) });
    return { status: "unavailable" };
  }
  if (text === null) return { status: "missing" };
  const checked = checkValue(text, schema);
  if (checked.ok) return { status: "found", value: checked.value };
  logEvent("error", "kv.malformed", { namespace: namespaceName, key, reason: checked.reason });
  return { status: "malformed" };
}

/** Parses a stored value; `reason` says in one line what is wrong with it. */
export function checkValue<T>(
  text: string,
  schema: z.ZodMiniType<T>,
): { ok: true; value: T } | { ok: false; reason: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, reason: "not JSON" };
  }
  const result = schema.safeParse(json);
  if (result.success) return { ok: true, value: result.data };
  const reason = result.error.issues
    .map((issue) => `${issue.path.length === 0 ? "value" : issue.path.join(".")}: ${issue.message}`)
    .join("; ");
  return { ok: false, reason };
}
