import { expect, test } from "vitest";
import { createGiftCode, createGiftCodes, giftLink, validUntil } from "../../kv-seed/gift-code.ts";
import { giftCodeKey, giftCodeSchema } from "../../src/gifts/gift-entries.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { GIFT_CODE_BYTES, readOwnGiftCode, writeGiftCode } from "../../src/shared/gift-code.ts";
import { isoDateOf } from "../../src/shared/time.ts";

const CODE = "7Z0XK4M19QDBV2TH";
const bytesOf = (fill: (index: number) => number) => Uint8Array.from({ length: GIFT_CODE_BYTES }, (_, i) => fill(i));

test("a code holds at least eighty bits that nobody can guess, and different bytes never make the same one", () => {
  expect(GIFT_CODE_BYTES * 8).toBeGreaterThanOrEqual(80);
  const codes = Array.from({ length: GIFT_CODE_BYTES * 8 }, (_, bit) =>
    writeGiftCode(bytesOf((index) => (index === bit >> 3 ? 1 << (bit & 7) : 0))),
  );
  expect(new Set(codes).size).toBe(codes.length);
});

test("codes have five groups of four, without symbols that are mixed up, and never repeat", () => {
  const codes = createGiftCodes(2000);
  expect(new Set(codes).size).toBe(2000);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
    expect(giftCodeSchema.safeParse(code).success).toBe(true);
    expect(readOwnGiftCode(giftCodeKey(code))).toBe(giftCodeKey(code));
  }
});

test("a code reads the same however it was typed", () => {
  const code = createGiftCode();
  expect(formatGiftCode(code.toLowerCase())).toBe(code);
  expect(formatGiftCode(giftCodeKey(code))).toBe(code);
  expect(formatGiftCode("demovaar2026")).toBe("DEMO-VAAR-2026");
});

test("O is read as 0, and I and L as 1, in codes of the shop's own form only", () => {
  const codes = createGiftCodes(300).filter((code) => /0/.test(code) && /1/.test(code));
  expect(codes.length).toBeGreaterThan(10);
  for (const code of codes) {
    expect(formatGiftCode(code.replaceAll("0", "O").replaceAll("1", "I"))).toBe(code);
    expect(formatGiftCode(code.replaceAll("0", "o").replaceAll("1", "l"))).toBe(code);
  }
  expect(giftCodeKey("DEMO-OPA-2026")).toBe("DEMOOPA2026");
  expect(giftCodeKey("OIL0-OIL0-OIL0-OIL0-OIL1")).toBe("OIL0OIL0OIL0OIL0OIL1");
});

test("one wrong character, or two that changed places, are never a code", () => {
  const whole = giftCodeKey(createGiftCode());
  for (let index = 0; index < whole.length; index += 1) {
    for (const other of "0123456789ABCDEFGHJKMNPQRSTVWXYZ") {
      if (other === whole[index]) continue;
      expect(readOwnGiftCode(whole.slice(0, index) + other + whole.slice(index + 1))).toBeNull();
    }
    const [a = "", b = ""] = [whole[index], whole[index + 1]];
    if (b !== "" && a !== b) expect(readOwnGiftCode(whole.slice(0, index) + b + a + whole.slice(index + 2))).toBeNull();
  }
  expect(readOwnGiftCode(CODE)).toBeNull();
});

test("the link is the gift page of the code", () => {
  expect(giftLink("https://shop.example", "DEMOVAAR2026")).toBe("https://shop.example/g-DEMO-VAAR-2026");
});

test("a gift is valid for two years from the day it was made in the Netherlands", () => {
  expect(isoDateOf(new Date("2026-12-31T23:30:00Z"))).toBe("2027-01-01");
  expect(validUntil("2026-11-21")).toBe("2028-11-21");
  expect(validUntil("2028-02-29")).toBe("2030-03-01");
});
