import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { createGiftCode } from "../../src/gifts/gift-code.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { storeGiftOf } from "../../src/gifts/paid-gifts.ts";
import type { Order } from "../../src/ledger/orders.ts";
import type { Bindings } from "../../src/server/env.ts";
import { ERASED_GIFT_NAMES, formatGiftCode } from "../../src/shared/gift.ts";
import { giftCardPath, giftCodePath } from "../../src/shared/paths.ts";
import { attribute, attributes, readDocument, texts } from "./document.ts";
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
  openReturnPage,
  owedAgain,
  paid,
  readSold,
  receive,
  refund,
  sale,
  TEXTS,
  WISH,
} from "./gift-payment.ts";
import { rowsOf } from "./ledger-rows.ts";
import { dataBlock, streamedState } from "./markup.ts";
import { onEveryKv } from "./places.ts";
import { AWAY, askWith, changed, fail, ORDER_KEYS, ORIGIN } from "./shop.ts";

/** A gift after its payment: the return page, the webhook, the mails and a refund, in every order. */

const logs = beginGift();

const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60;

onEveryKv((world) => {
  describe("whoever comes first", () => {
    const STEPS = { "return page": comeBack, webhook: sale, mails: follow, refund } as const;
    type Name = keyof typeof STEPS;
    const TURNS: readonly (readonly Name[])[] = [
      ["return page"],
      ["webhook", "mails"],
      ["return page", "webhook", "mails"],
      ["webhook", "return page", "mails"],
      ["webhook", "mails", "return page"],
      ["refund", "return page", "webhook", "mails"],
      ["refund", "webhook", "mails", "return page"],
      ["return page", "refund", "webhook", "mails"],
      ["webhook", "refund", "mails", "return page"],
      ["webhook", "mails", "refund", "return page"],
      ["return page", "webhook", "mails", "refund"],
    ];
    test.each(TURNS.map((turns) => [turns.join(", "), turns] as const))(
      "%s, each twice: one gift",
      async (_name, turns) => {
        for (const name of turns) for (let time = 0; time < 2; time += 1) await STEPS[name]();
        const isRefunded = turns.includes("refund");
        expect(await gifts()).toEqual({
          [code]: ENTRY,
          [`${code}.message`]: TEXTS,
          ...(isRefunded ? { [`${code}.refund`]: { stopped: true, at: expect.any(String) } } : {}),
        });
        const { metadata: beside } = await env.GIFTS.getWithMetadata(code);
        expect(beside).toEqual({ intentId });
        const response = await receive(giftCodePath(code));
        expect(response.status).toBe(isRefunded ? 410 : 200);
        expect((await response.text()).includes("behouden vaart!")).toBe(!isRefunded);
        // The giver's message has one place, which expires. KV's clock is the machine's.
        expect(JSON.stringify(await rowsOf("SELECT * FROM payment_reports"))).not.toContain("behouden vaart!");
        const { keys } = await env.GIFTS.list({ prefix: `${code}.message` });
        // Its day is further away than the form allows.
        const leftS = (keys[0]?.expiration ?? 0) - vi.getRealSystemTime() / 1000;
        expect(Math.abs(leftS - 4 * TWO_YEARS_S)).toBeLessThan(24 * 60 * 60);
        if (turns.includes("mails")) {
          expect(await readSold()).toMatchObject({ giftCode: code, gift: { ...WISH, message: "" } });
        }
      },
    );

    test("two years later the gift opens as it did, without what its giver wrote and without names", async () => {
      await sale();
      await follow();
      await env.GIFTS.delete(`${code}.message`);
      const response = await receive(giftCodePath(code));
      expect(response.status).toBe(200);
      const page = await response.text();
      for (const name of Object.values(ERASED_GIFT_NAMES)) expect(page).toContain(`<bdi>${name}</bdi>`);
      expect(page).not.toMatch(/behouden vaart!|Noor|Opa|Sanne|Mark/);
      expect(page).toContain(GIFT_COPY.card.redeem);
    });

    test("while what a giver wrote cannot be read, the gift waits: it is not unwrapped without it", async () => {
      await sale();
      await follow();
      world.settle();
      const GIFTS = changed(world.at("recipient").GIFTS, {
        get: (real) => (key: string, type: string) => (key.endsWith(".message") ? fail() : real(key, type)),
      });
      expect((await askWith({ ...BINDINGS, GIFTS }, giftCodePath(code))).status).toBe(503);
    });

    test("at once: two tabs and the mail", async () => {
      await sale();
      const tab = async (place: string) => (await comeBack(world.at(place))).text();
      const [first, second] = await Promise.all([tab("giver"), tab("giver's phone"), follow({ forMs: 0 })]);
      for (const page of [first, second]) expect(page).toContain(formatGiftCode(code));
      expect(Object.keys(await gifts())).toEqual([code, `${code}.message`]);
    });

    test("a payment that is no gift, or is not paid, leaves nothing in GIFTS", async () => {
      const plain = { product: "KVB1", price: "3900", flow: "none", visit: "v", buyer_email: "jan@example.nl" };
      await deliver("payment_intent.succeeded", paid({ metadata: plain }));
      await follow();
      await refund(3900, { metadata: plain });
      await deliver("payment_intent.payment_failed", paid({ status: "requires_payment_method" }));
      expect(await gifts()).toEqual({});
    });
  });

  describe("the code", () => {
    test("belongs to the payment for ever: a new first key changes nothing", async () => {
      const rotated = {
        ORDER_TOKEN_KEYS: `2:${"z".repeat(42)}A,${ORDER_KEYS.ORDER_TOKEN_KEYS}`,
      } as unknown as Bindings;
      expect(await createGiftCode(rotated, intentId)).toBe(code);
      expect(await createGiftCode(ORDER_KEYS as Bindings, `${intentId}x`)).not.toBe(code);
      expect(await createGiftCode({} as Bindings, intentId)).toBeNull();
      expect(await createGiftCode(ORDER_KEYS as Bindings, "cs_1")).toBeNull();
    });

    test.each(["sale", "mail"])("that was noted by the %s stays the order's when its key is removed", async (by) => {
      await sale();
      if (by === "mail") await follow();
      const other = { ORDER_TOKEN_KEYS: `2:${"z".repeat(42)}A` } as Partial<Bindings>;
      const { mails } = await follow({ bindings: other });
      if (by === "sale") expect(mails[0]?.text).toContain(formatGiftCode(code));
      expect(Object.keys(await gifts())).toEqual([code, `${code}.message`]);
      world.settle();
      await refund(3900, {}, other);
      expect(Object.keys(await gifts())).toEqual([code, `${code}.message`, `${code}.refund`]);
    });
  });

  describe("what an operator corrects in the gift stays", () => {
    const corrected = { recipient: "Noor", giver: "Opa Kees" };
    const correct = () => env.GIFTS.put(code, JSON.stringify(corrected), { metadata: { intentId } });
    const isCorrected = async () => expect((await gifts())[code]).toEqual(corrected);

    test("when the event comes again, the mail is sent again, or another step stores the gift", async () => {
      await sale();
      await follow();
      await correct();
      expect(await sale()).toBe(200);
      await owedAgain();
      expect((await follow()).mails).toHaveLength(1);
      await isCorrected();
      const order = await readSold();
      await storeGiftOf({ ...env, ...BINDINGS } as Bindings, order as Order, new Date());
      await isCorrected();
    });

    test("when the giver reloads the return page, an hour after the payment was begun or later", async () => {
      await comeBack();
      world.settle();
      await correct();
      const hourLater = (1_700_000_000 + 3600) * 1000;
      vi.setSystemTime(hourLater);
      expect(await (await comeBack()).text()).toContain(formatGiftCode(code));
      await isCorrected();
      // Before that the page stores what the payment says: the link must open at once.
      vi.setSystemTime(hourLater - 1);
      world.settle();
      await comeBack();
      expect((await gifts())[code]).toEqual(ENTRY);
    });
  });
});

