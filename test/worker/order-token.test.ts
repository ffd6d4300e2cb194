import { describe, expect, test } from "vitest";
import { spellOrderToken } from "../../src/ledger/order-rules.ts";
import { createOrderPath, createOrderToken, readOrderToken } from "../../src/ledger/order-token.ts";
import { createPaymentTicket, readPaymentTicket } from "../../src/paying/return/payment-ticket.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs } from "./logs.ts";
import { INTENT, keys, NEW, OLD } from "./token-keys.ts";

/** The token in an order's address, and the ticket of a payment, which the same keys make. */

const logs = collectLogs();

async function sign(env: Bindings, intentId = INTENT): Promise<string> {
  const token = await createOrderToken(openShop(env), intentId);
  if (token === null) throw new Error("no token");
  return token;
}

describe("a token", () => {
  test("names the payment that it was made for, in characters that stand in a path as they are", async () => {
    const token = await sign(keys(NEW));
    expect(await readOrderToken(openShop(keys(NEW)), token)).toBe(INTENT);
    expect(spellOrderToken(token)).toBe(token);
    expect(encodeURIComponent(token)).toBe(token);
    expect(await createOrderPath(openShop(keys(NEW)), INTENT)).toBe(PATHS.orderStatus.replace(":token", token));
  });

  test("is signed with the first key; one of an older key is valid until that key is removed", async () => {
    const earlier = await sign(keys(OLD));
    const token = await sign(keys(NEW, OLD));
    expect(token).toMatch(/^2026\./);
    expect(await readOrderToken(openShop(keys(NEW, OLD)), earlier)).toBe(INTENT);
    expect(await readOrderToken(openShop(keys(NEW, OLD)), token)).toBe(INTENT);
    expect(await readOrderToken(openShop(keys(NEW)), earlier)).toBeNull();
  });

  test("is refused if any character of it is changed or left out", async () => {
    const token = await sign(keys(NEW));
    for (let index = 0; index < token.length; index += 1) {
      const character = token.charAt(index);
      for (const other of ["A", "b", "1", "-", ".", "_"].filter((candidate) => candidate !== character)) {
        const changed = token.slice(0, index) + other + token.slice(index + 1);
        expect(await readOrderToken(openShop(keys(NEW)), changed), changed).toBeNull();
      }
      const cut = token.slice(0, index) + token.slice(index + 1);
      expect(await readOrderToken(openShop(keys(NEW)), cut), cut).toBeNull();
    }
  });

  test("has one spelling: base64's unused bits must be zero", async () => {
    const token = await sign(keys(NEW));
    const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
    const accepted: string[] = [];
    for (const last of alphabet) {
      if ((await readOrderToken(openShop(keys(NEW)), token.slice(0, -1) + last)) !== null) accepted.push(last);
    }
    expect(accepted).toEqual([token.slice(-1)]);
  });

  test("has a signature that is valid for no other payment and no other key's name", async () => {
    const [keyId, , signature] = (await sign(keys(NEW))).split(".");
    expect(await readOrderToken(openShop(keys(NEW)), `${keyId}.pi_other.${signature}`)).toBeNull();
    const sameSecret = NEW.replace("2026", "2027");
    expect(await readOrderToken(openShop(keys(NEW, sameSecret)), `2027.${INTENT}.${signature}`)).toBeNull();
  });

  test("of another key with the same name is refused", async () => {
    const forged = await sign(keys(OLD.replace("2025", "2026")));
    expect(await readOrderToken(openShop(keys(NEW)), forged)).toBeNull();
  });

  test.each([
    "",
    ".",
    "..",
    "2026",
    `2026.${INTENT}`,
    `2026.${INTENT}.`,
    "x".repeat(100_000),
    "2026.ch_1.AAAA",
    "\u0000",
  ])("%j is none", async (text) => {
    expect(spellOrderToken(text)).toBeNull();
    expect(await readOrderToken(openShop(keys(NEW)), text)).toBeNull();
  });

  test.each(["", "ch_1", "pi_", "pi_a/b", "pi_a.b", "../pi_1"])("is not made for %j", async (intentId) => {
    expect(await createOrderPath(openShop(keys(NEW)), intentId)).toBeNull();
  });
});

