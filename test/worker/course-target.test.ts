import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { INTERSTITIAL_KEYS } from "../../src/ledger/course-target.ts";
import { oweMail } from "../../src/ledger/mails.ts";
import type { Order } from "../../src/ledger/orders.ts";
import { IN_PRODUCT_OFFER, OFFERS, PRODUCT_IDS, PRODUCTS } from "../../src/shared/courses.ts";
import { now } from "../clock.ts";
import { keepOrder, run } from "./ledger-rows.ts";
import { collectLogs } from "./logs.ts";
import { runMails } from "./mail-steps.ts";
import { paidOrder } from "./paid-order.ts";
import { onEveryKv } from "./places.ts";
import { answerText, askWith, ORDER_KEYS, orderPathOf } from "./shop.ts";

/** Mail and order page lead to the same courses, even if every key in KV has another target. */

collectLogs();

const targetOf = (key: string) => `https://leren.example/${key}`;
beforeEach(async () => {
  for (const key of INTERSTITIAL_KEYS) await env.INTERSTITIALS.put(key, JSON.stringify({ target: targetOf(key) }));
});

const SALES: readonly Pick<Order, "productId" | "amountCents" | "source">[] = [
  { productId: IN_PRODUCT_OFFER.productId, amountCents: IN_PRODUCT_OFFER.priceCents, source: "checkout" },
  { productId: IN_PRODUCT_OFFER.productId, amountCents: 4242, source: "checkout" },
  ...OFFERS.map(({ productId, priceCents }) => ({ productId, amountCents: priceCents, source: "hosted" as const })),
  ...PRODUCT_IDS.map((productId) => ({ productId, amountCents: 4242, source: "hosted" as const })),
];

let sales = 0;
onEveryKv((world) => {
  test.each(SALES.map((sale) => [`${sale.source} ${sale.productId} for ${sale.amountCents}`, sale] as const))(
    "%s",
    async (_name, sale) => {
      sales += 1;
      const intentId = `pi_target${sales}`;
      await keepOrder(paidOrder({ intentId, ...sale, flow: "none", email: "jan@example.nl" }));
      await run(oweMail({ kind: "confirmation", about: intentId }, now().toISOString()));
      const { mails } = await runMails(intentId, { bindings: ORDER_KEYS, forMs: 0 });
      // The order page, to which the mail links.
      const path = await orderPathOf(intentId);
      world.settle();
      const page = await answerText(askWith({ ...ORDER_KEYS, ...world.at("buyer") }, path));
      const onPage = INTERSTITIAL_KEYS.filter((key) => page.includes(`"${targetOf(key)}"`));
      const inMail = INTERSTITIAL_KEYS.filter((key) => mails[0]?.html.includes(`"${targetOf(key)}"`));
      expect(onPage).toHaveLength(sale.productId === undefined ? 0 : PRODUCTS[sale.productId].courseIds.length);
      expect(inMail).toEqual(onPage);
    },
  );
});
