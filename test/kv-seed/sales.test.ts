import { expect, test } from "vitest";
import { FAILED, facts, PAID, runSales } from "./order-facts.ts";

test("sales by day in Amsterdam, product and flow, with a sum; what is no course is named", async () => {
  const gift = { recipient: "Noor", giver: "Opa", message: "", from: "now" };
  const kv = facts({
    // Still the last day of June in UTC, already July in Amsterdam.
    pi_1: { ...PAID, flow: "A", paidAt: "2026-06-30T22:30:00Z" },
    pi_2: { ...PAID, flow: "A", paidAt: "2026-07-01T10:00:00Z", gift },
    pi_3: { ...PAID, amountCents: 5900, productId: "MARIFONIE", paidAt: "2026-07-01T10:00:00Z" },
    pi_boat: { amountCents: 123_400, currency: "usd", status: "paid", paidAt: "2026-07-01T10:00:00Z" },
    "pi_try.failed": FAILED,
  });
  const run = await runSales(kv);
  expect(run.out.split("\n")).toEqual([
    "DAY         PRODUCT    FLOW  SALES  GIFTS  AMOUNT",
    "2026-07-01  KVB1       A         2      1   78.00",
    "2026-07-01  MARIFONIE  none      1      0   59.00",
    "all                              3      1  137.00",
  ]);
  expect([run.exitCode, run.notes]).toEqual([0, "not counted: 1 paid for something else, or not in euros"]);
  expect((await runSales(kv, "--csv")).out).toContain('"2026-07-01";"KVB1";"A";"2";"1";"78,00"\r\n');
  expect((await runSales(kv, "--to", "2026-06-30")).out).toBe("No sales (local).");
  expect((await runSales(kv, "--from", "gisteren")).exitCode).toBe(2);
});

test("a hosted sale at midnight is of one day only, that of its payment", async () => {
  const hosted = { ...PAID, paidAt: "2026-07-01T22:00:01Z" };
  const kv = facts({ pi_1: { ...PAID, paidAt: "2026-07-01T21:59:59Z" }, "pi_1.session": hosted });
  expect((await runSales(kv, "--to", "2026-07-01")).out).toContain("2026-07-01  KVB1");
  expect((await runSales(kv, "--from", "2026-07-02")).out).toBe("No sales (local).");
});
