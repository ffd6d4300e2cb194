import type { Order } from "../../src/ledger/orders.ts";
import { UNKNOWN } from "../../src/paying/money/payments-of.ts";

export function paidOrder(changes: Partial<Order>, time = "2026-07-01T22:10:00.000Z"): Order {
  const times = { createdAt: time, paidAt: time, updatedAt: time, boughtAt: time };
  return { intentId: "pi_1", status: "paid", amountCents: 3900, currency: "eur", ...times, ...UNKNOWN, ...changes };
}
