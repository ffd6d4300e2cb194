import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { GIFT_PRODUCTS } from "../../src/gifts/gift-products-copy.ts";
import { giftWishSchema, wishFromMetadata, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { GIVE_GIFT_COPY as COPY } from "../../src/gifts/giving/give-gift-copy.ts";
import { PRODUCT_IDS, PRODUCTS } from "../../src/shared/courses.ts";
import { type GiftWish, MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH } from "../../src/shared/gift.ts";
import { giftPaymentPath, PATHS } from "../../src/shared/paths.ts";
import { PRICES } from "../../src/shared/prices.ts";
import { all, attribute, attributes, count, one, type PageDocument, texts, transcript } from "./document.ts";
import { expectWrong } from "./page-data.ts";
import { askWith, formOf, pageOf } from "./shop.ts";
import { postJson } from "./stripe-stub.ts";

type Typed = Readonly<Record<string, string>>;
const MESSAGE = "Goede vaart,\nlieve schipper!";
const LONGEST = "👩‍🚀".repeat(MESSAGE_MAX_LENGTH);
const CARD = { cursus: "KVB1", ontvanger: "Noor", gever: "Opa Kees", bericht: MESSAGE.replace("\n", "\r\n") };
const TYPED = { ...CARD, moment: "nu", datum: "" };

beforeEach(() => vi.setSystemTime("2026-11-22T23:30:00Z"));

function send(typed: Typed, headers: object = {}, bindings: object = {}, query = "") {
  return askWith(bindings, PATHS.giveGift + query, formOf(typed, headers));
}

const propsOf = (page: PageDocument) => JSON.parse(attribute(page, "[data-island=checkout]", "data-props") ?? "null");

const NOOR = "noor@example.nl";
const ON_DAY = { moment: "dag", datum: "2026-12-05" };
const MAILED = { ...ON_DAY, "ontvanger-email": NOOR };
const sent = (change: Typed = {}, status = 200) => pageOf(send({ ...TYPED, ...change }), status);
const chosen = (page: PageDocument, name: string) => attributes(page, `[name=${name}][checked]`, "value");

test("what is sent: leads to its payment, with what is on the card and no consent to give", async () => {
  const page = await pageOf(send({ ...TYPED, ontvanger: "  Noor " }, {}, { TAG_MANAGER_ID: "GTM-TEST" }, "?flow=A"));
  expect(transcript(one(page, ".checkout-side"))).toMatchSnapshot();
  expect(propsOf(page).payment).toMatchSnapshot("its payment");
  expect(page.toString()).not.toContain("GTM-TEST");
});

test("what is sent: the form's script gets the address of its payment, or what is wrong", async () => {
  for (const [typed, status] of [[{ ...TYPED, ...MAILED }, 200] as const, [{ ...TYPED, gever: "" }, 422] as const]) {
    const response = await send(typed, { accept: "application/json" }, {}, "?flow=A");
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchSnapshot(`${status}`);
  }
});

test("what is sent: a form that cannot be read: says so, and nobody stores, finds or measures what was typed", async () => {
  const asked = send(TYPED, { "content-type": "text/plain" }, { TAG_MANAGER_ID: "GTM-TEST" });
  const { headers } = await asked;
  const page = await pageOf(asked, 415);
  expect(transcript(one(page, ".form-alert"))).toMatchSnapshot();
  const { "cache-control": kept, "x-robots-tag": found } = Object.fromEntries(headers);
  expect([kept, found]).toEqual(["private, no-store", "noindex, nofollow"]);
  expect(page.toString()).not.toContain("GTM-TEST");
});

test("what is sent: a product that is not sold is not given either", async () => {
  const unsold = { CHECKOUT_KVB1_KVB2: "", CHECKOUT_KVB1_KVB2_A: "", CHECKOUT_KVB1_KVB2_B: "" };
  await pageOf(send({ ...TYPED, cursus: "KVB1_KVB2" }, {}, unsold), 422);
  const form = await askWith(unsold, `${giftPaymentPath("KVB1_KVB2")}?flow=A`);
  expect(form.headers.get("location")).toBe(`${PATHS.giveGift}?flow=A`);
  const page = await pageOf(askWith(unsold, PATHS.giveGift));
  expect([attributes(page, "[name=cursus]", "value"), texts(page, ".give-hero li")]).toMatchSnapshot();
  const call = { amount: 11_800, currency: "eur", product: "KVB1_KVB2", gift: "k".repeat(43) };
  const refused = await postJson(PATHS.createPaymentIntent, call, { bindings: unsold });
  expect(await refused.json()).toMatchObject({ error: { code: "price_not_offered" } });
});

test.each(PRODUCT_IDS)("what is sent: %s costs on the payment step what it costs in the flow", async (id) => {
  const page = await pageOf(send({ ...TYPED, cursus: id }, {}, {}, "?flow=B"));
  const { payment, copy } = propsOf(page);
  const priceCents = PRICES[id].B;
  expect(payment).toMatchObject({ flow: "B", identity: { productId: id, priceCents } });
  expect(payment.purchase.gift.productId).toBe(id);
  expect(payment.returnPath).toContain("flow=B");
  expect(copy.pay).toBe(`Betaal €${priceCents / 100}.00`);
  expect(texts(page, "h1")).toEqual([PRODUCTS[id].name]);
  expect(texts(page, ".checkout-total dd")).toEqual([`€${priceCents / 100},00`]);
  expect(texts(page, ".checkout-summary li")[0]).toBe(GIFT_PRODUCTS[id].questions);
});

test.each<[string, Typed, object]>([
  ["today by the shop's own clock", { moment: "dag", datum: "2026-11-23" }, { gift: { from: "2026-11-23" } }],
  ["a day that was filled in and not chosen", { datum: "1999-01-01" }, { gift: { from: "now" } }],
  ["a day far ahead, given by the giver", { moment: "dag", datum: "2030-12-05" }, { gift: { from: "2030-12-05" } }],
  ["the last day that the field takes", { moment: "dag", datum: "2031-12-31" }, { gift: { from: "2031-12-31" } }],
  ["the last day of a mail", { ...MAILED, datum: "2027-11-22" }, { deliverTo: NOOR }],
  ["a day, and an address", { ...MAILED, "ontvanger-email": `  ${NOOR} ` }, { deliverTo: NOOR, note: undefined }],
  ["a day without an address", { ...MAILED, "ontvanger-email": "" }, { deliverTo: undefined }],
  ["an address without a day", { ...MAILED, moment: "nu", "ontvanger-email": "noor@" }, { deliverTo: undefined }],
  ["the longest message", { bericht: LONGEST }, { gift: { message: LONGEST }, note: expect.stringMatching(/^Op de/) }],
])("what is sent: %s is what is paid for", async (_name, change, purchase) => {
  const page = await sent(change);
  const { gift, deliverTo } = propsOf(page).payment.purchase;
  expect({ gift, deliverTo, note: texts(page, ".checkout-gift .note")[0] }).toMatchObject(purchase);
  const facts = texts(page, ".checkout-gift dd");
  expect(facts.includes(NOOR)).toBe(deliverTo === NOOR);
  expect(facts.includes("23 november 2026")).toBe(gift.from === "2026-11-23");
});

const { fields } = COPY.form;
test.each<[string, Typed, string, string]>([
  ["no course", { cursus: "" }, "cursus", fields.product.missing],
  ["a course that is none", { cursus: "KVB3" }, "cursus", fields.product.missing],
  ["nobody", { ontvanger: " \u200B" }, "ontvanger", fields.recipient.missing],
  ["from nobody", { gever: "" }, "gever", fields.giver.missing],
  ["a long name", { ontvanger: "é".repeat(NAME_MAX_LENGTH + 1) }, "ontvanger", fields.recipient["too-long"]],
  ["a long message", { bericht: "👍🏽".repeat(MESSAGE_MAX_LENGTH + 1) }, "bericht", fields.message["too-long"]],
  ["a day without a day", { moment: "dag" }, "datum", fields.day.missing],
  ["a day that does not exist", { moment: "dag", datum: "2027-02-30" }, "datum", fields.day.invalid],
  ["a day in words", { ...MAILED, datum: "morgen" }, "datum", fields.day.invalid],
  ["yesterday", { moment: "dag", datum: "2026-11-22" }, "datum", fields.day.past],
  ["a day that is a slip of the finger", { moment: "dag", datum: "2206-12-05" }, "datum", fields.day.far],
  ["no address", { ...MAILED, "ontvanger-email": "noor@" }, "ontvanger-email", fields.deliverTo.invalid],
  ["two addresses", { ...MAILED, "ontvanger-email": "a@b.nl, c@d.nl" }, "ontvanger-email", fields.deliverTo.invalid],
  ["a mail more than a year ahead", { ...MAILED, datum: "2027-12-05" }, "datum", fields.day.unsendable],
])("%s: 422, said at the field, and everything else is still there", async (_name, change, field, text) => {
  const typed: Typed = { ...TYPED, ...change };
  const page = await sent(change, 422);
  const { cursus, moment, ...filledIn } = typed;
  expectWrong(page, { [field]: text }, filledIn);
  expect(text).toMatchSnapshot();
  expect([chosen(page, "moment"), chosen(page, "cursus")]).toEqual([[moment], field === "cursus" ? [] : [cursus]]);
});

test("what the payment step sends back is what was typed, and 'wijzigen' brings back the form with it", async () => {
  const page = await sent({ ...MAILED, cursus: "MARIFONIE" });
  const fields = all(page, ".checkout-gift input").map(({ attributes }) => [attributes.name, attributes.value ?? ""]);
  const hidden: Typed = Object.fromEntries(fields);
  expect(hidden).toEqual({ ...TYPED, ...MAILED, cursus: "MARIFONIE", bericht: MESSAGE });
  const form = await pageOf(send({ ...hidden, stap: "wijzigen" }, {}, {}, "?flow=A"));
  const parts = all(form, ".give-scene, .form-alert, .give-form").map((part) => transcript(part));
  expect(
    [...parts, attribute(form, "[data-island=giftForm]", "data-props")?.match(/"isGivenBack":\w+/)?.[0]].join("\n"),
  ).toMatchSnapshot();
});

test("what is sent: while payment is not configured the page says that it cannot be paid", async () => {
  const page = await pageOf(send(TYPED, {}, { STRIPE_PUBLISHABLE_KEY: "" }));
  expect([count(page, "[data-island=checkout]"), count(page, ".pay-failed")]).toEqual([0, 1]);
});

const NAMES = { recipient: "Noor", giver: "Opa Kees" };
const WISH: GiftWish = { ...NAMES, productId: "KVB1", message: "Hoi!\nVeel plezier.", from: "now" };

/** Metadata as Stripe stores them: without keys that have an empty value. */
function keptByStripe(metadata: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries({ product: "KVB1", ...metadata }).filter(([, value]) => value !== ""));
}

