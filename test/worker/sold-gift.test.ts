import { describe, expect, test } from "vitest";
import { GIFT_CARD_COPY } from "../../src/gifts/gift-card-copy.ts";
import { GIFT_PRODUCTS } from "../../src/gifts/gift-products-copy.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { createOrderPath } from "../../src/ledger/order-token.ts";
import type { Bindings } from "../../src/server/env.ts";
import { PRODUCTS } from "../../src/shared/courses.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { giftCardPath, giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { all, attribute, readDocument, texts } from "./document.ts";
import {
  BINDINGS,
  beginGift,
  code,
  comeBack,
  deliver,
  ENTRY,
  follow,
  gifts,
  intentId,
  lostDispute,
  metadata,
  paid,
  readSold,
  receive,
  refund,
  sale,
  TEXTS,
  WISH,
} from "./gift-payment.ts";
import { kvWorld, onEveryKv } from "./places.ts";
import { AWAY, answerText, askWith, ORIGIN, pageOf } from "./shop.ts";
import { answerJson, stubStripe } from "./stripe-stub.ts";

/** The page of a gift that was sold: opened, printed, and after it was taken back. */

const logs = beginGift();

describe("the gift's page", () => {
  test.each(["o", "O", "0"])("opens in the spelling that people type, with %s for 0 and i or l for 1", async (zero) => {
    await comeBack();
    const typed = formatGiftCode(code).toLowerCase().replaceAll("0", zero).replaceAll("1", "l").replaceAll("-", " ");
    const lookup = await receive(`${PATHS.giftLookup}?code=${encodeURIComponent(typed)}`);
    expect([lookup.status, lookup.headers.get("location")]).toEqual([303, giftCodePath(code)]);
  });

  test("says for which day it is, kindly, and what is inside", async () => {
    await comeBack();
    const page = readDocument(await (await receive(giftCodePath(code))).text());
    expect(page.querySelector('[data-island="gift"]')?.textContent).toContain("24 december 2099");
    const open = readDocument(await (await receive(`${giftCodePath(code)}?open=1`)).text());
    expect(texts(open, ".gift-day-note")).toEqual(["Een cadeau voor 24 december 2099."]);
    expect(texts(open, ".gift-inside li")).toEqual(GIFT_PRODUCTS.KVB1.inside);
    expect(attribute(open, ".gift-next a", "href")).toMatch(/^https:\/\/wa\.me\/\?text=Dank/);
  });

  test("its card prints from its own address, with the message, the code and where to type it", async () => {
    await comeBack();
    const html = await answerText(receive(giftCardPath(code)));
    const page = readDocument(html);
    expect(texts(page, ".gift-card-code").map((text) => text.replaceAll(" ", ""))).toEqual([formatGiftCode(code)]);
    expect(texts(page, ".gift-card-label")[0]).toContain(`${new URL(ORIGIN).host}${PATHS.giftLookup}`);
    expect(texts(page, ".gift-card-foot")[0]).toContain("Voor 24 december 2099");
    expect(html).toContain("<bdi>Noor &amp; &lt;b&gt;Bo&lt;/b&gt;</bdi>");
    expect(all(page, ".gift-card-message").map((message) => message.text)).toEqual([WISH.message]);
    expect(texts(page, "h1")).toEqual([GIFT_CARD_COPY.meta.title]);
  });
});

onEveryKv(() => {
  test.each(["MARIFONIE", "KVB1_KVB2"] as const)(
    "another product: %s is what gift, card, mails and order page say",
    async (productId) => {
      const { title, inside, course } = GIFT_PRODUCTS[productId];
      const { name } = PRODUCTS[productId];
      const bought = paid({ amount: 11_800, metadata: { ...metadata(), product: productId, price: "11800" } });
      expect(await deliver("payment_intent.succeeded", bought)).toBe(200);
      stubStripe(() => answerJson(bought));
      const { mails } = await follow();
      expect(await gifts()).toEqual({
        [code]: { product: productId, ...ENTRY },
        [`${code}.message`]: TEXTS,
      });
      expect(await readSold()).toMatchObject({ productId, gift: { ...WISH, productId, message: "" } });
      const [mail, notice] = mails;
      expect(mail?.subject).toContain(name);
      expect(mail?.text).toContain(`Cadeau: ${course}`);
      expect(notice?.subject).toContain(name);
      const open = await pageOf(receive(`${giftCodePath(code)}?open=1`));
      expect(texts(open, ".gift-letter-title")).toEqual([title]);
      expect(texts(open, ".gift-inside li")).toEqual(inside);
      expect(texts(await pageOf(receive(giftCardPath(code))), ".gift-card-course")).toEqual([title]);
      const handedOver = await pageOf(comeBack({}, "&gift=1"));
      expect(texts(handedOver, ".return-gift-ticket dd")[0]).toBe(name);
      const giver = { ...BINDINGS, ...kvWorld.at("giver") };
      const order = await answerText(askWith(giver, (await createOrderPath(BINDINGS as Bindings, intentId)) ?? ""));
      expect(order).toContain(name);
    },
  );

  describe("a gift that was taken back", () => {
    const isStopped = async () => {
      const response = await receive(giftCodePath(code));
      const title = texts(readDocument(await response.text()), "h1")[0];
      return response.status === 410 && title === GIFT_COPY.stopped.title;
    };

    test("a part that was refunded stops nothing", async () => {
      await comeBack();
      await refund(1000);
      expect(await isStopped()).toBe(false);
    });

    test("a dispute that was lost stops it, before the gift is stored or after", async () => {
      await sale();
      await lostDispute();
      await follow();
      expect(await isStopped()).toBe(true);
    });

    test("shows neither its texts nor its link nor its card", async () => {
      await comeBack();
      await refund();
      for (const address of [
        `${giftCodePath(code)}?n=Noor&m=Hoi`,
        giftCardPath(code),
        `${giftCodePath(code)}?open=1`,
      ]) {
        const response = await receive(address);
        expect([response.status, (await response.text()).includes("Noor")]).toEqual([410, false]);
      }
    });

    test("what an operator says counts before an earlier refund and its repetition, not before a later one", async () => {
      await comeBack();
      await refund();
      const { GIFTS } = kvWorld.at("operator");
      const say = (stopped: boolean, at: string) => GIFTS.put(`${code}.operator`, JSON.stringify({ stopped, at }));
      await say(false, "2023-11-15T10:00:00.000Z");
      await refund();
      await follow();
      expect(await isStopped()).toBe(false);
      kvWorld.settle();
      await say(true, "2023-11-15T11:00:00.000Z");
      expect(await isStopped()).toBe(true);
      kvWorld.settle();
      await say(false, "2023-11-15T12:00:00.000Z");
      expect(await isStopped()).toBe(false);
      await lostDispute("2023-11-16T10:00:00.000Z");
      expect(await isStopped()).toBe(true);
    });

    test("KV that cannot be written makes Stripe deliver the refund again", async () => {
      expect(await refund(3900, {}, { GIFTS: AWAY })).toBe(503);
      expect(await refund()).toBe(200);
      expect(await isStopped()).toBe(true);
    });

    test("a malformed stop is logged and ignored", async () => {
      await comeBack();
      await kvWorld.at("operator").GIFTS.put(`${code}.operator`, "yes");
      expect(await isStopped()).toBe(false);
      expect(logs.lines("kv.malformed")).toHaveLength(1);
    });
  });
});
