import { describe, expect, test, vi } from "vitest";
import type { Bindings } from "../../src/env.ts";
import { createOrderToken, readOrderToken } from "../../src/services/order-token.ts";
import { createPaymentTicket, readPaymentTicket } from "../../src/services/payment-ticket.ts";
import { collectLogs } from "./logs.ts";
import { INTENT, keys, NEW, OLD } from "./token-keys.ts";

const logs = collectLogs();

const SECRET = `${INTENT}_secret_aBcDeFgHiJkLmNoPqRsTuVwXy`;

async function seal(env = keys(NEW), secret = SECRET): Promise<string> {
  const ticket = await createPaymentTicket(env, INTENT, secret);
  if (ticket === null) throw new Error("no ticket");
  return ticket;
}

describe("a ticket", () => {
  test("opens for its payment, does not show its secret, and is different each time", async () => {
    const ticket = await seal();
    expect(await readPaymentTicket(keys(NEW), INTENT, ticket)).toBe(SECRET);
    expect(ticket).toMatch(/^2026\.[\w-]{60,230}$/);
    expect(atob((ticket.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"))).not.toContain("secret");
    expect(await seal()).not.toBe(ticket);
  });

  test("is valid for a quarter of an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T10:00:00Z") });
    const ticket = await seal();
    vi.setSystemTime(new Date("2026-11-22T10:14:59Z"));
    expect(await readPaymentTicket(keys(NEW), INTENT, ticket)).toBe(SECRET);
    vi.setSystemTime(new Date("2026-11-22T10:15:00Z"));
    expect(await readPaymentTicket(keys(NEW), INTENT, ticket)).toBeNull();
  });

  test("is made with the first key; one of an older key opens until that key is removed", async () => {
    const earlier = await seal(keys(OLD));
    expect(await seal(keys(NEW, OLD))).toMatch(/^2026\./);
    expect(await readPaymentTicket(keys(NEW, OLD), INTENT, earlier)).toBe(SECRET);
    expect(await readPaymentTicket(keys(NEW), INTENT, earlier)).toBeNull();
  });

  test("is refused if any character of it is changed or left out", async () => {
    const ticket = await seal();
    const last = ticket.length - 1;
    for (let index = 0; index < last; index += 1) {
      const other = ticket[index] === "x" ? "y" : "x";
      const changed = [`${ticket.slice(0, index)}${other}${ticket.slice(index + 1)}`, ticket.slice(0, index)];
      for (const text of changed) expect(await readPaymentTicket(keys(NEW), INTENT, text), text).toBeNull();
    }
  });

  test("opens neither for another payment nor under another key of that name", async () => {
    const ticket = await seal();
    expect(await readPaymentTicket(keys(NEW), `${INTENT}s`, ticket)).toBeNull();
    expect(await readPaymentTicket(keys(`2026:${"C".repeat(43)}`), INTENT, ticket)).toBeNull();
    expect(await readPaymentTicket(keys(NEW, OLD), INTENT, ticket.replace("2026.", "2025."))).toBeNull();
  });

  test("is no order's token, and an order's token is no ticket", async () => {
    expect(await readOrderToken(keys(NEW), await seal())).toBeNull();
    const token = (await createOrderToken(keys(NEW), INTENT)) ?? "";
    expect(await readPaymentTicket(keys(NEW), INTENT, token)).toBeNull();
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
    expect(await readPaymentTicket(keys(NEW), INTENT, text)).toBeNull();
  });

  test("is not made of a secret that is too long for an address", async () => {
    expect(await createPaymentTicket(keys(NEW), INTENT, `${INTENT}_secret_${"a".repeat(200)}`)).toBeNull();
  });

  test.each([undefined, "", "FILL-IN", "2026:short"])("without a key (%j) there are none", async (configured) => {
    const env = { ORDER_TOKEN_KEYS: configured } as unknown as Bindings;
    expect(await createPaymentTicket(env, INTENT, SECRET)).toBeNull();
    expect(await readPaymentTicket(env, INTENT, await seal())).toBeNull();
    expect(logs.lines("config.invalid").map(({ name }) => name)).toEqual(["ORDER_TOKEN_KEYS"]);
  });
});
