import { randomBytes } from "node:crypto";
import { formatGiftCode } from "../src/shared/gift.ts";
import { GIFT_CODE_BYTES, writeGiftCode } from "../src/shared/gift-code.ts";

/** Dutch gift cards are valid for two years by custom; the courses themselves do not end earlier. */
const VALID_YEARS = 2;

/** A new unguessable code in the form people read: `ABCD-EFGH-JKMN-PQRS-TVWX`. */
export function createGiftCode(): string {
  return formatGiftCode(writeGiftCode(randomBytes(GIFT_CODE_BYTES)));
}

export function createGiftCodes(count: number): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(createGiftCode());
  return [...codes];
}

/** The last valid day of a gift of the day `issued` (`2026-11-21`). 29 February becomes 1 March: later, not earlier. */
export function validUntil(issued: string): string {
  const date = new Date(`${issued}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + VALID_YEARS);
  return date.toISOString().slice(0, 10);
}
