import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createGiftCode } from "../../src/gifts/gift-code.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import type { Bindings } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { collectLogs } from "./logs.ts";
import { runMails } from "./mail-steps.ts";
import { onEveryKv } from "./places.ts";
import { askWith, changed, ORDER_KEYS, seedTargets } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, STRIPE_BINDINGS, stripeEvent, stubStripe, webhookCall } from "./stripe-stub.ts";

/**
 * A bought gift whose money is refunded, returned and refunded again. Each event comes in another place.
 */

collectLogs();

const PAID_S = 1_700_000_000;
const wish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
const metadata = {
  product: "KVB1",
  price: "3900",
  flow: "none",
  visit: "v",
  buyer_email: "opa@example.nl",
  ...wishToMetadata(wish),
};

let payments = 0;
let intentId = "";
let code = "";
beforeAll(seedTargets);
beforeEach(async () => {
  payments += 1;
  intentId = `pi_money${payments}`;
  code = (await createGiftCode(openShop(ORDER_KEYS as Bindings), intentId)) ?? "";
  // The shop asks Stripe for the payment's metadata if a refund or a dispute comes before its sale.
  stubStripe(() => answerJson(intent({ id: intentId, metadata })));
});

const refund = (name: string, status: string) => ({
  id: `${name}_${intentId}`,
  payment_intent: intentId,
  amount: 3900,
  created: PAID_S + 10,
  status,
});
const EVENTS = {
  sale: () => ["payment_intent.succeeded", intent({ id: intentId, status: "succeeded", metadata })],
  total: () => [
    "charge.refunded",
    {
      id: "ch_1",
      payment_intent: intentId,
      amount: 3900,
      amount_refunded: 3900,
      currency: "eur",
      created: PAID_S,
      metadata,
    },
  ],
  refund: () => ["refund.created", refund("re_1", "succeeded")],
  failed: () => ["refund.failed", refund("re_1", "failed")],
  again: () => ["refund.created", refund("re_2", "succeeded")],
  lost: () => ["charge.dispute.closed", { id: `du_${intentId}`, payment_intent: intentId, status: "lost" }],
  won: () => ["charge.dispute.closed", { id: `du_${intentId}`, payment_intent: intentId, status: "won" }],
} satisfies Record<string, () => readonly [string, object]>;
type Name = keyof typeof EVENTS;

const STORIES: readonly { of: readonly Name[]; ends: "open" | "stopped" }[] = [
  { of: ["sale", "refund", "failed"], ends: "open" },
  { of: ["sale", "total", "failed"], ends: "open" },
  { of: ["sale", "total", "refund", "failed"], ends: "open" },
  { of: ["sale", "refund", "failed", "again"], ends: "stopped" },
  { of: ["sale", "lost"], ends: "stopped" },
  { of: ["sale", "lost", "won"], ends: "open" },
  { of: ["sale", "total"], ends: "stopped" },
];

onEveryKv((world) => {
  const bindingsAt = (place: string, more: Partial<Bindings> = {}) =>
    ({ ...STRIPE_BINDINGS, ...ORDER_KEYS, ...world.at(place), ...more }) as Bindings;

  async function deliver(name: Name, place: string, more: Partial<Bindings> = {}): Promise<number> {
    const [type, object] = EVENTS[name]();
    const call = await webhookCall(JSON.stringify(stripeEvent(type, object, { id: `evt_${name}` })));
    return (await askWith(bindingsAt(place, more), PATHS.stripeWebhook, call)).status;
  }

  /** The gift's page, as the recipient sees it. */
  async function page(place = "LHR"): Promise<"open" | "stopped" | number> {
    const headers = { "cf-connecting-ip": freshAddress() };
    const { status } = await askWith(bindingsAt(place), giftCodePath(code), { headers });
    return status === 200 ? "open" : status === 410 ? "stopped" : status;
  }

  /** The gift's page, once the gift is stored and every place shows every write. */
  async function pageInTheEnd(): Promise<ReturnType<typeof page>> {
    await runMails(intentId, { bindings: { ...STRIPE_BINDINGS, ...ORDER_KEYS }, forMs: 0 });
    world.settle();
    return page();
  }

  beforeEach(() => {
    vi.setSystemTime((PAID_S + 200) * 1000);
  });

  describe.each(STORIES)("$of: $ends", ({ of, ends }) => {
    test.each([
      ["in turn", of],
      ["backwards", of.toReversed()],
    ])("%s", async (_name, turns) => {
      await page();
      for (const [index, name] of turns.entries()) expect(await deliver(name, `webhook ${index}`)).toBe(200);
      expect(await pageInTheEnd()).toBe(ends);
    });

    test("all at once, each in two places", async () => {
      const places = of.flatMap((name, index) => [
        deliver(name, `webhook ${index}`),
        deliver(name, `webhook elsewhere ${index}`),
      ]);
      const statuses = await Promise.all(places);
      // KV takes a write a second: an event whose word it refused comes again.
      for (const [index, status] of statuses.entries()) {
        if (status !== 200) expect(await deliver(of[Math.floor(index / 2)] ?? "sale", "webhook again")).toBe(200);
      }
      expect(await pageInTheEnd()).toBe(ends);
    });
  });

  test("a refund stops the gift at once, and one that came back lets it open again", async () => {
    await deliver("sale", "AMS");
    expect(await pageInTheEnd()).toBe("open");
    await deliver("refund", "AMS");
    expect(await page("AMS")).toBe("stopped");
    await deliver("failed", "AMS");
    expect(await page("AMS")).toBe("open");
  });

  test("money that moves while KV is told of an earlier move: the last move counts", async () => {
    await deliver("sale", "AMS");
    let isFirst = true;
    const GIFTS = changed(world.at("AMS").GIFTS, {
      put:
        (real) =>
        async (...put: unknown[]) => {
          if (isFirst) {
            isFirst = false;
            expect(await deliver("failed", "FRA")).toBe(200);
          }
          return real(...put);
        },
    });
    expect(await deliver("refund", "AMS", { GIFTS })).toBe(200);
    expect(await pageInTheEnd()).toBe("open");
  });
});
