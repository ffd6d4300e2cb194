import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PRICE_LABELS } from "../../src/courses/prices-copy.ts";
import { COURSE_IDS, FLOWS, type Flow, type ProductId } from "../../src/shared/courses.ts";
import { formatDecimal, formatPrice, vatBreakdown } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { CHOOSE_COURSE_COPY } from "../../src/shop/choose-course-copy.ts";
import { readStructuredData } from "../structured-data.ts";
import { all, one, texts, visibleText } from "./document.ts";
import { bridgeProps } from "./markup.ts";
import { addressOf, answerText, askWith, ORIGIN, pageOf } from "./shop.ts";

/** With two changed lines of the price table the whole shop shows the new prices, so no other file holds them. */
const KVB2 = { none: 7300, A: 6200, B: 5100 };
/** Less than the sum of both courses. */
const KVB1_KVB2 = { none: 11_100, A: 8700, B: 6500 };

async function readShop() {
  vi.resetModules();
  // This runs before anything reads the table. (Vitest's mocks of modules do not run in workerd.)
  const table = await import("../../src/shared/prices.ts");
  Object.assign(table.PRICES, { KVB2, KVB1_KVB2 });
  const [app, courses, routes, wishes, keys, file, target] = await Promise.all([
    import("../../src/app.tsx"),
    import("../../src/shared/courses.ts"),
    import("../routes.ts"),
    import("../../kv-seed/go-live/wishes.ts"),
    import("../../kv-seed/course-keys.ts"),
    import("../../kv-seed/interstitials.json"),
    import("../../src/ledger/course-target.ts"),
  ]);
  return { app: app.createApp(), courses, routes, wishes, keys, file: file.default, target };
}

let shop: Awaited<ReturnType<typeof readShop>>;
beforeAll(async () => {
  shop = await readShop();
  await Promise.all(shop.keys.expandCourseKeys(shop.file).map(({ key, value }) => env.INTERSTITIALS.put(key, value)));
});
// Test files that run later read the real table.
afterAll(() => vi.resetModules());

const ask = (path: string) => shop.app.request(ORIGIN + path, {}, env);
const inFlow = (path: string, flow: Flow) => (flow === "none" ? path : `${path}?flow=${flow}`);
const priceOf = (id: ProductId, flow: Flow) => formatPrice(shop.courses.priceOf(id, flow).priceCents);

test.each(FLOWS)("cards and course pages have each course's price in flow %s", async (flow) => {
  for (const path of [PATHS.home, PATHS.order]) {
    const cards = all(await pageOf(ask(inFlow(path, flow))), ".course-cards > li, .course-list > li");
    expect(cards.map((card) => texts(card, ".price b"))).toEqual(
      cards.map((_, index) => [priceOf(COURSE_IDS[index % 3] ?? "KVB1", flow)]),
    );
  }
  const page = await pageOf(ask(inFlow(PATHS.kvb2, flow)));
  expect(new Set(texts(page, ".price b"))).toEqual(new Set([formatPrice(KVB2[flow])]));
  expect(new Set(texts(page, ".price s"))).toEqual(new Set(flow === "none" ? [] : [formatPrice(KVB2.none)]));
  // The struck price says what it is, to everybody.
  const normal = `${PRICE_LABELS.original} ${formatPrice(KVB2.none)}`;
  expect(new Set(texts(page, ".price-was"))).toEqual(new Set(flow === "none" ? [] : [normal]));
  // Both in one order have a price of their own; what stands beside it: pages-by-vars.test.ts.
  const both = formatPrice(KVB1_KVB2[flow]);
  const card = one(await pageOf(ask(inFlow(PATHS.order, flow))), ".course-card-wide");
  expect(texts(card, ".price b")).toEqual([both]);
  const apart = formatPrice(shop.courses.priceOf("KVB1", flow).priceCents + KVB2[flow]);
  expect(texts(card, "li")).toContain(`Los kosten ze samen ${apart}`);
  expect(texts(await pageOf(ask(inFlow(PATHS.exam, flow))), ".exam-costs tr:first-child td")).toEqual(
    expect.arrayContaining([priceOf("KVB1", flow), formatPrice(KVB2[flow]), both]),
  );
});

