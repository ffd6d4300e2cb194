import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { GIFT_PRODUCTS } from "../../src/gifts/gift-products-copy.ts";
import { giftWishSchema, wishFromMetadata, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { GIVE_GIFT_COPY as COPY } from "../../src/gifts/giving/give-gift-copy.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import { digestOfWish } from "../../src/paying/purchase-identity.ts";
import { ledgerOf } from "../../src/server/database.ts";
import { FLOWS, lowestPriceCents, PRODUCT_IDS, PRODUCTS } from "../../src/shared/courses.ts";
import { type GiftWish, MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH } from "../../src/shared/gift.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { PRICES } from "../../src/shared/prices.ts";
import { all, attribute, count, one, readDocument, texts, visibleText } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { askWith, formOf, pageOf } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import {
  answerJson,
  postJson,
  STRIPE_BINDINGS,
  stripeEvent,
  stubStripe,
  visitDigest,
  webhookCall,
} from "./stripe-stub.ts";

const BINDINGS = {
  ...STRIPE_BINDINGS,
  STRIPE_JS_URL: "http://localhost:8788/stripe.js",
  STRIPE_PUBLISHABLE_KEY: "pk_test_x",
};
const TYPED = {
  cursus: "KVB1",
  ontvanger: "Noor",
  gever: "Opa Kees",
  bericht: "Goede vaart,\r\nlieve schipper!",
  moment: "nu",
  datum: "",
};

collectLogs();

beforeEach(() => vi.setSystemTime("2026-11-22T23:30:00Z"));

function send(typed: Readonly<Record<string, string>>, headers: object = {}, bindings: object = {}, query = "") {
  return askWith({ ...BINDINGS, ...bindings }, PATHS.giveGift + query, formOf(typed, headers));
}

/** The payment form's properties. */
function propsOf(page: ReturnType<typeof readDocument>, island: string) {
  return JSON.parse(attribute(page, `[data-island=${island}]`, "data-props") ?? "null");
}

describe("GET /cadeau-geven", () => {
  const ask = async (path: string = PATHS.giveGift) => {
    const response = await askWith(BINDINGS, path);
    return { response, page: readDocument(await response.text()) };
  };

  test("says what it is, what it costs, how long a code is valid, and holds the form", async () => {
    const { response, page } = await ask();
    expect(response.status).toBe(200);
    expect(visibleText(one(page, "h1"))).toBe(COPY.hero.title);
    const words = visibleText(one(page, "main"));
    for (const said of [`Vanaf €${lowestPriceCents("none") / 100}`, "De code verloopt niet", "binnen 14 dagen"])
      expect(words).toContain(said);
    expect(attribute(page, "form.give-form", "method")).toBe("post");
    expect(attribute(page, "form.give-form", "action")).toBe(PATHS.giveGift);
    const names = all(page, ".give-form [name]").map((field) => field.getAttribute("name"));
    const fields = ["cursus", "ontvanger", "gever", "bericht", "moment", "datum", "ontvanger-email"];
    expect([...new Set(names)]).toEqual(fields);
  });

  test.each(FLOWS)(
    "flow %s: each product can be chosen, at the price that it has there, KVB1 to begin with",
    async (flow) => {
      const { page } = await ask(`${PATHS.giveGift}?flow=${flow}`);
      const rows = texts(page, ".give-products label");
      expect(rows).toEqual(PRODUCT_IDS.map((id) => `${PRODUCTS[id].name} €${PRICES[id][flow] / 100}`));
      const radios = all(page, "[name=cursus]");
      expect(radios.map((radio) => radio.getAttribute("value"))).toEqual([...PRODUCT_IDS]);
      expect(radios.map((radio) => radio.hasAttribute("checked"))).toEqual([true, false, false, false]);
      expect(visibleText(one(page, ".give-price"))).toBe(`Vanaf €${lowestPriceCents(flow) / 100}`);
      expect(texts(page, ".give-card-title")).toEqual(["Vaarbewijs 1 Cursus"]);
    },
  );

  test("is found and shared with its own picture and price", async () => {
    const { page } = await ask();
    expect(attribute(page, 'link[rel="canonical"]', "href")).toMatch(/\/cadeau-geven$/);
    expect(attribute(page, 'meta[property="og:image"]', "content")).toMatch(/\/images\/social\/give\.png$/);
    const { "@graph": graph } = JSON.parse(one(page, 'script[type="application/ld+json"]').textContent);
    const product = graph.find((item: { "@type": string }) => item["@type"] === "Product");
    expect(product.offers).toMatchObject({ lowPrice: "59.00", highPrice: "118.00", priceCurrency: "EUR" });
    expect(product.offers.url).toMatch(/\/cadeau-geven$/);
  });

  test("is never measured and has no account, however the shop is configured", async () => {
    const response = await askWith(
      { ...BINDINGS, TAG_MANAGER_ID: "GTM-TEST123", AUTH_URL: "https://auth.example", AUTH_ANON_KEY: "a" },
      PATHS.giveGift,
    );
    const html = await response.text();
    expect(html).not.toContain("GTM-");
    expect(html).not.toContain("data-auth-url");
  });

  test("its one spelling stands before the gifts of a name", async () => {
    const response = await askWith(BINDINGS, "/Cadeau-Geven");
    expect([response.status, response.headers.get("location")]).toEqual([308, PATHS.giveGift]);
  });

  test.each([PATHS.home, PATHS.order, PATHS.faq, PATHS.kvb1])("%s leads to it", async (path) => {
    const { page } = await ask(`${path}?flow=A`);
    expect(all(page, `a[href="${PATHS.giveGift}?flow=A"]`).length).toBeGreaterThan(0);
  });

  test("so does a gift that was unwrapped", async () => {
    const { page } = await ask(`${giftCodePath("TESTCODE")}?n=Noor&open=1`);
    expect(attribute(page, ".gift-letter [data-evt=gift_start]", "href")).toBe(PATHS.giveGift);
  });
});

describe("POST /cadeau-geven", () => {
  test("a gift leads to its payment, with what is on the card and no consent to give", async () => {
    const response = await send({ ...TYPED, ontvanger: "  Noor " });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const page = readDocument(await response.text());
    const { payment, copy, accountCopy } = propsOf(page, "checkout");
    expect(payment).toMatchObject({
      amountCents: PRICES.KVB1.none,
      purchase: {
        gift: {
          productId: "KVB1",
          recipient: "Noor",
          giver: "Opa Kees",
          message: "Goede vaart,\nlieve schipper!",
          from: "now",
        },
      },
    });
    expect(copy.consent).toBeNull();
    expect(copy.note).toContain("14 dagen");
    expect(accountCopy).toBeNull();
    expect(count(page, "#checkout-consent")).toBe(0);
    expect(texts(page, ".checkout-gift dd")).toEqual(["Noor", "Opa Kees", "Goede vaart, lieve schipper!"]);
    expect(visibleText(one(page, "noscript"))).toContain("JavaScript");
  });

  test.each(PRODUCT_IDS)("%s costs on the payment step what it costs in the flow", async (id) => {
    const page = await pageOf(send({ ...TYPED, cursus: id }, {}, {}, "?flow=B"));
    const { payment, copy } = propsOf(page, "checkout");
    const priceCents = PRICES[id].B;
    expect(payment).toMatchObject({ flow: "B", amountCents: priceCents, identity: { productId: id, priceCents } });
    expect(payment.purchase.gift.productId).toBe(id);
    expect(payment.returnPath).toContain("flow=B");
    expect(copy.pay).toBe(`Betaal €${priceCents / 100}.00`);
    expect(texts(page, "h1")).toEqual([PRODUCTS[id].name]);
    expect(texts(page, ".checkout-total dd")).toEqual([`€${priceCents / 100},00`]);
    expect(texts(page, ".checkout-summary li")[0]).toBe(GIFT_PRODUCTS[id].questions);
  });

  test("the day is the one on the card, today at the earliest by the shop's own clock", async () => {
    const page = readDocument(await (await send({ ...TYPED, moment: "dag", datum: "2026-11-23" })).text());
    expect(texts(page, ".checkout-gift dd")).toContain("23 november 2026");
    expect(propsOf(page, "checkout").payment.purchase.gift.from).toBe("2026-11-23");
    expect((await send({ ...TYPED, moment: "dag", datum: "2026-11-22" })).status).toBe(422);
  });

  test("a day that was filled in and not chosen does not count", async () => {
    const page = readDocument(await (await send({ ...TYPED, moment: "nu", datum: "1999-01-01" })).text());
    expect(propsOf(page, "checkout").payment.purchase.gift.from).toBe("now");
  });

  const { fields } = COPY.form;
  test.each([
    ["no course", { cursus: "" }, "cursus", fields.product.missing],
    ["a course that is none", { cursus: "KVB3" }, "cursus", fields.product.missing],
    ["nobody", { ontvanger: " \u200B" }, "ontvanger", fields.recipient.missing],
    ["from nobody", { gever: "" }, "gever", fields.giver.missing],
    ["a long name", { ontvanger: "é".repeat(NAME_MAX_LENGTH + 1) }, "ontvanger", fields.recipient["too-long"]],
    ["a long message", { bericht: "👍🏽".repeat(MESSAGE_MAX_LENGTH + 1) }, "bericht", fields.message["too-long"]],
    ["a day without a day", { moment: "dag" }, "datum", fields.day.missing],
    ["a day that does not exist", { moment: "dag", datum: "2027-02-30" }, "datum", fields.day.invalid],
    ["a day in words", { moment: "dag", datum: "morgen" }, "datum", fields.day.invalid],
    ["a day that has been", { moment: "dag", datum: "2026-11-01" }, "datum", fields.day.past],
    ["a day that is a slip of the finger", { moment: "dag", datum: "2206-12-05" }, "datum", fields.day.far],
  ])("%s: 422, said at the field, and everything else is still there", async (_name, change, field, text) => {
    const typed: Record<string, string> = { ...TYPED, ...change };
    const page = await pageOf(send(typed), 422);
    expect(visibleText(one(page, "title"))).toMatch(/^Fout: /);
    expect(attribute(page, ".form-alert a", "href")).toBe(`#${field}`);
    expect(visibleText(one(page, ".form-alert a"))).toBe(text);
    expect(visibleText(one(page, `#${field}-fout`))).toBe(text);
    const marked = field === "cursus" ? ".give-products" : `#${field}`;
    expect(attribute(page, marked, "aria-describedby")).toContain(`${field}-fout`);
    if (field !== "cursus") expect(attribute(page, marked, "aria-invalid")).toBe("true");
    for (const name of ["ontvanger", "gever", "datum"]) {
      expect(one(page, `#${name}`).getAttribute("value")).toBe(typed[name]);
    }
    expect(one(page, "#bericht").textContent.trim()).toBe(String(typed.bericht).replaceAll("\r\n", "\n").trim());
    const chosen = (name: string) =>
      all(page, `[name=${name}]`).flatMap((radio) =>
        radio.hasAttribute("checked") ? radio.getAttribute("value") : [],
      );
    expect(chosen("moment")).toEqual([typed.moment]);
    expect(chosen("cursus")).toEqual(field === "cursus" ? [] : [typed.cursus]);
  });

  test("nothing at all: every field that is missed is named, in the form's order", async () => {
    const page = readDocument(await (await send({})).text());
    expect(texts(page, ".form-alert a")).toEqual([
      fields.product.missing,
      fields.recipient.missing,
      fields.giver.missing,
    ]);
  });

  test("'wijzigen' brings back the form with all of it", async () => {
    const page = await pageOf(
      send({ ...TYPED, cursus: "MARIFONIE", moment: "dag", datum: "2026-12-05", stap: "wijzigen" }),
    );
    expect(count(page, ".form-alert")).toBe(0);
    expect(attribute(page, "[name=cursus][checked]", "value")).toBe("MARIFONIE");
    expect(texts(page, ".give-card-title")).toEqual(["Marifonie Cursus"]);
    expect(attribute(page, "#ontvanger", "value")).toBe("Noor");
    expect(attribute(page, "#datum", "value")).toBe("2026-12-05");
  });

  test("what the payment step sends back is what was typed", async () => {
    const page = readDocument(await (await send({ ...TYPED, moment: "dag", datum: "2026-12-05" })).text());
    const hidden = Object.fromEntries(
      all(page, ".checkout-gift input").map((input) => [input.getAttribute("name"), input.getAttribute("value")]),
    );
    const bericht = "Goede vaart,\nlieve schipper!";
    expect(hidden).toEqual({ ...TYPED, bericht, moment: "dag", datum: "2026-12-05", "ontvanger-email": "" });
  });

  test("the longest message that is taken fits in the form, and its payment step is whole", async () => {
    const bericht = "👩‍🚀".repeat(MESSAGE_MAX_LENGTH);
    const page = readDocument(await (await send({ ...TYPED, bericht })).text());
    expect(propsOf(page, "checkout").payment.purchase.gift.message).toBe(bericht);
  });

  test("while payment is not configured the page says that it cannot be paid", async () => {
    const page = readDocument(await (await send(TYPED, {}, { STRIPE_PUBLISHABLE_KEY: "" })).text());
    expect(count(page, "[data-island=checkout]")).toBe(0);
    expect(count(page, ".pay-failed")).toBe(1);
  });

  test("whatever is typed is answered, stands in the page as text, and never in an address", async () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.constantFrom(
        ...`<script>alert(1)</script> "><img/src=x/onerror=alert(1)> </textarea><b> {{7*7}} \u202Eevil \uE000`.split(
          " ",
        ),
      ),
    );
    const names = ["cursus", "ontvanger", "gever", "bericht", "moment", "datum"];
    const typed = fc.record(Object.fromEntries(names.map((name) => [name, hostile])));
    await fc.assert(
      fc.asyncProperty(typed, async (fields) => {
        const response = await send(fields);
        expect([200, 422]).toContain(response.status);
        const page = readDocument(await response.text());
        expect(count(page, "img[onerror], main b > script")).toBe(0);
        for (const link of all(page, "a[href]")) expect(link.getAttribute("href")).not.toContain("alert");
      }),
      { numRuns: 20 },
    );
  }, 60_000);
});

