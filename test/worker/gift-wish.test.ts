import { env } from "cloudflare:workers";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { giftWishSchema, wishFromMetadata, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { ledgerOf } from "../../src/ledger/database.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import { digestOfWish } from "../../src/paying/purchase-identity.ts";
import { type GiftWish, MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH } from "../../src/shared/gift.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { PRICES } from "../../src/shared/prices.ts";
import { collectLogs } from "./logs.ts";
import { askWith } from "./shop.ts";
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

collectLogs();

const WISH: GiftWish = {
  productId: "KVB1",
  recipient: "Noor",
  giver: "Opa Kees",
  message: "Gefeliciteerd!\nVeel plezier.",
  from: "now",
};

/** Metadata as Stripe stores them: without keys that have an empty value. */
function keptByStripe(metadata: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== ""));
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
    ["a recipient that nobody sees", { recipient: "\u200B \u00AD" }, "recipient", "missing"],
    ["no giver", { giver: " " }, "giver", "missing"],
    ["a name of one too many", { giver: "é".repeat(NAME_MAX_LENGTH + 1) }, "giver", "too-long"],
    ["one character without an end", { giver: `👩${"\u200D👩".repeat(300)}` }, "giver", "too-long"],
    ["a message of one too many", { message: "👍🏽".repeat(MESSAGE_MAX_LENGTH + 1) }, "message", "too-long"],
    ["one character of a book's size", { message: `👩${"\u200D👩".repeat(9000)}` }, "message", "too-long"],
    ["a message that is a list", { message: ["a"] }, "message", "invalid"],
    ["a day that is none", { from: "2027-02-29" }, "from", "invalid"],
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

  test("a message of the greatest length in emoji is kept whole", () => {
    const message = `x${"👩‍🚀".repeat(MESSAGE_MAX_LENGTH - 1)}`;
    const checked = giftWishSchema.parse({ ...WISH, message });
    expect(wishFromMetadata(keptByStripe(wishToMetadata(checked)))?.message).toBe(message);
  });

  test("one that is older than the choice is of KVB1", () => {
    const { productId: _productId, ...old } = WISH;
    expect(giftWishSchema.parse(old)).toEqual(WISH);
    expect(wishFromMetadata(wishToMetadata(WISH))?.productId).toBe("KVB1");
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
    ["a wish on what is no gift", { ...wishToMetadata(WISH), gift: "0" }],
  ])("there is none in %s", (_name, metadata: Record<string, string>) => {
    expect(wishFromMetadata(metadata)).toBeNull();
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