test("no content page has a sum with the former price, in any flow", async () => {
  const pages = shop.routes.routes.filter((route) => route.isContent);
  expect(pages.length).toBeGreaterThan(10);
  for (const flow of FLOWS) {
    // Two courses at one price, with the exams and without.
    const cents = shop.courses.priceOf("KVB1", flow).priceCents * 2;
    const former = [formatPrice(cents), formatPrice(cents + 2 * 3465)];
    for (const route of pages) {
      const text = visibleText(await pageOf(ask(inFlow(addressOf(route), flow))));
      for (const sum of former) expect(text, `${route.path}, flow ${flow}`).not.toContain(sum);
    }
  }
  expect(visibleText(await pageOf(ask(PATHS.faq)))).toContain(
    `Je betaalt één keer: ${priceOf("KVB1", "none")} voor KVB1, ${formatPrice(KVB2.none)} voor KVB2 en `,
  );
});

test("search engines read each course's own price", async () => {
  const read = async (path: string) => readStructuredData(await answerText(ask(path)));
  const offered = (cents: number) => ({ offers: { price: formatDecimal(cents) } });
  expect((await read(PATHS.kvb2)).filter(({ offers }) => offers)).toMatchObject(
    [KVB2, KVB2].map(({ none }) => offered(none)),
  );
  const [both] = (await read(PATHS.order)).filter(({ offers }) => offers);
  expect(both).toMatchObject({ sku: "KVB1_KVB2", ...offered(KVB1_KVB2.none) });
  expect((await read(PATHS.home)).find((item) => item["@type"] === "ItemList")).toMatchObject({
    itemListElement: COURSE_IDS.map((id) => ({ item: offered(shop.courses.priceOf(id, "none").priceCents) })),
  });
});

test("each price has its bridge page, with a target in the local KV, and a former price has none", async () => {
  for (const [suffix, prices] of [["vb2", KVB2] as const, ["vb1-vb2", KVB1_KVB2] as const])
    for (const cents of Object.values(prices)) {
      const pathKey = `bridge-${cents / 100}incl-${suffix}`;
      const html = await answerText(ask(`/${pathKey}`));
      expect(bridgeProps(html)).toMatchObject({ pathKey, state: { saleEuros: vatBreakdown(cents).exclCents / 100 } });
      expect(html).toContain('"status":"found"');
    }
  const former = shop.courses.bridgeKey("KVB2", shop.courses.priceOf("KVB1", "none").priceCents);
  expect((await ask(`/${former}`)).status).toBe(404);
  // A buyer at an earlier price still finds the course.
  const order = { productId: "KVB2", amountCents: 4242, source: "hosted" } as const;
  expect(await shop.target.findCourseTarget(env.INTERSTITIALS, order)).toMatchObject({
    value: expect.stringMatching(/\/kvb2$/),
  });
});

test("Stripe's prices are made of it", async () => {
  const sales = shop.wishes.HOSTED_SALES.filter(({ productId }) => ["KVB2", "KVB1_KVB2"].includes(productId));
  expect(sales.map((sale) => shop.wishes.wantedPrice(sale, "prod_1").unit_amount)).toEqual(
    [KVB2, KVB1_KVB2].flatMap((prices) => Object.values(prices)),
  );
});

test.each([
  ["", "2030-01-01", "39", CHOOSE_COURSE_COPY.offer.honesty],
  ["2026-12-31", "2026-12-30", "39", "Deze prijs geldt tot en met 31 december 2026."],
  ["2026-12-31", "2026-12-31", "39", "Deze prijs geldt tot en met 31 december 2026."],
  ["2026-12-31", "2027-01-01", "59", null],
  ["31-12-2026", "2026-12-30", "59", null],
])("an offer until %j costs on %s what it says: €%s", async (ends, day, euros, said) => {
  // Just after midnight here, when it is the day before in London.
  vi.setSystemTime(`${day}T00:30:00+01:00`);
  const page = await pageOf(askWith({ OFFER_ENDS: ends }, `${PATHS.order}?flow=A`));
  expect(texts(page, ".course-cards .price b")[0]).toBe(`€${euros}`);
  expect(texts(page, ".order-clock > .note")).toEqual(said === null ? [] : [said]);
  // The clock of an offer with an end runs on its last day only: the browser shows it.
  expect(all(page, ".countdown[hidden]").length).toBe(said === null || ends === "" ? 0 : 1);
  const body = JSON.stringify({ amount: 3900, currency: "eur", gift: "x".repeat(43) });
  const init = { method: "POST", headers: { "content-type": "application/json", origin: ORIGIN }, body };
  const paid = await askWith({ OFFER_ENDS: ends, STRIPE_SECRET_KEY: "" }, `${PATHS.createPaymentIntent}?flow=A`, init);
  expect(paid.status, "its gift").toBe(euros === "39" ? 503 : 422);
});
