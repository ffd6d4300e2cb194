import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { emptyLedger, keepOrder, paidOrder } from "./ledger-rows.ts";
import { addressOf, askWith, changed, orderPathOf, READABLE_ROUTES } from "./shop.ts";

/** What an answer costs: anybody may ask for a page, as often as they like, and each read of KV is paid for. */

const INTENT = "pi_1kvreads";
const GIFT = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "Hoi", from: "now" } as const;

beforeAll(async () => {
  await emptyLedger();
  await keepOrder(paidOrder({ intentId: INTENT, productId: "KVB1_KVB2" }));
  await keepOrder(paidOrder({ intentId: `${INTENT}gift`, gift: GIFT }));
});

async function operationsOf(path: string): Promise<number> {
  let count = 0;
  const counted = <T extends object>(namespace: T): T => {
    const call =
      (real: (...args: unknown[]) => unknown) =>
      (...args: unknown[]) => {
        count += 1;
        return real(...args);
      };
    return changed(namespace, { get: call, list: call, put: call, delete: call } as never);
  };
  await (await askWith({ INTERSTITIALS: counted(env.INTERSTITIALS), GIFTS: counted(env.GIFTS) }, path)).text();
  return count;
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