test.each([
  ["spaces around names", { recipient: "  Noor\t", giver: "\nOpa  Kees " }, {}],
  ["a message of nothing that is seen", { message: " \u200B\u00AD\n" }, { message: "" }],
  ["a day", { from: "2028-02-29" }, { from: "2028-02-29" }],
  ["the longest name", { recipient: "👩‍🚀".repeat(NAME_MAX_LENGTH) }, { recipient: "👩‍🚀".repeat(NAME_MAX_LENGTH) }],
])("a giver's wish: is cleaned: %s", (_name, typed, tamed) => {
  expect(giftWishSchema.parse({ ...WISH, ...typed })).toEqual({ ...WISH, ...tamed });
});

test.each<[string, object, string, string]>([
  ["one character without an end", { giver: `👩${"\u200D👩".repeat(300)}` }, "giver", "too-long"],
  ["one character of a book's size", { message: `👩${"\u200D👩".repeat(9000)}` }, "message", "too-long"],
  ["a message that is a list", { message: ["a"] }, "message", "invalid"],
  ["a moment", { from: "2027-02-28T10:00:00Z" }, "from", "invalid"],
])("a giver's wish: is refused: %s", (_name, typed, field, problem) => {
  const checked = giftWishSchema.safeParse({ ...WISH, ...typed });
  expect(checked.error?.issues).toMatchObject([{ path: [field], message: problem }]);
  expect(giftWishSchema.safeParse({ ...WISH, price: 1 }).success).toBe(false);
});

