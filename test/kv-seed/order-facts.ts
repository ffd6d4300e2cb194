import { MemoryStore, runTool } from "./tool.ts";

export const PAID = { amountCents: 3900, currency: "eur", productId: "KVB1", status: "paid" };
export const FAILED = { ...PAID, status: "failed", createdAt: "2026-07-03T10:00:00Z" };

/** The facts of payments by their keys, completed as the webhook writes them. */
export function facts(byKey: Readonly<Record<string, Readonly<Record<string, unknown>>>>): MemoryStore {
  const entries = Object.entries(byKey).map(([key, fact]) => {
    const time = fact.paidAt ?? fact.createdAt ?? "2026-07-01T08:00:00Z";
    const whole = { intentId: key.split(".")[0], createdAt: time, updatedAt: time, eventId: "evt_1", ...fact };
    return [key, whole];
  });
  return MemoryStore.with(Object.fromEntries(entries));
}

/** Runs one command line of the tool on these orders. */
const on =
  (command: string) =>
  (kv: MemoryStore, ...args: string[]) =>
    runTool([command, ...args], { stores: { ORDERS: kv } });
export const runOrders = on("orders");
export const runOrder = on("order");
export const runSales = on("sales");
