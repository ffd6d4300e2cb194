import { expect, test } from "vitest";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { attempt, openShop, PAID_AT, run, sell, sellHosted, tell } from "./shop.ts";

openShop();
const runSales = (...args: string[]) => run(["sales", ...args]);

test("sales by day in Amsterdam, product and flow, with a sum; what is no course is named", async () => {
  const gift = wishToMetadata({ productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" });
  // Still the last day of June in UTC, already July in Amsterdam.
  await sell("pi_1", { paidAt: "2026-06-30T22:30:00.000Z", metadata: { flow: "A" } });
  await sell("pi_2", { metadata: { flow: "A", ...gift } });
  await sell("pi_3", { amount: 5900, metadata: { product: "MARIFONIE" } });
  await tell("payment_intent.succeeded", PAID_AT, { id: "pi_boat", amount: 123_400, currency: "usd", metadata: {} });
  await attempt("pi_try");
  const { exitCode, out, notes } = await runSales();
  expect(out.split("\n")).toEqual([
    "DAY         PRODUCT    FLOW  SALES  GIFTS  AMOUNT",
    "2026-07-01  KVB1       A         2      1   78.00",
    "2026-07-01  MARIFONIE  none      1      0   59.00",
    "all                              3      1  137.00",
  ]);
  expect([exitCode, notes]).toEqual([0, "not counted: 1 paid for something else, or not in euros"]);
  expect((await runSales("--csv")).out).toContain('"2026-07-01";"KVB1";"A";"2";"1";"78,00"\r\n');
  expect((await runSales("--to", "2026-06-30")).out).toBe("No sales (local).");
  expect((await runSales("--from", "gisteren")).exitCode).toBe(2);
});

test("a hosted sale at midnight is of one day only, that of its payment", async () => {
  await sell("pi_1", { paidAt: "2026-07-01T21:59:59.000Z" });
  await sellHosted("pi_1", { name: "Jan", email: "jan@example.nl" }, { paidAt: "2026-07-01T22:00:01.000Z" });
  expect((await runSales("--to", "2026-07-01")).out).toContain("2026-07-01  KVB1");
  expect((await runSales("--from", "2026-07-02")).out).toBe("No sales (local).");
});
