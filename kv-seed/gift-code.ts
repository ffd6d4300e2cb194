import { randomInt } from "node:crypto";
import { formatGiftCode } from "../src/shared/gift.ts";
import { giftCodePath } from "../src/shared/paths.ts";

/** Capitals and digits without the pairs that people mix up when they read a card aloud: 0/O, 1/I/L, U/V. */
export const GIFT_CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 16 symbols out of 30 are 78 random bits; the bar is 60 (issue: guessing must be pointless). */
export const GIFT_CODE_LENGTH = 16;
/** Dutch gift cards are valid for two years by custom; the courses themselves do not end earlier. */
const VALID_YEARS = 2;
const SHOP_TIME_ZONE = "Europe/Amsterdam";

/** A new unguessable code in the form people read: `ABCD-EFGH-JKMN-PQRS`. */
export function createGiftCode(): string {
  let code = "";
  for (let index = 0; index < GIFT_CODE_LENGTH; index += 1) {
    code += GIFT_CODE_ALPHABET.charAt(randomInt(GIFT_CODE_ALPHABET.length));
  }
  return formatGiftCode(code);
}

/** `count` different codes. */
export function createGiftCodes(count: number): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(createGiftCode());
  return [...codes];
}

/** The full link that unwraps a gift. */
export function giftLink(origin: string, code: string): string {
  return `${origin}${giftCodePath(code)}`;
}

/** Calendar date in the shop's time zone, `2026-11-21`. */
export function formatIsoDate(now: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: SHOP_TIME_ZONE }).format(now);
}

/** Last day on which a gift issued on `issued` (`2026-11-21`) is valid. 29 February becomes 1 March: later, not earlier. */
export function validUntil(issued: string): string {
  const date = new Date(`${issued}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + VALID_YEARS);
  return date.toISOString().slice(0, 10);
}
