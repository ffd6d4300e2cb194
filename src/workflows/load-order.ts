import type { Bindings } from "../env.ts";
import { type Order, readOrder } from "../services/orders.ts";

/**
 * The paid order of a payment, for a step of a Workflow. Rejects while KV does not show it, so that the step is
 * retried.
 */
export async function loadOrder(env: Bindings, intentId: string): Promise<Order> {
  const read = await readOrder(env.ORDERS, intentId);
  if (read.status !== "found" || read.value.status !== "paid") throw new Error(`order ${read.status}`);
  return read.value;
}
