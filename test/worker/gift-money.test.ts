import { beforeEach, describe, expect, test } from "vitest";
import type { Bindings } from "../../src/env.ts";
import { createGiftCode } from "../../src/services/gift-code.ts";
import { wishToMetadata } from "../../src/services/gift-wish.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { followMoney } from "../../src/workflows/after-money.ts";
import { freshAddress } from "../client-address.ts";
import { runAfterSale } from "./after-sale-steps.ts";
import { collectLogs } from "./logs.ts";
import { onEveryKv } from "./places.ts";
import { askWith, ORDER_KEYS, seedTargets } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, STRIPE_BINDINGS, stripeEvent, stubStripe, webhookCall } from "./stripe-stub.ts";
import { sampleTurnsOf } from "./turns.ts";

/**
 * A bought gift whose money is refunded, returned and refunded again. Events come in any order, each in another place.
 */

collectLogs();

const PAID_S = 1_700_000_000;
const wish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
const metadata = { product: "KVB1", price: "3900", flow: "none", visit: "v", ...wishToMetadata(wish) };

let payments = 0;
let intentId = "";
let code = "";
beforeEach(async () => {
  payments += 1;
  intentId = `pi_money${payments}`;
  code = (await createGiftCode(ORDER_KEYS as Bindings, intentId)) ?? "";
  await seedTargets();
  // The shop asks Stripe for the payment's metadata if a refund or a dispute comes before its sale.
  stubStripe(() => answerJson(intent({ id: intentId, metadata })));
});

const refund = (id: string, status: string) => ({
  id,
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
  lost: () => ["charge.dispute.closed", { id: "du_1", payment_intent: intentId, status: "lost" }],
  won: () => ["charge.dispute.closed", { id: "du_1", payment_intent: intentId, status: "won" }],
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
  const started: { id: string; about?: string }[] = [];
  const AFTER_SALE = {
    createBatch: async (batch: { instances: { id: string; params: { about?: string } }[] }) => {
      for (const { id, params } of batch.instances) started.push({ id, ...params });
      return { instances: [], errors: [] };
    },
  } as unknown as Bindings["AFTER_SALE"];
  const bindingsAt = (place: string) =>
    ({ ...STRIPE_BINDINGS, ...ORDER_KEYS, AFTER_SALE, ...world.at(place) }) as Bindings;

  async function deliver(name: Name, place: string): Promise<number> {
    const [type, object] = EVENTS[name]();
    const call = await webhookCall(JSON.stringify(stripeEvent(type, object, { id: `evt_${name}` })));
    return (await askWith(bindingsAt(place), PATHS.stripeWebhook, call)).status;
  }

  /** The gift's page, as the recipient sees it. */
  async function page(place = "LHR"): Promise<"open" | "stopped" | number> {
    const headers = { "cf-connecting-ip": freshAddress() };
    const { status } = await askWith(bindingsAt(place), giftCodePath(code), { headers });
    return status === 200 ? "open" : status === 410 ? "stopped" : status;
  }

  /** Runs all started Workflows, each in another place of KV. The one that started first runs last, and decides. */
  async function runStarted(): Promise<void> {
    const step = { sleep: async () => undefined, do: (_name: string, _config: unknown, work: () => unknown) => work() };
    for (const [index, { about }] of started.toReversed().entries()) {
      world.pass(1000);
      const bindings = bindingsAt(`workflow ${index}`);
      if (about === "money") await followMoney(bindings, intentId, step as never);
      else await runAfterSale(intentId, { bindings });
    }
  }

  beforeEach(() => {
    started.length = 0;
  });

  describe.each(STORIES)("$of: $ends", ({ of, ends }) => {
    test.each(sampleTurnsOf(of).map((turns) => [turns.join(", "), turns] as const))("%s", async (_name, turns) => {
      await page();
      for (const [index, name] of turns.entries()) expect(await deliver(name, `webhook ${index}`)).toBe(200);
      world.settle();
      await runStarted();
      world.settle();
      expect(await page()).toBe(ends);
    });
  });

  test("a refund stops the gift at once where its order is seen", async () => {
    await deliver("sale", "AMS");
    world.settle();
    await runStarted();
    world.settle();
    expect(await page()).toBe("open");
    await deliver("refund", "AMS");
    expect(await page("AMS")).toBe("stopped");
    await deliver("failed", "AMS");
    expect(await page("AMS")).toBe("open");
  });
});
