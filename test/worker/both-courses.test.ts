import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { GIFT_FIELDS, GIFT_MOMENTS } from "../../src/gifts/give-gift-rules.ts";
import { checkoutVar } from "../../src/server/env.ts";
import { COURSE_IDS, FLOWS, type Flow, priceOf } from "../../src/shared/courses.ts";
import { formatPrice } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { readStructuredData } from "../structured-data.ts";
import { attributes, count, one, texts, visibleText } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { answerText, ask, askWith, formOf, pageOf } from "./shop.ts";
import { postJson } from "./stripe-stub.ts";

/** KVB1 and KVB2 in one order: pages where it is sold, and pages where it is not. */

const logs = collectLogs();

const BOTH_NEEDED = `${PATHS.licenceCheck}?boot=motorboot&lengte=16&snelheid=boven-20&water=ruim-water&gebruik=vrije-tijd&leeftijd=18`;
const inFlow = (path: string, flow: Flow) =>
  flow === "none" ? path : `${path}${path.includes("?") ? "&" : "?"}flow=${flow}`;
const UNSOLD = { CHECKOUT_KVB1_KVB2: "", CHECKOUT_KVB1_KVB2_A: "", CHECKOUT_KVB1_KVB2_B: "" };

describe.each(FLOWS)("in flow %s", (flow) => {
  const href = env[checkoutVar("KVB1_KVB2", flow)];
  const { priceCents, originalPriceCents } = priceOf("KVB1_KVB2", flow);

  test("the order page sells it below the three cards, with its waters and no false saving", async () => {
    const page = await pageOf(ask(inFlow(PATHS.order, flow)));
    const card = one(page, ".course-card-wide");
    expect(texts(card, "h2")).toEqual(["Klein Vaarbewijs 1 en 2"]);
    expect(texts(card, ".price b")).toEqual([formatPrice(priceCents)]);
    expect(texts(card, ".price s")).toEqual(originalPriceCents === undefined ? [] : [formatPrice(originalPriceCents)]);
    expect(attributes(card, 'a[data-evt="checkout_start_kvb1_kvb2"]', "href")).toEqual([href]);
    expect(texts(card, "li")).toEqual(["Alle Nederlandse binnenwateren"]);
  });

  test.each([PATHS.home, PATHS.kvb2, BOTH_NEEDED])("%s leads to its checkout in a line", async (path) => {
    const page = await pageOf(ask(inFlow(path, flow)));
    expect(texts(page, ".call-line a[data-evt=checkout_start_kvb1_kvb2]")).toEqual([
      `KVB1 én KVB2 samen voor ${formatPrice(priceCents)}`,
    ]);
    expect(attributes(page, ".call-line a[data-evt=checkout_start_kvb1_kvb2]", "href")).toEqual([href]);
  });

  test.each([PATHS.home, PATHS.order, PATHS.kvb2, BOTH_NEEDED])("%s does not offer what is not sold", async (path) => {
    const page = await pageOf(askWith(UNSOLD, inFlow(path, flow)));
    expect(count(page, ".course-card-wide, [data-evt=checkout_start_kvb1_kvb2], .order-unavailable")).toBe(0);
    // The owner may leave this var empty.
    expect(logs.lines("config.invalid")).toEqual([]);
  });
});

test("while it is not sold, it cannot be given either", async () => {
  const chosen = `input[name="${GIFT_FIELDS.product}"]`;
  expect(attributes(await pageOf(ask(PATHS.giveGift)), chosen, "value")).toContain("KVB1_KVB2");
  const unsold = await pageOf(askWith(UNSOLD, PATHS.giveGift));
  expect(attributes(unsold, chosen, "value")).toEqual(COURSE_IDS);
  expect(visibleText(unsold)).not.toContain("allebei");
  const fields = { [GIFT_FIELDS.product]: "KVB1_KVB2", [GIFT_FIELDS.recipient]: "Noor", [GIFT_FIELDS.giver]: "Opa" };
  const form = formOf({ ...fields, [GIFT_FIELDS.message]: "", [GIFT_FIELDS.moment]: GIFT_MOMENTS.now });
  const sent = await askWith(UNSOLD, PATHS.giveGift, form);
  expect(sent.status).toBe(422);
  const call = { amount: 11_800, currency: "eur", product: "KVB1_KVB2", gift: "k".repeat(43) };
  const refused = await postJson(PATHS.createPaymentIntent, call, { bindings: UNSOLD });
  expect(await refused.json()).toMatchObject({ error: { code: "price_not_offered" } });
});

test("a visitor who needs only KVB1 is not offered both", async () => {
  const rivers = BOTH_NEEDED.replace("ruim-water", "rivieren");
  for (const path of [rivers, PATHS.kvb1, PATHS.marifonie])
    expect(count(await pageOf(ask(path)), "[data-evt=checkout_start_kvb1_kvb2]")).toBe(0);
});

test("a var that cannot be used is reported, and it is not offered", async () => {
  const page = await pageOf(askWith({ CHECKOUT_KVB1_KVB2: "https://fill-in-checkout.invalid/" }, PATHS.order));
  expect(count(page, ".course-card-wide")).toBe(0);
  expect(logs.lines("config.invalid")).toEqual([
    expect.objectContaining({ name: "CHECKOUT_KVB1_KVB2", reason: "placeholder" }),
  ]);
});

test("search engines read its offer on the page that sells it, while it is sold", async () => {
  const types = async (answer: ReturnType<typeof ask>) =>
    readStructuredData(await answerText(answer)).map((item) => `${item["@type"]} ${item.sku ?? ""}`);
  expect(await types(ask(PATHS.order))).toEqual(["BreadcrumbList ", "Product KVB1_KVB2"]);
  expect(await types(askWith(UNSOLD, PATHS.order))).toEqual(["BreadcrumbList "]);
});
