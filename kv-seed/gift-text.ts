import { isGiftStopped } from "../src/gifts/gift-entries.ts";
import type { GiftWords } from "../src/gifts/gift-state.ts";
import { formatTime } from "./command.ts";

/** Who stopped a gift, or why it works, in words. */

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
