import * as z from "zod";
import { GIFT_STOPPERS, type GiftStop, giftStopKey, giftStopSchema, isGiftStopped } from "../src/gifts/gift-entries.ts";
import { checkValue } from "../src/server/kv.ts";
import { INTENT_ID } from "../src/shared/intent-id.ts";
import { formatTime } from "./command.ts";
import type { KvStore } from "./wrangler.ts";

/** What `GIFTS` says of a gift beside its texts: who made it, and who stopped it. */

/** The metadata of a gift: the day on which the tool made it, or the payment that bought it. */
export const giftMetadataSchema = z.object({
  issued: z.iso.date().optional().catch(undefined),
  intentId: z.string().regex(INTENT_ID).optional().catch(undefined),
});

/**
 * The codes of bought gifts by their payments, as `GIFTS` itself has them: also of a gift that only the return page has
 * stored.
 */
export async function listBoughtCodes(gifts: KvStore): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  for (const { name, metadata } of await gifts.list()) {
    const { intentId } = giftMetadataSchema.safeParse(metadata).data ?? {};
    if (intentId !== undefined) codes.set(intentId, name);
  }
  return codes;
}

/** What was said of a gift, in the order of `GIFT_STOPPERS`. */
export type GiftWords = readonly (GiftStop | undefined)[];

/** What was said of these gifts, by their keys. An unreadable word counts as none, as in the shop. */
export async function readGiftWords(
  gifts: KvStore,
  keys: readonly string[],
): Promise<(key: string | undefined) => GiftWords> {
  const stopKeys = keys.flatMap((key) => GIFT_STOPPERS.map((by) => giftStopKey(key, by)));
  const values = stopKeys.length === 0 ? new Map<string, string>() : await gifts.get(stopKeys);
  return (key = "") =>
    GIFT_STOPPERS.map((by) => {
      const checked = checkValue(values.get(giftStopKey(key, by)) ?? "", giftStopSchema);
      return checked.ok ? checked.value : undefined;
    });
}

/** Says by whom and when a gift was stopped; undefined if it works. */
export function describeStop(words: GiftWords): string | undefined {
  if (!isGiftStopped(words)) return undefined;
  const [refund, operator] = words;
  const [by, word] = operator?.stopped === true ? (["operator", operator] as const) : (["refund", refund] as const);
  return `by ${by}, ${formatTime(word?.at ?? "")}`;
}

/** Says why a gift works although its money went back. */
export function describeOpen([refund, operator]: GiftWords): string {
  return refund?.stopped === true
    ? `restored by you on ${formatTime(operator?.at ?? "")}`
    : "nothing stopped it yet: `reconcile --write` does";
}
