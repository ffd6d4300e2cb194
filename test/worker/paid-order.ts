import type { Order } from "../../src/ledger/orders.ts";

/** An order that was paid, as the ledger shows it. */
export function paidOrder(changes: Partial<Order>, time = "2026-07-01T22:10:00.000Z"): Order {
  const times = { createdAt: time, paidAt: time, updatedAt: time, boughtAt: time };
  const follows = {
    money: "paid",
    state: "paid",
    isRepaid: false,
    isWithdrawn: false,
    isUsable: true,
    isUnconfirmed: false,
  } as const;
  return { intentId: "pi_1", status: "paid", amountCents: 3900, currency: "eur", ...times, ...follows, ...changes };
}
