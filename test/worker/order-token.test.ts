import { describe, expect, test, vi } from "vitest";
import { createGiftCode } from "../../src/gifts/gift-code.ts";
import { spellOrderToken } from "../../src/ledger/order-rules.ts";
import { createOrderPath, createOrderToken, readOrderToken } from "../../src/ledger/order-token.ts";
import { createFormName, readFormName } from "../../src/orders/withdrawal/form-name.ts";
import { createPaymentTicket, readPaymentTicket } from "../../src/paying/return/payment-ticket.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { logs } from "./logs.ts";

/** The token in an order's address, and the ticket of a payment, which the same keys make. */

const OLD = `2025:${"A".repeat(43)}`;
const NEW = `2026:${"B".repeat(42)}A`;
const INTENT = "pi_3QxYzAbCdEfGhIjKlMnOpQr";
/** A shop with these keys. The first signs. */
const keys = (...pairs: string[]) => ({ ORDER_TOKEN_KEYS: pairs.join(",") }) as unknown as Bindings;

const SECRET = `${INTENT}_secret_aBcDeFgHiJkLmNoPqRsTuVwXy`;

const TOKEN = {
  make: async (env = keys(NEW)) => (await createOrderToken(openShop(env), INTENT)) ?? "",
  open: (env: Bindings, text: string, _intentId = INTENT) => readOrderToken(openShop(env), text),
  holds: INTENT,
};
const TICKET = {
  make: async (env = keys(NEW)) => (await createPaymentTicket(openShop(env), INTENT, SECRET)) ?? "",
  open: (env: Bindings, text: string, intentId = INTENT) => readPaymentTicket(openShop(env), intentId, text),
  holds: SECRET,
};

describe.each([
  ["a token", TOKEN],
  ["a ticket", TICKET],
] as const)("%s", (_name, { make, open, holds }) => {
  test("is made with the first key; one of an older key opens until that key is removed", async () => {
    const [earlier, made] = [await make(keys(OLD)), await make(keys(NEW, OLD))];
    expect(made).toMatch(/^2026\./);
    for (const text of [earlier, made]) expect(await open(keys(NEW, OLD), text)).toBe(holds);
    expect(await open(keys(NEW), earlier)).toBeNull();
  });

  test("is refused if any character of it is changed or left out", async () => {
    const text = await make();
    for (let index = 0; index < text.length - 1; index += 1) {
      const [before, after] = [text.slice(0, index), text.slice(index + 1)];
      const others = ["", "A", "b", "1", "-", ".", "_"].filter((other) => other !== text[index]);
      for (const changed of [before, ...others.map((other) => before + other + after)])
        expect(await open(keys(NEW), changed), changed).toBeNull();
    }
  });

  test("opens for no other payment, under no other key of that name, and under no other name of its key", async () => {
    const text = await make();
    expect(await open(keys(NEW), text.replace(INTENT, "pi_other"), "pi_other")).toBeNull();
    expect(await open(keys(OLD.replace("2025", "2026")), text)).toBeNull();
    expect(await open(keys(NEW, OLD), text.replace("2026.", "2025."))).toBeNull();
  });

  const texts = `|.|..|2026|2026.|2026.${INTENT}|2026.${INTENT}.|2026.ch_1.AAAA|\u0000|é.é`.split("|");
  test("another text is none", async () => {
    const long = [60, 61, 99_999].map((length) => `2026.${"A".repeat(length)}`);
    for (const text of [...texts, ...long]) expect(await open(keys(NEW), text), text.slice(0, 80)).toBeNull();
  });
});

test("a token stands in a path as it is, and has one spelling: base64's unused bits must be zero", async () => {
  const token = await TOKEN.make();
  expect([spellOrderToken(token), encodeURIComponent(token)]).toEqual([token, token]);
  expect(await createOrderPath(openShop(keys(NEW)), INTENT)).toBe(PATHS.orderStatus.replace(":token", token));
  const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
  const opened = alphabet.map((last) => TOKEN.open(keys(NEW), token.slice(0, -1) + last));
  expect((await Promise.all(opened)).filter((intentId) => intentId !== null)).toHaveLength(1);
  // Its signature is valid for no other name of the same secret.
  const sameSecret = NEW.replace("2026", "2027");
  expect(await TOKEN.open(keys(NEW, sameSecret), token.replace("2026.", "2027."))).toBeNull();
});