describe("a gift that is mailed on its day", () => {
  const NOOR = "noor@example.nl";
  const MAILED = { ...TYPED, moment: "dag", datum: "2026-12-05", "ontvanger-email": NOOR };
  const sendMailed = (change: Readonly<Record<string, string>>) => send({ ...MAILED, ...change });
  const purchaseOf = (page: ReturnType<typeof readDocument>) => propsOf(page, "checkout").payment.purchase;

  test("takes the recipient's address with a day, and the payment step names it", async () => {
    const page = await pageOf(sendMailed({ "ontvanger-email": `  ${NOOR} ` }));
    expect(purchaseOf(page)).toMatchObject({ gift: { from: "2026-12-05" }, deliverTo: NOOR });
    expect(texts(page, ".checkout-gift dd")).toContain(NOOR);
    expect(attribute(page, '.checkout-gift [name="ontvanger-email"]', "value")).toBe(NOOR);
  });

  test.each([
    ["left empty", { "ontvanger-email": "" }],
    ["without a day", { moment: "nu" }],
  ])("%s, nothing is mailed", async (_name, change) => {
    const page = await pageOf(sendMailed(change));
    expect(purchaseOf(page).deliverTo).toBeUndefined();
    expect(texts(page, ".checkout-gift dt")).not.toContain(COPY.pay.facts.deliverTo);
  });

  const { fields } = COPY.form;
  test.each([
    ["no address", { "ontvanger-email": "noor@" }, "ontvanger-email", fields.deliverTo.invalid],
    ["two addresses", { "ontvanger-email": "a@b.nl, c@d.nl" }, "ontvanger-email", fields.deliverTo.invalid],
    ["a day more than a year ahead", { datum: "2027-12-05" }, "datum", fields.day.unsendable],
  ])("%s: 422, said at the field, and nothing is lost", async (_name, change, field, text) => {
    const page = await pageOf(sendMailed(change), 422);
    expect(visibleText(one(page, `#${field}-fout`))).toBe(text);
    expect(attribute(page, "#ontvanger-email", "value")).toBe({ ...MAILED, ...change }["ontvanger-email"]);
  });

  test("a day far ahead is for a giver who gives the gift themselves", async () => {
    expect((await sendMailed({ datum: "2030-12-05", "ontvanger-email": "" })).status).toBe(200);
  });
});

