import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { GIFT_SALE_COPY } from "../../src/content/gift-sale.ts";
import type { Bindings } from "../../src/env.ts";
import { changeDelivery, keepDeliveryDraft, planFirstDelivery } from "../../src/services/gift-delivery.ts";
import { writeFact } from "../../src/services/orders.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { deliveryMoment, lastDeliveryDay, sendMoment } from "../../src/shared/gift-delivery.ts";
import { RETENTION } from "../../src/shared/retention.ts";
import { runAfterSale } from "./after-sale-steps.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { onEveryKv } from "./places.ts";
import { AT_EIGHT, DAY, DAY_MS, DRAFT, GIVER, MINUTE_MS, NOOR, NOW, OTHER, stateNow } from "./planned-gift.ts";
import { ORDER_KEYS, seedTargets } from "./shop.ts";
import { createIdleWorkflow } from "./workflows.ts";

/** The plan to mail a gift: its moment, and how the sale makes it. */

const logs = collectLogs();

const WISH: GiftWish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: DAY };

describe("the moment of a gift's mail", () => {
  test.each([
    ["in winter", "2026-12-05", "2026-12-05T07:00:00.000Z"],
    ["in summer", "2027-07-01", "2027-07-01T06:00:00.000Z"],
    ["on the day on which summer time begins", "2027-03-28", "2027-03-28T06:00:00.000Z"],
    ["on the day before", "2027-03-27", "2027-03-27T07:00:00.000Z"],
    ["on the day on which it ends", "2026-10-25", "2026-10-25T07:00:00.000Z"],
    ["on a leap day", "2028-02-29", "2028-02-29T07:00:00.000Z"],
  ])("%s is eight o'clock in the Netherlands", (_name, day, moment) => {
    expect(deliveryMoment(day).toISOString()).toBe(moment);
  });

  test("today before eight it is eight; after eight, or when the day has been, it is at once", () => {
    const early = new Date("2026-12-05T06:00:00Z");
    expect(sendMoment(DAY, early).toISOString()).toBe(AT_EIGHT);
    const late = new Date("2026-12-05T09:00:00Z");
    for (const day of [DAY, "2026-12-01"]) expect(sendMoment(day, late).getTime() - late.getTime()).toBe(3 * MINUTE_MS);
  });

  test.each(["2026-11-22T23:30:00Z", "2027-03-28T22:00:00Z", "2026-10-24T22:00:00Z", "2027-02-28T22:59:00Z"])(
    "on the last day that can be chosen at %s, a Workflow can still sleep until it",
    (time) => {
      const now = new Date(time);
      const days = (deliveryMoment(lastDeliveryDay(now)).getTime() - now.getTime()) / DAY_MS;
      expect(days).toBeGreaterThan(363);
      expect(days).toBeLessThanOrEqual(365);
    },
  );
});

let gifts = 0;
onEveryKv((world) => {
  describe("after the sale of a gift that is mailed", () => {
    let intentId = "";
    const follow = (started: unknown[]) => {
      const bindings = { ...ORDER_KEYS, ...world.at("workflow"), AFTER_SALE: createIdleWorkflow(started) };
      return runAfterSale(intentId, { bindings: bindings as Partial<Bindings>, pass: world.pass });
    };
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: NOW });
      gifts += 1;
      intentId = `pi_saleday${gifts}`;
      await seedTargets();
      const gift: GiftWish = { ...WISH, byMail: DRAFT };
      const sale = { intentId, source: "checkout", email: GIVER, buyerName: "Kees", gift } as const;
      await writeFact(world.at("webhook").ORDERS, intentId, paidOrder(sale, NOW.toISOString()));
    });

    test("its day is planned, and the confirmation says so", async () => {
      const started: { id: string; params?: unknown }[] = [];
      await keepDeliveryDraft({ ...env, ...world.at("checkout") } as Bindings, intentId, DRAFT, NOOR);
      const { mails, results } = await follow(started);
      expect(started.map(({ id }) => id)).toEqual([`gift-0-${intentId}`]);
      expect(mails.find(({ to }) => to === GIVER)?.text).toContain(
        "Op 5 december 2026 om 8.00 uur sturen we het cadeau",
      );
      expect(JSON.stringify([started, results])).not.toContain("@");
      // An operator has the confirmation sent again, long after.
      world.settle();
      await follow(started);
      expect(started).toHaveLength(1);
      expect(await env.ORDERS.get(`delivery-draft:${intentId}:${DRAFT}`)).toBeNull();
    });

    test.each([
      ["moved", { day: "2026-12-24", to: OTHER }, "Op 24 december 2026 om 8.00 uur sturen we het cadeau"],
      ["stopped", null, GIFT_SALE_COPY.text.replace("{recipient}", "Noor")],
    ])("%s by its giver before the confirmation goes: it promises no other day", async (_name, wanted, text) => {
      const bindings = { ...env, ...world.at("checkout"), AFTER_SALE: createIdleWorkflow([]) } as Bindings;
      await keepDeliveryDraft(bindings, intentId, DRAFT, NOOR);
      world.settle();
      await planFirstDelivery(bindings, intentId, { day: DAY, draft: DRAFT }, new Date());
      world.settle();
      await changeDelivery(bindings, intentId, wanted, new Date(Date.now() + 5000));
      world.settle();
      const { mails } = await follow([]);
      const confirmation = mails.find(({ to }) => to === GIVER)?.text;
      expect(confirmation).toContain(text);
      expect(confirmation).not.toContain("5 december 2026 om 8.00 uur");
    });

    test("whose address was corrected at the checkout, and only the old one was kept: the giver is asked", async () => {
      await keepDeliveryDraft({ ...env, ...world.at("checkout") } as Bindings, intentId, "ffffffff", OTHER);
      const { mails } = await follow([]);
      expect(mails.filter(({ subject }) => subject.startsWith("Vul het e-mailadres"))).toHaveLength(1);
      world.settle();
      expect((await env.ORDERS.list({ prefix: `delivery-draft:${intentId}:` })).keys).toEqual([]);
    });

    test("that is repaid before its day is planned: the giver is not asked for an address", async () => {
      const fact = { intentId, updatedAt: NOW.toISOString(), refundedCents: 3900 };
      await writeFact(world.at("webhook").ORDERS, `${intentId}.refund-3900`, fact);
      const { mails } = await follow([]);
      expect(mails.filter(({ to }) => to === GIVER)).toEqual([]);
    });

    test("whose address was not kept: the giver is asked for it", async () => {
      const started: unknown[] = [];
      const { mails } = await follow(started);
      expect(started).toEqual([]);
      const asked = mails.filter(({ to, subject }) => to === GIVER && subject.startsWith("Vul het e-mailadres"));
      expect(asked).toHaveLength(1);
      expect(await stateNow(intentId)).toMatchObject({ state: "lost" });
      expect(logs.lines("delivery.failed")).toMatchObject([{ intentId, outcome: "lost" }]);
    });
  });
});

test("an address is kept for days, not years, whatever fails", () => {
  expect([RETENTION.deliveryDraftDays, RETENTION.deliveryDays]).toEqual([7, 4]);
});