test.each(["", "ch_1", "pi_", "pi_a/b", "pi_a.b", "../pi_1"])("a token is not made for %j", async (intentId) => {
  expect(await createOrderPath(openShop(keys(NEW)), intentId)).toBeNull();
});

test.each([
  ["missing", ""],
  ["malformed", "geheim"],
  ["malformed", `1:${"A".repeat(42)}`],
  ["malformed", `1:${"A".repeat(45)}`],
  ["malformed", `${NEW},`],
  ["malformed", `${NEW} ,${OLD}`],
])("the secret: %s (%j): no links and no orders, and the log names it", async (reason, value) => {
  const env = keys(value);
  const token = await TOKEN.make();
  expect(await createOrderPath(openShop(env), INTENT)).toBeNull();
  expect(await TOKEN.open(env, token)).toBeNull();
  const line = { level: "error", event: "config.invalid", name: "ORDER_TOKEN_KEYS", reason };
  expect(logs.lines("config.invalid")).toEqual([line]);
});

test("a ticket does not show its secret, is different each time, and is no order's token, nor that a ticket", async () => {
  const ticket = await TICKET.make();
  expect(ticket).toMatch(/^2026\.[\w-]{60,230}$/);
  expect(atob((ticket.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"))).not.toContain("secret");
  expect(await TICKET.make()).not.toBe(ticket);
  expect(await TOKEN.open(keys(NEW), ticket)).toBeNull();
  expect(await TICKET.open(keys(NEW), await TOKEN.make())).toBeNull();
  expect(await createPaymentTicket(openShop(keys(NEW)), INTENT, `${INTENT}_secret_${"a".repeat(200)}`)).toBeNull();
});

// They are in mails, on paper and in KV, so they must be made and read the same for ever: a change of the signed text, its
// purpose or its spelling would end them all. The signature that redeems a gift has vectors of its own (gift.test.ts).
test("what was signed on an earlier day is made and read the same for ever", async () => {
  vi.setSystemTime("2026-11-22T10:00:00.123Z");
  const id = "11111111-2222-4333-8444-555555555555";
  vi.spyOn(crypto, "randomUUID").mockReturnValue(id);
  vi.spyOn(crypto, "getRandomValues").mockImplementation(
    (array) => (array instanceof Uint8Array ? array.fill(7) : array) as never,
  );
  const both = keys(NEW, OLD);
  const token = "2026.pi_3QxYzAbCdEfGhIjKlMnOpQr.4RBOjbAgjaqrvGEtk4yuB9WLnH8qVXm470yIIhYmAyA";
  expect([await TOKEN.make(both), await TOKEN.open(keys(NEW), token)]).toEqual([token, INTENT]);
  const form = `${id}.1795341600123.2026.r_1ItreNOl1O0CzGRv3xB8-kTT2STBP03LM1KIf3RFA`;
  const read = { id, madeAt: "2026-11-22T10:00:00.123Z", isFresh: true };
  expect([await createFormName(openShop(both)), await readFormName(openShop(keys(NEW)), form)]).toEqual([form, read]);
  // A gift's code, which the oldest key makes.
  expect(await createGiftCode(openShop(both), INTENT)).toBe("S8ST91331G0DV7KZVFC7");
  const ticket =
    "2026.BwcHBwcHBwcHBwcHq47iSliz5xcRNfRUPNQsSXWSlwadySL0G1DJGLZZjn0IlseMgd6-Im-TKSiiORTH6Po3xQdCxv55t8Gk";
  expect([await TICKET.make(both), await TICKET.open(keys(NEW), ticket)]).toEqual([ticket, SECRET]);
});
