import { describe, expect, test, vi } from "vitest";
import { createGiftCode } from "../../src/gifts/gift-code.ts";
import { createOrderToken, readOrderToken } from "../../src/ledger/order-token.ts";
import { createFormName, readFormName } from "../../src/orders/withdrawal/form-name.ts";
import { createPaymentTicket, readPaymentTicket } from "../../src/paying/return/payment-ticket.ts";
import { openShop } from "../../src/server/shop.ts";
import { INTENT, keys, NEW, OLD } from "./token-keys.ts";

/**
 * Names that the shop signed on an earlier day. They are in mails, on paper and in KV, so they must be made and read the
 * same for ever: a change of the signed text, its purpose or its spelling would end them all. The signature that redeems a
 * gift has vectors of its own (gift.test.ts).
 */

const MADE_AT = "2026-11-22T10:00:00.123Z";
const SECRET = `${INTENT}_secret_aBcDeFgHiJkLmNoPqRsTuVwXy`;
const FORM_ID = "11111111-2222-4333-8444-555555555555";

const ORDER = "2026.pi_3QxYzAbCdEfGhIjKlMnOpQr.4RBOjbAgjaqrvGEtk4yuB9WLnH8qVXm470yIIhYmAyA";
const FORM = "11111111-2222-4333-8444-555555555555.1795341600123.2026.r_1ItreNOl1O0CzGRv3xB8-kTT2STBP03LM1KIf3RFA";
const CODE = "S8ST91331G0DV7KZVFC7";
const TICKET = "2026.BwcHBwcHBwcHBwcHq47iSliz5xcRNfRUPNQsSXWSlwadySL0G1DJGLZZjn0IlseMgd6-Im-TKSiiORTH6Po3xQdCxv55t8Gk";

function onThatDay(): void {
  vi.setSystemTime(MADE_AT);
}

describe("of an earlier day", () => {
  test("an order's token", async () => {
    expect(await createOrderToken(openShop(keys(NEW, OLD)), INTENT)).toBe(ORDER);
    expect(await readOrderToken(openShop(keys(NEW)), ORDER)).toBe(INTENT);
  });

  test("a withdrawal's form", async () => {
    onThatDay();
    vi.spyOn(crypto, "randomUUID").mockReturnValue(FORM_ID);
    expect(await createFormName(openShop(keys(NEW, OLD)))).toBe(FORM);
    expect(await readFormName(openShop(keys(NEW)), FORM)).toEqual({ id: FORM_ID, madeAt: MADE_AT, isFresh: true });
  });

  test("a gift's code, which the oldest key makes", async () => {
    expect(await createGiftCode(openShop(keys(NEW, OLD)), INTENT)).toBe(CODE);
  });

  test("a payment's ticket", async () => {
    onThatDay();
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      if (array instanceof Uint8Array) array.fill(7);
      return array;
    });
    expect(await createPaymentTicket(openShop(keys(NEW, OLD)), INTENT, SECRET)).toBe(TICKET);
    expect(await readPaymentTicket(openShop(keys(NEW)), INTENT, TICKET)).toBe(SECRET);
  });
});
