import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { Bindings } from "../../src/server/env.ts";
import { emptyLedger, keepOrder, paidOrder, WISH } from "./ledger-rows.ts";
import { addressOf, askWith, orderPathOf, READABLE_ROUTES, watch } from "./shop.ts";

/** What an answer costs: anybody may ask for a page, as often as they like, and each read of KV is paid for. */

const INTENT = "pi_1kvreads";

beforeAll(async () => {
  await emptyLedger();
  await keepOrder(paidOrder({ intentId: INTENT, productId: "KVB1_KVB2" }));
  await keepOrder(paidOrder({ intentId: `${INTENT}gift`, gift: WISH }));
});

async function operationsOf(path: string): Promise<number> {
  const calls: string[] = [];
  await (await askWith(watch(env as unknown as Bindings, calls), path)).text();
  return calls.filter((call) => /^(INTERSTITIALS|GIFTS)\./.test(call)).length;
}

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

test.each([
  ["a gift's page: the gift, its message, and who may have stopped it", () => "/g-DEMO-VAAR-2026", 4],
  ["an order's page: the addresses of its courses", () => orderPathOf(INTENT), 2],
  ["a gift's order: what stopped it", () => orderPathOf(`${INTENT}gift`), 2],
])("%s", async (_what, path, operations) => {
  expect(await operationsOf(await path())).toBe(operations);
});
