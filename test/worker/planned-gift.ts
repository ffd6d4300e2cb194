import { env } from "cloudflare:workers";
import { beforeEach, expect, vi } from "vitest";
import type { Bindings } from "../../src/env.ts";
import {
  changeDelivery,
  keepDeliveryDraft,
  planFirstDelivery,
  readDelivery,
} from "../../src/services/gift-delivery.ts";
import { type Order, writeFact } from "../../src/services/orders.ts";
import { giftCodeOf, storePaidGift } from "../../src/services/paid-gifts.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { runDelivery } from "./delivery-steps.ts";
import { paidOrder } from "./paid-order.ts";
import { kvWorld } from "./places.ts";
import { ORDER_KEYS } from "./shop.ts";
import { createIdleWorkflow } from "./workflows.ts";

/** A gift that is mailed on a day, its plan, and the Workflow that mails it. */

export const NOW = new Date("2026-11-22T10:00:00Z");
export const DAY = "2026-12-05";
export const AT_EIGHT = "2026-12-05T07:00:00.000Z";
export const GIVER = "kees@example.nl";
export const NOOR = "noor@example.nl";
export const OTHER = "noor@elders.example";
export const DRAFT = "0a1b2c3d";
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

type Started = { id: string; params: Parameters<typeof runDelivery>[0] };
export let started: Started[] = [];
export let gifts = 0;
export let intentId = "";
export let order: Order;

export const bindingsAt = (place: string, more: Partial<Bindings> = {}) =>
  ({
    ...env,
    ...ORDER_KEYS,
    ...kvWorld.at(place),
    AFTER_SALE: createIdleWorkflow(started),
    ...more,
  }) as Bindings;
export const pass = (ms: number) => {
  kvWorld.pass(ms);
  vi.setSystemTime(Date.now() + ms);
};
export const run = (asked: Started | undefined, more: Parameters<typeof runDelivery>[1] = {}) =>
  runDelivery(asked?.params ?? { intentId, plan: "none", sendAt: AT_EIGHT }, {
    pass,
    ...more,
    bindings: { ...ORDER_KEYS, ...kvWorld.at("workflow"), ...more.bindings },
  });
const wish: GiftWish = {
  productId: "KVB1",
  recipient: "Noor",
  giver: "Opa Kees",
  message: "Kijk op http://spam.example",
  from: DAY,
  byMail: DRAFT,
};
export const stateNow = async (id = intentId) => {
  kvWorld.settle();
  const read = await readDelivery(bindingsAt("reader"), id);
  return read.status === "found" ? read.value : read;
};
/** Every address that KV still holds of this gift's delivery. */
export const keptAddresses = async () => {
  const { keys } = await env.ORDERS.list({ prefix: "delivery" });
  const own = keys.filter(({ name }) => name.includes(intentId));
  const values = await Promise.all(own.map(({ name }) => env.ORDERS.get(name)));
  return values.flatMap((text) => text?.match(/\w+@[\w.]+/g) ?? []);
};

/** Plans the mail as the Workflow after the sale does. */
export const planFirst = () => planFirstDelivery(bindingsAt("sale"), intentId, { day: DAY, draft: DRAFT }, new Date());

/** Changes the plan, or stops it (null), as the order's page does. */
export const change = (wanted: Parameters<typeof changeDelivery>[2], bindings = bindingsAt("page")) =>
  changeDelivery(bindings, intentId, wanted, new Date());

/** What became of a plan, and to whom mails went. */
export const sent = async (...asked: Parameters<typeof run>) => {
  const { outcome, mails } = await run(...asked);
  return [outcome, mails.map(({ to }) => to)];
};

/** The code of the gift. */
export const codeNow = async () => (await giftCodeOf(bindingsAt("sale"), order)) ?? "";

/** Before each test a gift is paid, and its mail planned. */
export function beginWithPlan(): void {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    gifts += 1;
    intentId = `pi_day${gifts}`;
    started = [];
    order = paidOrder({ intentId, source: "checkout", email: GIVER, gift: wish }, NOW.toISOString());
    await writeFact(env.ORDERS, intentId, order);
    await storePaidGift(bindingsAt("sale"), await codeNow(), intentId, wish);
    await keepDeliveryDraft(bindingsAt("checkout"), intentId, DRAFT, NOOR);
    pass(2000);
    kvWorld.settle();
    expect(await planFirst()).toBe("planned");
    pass(2000);
  });
}
