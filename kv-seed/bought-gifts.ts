import { type GiftStop, giftStopSchema, storedGiftSchema } from "../src/gifts/gift-entries.ts";
import { checkValue } from "../src/server/kv.ts";
import type { KvEntry } from "../src/server/kv-store.ts";
import { isNameless } from "../src/shared/gift.ts";
import { isRecord } from "../src/shared/is-record.ts";
import type { Keeper } from "./changes.ts";
import { isNeverInFile, STOP_KEY } from "./data-files.ts";

/**
 * Protects entries from a file of gifts. Bought gifts stay: a file has them only after a pull. Erased names stay
 * erased: an older file still has them. If a gift has two entries for the same stop, the later one counts.
 */
export const GIFT_KEEPER: Keeper = {
  isHidden: ({ name }) => isNeverInFile(name),
  isKept: ({ name, metadata }) => STOP_KEY.test(name) || (isRecord(metadata) && metadata.intentId !== undefined),
  allow(before, after) {
    if (STOP_KEY.test(after.key)) return isLater(after, before) ? after : before;
    const intentId = before.metadata?.intentId;
    if (intentId !== undefined && hasNoNames(before)) return before;
    // A file that was written by hand does not name the payment.
    return intentId === undefined ? after : { ...after, metadata: { ...after.metadata, intentId } };
  },
};

function hasNoNames({ value }: KvEntry): boolean {
  const checked = checkValue(value, storedGiftSchema);
  return checked.ok && isNameless(checked.value);
}

/** Whether a stop is later than another, or replaces an unreadable one. */
function isLater(after: KvEntry, before: KvEntry): boolean {
  const known = readStop(before);
  const said = readStop(after);
  return known === null || (said !== null && Date.parse(said.at) > Date.parse(known.at));
}

function readStop({ value }: KvEntry): GiftStop | null {
  const checked = checkValue(value, giftStopSchema);
  return checked.ok ? checked.value : null;
}