const text = fc.string({ unit: "binary" });
const emoji = fc.constantFrom("👩‍🚀", "👍🏽", "🇳🇱", "e\u0301", "\n", " ", "a", "<b>", "\uD83D", "漢");
const long = fc.array(emoji, { maxLength: MESSAGE_MAX_LENGTH, size: "max" }).map((parts) => parts.join(""));
const wish = fc.record({
  productId: fc.constantFrom(...PRODUCT_IDS),
  recipient: text,
  giver: text,
  message: fc.oneof(text, long),
  from: fc.oneof(fc.constant("now"), fc.constant("2026-12-05")),
});

test("a wish is read back from metadata as it was written, whatever was typed, and fits Stripe's limits", () => {
  fc.assert(
    fc.property(wish, (typed) => {
      const checked = giftWishSchema.safeParse(typed);
      fc.pre(checked.success);
      expect(giftWishSchema.parse(checked.data)).toEqual(checked.data);
      const metadata = wishToMetadata(checked.data);
      // The payment's own keys (product, price, flow, visit, buyer_name, buyer_email), and room for later ones.
      expect(Object.keys(metadata).length).toBeLessThanOrEqual(40);
      const isKept = (value: string) => value.length <= 500 && value.isWellFormed();
      expect(Object.values(metadata).filter((value) => !isKept(value))).toEqual([]);
      const product = checked.data.productId;
      expect(wishFromMetadata(keptByStripe({ product, ...metadata }))).toEqual(checked.data);
    }),
  );
});

test("a wish in a payment's metadata: a shorter message leaves nothing of a longer one behind", () => {
  const before = wishToMetadata({ ...WISH, message: "a".repeat(MESSAGE_MAX_LENGTH) });
  expect(wishFromMetadata(keptByStripe({ ...before, ...wishToMetadata(WISH) }))).toEqual(WISH);
});

test.each([
  ["a payment of one's own course", { product: "KVB1" }],
  ["a gift without a wish", { gift: "1" }],
  ["a gift for nobody", { ...wishToMetadata(WISH), gift_recipient: "" }],
  ["a gift of nothing", { ...wishToMetadata(WISH), product: "" }],
  ["a wish on what is no gift", { ...wishToMetadata(WISH), gift: "0" }],
])("a wish in a payment's metadata: there is none in %s", (_name, metadata: Record<string, string>) => {
  expect(wishFromMetadata(keptByStripe(metadata))).toBeNull();
});
