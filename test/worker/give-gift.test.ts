import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { GIFT_PRODUCTS } from "../../src/gifts/gift-products-copy.ts";
import { GIVE_GIFT_COPY as COPY } from "../../src/gifts/giving/give-gift-copy.ts";
import { FLOWS, PRODUCT_IDS, PRODUCTS } from "../../src/shared/courses.ts";
import { MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH } from "../../src/shared/gift.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { PRICES } from "../../src/shared/prices.ts";
import { all, attribute, count, one, readDocument, texts, visibleText } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { askWith, formOf, pageOf } from "./shop.ts";
import { STRIPE_BINDINGS } from "./stripe-stub.ts";

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

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T23:30:00Z") }));

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
    for (const said of ["Vanaf €59", "De code verloopt niet", "binnen 14 dagen"]) expect(words).toContain(said);
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
      expect(visibleText(one(page, ".give-price"))).toBe(`Vanaf €${PRICES.KVB1[flow] / 100}`);
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
    expect(texts(page, ".checkout-benefits li")[0]).toBe(GIFT_PRODUCTS[id].questions);
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

  test.each([
    ["another site", {}, { origin: "https://evil.example" }, 403],
    ["JSON", {}, { "content-type": "application/json" }, 415],
    ["more than any form of ours", { bericht: "x".repeat(200_000) }, {}, 413],
  ])("%s is answered with an empty form that says so", async (_name, change, headers, status) => {
    const page = await pageOf(send({ ...TYPED, ...change }, headers), status);
    expect(visibleText(one(page, ".form-alert"))).toContain(COPY.unreadable.title);
    expect(count(page, "form.give-form")).toBe(1);
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
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "</textarea><b>",
        "{{7*7}}",
        "\u202Eevil",
        "\uE000",
      ),
    );
    const typed = fc.record({
      cursus: hostile,
      ontvanger: hostile,
      gever: hostile,
      bericht: hostile,
      moment: hostile,
      datum: hostile,
    });
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

  test("takes the recipient's address with a day, and the payment step says what becomes of it", async () => {
    const page = await pageOf(sendMailed({ "ontvanger-email": `  ${NOOR} ` }));
    expect(purchaseOf(page)).toMatchObject({ gift: { from: "2026-12-05" }, deliverTo: NOOR });
    expect(texts(page, ".checkout-gift dd")).toContain(NOOR);
    expect(visibleText(one(page, ".checkout-after"))).toContain(COPY.pay.afterMailed.title);
    expect(attribute(page, '.checkout-gift [name="ontvanger-email"]', "value")).toBe(NOOR);
  });

  test.each([
    ["left empty", { "ontvanger-email": "" }],
    ["without a day", { moment: "nu" }],
  ])("%s, nothing is mailed", async (_name, change) => {
    const page = await pageOf(sendMailed(change));
    expect(purchaseOf(page).deliverTo).toBeUndefined();
    expect(visibleText(one(page, ".checkout-after"))).not.toContain(COPY.pay.afterMailed.title);
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
