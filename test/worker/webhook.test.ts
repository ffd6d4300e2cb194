import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import type { Bindings } from "../../src/env.ts";
import { erasedKey } from "../../src/services/erasure.ts";
import { listNames } from "../../src/services/kv.ts";
import { type Order, type OrderFact, orderKey, readOrder, writeFact } from "../../src/services/orders.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { takeFaults } from "../outside-world/stripe-watch.ts";
import {
  bindings,
  canceled,
  deliver,
  event,
  failed,
  intentId,
  newPayment,
  order,
  PLACES,
  succeeded,
} from "./payment.ts";
import { onEveryKv } from "./places.ts";
import { askWith, ORDER_KEYS } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerError, answerJson, stripeEvent, stubStripe, webhookCall } from "./stripe-stub.ts";
import { createIdleWorkflow } from "./workflows.ts";

const logs = newPayment();

onEveryKv((world) => {
  describe("a payment that Stripe tells of", () => {
    test("a payment that succeeded is recorded under its intent's id", async () => {
      const response = await deliver(succeeded());
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ received: true });
      expect(JSON.parse((await env.ORDERS.get(intentId)) ?? "null")).toEqual({
        intentId,
        status: "paid",
        productId: "KVB1",
        flow: "none",
        amountCents: 3900,
        currency: "eur",
        email: "jan@example.nl",
        createdAt: "2023-11-14T22:13:20.000Z",
        updatedAt: "2023-11-14T22:15:00.000Z",
        paidAt: "2023-11-14T22:15:00.000Z",
        eventId: "evt_payment_intent.succeeded",
      });
      const { metadata } = await env.ORDERS.getWithMetadata(intentId);
      expect(metadata).toEqual({ createdAt: "2023-11-14T22:13:20.000Z", paidAt: "2023-11-14T22:15:00.000Z" });
    });

    test("an event of an order whose buyer's data were erased brings none of them back", async () => {
      const erasedAt = "2024-01-01T00:00:00.000Z";
      // Each place has cached that there is no erasure.
      for (const place of PLACES) expect(await world.at(place).ORDERS.get(erasedKey(intentId))).toBeNull();
      await writeFact(world.at("operator").ORDERS, erasedKey(intentId), { intentId, erasedAt, updatedAt: erasedAt });
      world.settle();
      const gift = { gift: "1", gift_recipient: "Noor", gift_giver: "Opa", gift_from: "now", gift_message_1: "Hoi" };
      const metadata = { product: "KVB1", price: "3900", flow: "none", buyer_name: "Jan", user_id: "7", ...gift };
      expect((await deliver(succeeded({ object: { status: "succeeded", metadata } }))).status).toBe(200);
      expect(await order()).toMatchObject({ status: "paid", amountCents: 3900, buyerName: "Jan", erasedAt });
      const own = (await listNames(env.ORDERS, "")).filter((name) => name.includes(intentId));
      const stored = await Promise.all(own.map((name) => env.ORDERS.get(name)));
      expect(JSON.stringify(stored)).not.toMatch(/jan@|Noor|Opa|Hoi|"7"/);
      expect(own.filter((name) => name.startsWith("buyer:") || name.endsWith(".wish"))).toEqual([]);
    });

    test("the log line names the event and the payment, not the buyer", async () => {
      await deliver(succeeded());
      expect(logs.lines("webhook.recorded")).toEqual([
        expect.objectContaining({
          intentId,
          eventId: "evt_payment_intent.succeeded",
          type: "payment_intent.succeeded",
        }),
      ]);
      expect(JSON.stringify(logs.lines("webhook.recorded"))).not.toContain("jan@");
    });

    test("one that failed or was canceled is recorded beside it, for a month", async () => {
      await deliver(failed());
      expect(await order()).toMatchObject({ status: "failed", amountCents: 3900 });
      expect(await env.ORDERS.get(intentId)).toBeNull();
      await deliver(canceled());
      expect(await order()).toMatchObject({ status: "canceled" });
      const { keys } = await env.ORDERS.list({ prefix: `${intentId}.` });
      expect(keys.map(({ name }) => name)).toEqual([`${intentId}.canceled`, `${intentId}.failed`]);
      for (const { expiration } of keys) expect((expiration ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 24 * 3600);
    });

    test("a payment of a hosted checkout link, without our metadata or an e-mail address, is recorded too", async () => {
      await deliver(succeeded({ object: { metadata: {}, receipt_email: null, amount: 5900 } }));
      const paid = await order();
      expect(paid).toMatchObject({ status: "paid", amountCents: 5900 });
      expect(paid).not.toHaveProperty("productId");
      expect(paid).not.toHaveProperty("email");
    });

    describe("order and repetition", () => {
      test("a replay is answered with 200 and changes nothing", async () => {
        const body = JSON.stringify(succeeded());
        expect((await deliver(body)).status).toBe(200);
        const first = await env.ORDERS.get(intentId);
        expect((await deliver(body, { timestamp: Math.floor(Date.now() / 1000) + 2 })).status).toBe(200);
        expect(await env.ORDERS.get(intentId)).toBe(first);
      });

      test("twenty deliveries at once make one record", async () => {
        const body = JSON.stringify(succeeded());
        const responses = await Promise.all(Array.from({ length: 20 }, () => deliver(body)));
        // KV accepts one write per key and second. A refused delivery must come again, and is recorded by then.
        for (const response of responses) expect([200, 503]).toContain(response.status);
        expect(responses.some(({ status }) => status === 200)).toBe(true);
        expect((await deliver(body)).status).toBe(200);
        expect(await order()).toMatchObject({ status: "paid" });
        expect((await env.ORDERS.list({ prefix: intentId })).keys.filter(({ name }) => name === intentId)).toHaveLength(
          1,
        );
      });

      test.each([
        ["failed, then paid", [failed, succeeded], "paid"],
        ["paid, then an older failure", [succeeded, failed], "paid"],
        ["paid, then a failure that says it is newer", [succeeded, () => failed({ created: 1_700_000_109 })], "paid"],
        ["canceled, then an older failure", [canceled, failed], "canceled"],
        ["paid, canceled, failed", [succeeded, canceled, failed], "paid"],
        ["failed, canceled, paid", [failed, canceled, succeeded], "paid"],
      ] as const)("%s", async (_name, events, status) => {
        for (const make of events) expect((await deliver(make())).status).toBe(200);
        expect(await order()).toMatchObject({ status });
      });

      test("failed and paid at the same moment, neither seeing the other", async () => {
        await Promise.all([failed, succeeded, failed, succeeded].map((make) => deliver(make())));
        expect(await order()).toMatchObject({ status: "paid" });
      });
    });

    test("event types without an order are answered with 200 and not recorded", async () => {
      for (const type of ["payment_intent.processing", "charge.succeeded", "toString", "account.updated"]) {
        expect((await deliver(event(type))).status).toBe(200);
      }
      expect(await order()).toBeNull();
      // The local Stripe sends the first of them only.
      expect(takeFaults()).toHaveLength(3);
    });

    test("a record in another form is malformed, logged, and replaced by the next event", async () => {
      await env.ORDERS.put(intentId, '{"status":"paid"}');
      expect(await readOrder(world.at("buyer").ORDERS, intentId)).toEqual({ status: "malformed" });
      expect(logs.lines("kv.malformed")).toHaveLength(1);
      await deliver(succeeded());
      expect(await order()).toMatchObject({ status: "paid" });
    });
  });

  describe("a payment that was made for another environment on the same account", () => {
    const started: unknown[] = [];
    const AFTER_SALE = createIdleWorkflow(started);
    const metadata = { product: "KVB1", price: "3900", flow: "none", environment: "rehearsal" };
    const refund = (status: string) => {
      const returned = { id: "re_1", payment_intent: intentId, amount: 3900, created: 1_700_000_050 };
      return { ...returned, status };
    };
    const EVENTS = {
      "payment_intent.succeeded": () => intent({ id: intentId, status: "succeeded", metadata }),
      "payment_intent.payment_failed": () => intent({ id: intentId, metadata }),
      "checkout.session.completed": () => ({ id: "cs_1", payment_intent: intentId, metadata }),
      "charge.refunded": () => ({ id: "ch_1", metadata, amount_refunded: 3900, payment_intent: intentId }),
      "refund.created": () => refund("succeeded"),
      "refund.failed": () => refund("failed"),
      "charge.dispute.created": () => ({ id: "du_1", payment_intent: intentId, status: "lost" }),
    } satisfies Record<string, () => object>;
    const TYPES = Object.keys(EVENTS) as (keyof typeof EVENTS)[];

    async function tell(type: keyof typeof EVENTS, more: Partial<Bindings> = {}): Promise<Response> {
      const call = await webhookCall(JSON.stringify(stripeEvent(type, EVENTS[type]())));
      return askWith({ ...bindings(), ...ORDER_KEYS, AFTER_SALE, ...more }, PATHS.stripeWebhook, call);
    }
    const keysOf = async () => [
      ...(await env.ORDERS.list({ prefix: intentId })).keys.filter(({ name }) => name.split(".")[0] === intentId),
    ];

    beforeEach(() => {
      started.length = 0;
    });

    test.each(TYPES)("%s: nothing is written, nobody is mailed, the log says whose it is", async (type) => {
      stubStripe(() => answerJson(intent({ id: intentId, metadata })));
      const response = await tell(type);
      expect([response.status, await response.json()]).toEqual([200, { received: true }]);
      expect(started).toEqual([]);
      expect(await keysOf()).toEqual([]);
      expect(logs.lines("webhook.foreign")).toEqual([
        expect.objectContaining({ type, intentId, environment: "rehearsal" }),
      ]);
      expect(logs.lines("webhook.recorded")).toEqual([]);
    });

    test.each(TYPES)("%s: the shop that it was made for follows it", async (type) => {
      stubStripe(() => answerJson(intent({ id: intentId, metadata })));
      expect((await tell(type, { ENVIRONMENT: "rehearsal" })).status).toBe(200);
      expect(await keysOf()).toHaveLength(1);
      expect(logs.lines("webhook.foreign")).toEqual([]);
    });

    test("a refund of a payment that KV knows is ours, and Stripe is not asked", async () => {
      await deliver(succeeded());
      world.settle();
      const calls = stubStripe(() => answerError(500, {}));
      expect((await tell("refund.created")).status).toBe(200);
      expect(calls).toEqual([]);
      expect(await order()).toMatchObject({ refundedCents: 3900 });
    });

    test("while Stripe cannot name a refund's payment, it is asked to send the event again", async () => {
      stubStripe(() => answerError(500, { type: "api_error" }));
      expect((await tell("refund.created")).status).toBe(503);
      expect(await keysOf()).toEqual([]);
    });

    test.each([undefined, "", "a shop", "FILL-IN"])("a shop whose own name is %j follows nothing yet", async (name) => {
      expect((await tell("payment_intent.succeeded", { ENVIRONMENT: name })).status).toBe(503);
      expect(await keysOf()).toEqual([]);
      expect(logs.lines("config.invalid")).toContainEqual(expect.objectContaining({ name: "ENVIRONMENT" }));
    });
  });
});

describe("orders in KV", () => {
  test("a payment without any event is missing", async () => {
    expect(await readOrder(env.ORDERS, "pi_none")).toEqual({ status: "missing" });
  });

  test("a fact that would not be readable is never written", async () => {
    const bad = { intentId, status: "paid", amountCents: -1, updatedAt: "now" } as OrderFact;
    await expect(writeFact(env.ORDERS, intentId, bad)).rejects.toThrow();
    expect(await env.ORDERS.get(intentId)).toBeNull();
  });

  test("keys: a paid order has the intent's id to itself", () => {
    expect(["paid", "failed", "canceled"].map((status) => orderKey("pi_1", status as Order["status"]))).toEqual([
      "pi_1",
      "pi_1.failed",
      "pi_1.canceled",
    ]);
  });
});