describe("the return page of a gift", () => {
  test("shows link, code, QR, card and ways to send it, and leads nowhere by itself", async () => {
    const html = await (await comeBack()).text();
    const page = readDocument(html);
    const link = `${ORIGIN}${giftCodePath(code)}`;
    expect(texts(page, ".return-gift h1")).toEqual([GIFT_SALE_COPY.title]);
    expect(texts(page, ".return-gift-code")).toEqual([formatGiftCode(code)]);
    expect(attributes(page, ".return-gift-ticket a", "href")).toEqual([link]);
    expect(page.querySelector(".return-gift-ticket svg path")?.getAttribute("d")).toMatch(/^M0 0h7v1/);
    expect(attribute(page, ".return-gift-ways a.button-quiet", "href")).toBe(`${ORIGIN}${giftCardPath(code)}`);
    const share = attribute(page, ".return-gift-ways a.button:not(.button-quiet)", "href") ?? "";
    expect(new URL(share).origin).toBe("https://wa.me");
    expect(new URL(share).searchParams.get("text")).toContain(link);
    expect(decodeURIComponent(share)).not.toMatch(/Noor|Opa/);
    expect(streamedState(html)).toMatchObject({
      status: "paid",
      intentId,
      endedIntent: intentId,
      saleEuros: 32.23,
    });
    expect(streamedState(html)).not.toHaveProperty("leadsOn");
    expect(dataBlock(html, "interstitial-entry")).toBeNull();
    expect(html).toContain("<bdi>Noor &amp; &lt;b&gt;Bo&lt;/b&gt;</bdi>");
  });

  test("works without JavaScript too, and does not redirect", async () => {
    const response = await comeBack({}, "&verder=1");
    expect(response.headers.get("refresh")).toBeNull();
    expect(await response.text()).toContain(formatGiftCode(code));
  });

  test("does not wait for KV, nor fail with it", async () => {
    const hanging = { put: () => new Promise(() => undefined) } as unknown as Bindings["GIFTS"];
    expect(await (await openReturnPage({ GIFTS: hanging })).response.text()).toContain(formatGiftCode(code));
    expect(await (await comeBack({ GIFTS: AWAY })).text()).toContain(formatGiftCode(code));
    expect(logs.lines("kv.unavailable")).toEqual([expect.objectContaining({ namespace: "GIFTS" })]);
  });

  test("without a key says that the link comes by mail", async () => {
    const page = readDocument(await (await comeBack({ ORDER_TOKEN_KEYS: "" })).text());
    expect(texts(page, ".return-gift h1")).toEqual([GIFT_SALE_COPY.noCode.title]);
    expect(await gifts()).toEqual({});
    expect(logs.lines("gift.unstored")).toEqual([expect.objectContaining({ intentId })]);
  });

  test("does not read a code from KV before it is written", async () => {
    const asked: string[] = [];
    const watched = {
      put: async (key: string) => void asked.push(`put ${key}`),
      get: async (key: string) => void asked.push(`get ${key}`),
    } as unknown as Bindings["GIFTS"];
    await comeBack({ GIFTS: watched });
    await sale();
    await follow({ bindings: { GIFTS: watched } });
    const stored = [`put ${code}.message`, `put ${code}`];
    // The mail finds out whether the gift was stopped.
    expect(asked).toEqual([...stored, ...stored, `get ${code}.refund`, `get ${code}.operator`]);
  });

  test("asks nothing of the ledger: the sale goes on without it", async () => {
    expect(await (await comeBack({ DB: AWAY })).text()).toContain(formatGiftCode(code));
    expect(Object.keys(await gifts())).toEqual([code, `${code}.message`]);
    expect(logs.lines("ledger.unavailable")).toEqual([]);
  });
});

onEveryKv((world) => {
  test("the page of a code that KV does not show yet says when to look again, and counts as a guess", async () => {
    const response = await receive(giftCodePath(code));
    expect(response.status).toBe(404);
    expect(response.headers.get("retry-after")).toBe("60");
    expect(texts(readDocument(await response.text()), "h1")).toEqual([GIFT_COPY.preparing.title]);
    // The recipient's place caches that the key is missing.
    await comeBack();
    world.settle();
    expect((await receive(giftCodePath(code))).status).toBe(200);
  });
});
