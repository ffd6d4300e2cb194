import { env } from "cloudflare:workers";
import { beforeAll } from "vitest";
import type { Order } from "../../src/ledger/orders.ts";
import { EMAIL_FIELD } from "../../src/orders/my-course/my-course-rules.ts";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { beginAt, started } from "./clock-ticks.ts";
import { keepOrder, paidOrder } from "./ledger-rows.ts";
import type { Logs } from "./logs.ts";
import { askWith, formOf, ORDER_KEYS, seedTargets } from "./shop.ts";
import { createIdleWorkflow } from "./workflows.ts";

/** People who lost their links, and the shop that they ask. */

export const KNOWN = "jan@example.nl";
/** An address of no order, as long as `KNOWN`. */
export const UNKNOWN = "els@example.nl";

/** Before each test nothing is sold, and the clock stands still: a window of time must not end within a test. */
export function beginWithoutOrders(): Logs {
  beforeAll(seedTargets);
  return beginAt("2026-07-02T10:01:00Z");
}

export function bindings(more: object = {}): Bindings {
  return { ...env, ...ORDER_KEYS, MAILER: createIdleWorkflow(started), ...more } as Bindings;
}

export function send(email: string, more: object = {}, headers: object = {}): Promise<Response> {
  return askWith(bindings(more), PATHS.myCourse, formOf({ [EMAIL_FIELD.name]: email }, headers));
}

/** Writes a sale down. */
export async function sell(changes: Partial<Order>, time?: string): Promise<void> {
  await keepOrder(
    paidOrder({ productId: "KVB1", source: "checkout", email: KNOWN, buyerName: "Jan Boze.nl", ...changes }, time),
  );
}
