import { describe, expect, test } from "vitest";
import {
  createGiftCode,
  createGiftCodes,
  formatIsoDate,
  GIFT_CODE_ALPHABET,
  GIFT_CODE_LENGTH,
  giftLink,
  validUntil,
} from "../../kv-seed/gift-code.ts";
import { giftCodeKey, giftCodeSchema } from "../../src/services/kv.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";

describe("generated codes", () => {
  test("hold at least 60 random bits", () => {
    expect(new Set(GIFT_CODE_ALPHABET).size).toBe(GIFT_CODE_ALPHABET.length);
    expect(GIFT_CODE_LENGTH * Math.log2(GIFT_CODE_ALPHABET.length)).toBeGreaterThanOrEqual(60);
  });

  test("have four groups of four, without symbols that are mixed up", () => {
    for (const code of createGiftCodes(200)) {
      expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){3}$/);
      expect(giftCodeSchema.safeParse(code).success).toBe(true);
      expect(giftCodeKey(code)).toHaveLength(GIFT_CODE_LENGTH);
    }
  });

  test("use every symbol about equally often and never repeat", () => {
    const codes = createGiftCodes(3000);
    expect(new Set(codes).size).toBe(3000);
    const counts = new Map<string, number>();
    for (const symbol of codes.map(giftCodeKey).join("")) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
    const expected = (3000 * GIFT_CODE_LENGTH) / GIFT_CODE_ALPHABET.length;
    // Six standard deviations: about one false alarm in ten million runs.
    const margin = 6 * Math.sqrt(expected);
    for (const symbol of GIFT_CODE_ALPHABET) {
      expect(Math.abs((counts.get(symbol) ?? 0) - expected)).toBeLessThan(margin);
    }
  });
});

test("a code reads the same however it was typed", () => {
  const code = createGiftCode();
  expect(formatGiftCode(code.toLowerCase())).toBe(code);
  expect(formatGiftCode(giftCodeKey(code))).toBe(code);
  expect(formatGiftCode("demovaar2026")).toBe("DEMO-VAAR-2026");
});

test("the link is the gift page of the code", () => {
  expect(giftLink("https://shop.example", "DEMOVAAR2026")).toBe("https://shop.example/g-DEMO-VAAR-2026");
});

test("a gift is valid for two years from the day it was made in the Netherlands", () => {
  expect(formatIsoDate(new Date("2026-12-31T23:30:00Z"))).toBe("2027-01-01");
  expect(validUntil("2026-11-21")).toBe("2028-11-21");
  expect(validUntil("2028-02-29")).toBe("2030-03-01");
});
