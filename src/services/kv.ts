import type { KVNamespace, KVNamespaceListResult, KVNamespacePutOptions } from "@cloudflare/workers-types";
import * as z from "zod/mini";
import { errorMessage, logEvent } from "../log.ts";
import { IN_PRODUCT_OFFER, OFFERS, PRODUCT_IDS } from "../shared/courses.ts";
import { normaliseGiftCode } from "../shared/gift.ts";
import { isGiftCode, isGiftName } from "../shared/gift-address.ts";
import { PATHS } from "../shared/paths.ts";
import { isActivationTarget, isSafeTarget } from "../shared/targets.ts";

/**
 * THE KV schema: the namespaces, their keys and values, and how they are read. The operators' tool in `kv-seed/` checks
 * with these schemas before it writes. `GIFTS` also holds that tool's marks of erasures, `erased.…`, which no page reads.
 */

/** KV refuses longer keys (Workers KV limits: 512 bytes). */
const KEY_MAX_LENGTH = 512;
/** Longest URL of a target; browsers and caches support about 2,000 characters. */
const URL_MAX_LENGTH = 2048;

const targetSchema = z
  .string()
  .check(z.maxLength(URL_MAX_LENGTH), z.refine(isSafeTarget, "must be an https URL (http only for localhost)"));

/** Value in `INTERSTITIALS`: the address of a buyer's course. `price` is a note for operators, euros including VAT. */
export const interstitialSchema = z.strictObject({
  target: targetSchema,
  price: z.optional(z.number().check(z.nonnegative())),
});
export type InterstitialEntry = z.infer<typeof interstitialSchema>;

/** Longest message of an entry, UTF-16 units: a page shows 2,000 characters, and an emoji is several units. */
const GIFT_MESSAGE_MAX_UNITS = 15_000;

/** Value in `GIFTS`. Names and message are shown as text; longer ones are cut with an ellipsis on the page. */
export const giftSchema = z.strictObject({
  /** The product; absent: `DEFAULT_GIFT`. */
  product: z.optional(z.enum(PRODUCT_IDS)),
  recipient: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  giver: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  message: z.optional(z.string().check(z.maxLength(GIFT_MESSAGE_MAX_UNITS))),
  /** The gift's own address, with `{code}` as in ACTIVATION_URL. */
  activationUrl: z.optional(
    z
      .string()
      .check(
        z.maxLength(URL_MAX_LENGTH),
        z.refine(isActivationTarget, "must be an https URL (http only for localhost), with {code} at most once"),
      ),
  ),
  /** The day that the gift is for, `2026-12-24`; it can be unwrapped before. */
  from: z.optional(z.iso.date()),
});
export type GiftEntry = z.infer<typeof giftSchema>;

/** The same as it is read: a gift that was bought has no names of its own. */
export const storedGiftSchema = z
  .partial(giftSchema, { recipient: true, giver: true })
  .check(
    z.refine(
      ({ recipient, giver }) => (recipient === undefined) === (giver === undefined),
      "must have both names or none",
    ),
  );
export type StoredGift = z.infer<typeof storedGiftSchema>;

/**
 * Value under `{code}.message`: what the giver of a bought gift wrote, kept for a shorter time than the gift. One that was
 * written before it had names is read too: then the gift has them.
 */
export const giftTextsSchema = z.strictObject({
  message: z.string().check(z.maxLength(GIFT_MESSAGE_MAX_UNITS)),
  recipient: z.optional(z.string()),
  giver: z.optional(z.string()),
});

/** KV key of a bought gift's texts. `giftKey` is the gift's own key. */
export function giftTextsKey(giftKey: string): string {
  return `${giftKey}.message`;
}

/**
 * Who may stop a gift. Each has a key beside the gift's, `{code}.refund` and `{code}.operator`, so the gift itself never
 * changes, and the order of the writes does not matter.
 */
export const GIFT_STOPPERS = ["refund", "operator"] as const;
export type GiftStopper = (typeof GIFT_STOPPERS)[number];

/** Value under such a key. `false`: the gift works again. */
export const giftStopSchema = z.strictObject({ stopped: z.boolean(), at: z.iso.datetime() });
export type GiftStop = z.infer<typeof giftStopSchema>;

/** Keys of `INTERSTITIALS` that pages read: each offer and the payment return page. */
export const INTERSTITIAL_KEYS: readonly string[] = [...OFFERS.map((offer) => offer.key), IN_PRODUCT_OFFER.key];

/** Form of an interstitial's path key. */
export const interstitialKeySchema = z
  .string()
  .check(
    z.maxLength(KEY_MAX_LENGTH),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  );

export const giftCodeSchema = z.string().check(z.refine(isGiftCode, "must be 4 to 64 letters and digits, and hyphens"));

export const giftNameSchema = z
  .string()
  .check(z.refine(isGiftName, `must be letters, digits and hyphens, and not that of ${PATHS.giveGift}`));

/** KV key of a typed or linked gift code. */
export function giftCodeKey(code: string): string {
  return normaliseGiftCode(code);
}

/** KV key of one party's decision to stop a gift or let it work again. `giftKey` is the gift's own key. */
export function giftStopKey(giftKey: string, by: GiftStopper): string {
  return `${giftKey}.${by}`;
}