const WISH: GiftWish = {
  productId: "KVB1",
  recipient: "Noor",
  giver: "Opa Kees",
  message: "Gefeliciteerd!\nVeel plezier.",
  from: "now",
};

/** Metadata as Stripe stores them: without keys that have an empty value. */
function keptByStripe(metadata: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries({ product: "KVB1", ...metadata }).filter(([, value]) => value !== ""));
}

describe("a giver's wish", () => {
  test.each([
    ["spaces around names", { recipient: "  Noor\t", giver: "\nOpa  Kees " }, {}],
    ["control characters and lone surrogates", { message: "Hoi\u0000\u0007 \uD83D" }, { message: "Hoi \uFFFD" }],
    ["heaps of accents", { message: `e${"\u0301".repeat(200)}` }, { message: `e${"\u0301".repeat(4)}` }],
    ["a wall of empty lines", { message: `a\r\n${"\r\n".repeat(50)}b` }, { message: "a\n\n\nb" }],
    ["a message of nothing that is seen", { message: " \u200B\u00AD\n" }, { message: "" }],
    ["a day", { from: "2028-02-29" }, { from: "2028-02-29" }],
    ["the longest name", { recipient: "👩‍🚀".repeat(NAME_MAX_LENGTH) }, { recipient: "👩‍🚀".repeat(NAME_MAX_LENGTH) }],
  ])("is cleaned: %s", (_name, typed, tamed) => {
    expect(giftWishSchema.parse({ ...WISH, ...typed })).toEqual({ ...WISH, ...tamed });
  });

  test.each([
    ["a product that nobody sells", { productId: "KVB3" }, "productId", "missing"],
    ["no recipient", { recipient: undefined }, "recipient", "missing"],
    ["one character without an end", { giver: `👩${"\u200D👩".repeat(300)}` }, "giver", "too-long"],
    ["one character of a book's size", { message: `👩${"\u200D👩".repeat(9000)}` }, "message", "too-long"],
    ["a message that is a list", { message: ["a"] }, "message", "invalid"],
    ["a moment", { from: "2027-02-28T10:00:00Z" }, "from", "invalid"],
    ["no day", { from: undefined }, "from", "invalid"],
  ])("is refused: %s", (_name, typed, field, problem) => {
    const checked = giftWishSchema.safeParse({ ...WISH, ...typed });
    expect(checked.error?.issues).toMatchObject([{ path: [field], message: problem }]);
  });

  test("is refused with a field of its own", () => {
    expect(giftWishSchema.safeParse({ ...WISH, price: 1 }).success).toBe(false);
  });
});