test.each([
  ["missing", ""],
  ["malformed", "geheim"],
  ["malformed", "1:te-kort"],
  ["malformed", `1:${"A".repeat(45)}`],
  ["malformed", `${NEW},`],
  ["malformed", `${NEW} ,${OLD}`],
])("the secret: %s (%j): no links and no orders, and the log names it", async (reason, value) => {
  const env = keys(value);
  const token = await sign(keys(NEW));
  expect(await createOrderPath(openShop(env), INTENT)).toBeNull();
  expect(await readOrderToken(openShop(env), token)).toBeNull();
  expect(logs.lines("config.invalid")).toEqual([
    { level: "error", event: "config.invalid", name: "ORDER_TOKEN_KEYS", reason },
  ]);
});

const SECRET = `${INTENT}_secret_aBcDeFgHiJkLmNoPqRsTuVwXy`;

async function seal(env = keys(NEW), secret = SECRET): Promise<string> {
  const ticket = await createPaymentTicket(openShop(env), INTENT, secret);
  if (ticket === null) throw new Error("no ticket");
  return ticket;
}

describe("a ticket", () => {
  test("opens for its payment, does not show its secret, and is different each time", async () => {
    const ticket = await seal();
    expect(await readPaymentTicket(openShop(keys(NEW)), INTENT, ticket)).toBe(SECRET);
    expect(ticket).toMatch(/^2026\.[\w-]{60,230}$/);
    expect(atob((ticket.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"))).not.toContain("secret");
    expect(await seal()).not.toBe(ticket);
  });

  test("is made with the first key; one of an older key opens until that key is removed", async () => {
    const earlier = await seal(keys(OLD));
    expect(await seal(keys(NEW, OLD))).toMatch(/^2026\./);
    expect(await readPaymentTicket(openShop(keys(NEW, OLD)), INTENT, earlier)).toBe(SECRET);
    expect(await readPaymentTicket(openShop(keys(NEW)), INTENT, earlier)).toBeNull();
  });

  test("is refused if any character of it is changed or left out", async () => {
    const ticket = await seal();
    const last = ticket.length - 1;
    for (let index = 0; index < last; index += 1) {
      const other = ticket[index] === "x" ? "y" : "x";
      const changed = [`${ticket.slice(0, index)}${other}${ticket.slice(index + 1)}`, ticket.slice(0, index)];
      for (const text of changed) expect(await readPaymentTicket(openShop(keys(NEW)), INTENT, text), text).toBeNull();
    }
  });

  test("opens neither for another payment nor under another key of that name", async () => {
    const ticket = await seal();
    expect(await readPaymentTicket(openShop(keys(NEW)), `${INTENT}s`, ticket)).toBeNull();
    expect(await readPaymentTicket(openShop(keys(`2026:${"C".repeat(43)}`)), INTENT, ticket)).toBeNull();
    expect(await readPaymentTicket(openShop(keys(NEW, OLD)), INTENT, ticket.replace("2026.", "2025."))).toBeNull();
  });

  test("is no order's token, and an order's token is no ticket", async () => {
    expect(await readOrderToken(openShop(keys(NEW)), await seal())).toBeNull();
    const token = (await createOrderToken(openShop(keys(NEW)), INTENT)) ?? "";
    expect(await readPaymentTicket(openShop(keys(NEW)), INTENT, token)).toBeNull();
  });

  test.each([
    "",
    ".",
    "2026.",
    "2026",
    `2026.${"A".repeat(61)}`,
    `2026.${"A".repeat(60)}`,
    `2026.${"A".repeat(9999)}`,
    "é.é",
  ])("%j is none", async (text) => {
    expect(await readPaymentTicket(openShop(keys(NEW)), INTENT, text)).toBeNull();
  });

  test("is not made of a secret that is too long for an address", async () => {
    expect(await createPaymentTicket(openShop(keys(NEW)), INTENT, `${INTENT}_secret_${"a".repeat(200)}`)).toBeNull();
  });
});
