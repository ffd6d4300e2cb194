import type { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { ORDER_EVENT_TYPES } from "../../src/services/order-events.ts";
import { readOrder } from "../../src/services/orders.ts";
import { vatBreakdown } from "../../src/shared/money.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { takeFaults } from "../outside-world/stripe-watch.ts";
import {
  at,
  CONSENT_AT,
  charge,
  deliver,
  deliverInTurn,
  dispute,
  type Event,
  event,
  known,
  METADATA,
  newIntent,
  order,
  refund,
  session,
  withStripe,
} from "./events.ts";
import { paidOrder } from "./paid-order.ts";
import { IN_MEMORY, onEveryKv } from "./places.ts";
import { choice, intent } from "./stripe-objects.ts";
import { sampleTurnsOf } from "./turns.ts";

const logs = withStripe();

/** A refund that the bank returned, and a second one that arrived. */
const refundedSale = (intentId: string): Event[] => [
  event("payment_intent.succeeded", 60, intent({ id: intentId, metadata: METADATA })),
  event("refund.created", 70, refund(intentId, "re_1", 3900, "pending")),
  event("charge.refunded", 70, charge(intentId, 3900, 3900, METADATA)),
  event("refund.failed", 80, refund(intentId, "re_1", 3900, "failed")),
  event("refund.updated", 81, refund(intentId, "pyr_2", 1500)),
  event("charge.refunded", 81, charge(intentId, 3900, 1500, METADATA)),
];

/** A sale in our checkout: declined, paid, refunded in two parts, disputed and lost. */
const checkoutSale = (intentId: string): Event[] => [
  event("payment_intent.payment_failed", 55, intent({ id: intentId, metadata: METADATA })),
  event("payment_intent.succeeded", 60, intent({ id: intentId, metadata: METADATA })),
  event("charge.refunded", 70, charge(intentId, 3900, 1000, METADATA)),
  event("charge.refunded", 80, charge(intentId, 3900, 3900, METADATA)),
  event("charge.dispute.closed", 90, dispute(intentId, "lost")),
];
const CHECKOUT_ORDER = {
  status: "paid",
  source: "checkout",
  productId: "KVB1",
  flow: "A",
  amountCents: 3900,
  currency: "eur",
  buyerName: "Jan Jansen",
  email: "jan@example.nl",
  consent: "2026-11",
  consentAt: CONSENT_AT,
  userId: "user-1",
  refundedCents: 3900,
  dispute: "lost",
  createdAt: at(0),
  paidAt: at(60),
  updatedAt: at(90),
  eventId: "evt_payment_intent_succeeded_60",
};

const REFUNDED_ORDER = {
  ...CHECKOUT_ORDER,
  dispute: undefined,
  refundedCents: 1500,
  failedRefundCents: 3900,
  updatedAt: at(81),
};

/** A hosted sale whose money came later: paid, refunded, disputed and won. */
const hostedSale = (intentId: string): Event[] => [
  event("payment_intent.succeeded", 62, intent({ id: intentId, amount: 5900, metadata: {}, receipt_email: null })),
  event("checkout.session.completed", 58, session(intentId, { payment_status: "unpaid" })),
  event("checkout.session.async_payment_succeeded", 60, session(intentId)),
  event("charge.refunded", 70, charge(intentId, 5900, 1900, {})),
  event("charge.dispute.created", 80, dispute(intentId, "needs_response")),
  event("charge.dispute.closed", 90, dispute(intentId, "won")),
];
const HOSTED_ORDER = {
  status: "paid",
  source: "hosted",
  sessionId: "cs_1",
  productId: "KVB2",
  flow: "none",
  amountCents: 5900,
  currency: "eur",
  buyerName: "Els Bos",
  email: "els@example.nl",
  consent: "2026-11-22-link",
  consentAt: at(60),
  refundedCents: 1900,
  dispute: "won",
  createdAt: at(0),
  paidAt: at(62),
  updatedAt: at(90),
  eventId: "evt_payment_intent_succeeded_62",
};

onEveryKv(() => {
  describe.each([
    ["a sale in our checkout", checkoutSale, CHECKOUT_ORDER],
    ["a hosted sale", hostedSale, HOSTED_ORDER],
    ["a sale whose refund came back", refundedSale, REFUNDED_ORDER],
  ] as const)("%s", (_name, sale, expected) => {
    test("is the same order in whichever order its events come, each twice", { timeout: 120_000 }, async () => {
      for (const indices of sampleTurnsOf([...sale("").keys()])) {
        const intentId = newIntent();
        const events = sale(intentId);
        await deliverInTurn(indices.map((index) => events[index] as Event));
        expect(await order(intentId), indices.join()).toEqual({ intentId, ...expected });
        logs.clear();
      }
    });

    test("all events at once", async () => {
      const intentId = newIntent();
      const events = sale(intentId);
      const responses = await Promise.all(events.map((next) => deliver(next, 2)));
      for (const { status } of responses.flat()) expect(status).toBe(200);
      expect(await order(intentId)).toEqual({ intentId, ...expected });
    });

    test("without any one of its events it is still a paid order at this price", async () => {
      for (const missing of sale("").keys()) {
        const intentId = newIntent();
        await deliverInTurn(sale(intentId).toSpliced(missing, 1));
        expect(await order(intentId)).toMatchObject({ intentId, status: "paid", amountCents: expected.amountCents });
      }
    });
  });
}, IN_MEMORY);

onEveryKv((world) => {
  describe("orders whose events never come", () => {
    test("the session without the payment: everything", async () => {
      expect(await known((id) => [event("checkout.session.completed", 60, session(id))])).toMatchObject({
        status: "paid",
        productId: "KVB2",
        email: "els@example.nl",
        consent: "2026-11-22-link",
        paidAt: at(60),
      });
    });

    test("the payment and the unpaid session, which tells who bought: everything", async () => {
      const found = await known((id) => [
        event("checkout.session.completed", 60, session(id, { payment_status: "unpaid" })),
        event("payment_intent.succeeded", 99, intent({ id, amount: 5900, metadata: {}, receipt_email: null })),
      ]);
      expect(found).toMatchObject({ status: "paid", productId: "KVB2", buyerName: "Els Bos", paidAt: at(99) });
    });

    test("only a refund: it was paid", async () => {
      expect(await known((id) => [event("charge.refunded", 70, charge(id, 3900, 3900, METADATA))])).toMatchObject({
        status: "paid",
        productId: "KVB1",
        refundedCents: 3900,
        buyerName: "J. Jansen",
      });
    });

    test("a session whose money is on its way, or a dispute alone: no order yet", async () => {
      const open = session("", { payment_status: "unpaid" });
      expect(await known((id) => [event("checkout.session.completed", 60, { ...open, payment_intent: id })])).toBe(
        "missing",
      );
      expect(await known((id) => [event("charge.dispute.created", 60, dispute(id, "needs_response"))])).toBe("missing");
    });

    test("money that did not come: failed", async () => {
      const found = await known((id) => [
        event("checkout.session.completed", 60, session(id, { payment_status: "unpaid" })),
        event("checkout.session.async_payment_failed", 99, session(id, { payment_status: "unpaid" })),
      ]);
      expect(found).toMatchObject({ status: "failed", productId: "KVB2" });
    });
  });

  describe("facts that are believed", () => {
    test.each([
      [
        "an old link, which asked for the terms alone",
        { custom_fields: [], metadata: { product: "KVB2", consent: "2026-11-22" } },
      ],
      ["an event without the answers", { custom_fields: undefined }],
      ["an answer that is none", { custom_fields: [choice("herroepingsrecht", null)] }],
      ["another answer", { custom_fields: [choice("herroepingsrecht", "blijft")] }],
      ["the answer to another question", { custom_fields: [choice("nieuwsbrief", "vervalt")] }],
      ["answers in a form that nobody knows", { custom_fields: { herroepingsrecht: "vervalt" } }],
    ])("a hosted buyer keeps the right of withdrawal: %s", async (_name, changes) => {
      const intentId = newIntent();
      await deliver(event("checkout.session.completed", 60, session(intentId, changes)));
      const found = await order(intentId);
      expect(found).toMatchObject({ status: "paid", productId: "KVB2" });
      expect(found).not.toHaveProperty("consent");
      expect(found).not.toHaveProperty("consentAt");
      // Two of these differ from Stripe's published types on purpose.
      expect(takeFaults().length).toBeLessThanOrEqual(1);
    });

    test("keeps it too if the link has no text, or the consent has no time", async () => {
      const hosted = newIntent();
      await deliver(event("checkout.session.completed", 60, session(hosted, { metadata: { product: "KVB2" } })));
      expect(await order(hosted)).not.toHaveProperty("consent");
      const ours = newIntent();
      const metadata = { ...METADATA, consent_at: "gisteren" };
      await deliver(event("payment_intent.succeeded", 60, intent({ id: ours, metadata })));
      expect(await order(ours)).not.toHaveProperty("consent");
    });

    test("a name without end is cut, and an address that is none left out: no payment is refused for what was typed", async () => {
      const intentId = newIntent();
      const customer = { name: "x".repeat(5000), email: "geen adres" };
      const [response] = await deliver(
        event("checkout.session.completed", 60, session(intentId, { customer_details: customer })),
      );
      expect(response?.status).toBe(200);
      const found = await order(intentId);
      expect(found).toMatchObject({ status: "paid", buyerName: "x".repeat(512) });
      expect(found).not.toHaveProperty("email");
    });

    test("a dispute that is won, and another that is open: open", async () => {
      const intentId = newIntent();
      await deliver(event("payment_intent.succeeded", 60, intent({ id: intentId })));
      await deliver(event("charge.dispute.closed", 70, dispute(intentId, "warning_closed")));
      expect(await order(intentId)).toMatchObject({ dispute: "closed" });
      await deliver(event("charge.dispute.created", 80, { ...dispute(intentId, "needs_response"), id: "du_2" }));
      expect(await order(intentId)).toMatchObject({ dispute: "open" });
    });

    test.each([
      ["a session of a subscription", event("checkout.session.completed", 1, session("", { payment_intent: null }))],
      [
        "a charge without a payment intent",
        event("charge.refunded", 1, { ...charge("", 1, 1, {}), payment_intent: null }),
      ],
      ["a dispute without one", event("charge.dispute.created", 1, { ...dispute("", "lost"), payment_intent: null })],
    ])("%s is none of ours: 200, nothing recorded", async (_name, what) => {
      expect((await deliver(what))[0]?.status).toBe(200);
      expect(logs.lines("webhook.recorded")).toEqual([]);
    });

    test.each(ORDER_EVENT_TYPES.map((type) => [type]))(
      "%s in another form is refused, and named in the log",
      async (type) => {
        const object = { id: "pi_1", payment_intent: "pi_1", amount: "5900" };
        const [response] = await deliver({ ...event(type, 1, object), data: { object } });
        expect(response?.status).toBe(400);
        expect(takeFaults()).not.toEqual([]);
        expect(logs.lines("webhook.refused")).toEqual([expect.objectContaining({ type, intentId: "pi_1" })]);
      },
    );
  });

  describe("keys", () => {
    test("a paid order is kept to the end of the seventh year after it, an unpaid one for a month", async () => {
      const intentId = newIntent();
      for (const what of hostedSale(intentId)) await deliver(what);
      world.settle();
      const { keys } = await world.at("operator").ORDERS.list({ prefix: intentId });
      const expirations = Object.fromEntries(
        keys.map(({ name, expiration }) => [name.slice(intentId.length), expiration]),
      );
      const end = Date.UTC(2031, 0, 1) / 1000;
      expect(expirations).toEqual({
        "": end,
        ".session": end,
        ".session-open": expect.any(Number),
        ".refund-1900": end,
        ".dispute-du_1-open": end,
        ".dispute-du_1-won": end,
      });
      expect((expirations[".session-open"] ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(30 * 24 * 3600);
    });

    test("another payment whose id begins alike is another order", async () => {
      const intentId = newIntent();
      await deliver(event("charge.refunded", 1, charge(`${intentId}0`, 3900, 3900, {})));
      await deliver(event("payment_intent.succeeded", 60, intent({ id: intentId })));
      expect(await order(intentId)).not.toHaveProperty("refundedCents");
    });

    test("a fact from before there were products is of the course that it names", async () => {
      const intentId = newIntent();
      const { productId, ...rest } = paidOrder({ intentId, productId: "MARIFONIE" });
      await world.at("operator").ORDERS.put(intentId, JSON.stringify({ ...rest, courseId: productId }));
      const found = await order(intentId);
      expect(found).toMatchObject({ status: "paid", productId: "MARIFONIE" });
      expect(found).not.toHaveProperty("courseId");
      expect(logs.lines("kv.malformed")).toEqual([]);
    });

    test("a malformed fact is logged and left out; a payment that is malformed is no order", async () => {
      const intentId = newIntent();
      await deliver(event("payment_intent.succeeded", 60, intent({ id: intentId })));
      await world.at("operator").ORDERS.put(`${intentId}.refund-1`, "{");
      expect(await order(intentId)).toMatchObject({ status: "paid" });
      expect(logs.lines("kv.malformed")).toEqual([expect.objectContaining({ key: `${intentId}.refund-1` })]);
      await world.at("operator").ORDERS.put(intentId, "{}");
      expect(await order(intentId)).toBe("malformed");
    });
  });
});

test("when KV is away: unavailable, logged", async () => {
  const away = { list: () => Promise.reject(new Error("KV failed: 500")) } as unknown as typeof env.ORDERS;
  expect(await readOrder(away, "pi_1")).toEqual({ status: "unavailable" });
  expect(logs.lines("kv.unavailable")).toHaveLength(1);
});

test("VAT and order number come from the stored order", () => {
  expect(vatBreakdown(CHECKOUT_ORDER.amountCents)).toEqual({ inclCents: 3900, exclCents: 3223, vatCents: 677 });
  expect(formatOrderNumber("pi_3QxYzAbCdEfGhIjKlMnOpQr")).toBe("VK-IJKLMNOPQR");
});
