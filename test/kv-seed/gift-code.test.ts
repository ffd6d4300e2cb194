import { expect, test } from "vitest";
import { createGiftCode, createGiftCodes, validUntil } from "../../kv-seed/gift-code.ts";
import { giftCodeKey, giftCodeSchema } from "../../src/gifts/gift-entries.ts";
import { GIFT_CODE_BYTES, readOwnGiftCode, writeGiftCode } from "../../src/shared/gift-code.ts";

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

// How codes are typed: client/typed-values.test.ts.
test("in codes of another form O, I and L stay letters", () => {
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

test("a gift is valid for two years from the day it was made", () => {
  expect(validUntil("2026-11-21")).toBe("2028-11-21");
  expect(validUntil("2028-02-29")).toBe("2030-03-01");
});
