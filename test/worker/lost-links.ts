import { env } from "cloudflare:workers";
import { beforeEach, vi } from "vitest";
import type { Bindings } from "../../src/env.ts";
import { buyerHash, noteBuyer } from "../../src/services/buyer-index.ts";
import { type Order, writeFact } from "../../src/services/orders.ts";
import { readTokenKeys } from "../../src/services/token-keys.ts";
import { EMAIL_FIELD } from "../../src/shared/my-course.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs, type Logs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { askWith, emptyKv, formOf, ORDER_KEYS, seedTargets } from "./shop.ts";
import { createIdleWorkflow } from "./workflows.ts";

/** People who lost their links, and the shop that they ask. */

export const KNOWN = "jan@example.nl";
/** An address of no order, as long as `KNOWN`. */
export const UNKNOWN = "els@example.nl";

type Started = { id: string; params: { buyer: string } };
/** The Workflows that a test started. */
export const started: Started[] = [];

/** Before each test nothing is sold, and the clock stands still: a window of time must not end within a test. */
export function beginWithoutOrders(): Logs {
  beforeEach(async () => {
    started.length = 0;
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-07-02T10:01:00Z") });
    await emptyKv(env.ORDERS);
    await seedTargets();
  });
  return collectLogs();
}

export function bindings(more: object = {}): Bindings {
  return { ...env, ...ORDER_KEYS, AFTER_LINK_REQUEST: createIdleWorkflow(started), ...more } as Bindings;
}

export function send(email: string, more: object = {}, headers: object = {}): Promise<Response> {
  return askWith(bindings(more), PATHS.myCourse, formOf({ [EMAIL_FIELD.name]: email }, headers));
}

/** Stores an order as the webhook does. */
export async function sell(changes: Partial<Order>, time?: string, orders = env.ORDERS): Promise<Order> {
  const order = paidOrder(
    { productId: "KVB1", source: "checkout", email: KNOWN, buyerName: "Jan Boze.nl", ...changes },
    time,
  );
  await writeFact(orders, order.intentId, order);
  await noteBuyer(bindings({ ORDERS: orders }), order.intentId, order);
  return order;
}

export const hashOf = async (email: string) => (await buyerHash(readTokenKeys(bindings()), email)) ?? "";