/** KV key of `/cadeau-{name}`. It is in lower case with a hyphen, so it can never equal a code's key. */
export function giftNameKey(name: string): string {
  return `cadeau-${name.toLowerCase()}`;
}

/** Outcome of a read. To a visitor both `malformed` and `missing` are "not configured"; `malformed` is logged. */
export type KvRead<T> =
  | { status: "found"; value: T }
  | { status: "missing" }
  | { status: "malformed" }
  | { status: "unavailable" };

/** Reads and checks one interstitial. Never throws: if KV fails, the outcome is `unavailable` and logged. */
export function readInterstitial(namespace: KVNamespace, key: string): Promise<KvRead<InterstitialEntry>> {
  return readEntry(namespace, "INTERSTITIALS", key, interstitialSchema);
}

/**
 * Reads and checks one gift by its KV key (see `giftCodeKey`, `giftNameKey`), with the texts of a bought one: a text of the
 * gift itself, which an operator put there, comes first. Never throws.
 */
export async function readGift(namespace: KVNamespace, key: string): Promise<KvRead<StoredGift>> {
  const [gift, written] = await Promise.all([
    readEntry(namespace, "GIFTS", key, storedGiftSchema),
    readEntry(namespace, "GIFTS", giftTextsKey(key), giftTextsSchema),
  ]);
  if (gift.status !== "found") return gift;
  if (written.status === "unavailable") return written;
  return written.status === "found" ? { status: "found", value: { ...written.value, ...gift.value } } : gift;
}

/** Whether a gift has been stopped, by its KV key. Never throws; a malformed entry counts as absent and is logged. */
export async function readGiftStop(namespace: KVNamespace, key: string): Promise<"stopped" | "open" | "unavailable"> {
  const reads = await Promise.all(
    GIFT_STOPPERS.map((by) => readEntry(namespace, "GIFTS", giftStopKey(key, by), giftStopSchema)),
  );
  if (reads.some(({ status }) => status === "unavailable")) return "unavailable";
  return isGiftStopped(reads.map((read) => (read.status === "found" ? read.value : undefined))) ? "stopped" : "open";
}

/**
 * Whether a gift is stopped, by the words of `GIFT_STOPPERS`. An operator who restores a gift counts against what stopped it
 * before, not against money that goes back later.
 */
export function isGiftStopped([refund, operator]: readonly (GiftStop | undefined)[]): boolean {
  if (operator?.stopped === true) return true;
  return refund?.stopped === true && (operator === undefined || operator.at < refund.at);
}

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

/**
 * Reads and checks one entry. Never throws: if KV fails, the outcome is `unavailable` and logged. A malformed value is
 * logged with its key, but not with a gift's, because its code opens it.
 */
export async function readEntry<T>(
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
  return readText(text, namespaceName, key, schema);
}

/** Checks what KV has for a key. */
function readText<T>(text: string | null, namespaceName: string, key: string, schema: z.ZodMiniType<T>): KvRead<T> {
  if (text === null) return { status: "missing" };
  const checked = checkValue(text, schema);
  if (checked.ok) return { status: "found", value: checked.value };
  const names = namespaceName === "GIFTS" ? {} : { key };
  logEvent("error", "kv.malformed", { namespace: namespaceName, ...names, reason: checked.reason });
  return { status: "malformed" };
}

/** KV takes one write per key and second (Workers KV limits). The pause after a refused one, milliseconds. */
export const WRITE_AGAIN_MS = 1_100;
/** Few tries, because a visitor may be waiting. */
const WRITE_TRIES = 4;

/**
 * Writes one entry; every write of the shop uses this. It retries if KV refuses because the key was written less than a
 * second ago. Rejects after four such refusals, or for any other error. Concurrent writers of one key must write the
 * same bytes, because either may come last.
 */
export async function writeKv(
  namespace: KVNamespace,
  key: string,
  value: string,
  options: KVNamespacePutOptions = {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await namespace.put(key, value, options);
    } catch (error) {
      if (attempt === WRITE_TRIES || !isTooSoon(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN_MS));
    }
  }
}

/** Whether a write was refused because its key had just been written: "KV PUT failed: 429 Too Many Requests". */
function isTooSoon(error: unknown): boolean {
  return /\b429\b/.test(errorMessage(error));
}

/** Parses a stored value; `reason` is its error in one line. */
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

/** All names with this prefix. Rejects if KV cannot be read. */
export async function listNames(namespace: KVNamespace, prefix: string): Promise<readonly string[]> {
  return (await listKeys(namespace, prefix)).map(({ name }) => name);
}

/**
 * All keys with this prefix. Rejects if KV cannot be read. A page of a list may be empty and yet not the last, because
 * expired keys count in it (Workers KV, "List keys").
 */
export async function listKeys<Metadata = unknown>(
  namespace: KVNamespace,
  prefix: string,
): Promise<KVNamespaceListResult<Metadata>["keys"]> {
  const keys: KVNamespaceListResult<Metadata>["keys"] = [];
  let cursor: string | undefined;
  do {
    const page: KVNamespaceListResult<Metadata> = await namespace.list({ prefix, cursor: cursor ?? null });
    keys.push(...page.keys);
    cursor = page.list_complete ? undefined : page.cursor;
  } while (cursor !== undefined);
  return keys;
}
