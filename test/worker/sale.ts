import { beforeEach } from "vitest";
import { type Order, readOrder, writeFact } from "../../src/services/orders.ts";
import { runAfterSale, type SaleRun, type SaleWorld, type SentMail } from "./after-sale-steps.ts";
import { collectLogs, type Logs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { kvWorld } from "./places.ts";
import { seedTargets } from "./shop.ts";

/** A sale that was recorded, and the Workflow after it. */

export const BUYER = "jan@example.nl";
export const OWNER = "eigenaar@vaarkoers.example";
export const HOUR_MS = 3_600_000;
export const NOW = "2026-11-22T10:00:00.000Z";

let sales = 0;
export let intentId = "";
/** Makes the id of a new payment before each test. */
export function beginSale(): Logs {
  beforeEach(async () => {
    sales += 1;
    intentId = `pi_sale${sales}`;
    await seedTargets();
  });
  return collectLogs();
}

/** Takes another id, for a second sale in one test. */
export function anew(): void {
  intentId = `${intentId}again`;
}

/** The buyer's side of a sale that our checkout recorded. */
export const SALE: Partial<Order> = {
  source: "checkout",
  productId: "KVB1",
  flow: "none",
  buyerName: "Jan Jansen",
  email: BUYER,
  consent: "2026-11",
  consentAt: NOW,
};

export function record(known: Partial<Order> = SALE, key = intentId): Promise<void> {
  return writeFact(kvWorld.at("webhook").ORDERS, key, paidOrder({ intentId, ...known }, NOW));
}

/** Runs the Workflow after the sale, in a KV place of its own. */
export function follow({ bindings = {}, ...more }: SaleWorld = {}): Promise<SaleRun> {
  return runAfterSale(intentId, {
    ...more,
    bindings: { ...kvWorld.at("workflow"), ...bindings },
    pass: kvWorld.pass,
  });
}

export const mailed = (mails: readonly SentMail[]) => mails.map(({ to }) => to);
/** Whether the buyer's place shows that the confirmation went, once every place shows it. */
export const isConfirmed = async () => {
  kvWorld.settle();
  const read = await readOrder(kvWorld.at("buyer").ORDERS, intentId);
  return read.status === "found" && read.value.confirmedAt !== undefined;
};