describe("a wish in a payment's metadata", () => {
  const text = fc.string({ unit: "binary" });
  const emoji = fc.constantFrom("👩‍🚀", "👍🏽", "🇳🇱", "e\u0301", "\n", " ", "a", "<b>", "\uD83D", "漢");
  const long = fc.array(emoji, { maxLength: MESSAGE_MAX_LENGTH, size: "max" }).map((parts) => parts.join(""));
  const wish = fc.record({
    productId: fc.constant("KVB1" as const),
    recipient: text,
    giver: text,
    message: fc.oneof(text, long),
    from: fc.oneof(fc.constant("now"), fc.constant("2026-12-05")),
  });

  test("is read back as it was written, whatever was typed, and fits Stripe's limits", () => {
    fc.assert(
      fc.property(wish, (typed) => {
        const checked = giftWishSchema.safeParse(typed);
        fc.pre(checked.success);
        expect(giftWishSchema.parse(checked.data)).toEqual(checked.data);
        const metadata = wishToMetadata(checked.data);
        // The payment's own keys (product, price, flow, visit, buyer_name, buyer_email), and room for later ones.
        expect(Object.keys(metadata).length).toBeLessThanOrEqual(40);
        for (const value of Object.values(metadata)) {
          expect(value.length).toBeLessThanOrEqual(500);
          expect(value.isWellFormed()).toBe(true);
        }
        expect(wishFromMetadata(keptByStripe(metadata))).toEqual(checked.data);
      }),
    );
  });

  test("its product is the payment's own", () => {
    const metadata = { product: "MARIFONIE", ...wishToMetadata({ ...WISH, productId: "MARIFONIE" }) };
    expect(wishFromMetadata(metadata)).toEqual({ ...WISH, productId: "MARIFONIE" });
  });

  test("a shorter message leaves nothing of a longer one behind", () => {
    const before = wishToMetadata({ ...WISH, message: "a".repeat(MESSAGE_MAX_LENGTH) });
    expect(wishFromMetadata(keptByStripe({ ...before, ...wishToMetadata(WISH) }))).toEqual(WISH);
  });

  test.each([
    ["a payment of one's own course", { product: "KVB1" }],
    ["a gift without a wish", { gift: "1" }],
    ["a gift for nobody", { ...wishToMetadata(WISH), gift_recipient: "" }],
    ["a gift of nothing", { ...wishToMetadata(WISH), product: "" }],
    ["a wish on what is no gift", { ...wishToMetadata(WISH), gift: "0" }],
  ])("there is none in %s", (_name, metadata: Record<string, string>) => {
    expect(wishFromMetadata(keptByStripe(metadata))).toBeNull();
  });
});

