import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { createOrderToken } from "../../src/ledger/order-token.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import { orderPath, PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { emptyLedger, keepOrder } from "./ledger-rows.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { addressOf, askWith, changed, ORDER_KEYS, READABLE_ROUTES, seedGifts, seedTargets } from "./shop.ts";

/** What an answer costs: anybody may ask for a page, as often as they like, and each read of KV is paid for. */

collectLogs();

const INTENT = "pi_1kvreads";
const GIFT = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "Hoi", from: "now" } as const;

beforeAll(async () => {
  await seedTargets();
  await seedGifts();
  await emptyLedger();
  await keepOrder(paidOrder({ intentId: INTENT, productId: "KVB1_KVB2" }));
  await keepOrder(paidOrder({ intentId: `${INTENT}gift`, gift: GIFT }));
});

/** The operations on KV of one answer. Many keys in one read are one. */
async function operationsOf(path: string): Promise<number> {
  let count = 0;
  const counted = <T extends object>(namespace: T): T => {
    const call =
      (real: (...args: unknown[]) => unknown) =>
      (...args: unknown[]) => {
        count += 1;
        return real(...args);
      };
    return changed(namespace, { get: call, getWithMetadata: call, list: call, put: call, delete: call } as never);
  };
  const bindings: Partial<Bindings> = {
    ...ORDER_KEYS,
    INTERSTITIALS: counted(env.INTERSTITIALS),
    GIFTS: counted(env.GIFTS),
  };
  const answer = await askWith(bindings, path, { headers: { "cf-connecting-ip": freshAddress() } });
  await answer.text();
  return count;
}

const orderOf = async (intentId: string) =>
  orderPath((await createOrderToken(openShop(ORDER_KEYS as Bindings), intentId)) ?? "");

/** The most operations on KV of each route that has any; all others have none. */
const CEILINGS: Readonly<Record<string, number>> = {
  bridge: 1,
  "interstitial-targets": 1,
  "payment-return": 1,
  "gift-code": 4,
  "gift-name": 4,
};

test.each(READABLE_ROUTES.map((route) => [route.name, route] as const))("GET %s", async (name, route) => {
  expect(await operationsOf(addressOf(route))).toBeLessThanOrEqual(CEILINGS[name] ?? 0);
});

test("the map of all targets is one read", async () => {
  expect(await operationsOf(PATHS.interstitialTargets)).toBe(1);
});

test("a gift's page: the gift, its message, and who may have stopped it", async () => {
  expect(await operationsOf("/g-DEMO-VAAR-2026")).toBe(4);
});

test("the page of an order: the addresses of its courses, or what stopped its gift", async () => {
  expect(await operationsOf(await orderOf(INTENT))).toBe(2);
  expect(await operationsOf(await orderOf(`${INTENT}gift`))).toBe(2);
});
