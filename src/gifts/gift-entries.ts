import type { KVNamespace } from "@cloudflare/workers-types";
import * as z from "zod/mini";
import { type KvRead, readEntry, URL_MAX_LENGTH } from "../server/kv.ts";
import { PRODUCT_IDS } from "../shared/courses.ts";
import { normaliseGiftCode } from "../shared/gift.ts";
import { PATHS } from "../shared/paths.ts";
import { isActivationTarget } from "../shared/targets.ts";
import { isGiftCode, isGiftName } from "./gift-address-rules.ts";
import { isBlank, tameName } from "./gift-texts.ts";

/** Gifts in KV (`GIFTS`): the schemas of keys and values, and how they are read. The tool checks with them before it writes. */

/** Longest message of an entry, UTF-16 units: a page shows 2,000 characters, and an emoji is several units. */
const GIFT_MESSAGE_MAX_UNITS = 15_000;

/** A name must show something. */
const SEEN = z.refine<string>((text) => !isBlank(text), "nothing of it would be seen");
const NAME = z.string().check(z.overwrite(tameName), SEEN, z.maxLength(200));

/** Value in `GIFTS`. Names and message are shown as text; longer ones are cut with an ellipsis on the page. */
export const giftSchema = z.strictObject({
  /** The product; absent: `DEFAULT_GIFT`. */
  product: z.optional(z.enum(PRODUCT_IDS)),
  recipient: NAME,
  giver: NAME,
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

/** Value under `{code}.message`: what the giver of a bought gift wrote, kept for a shorter time than the gift. */
export const giftTextsSchema = z.strictObject({
  message: z.string().check(z.maxLength(GIFT_MESSAGE_MAX_UNITS)),
  recipient: z.string().check(SEEN),
  giver: z.string().check(SEEN),
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
 * Whether a gift is stopped, by what each of `GIFT_STOPPERS` wrote. An operator who restores a gift counts against what
 * stopped it before, not against money that goes back later.
 */
function isGiftStopped([refund, operator]: readonly (GiftStop | undefined)[]): boolean {
  if (operator?.stopped === true) return true;
  return refund?.stopped === true && (operator === undefined || operator.at < refund.at);
}