/** In this flow KVB1 costs the same as a gift and for oneself. */
const CREATE = `${PATHS.createPaymentIntent}?flow=A`;
const OFFER = { amount: PRICES.KVB1.A, currency: "eur" };
const KEY = { headers: { "idempotency-key": "0d4b7d1c-6f5e-4a3b-9c2d-1e0f9a8b7c6d" } };
const BUYER = { clientSecret: "pi_1_secret_a", name: "Kees", email: "kees@example.nl", isTold: false };
const [DIGEST, OTHER_DIGEST] = await Promise.all([WISH, { ...WISH, recipient: "Piet" }].map(digestOfWish));
/** A payment for a gift as it is created. */
const giftIntent = async (wish: GiftWish = WISH) => {
  const contents = `KVB1.3900.${await digestOfWish(wish)}`;
  return { metadata: { product: "KVB1", price: "3900", flow: "none", gift: "1", contents } };
};
const GIFT_INTENT = await giftIntent();

describe("paying for a gift", () => {
  test("the payment says so from its creation, and is another than that of an own course under the same key", async () => {
    const calls = stubStripe(() => answerJson(intent()));
    for (const body of [{ ...OFFER, gift: DIGEST }, { ...OFFER, gift: OTHER_DIGEST }, OFFER]) {
      expect((await postJson(CREATE, body, KEY)).status).toBe(200);
    }
    expect(calls.map(({ form }) => form.get("metadata[gift]"))).toEqual(["1", "1", null]);
    const contents = [`KVB1.3900.${DIGEST}`, `KVB1.3900.${OTHER_DIGEST}`, "KVB1.3900"];
    expect(calls.map(({ form }) => form.get("metadata[contents]"))).toEqual(contents);
    expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(3);
  });

  test("a visit's earlier payment goes on only with the contents that it began with", async () => {
    const visit = await visitDigest(KEY.headers["idempotency-key"]);
    for (const [contents, wanted, methods] of [
      ["KVB1.3900", DIGEST, ["GET", "POST"]],
      [`KVB1.3900.${DIGEST}`, undefined, ["GET", "POST"]],
      [`KVB1.3900.${OTHER_DIGEST}`, DIGEST, ["GET", "POST"]],
      [`KVB1.2900.${DIGEST}`, DIGEST, ["GET", "POST"]],
      [`KVB1.3900.${DIGEST}`, DIGEST, ["GET"]],
      ["KVB1.3900", undefined, ["GET"]],
    ] as const) {
      const metadata = { product: "KVB1", price: "3900", flow: "none", visit, contents };
      const calls = stubStripe(() => answerJson(intent({ metadata })));
      await postJson(CREATE, { ...OFFER, intent: "pi_1", ...(wanted ? { gift: wanted } : {}) }, KEY);
      expect(calls.map(({ method }) => method)).toEqual(methods);
      vi.restoreAllMocks();
    }
  });

  test.each([
    { ...OFFER, gift: true },
    { ...OFFER, gift: "1" },
    { ...OFFER, gift: `${DIGEST}x` },
    { ...OFFER, gift: false },
    { ...OFFER, gift: WISH },
  ])("anything else than a digest is malformed: %j", async (body) => {
    const calls = stubStripe(() => answerJson(intent()));
    expect((await postJson(CREATE, body, KEY)).status).toBe(400);
    expect(calls).toEqual([]);
  });

  test("its details hold the wish, and no consent or account", async () => {
    const calls = stubStripe(() => answerJson(intent(GIFT_INTENT)));
    const response = await postJson(
      PATHS.paymentDetails,
      { ...BUYER, gift: { ...WISH, recipient: " Noor " } },
      { headers: { authorization: "Bearer of-no-account" } },
    );
    expect(response.status).toBe(200);
    const written = Object.fromEntries(
      [...(calls[1]?.form ?? [])].map(([key, value]) => [key.replace(/^metadata\[(.*)\]$/, "$1"), value]),
    );
    expect(keptByStripe(written)).toEqual({
      buyer_name: "Kees",
      buyer_email: "kees@example.nl",
      ...keptByStripe(wishToMetadata(WISH)),
      description: formatOrderNumber(String(intent().id)),
    });
    expect(written).not.toHaveProperty("consent");
    expect(written).not.toHaveProperty("user_id");
  });

  test("the longest message gets through", async () => {
    const message = "👩‍🚀".repeat(MESSAGE_MAX_LENGTH);
    const paid = intent(await giftIntent({ ...WISH, message }));
    stubStripe(() => answerJson(paid));
    expect((await postJson(PATHS.paymentDetails, { ...BUYER, gift: { ...WISH, message } })).status).toBe(200);
  });

  test.each([
    ["a gift without a wish", GIFT_INTENT, { consent: "2026-11" }, 404],
    ["a wish for an own course", {}, { gift: WISH }, 404],
    ["another wish than the payment's", GIFT_INTENT, { gift: { ...WISH, message: "Korter." } }, 404],
    [
      "another wish, while a bank decides, by who has read of that",
      { ...GIFT_INTENT, status: "requires_action" },
      { gift: { ...WISH, recipient: "Piet" }, isTold: true },
      404,
    ],
    ["another product than the payment's", GIFT_INTENT, { gift: { ...WISH, productId: "KVB1_KVB2" } }, 404],
    ["a product that nobody sells", GIFT_INTENT, { gift: { ...WISH, productId: "KVB3" } }, 400],
    ["a wish for nobody", GIFT_INTENT, { gift: { ...WISH, recipient: "" } }, 400],
    ["a wish with consent", GIFT_INTENT, { gift: WISH, consent: "2026-11" }, 400],
    ["neither", GIFT_INTENT, {}, 400],
  ])("%s: nothing is written, so nothing is confirmed", async (_name, paid, body, status) => {
    const calls = stubStripe(() => answerJson(intent(paid)));
    expect((await postJson(PATHS.paymentDetails, { ...BUYER, ...body })).status).toBe(status);
    expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("the order knows what to give to whom, without the message", async () => {
    const intentId = "pi_wish";
    const metadata = { ...GIFT_INTENT.metadata, visit: "digest", ...keptByStripe(wishToMetadata(WISH)) };
    const paid = JSON.stringify(stripeEvent("payment_intent.succeeded", intent({ id: intentId, metadata })));
    expect((await askWith(STRIPE_BINDINGS, PATHS.stripeWebhook, await webhookCall(paid))).status).toBe(200);
    const order = await readOrder(ledgerOf(env), intentId);
    expect(order).toMatchObject({ gift: { ...WISH, message: "" }, source: "checkout" });
    expect(order?.consent).toBeUndefined();
  });
});
