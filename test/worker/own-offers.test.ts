import { expect, test, vi } from "vitest";
import { FLOWS, IN_PRODUCT_OFFER, PRODUCT_IDS } from "../../src/shared/courses.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { PRICES } from "../../src/shared/prices.ts";
import { collectLogs } from "./logs.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, postJson, stubStripe } from "./stripe-stub.ts";

/**
 * The offers of our own checkout: each product as a gift at the price of the flow, and KVB1 for oneself. Nothing else.
 */

const DIGEST = "d".repeat(43);
const AMOUNTS = [...new Set(Object.values(PRICES).flatMap((flows) => Object.values(flows)))];

collectLogs();

type Asked = { flow: string; product: string; amount: number; isGift: boolean };

async function ask({ flow, product, amount, isGift }: Asked) {
  const calls = stubStripe(({ form }) => {
    const metadata = { product, price: form.get("amount") ?? "" };
    return answerJson(intent({ amount: Number(form.get("amount")), metadata }));
  });
  const body = { amount, currency: "eur", product, ...(isGift ? { gift: DIGEST } : {}) };
  const headers = { "idempotency-key": "0d4b7d1c-6f5e-4a3b-9c2d-1e0f9a8b7c6d" };
  const response = await postJson(`${PATHS.createPaymentIntent}?flow=${encodeURIComponent(flow)}`, body, { headers });
  vi.restoreAllMocks();
  return { response, calls };
}

const ALL = FLOWS.flatMap((flow) =>
  PRODUCT_IDS.flatMap((product) =>
    [true, false].flatMap((isGift) => AMOUNTS.map((amount) => ({ flow, product, isGift, amount }))),
  ),
);

function isOffered({ flow, product, isGift, amount }: (typeof ALL)[number]): boolean {
  if (isGift) return amount === PRICES[product][flow];
  return product === IN_PRODUCT_OFFER.productId && amount === IN_PRODUCT_OFFER.priceCents;
}

test("a payment of each offer is opened, whose parameters and key tell it from every other", async () => {
  const keys = new Set<string | null>();
  const offers = ALL.filter(isOffered);
  for (const offer of offers) {
    const { response, calls } = await ask(offer);
    expect(response.status).toBe(200);
    const { product, flow, amount, isGift } = offer;
    expect(Object.fromEntries(calls[0]?.form ?? [])).toMatchObject({
      amount: String(amount),
      "metadata[product]": product,
      "metadata[price]": String(amount),
      "metadata[flow]": flow,
      "metadata[contents]": `${product}.${amount}${isGift ? `.${DIGEST}` : ""}`,
    });
    keys.add(calls[0]?.headers.get("idempotency-key") ?? null);
  }
  expect(offers).toHaveLength(FLOWS.length * (PRODUCT_IDS.length + 1));
  expect(keys.size).toBe(offers.length);
});

test("every other product, flow and amount is refused with 422, and Stripe is asked nothing", async () => {
  for (const offer of ALL.filter((candidate) => !isOffered(candidate))) {
    const { response, calls } = await ask(offer);
    expect([response.status, calls.length], JSON.stringify(offer)).toEqual([422, 0]);
    expect(await response.json()).toMatchObject({ error: { code: "price_not_offered" } });
  }
});

test("an unknown flow is the normal one, and an unknown product is malformed", async () => {
  const gift = { product: "MARIFONIE", isGift: true, amount: PRICES.MARIFONIE.none };
  const { response, calls } = await ask({ ...gift, flow: "<script>" });
  expect([response.status, calls[0]?.form.get("metadata[flow]")]).toEqual([200, "none"]);
  expect((await ask({ ...gift, flow: "none", product: "KVB3" })).response.status).toBe(400);
});
