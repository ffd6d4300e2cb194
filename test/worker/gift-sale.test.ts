import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GIFT_COPY } from "../../src/content/gift.ts";
import { GIFT_CARD_COPY } from "../../src/content/gift-card.ts";
import { GIFT_PRODUCTS } from "../../src/content/gift-products.ts";
import { GIFT_SALE_COPY } from "../../src/content/gift-sale.ts";
import { GIFT_NEXT_STEPS } from "../../src/content/next-steps.ts";
import { NOTICE_COPY } from "../../src/content/order-mail.ts";
import { ORDER_STATUS_COPY } from "../../src/content/order-status.ts";
import type { Bindings } from "../../src/env.ts";
import { createGiftCode } from "../../src/services/gift-code.ts";
import { wishToMetadata } from "../../src/services/gift-wish.ts";
import { createOrderPath } from "../../src/services/order-token.ts";
import { readOrder } from "../../src/services/orders.ts";
import { PRODUCTS } from "../../src/shared/courses.ts";
import { formatGiftCode, type GiftWish } from "../../src/shared/gift.ts";
import { giftCardPath, giftCodePath, LEGAL_PDF_PATHS, PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { runAfterSale, type SaleWorld } from "./after-sale-steps.ts";
import { all, attribute, attributes, linksNamed, readDocument, texts } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { dataBlock, streamedState } from "./markup.ts";
import { kvWorld, onEveryKv } from "./places.ts";
import { AWAY, answerText, askWith, emptyKv, ORDER_KEYS, ORIGIN, pageOf, seedTargets } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, STRIPE_BINDINGS, stripeEvent, stubStripe, webhookCall } from "./stripe-stub.ts";

/** A gift after its payment: the return page, the webhook, the Workflow and a refund, in every order. */

const BINDINGS: Partial<Bindings> = { ...STRIPE_BINDINGS, ...ORDER_KEYS };
const WISH: GiftWish = {
  productId: "KVB1",
  recipient: "Noor & <b>Bo</b>",
  giver: "Opa",
  message: "Lieve Noor,\nbehouden vaart!",
  from: "2099-12-24",
};

const OWNER = "eigenaar@vaarkoers.example";
const HOUR_MS = 3_600_000;

const logs = collectLogs();

let payments = 0;
let intentId = "";
let code = "";
beforeEach(async () => {
  payments += 1;
  intentId = `pi_gift${payments}`;
  code = (await createGiftCode(ORDER_KEYS as Bindings, intentId)) ?? "";
  await seedTargets();
  await emptyKv(env.GIFTS);
  // A refund or a dispute may come where KV does not show its sale yet.
  stubStripe(() => answerJson(paid()));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const metadata = (wish: GiftWish = WISH) => ({
  product: "KVB1",
  price: "3900",
  flow: "none",
  visit: "v",
  buyer_name: "Opa Jansen",
  buyer_email: "opa@example.nl",
  ...wishToMetadata(wish),
});

const paid = (changes: object = {}) =>
  intent({
    id: intentId,
    client_secret: `${intentId}_secret_a`,
    status: "succeeded",
    metadata: metadata(),
    ...changes,
  });

/** The return page, as the giver's browser gets it. */
async function comeBack(bindings: Partial<Bindings> = {}, query = ""): Promise<Response> {
  const response = await askWith(
    { ...BINDINGS, ...kvWorld.at("giver"), ...bindings },
    `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=${intentId}${query}`,
    {
      headers: { cookie: `payment_${intentId}=${intentId}_secret_a`, "cf-connecting-ip": freshAddress() },
    },
  );
  return new Response(await response.text(), response);
}

/** Requests an address of the gift from the recipient's place, once every place shows every write. */
function receive(path: string): Promise<Response> {
  kvWorld.settle();
  return askWith(kvWorld.at("recipient"), path, { headers: { "cf-connecting-ip": freshAddress() } });
}

/** Reads the order from the giver's place, once every place shows every write. */
function readSold(): ReturnType<typeof readOrder> {
  kvWorld.settle();
  return readOrder(kvWorld.at("giver").ORDERS, intentId);
}

async function deliver(type: string, object: object, bindings: Partial<Bindings> = {}): Promise<number> {
  const call = await webhookCall(JSON.stringify(stripeEvent(type, object)));
  return (await askWith({ ...BINDINGS, ...kvWorld.at("webhook"), ...bindings }, PATHS.stripeWebhook, call)).status;
}
const sale = () => deliver("payment_intent.succeeded", paid());
const refund = (amount_refunded = 3900, changes: object = {}, bindings: Partial<Bindings> = {}) =>
  deliver(
    "charge.refunded",
    {
      id: "ch_1",
      payment_intent: intentId,
      amount: 3900,
      amount_refunded,
      currency: "eur",
      created: 1_700_000_000,
      metadata: metadata(),
      ...changes,
    },
    bindings,
  );
const lostDispute = () => deliver("charge.dispute.closed", { id: "du_1", payment_intent: intentId, status: "lost" });
const workflow = ({ bindings = {}, ...more }: SaleWorld = {}) =>
  runAfterSale(intentId, {
    ...more,
    bindings: { ...ORDER_KEYS, ...kvWorld.at("workflow"), ...bindings },
    pass: kvWorld.pass,
  });

/** A namespace that refuses writes while `isDown` returns true. */
function unwritable(namespace: Bindings["GIFTS"], isDown: () => boolean): Bindings["GIFTS"] {
  const put = async (...parts: Parameters<typeof namespace.put>) =>
    isDown() ? Promise.reject(new Error("KV PUT failed: 500")) : namespace.put(...parts);
  const get = (name: string | symbol) => Reflect.get(namespace, name) as (...parts: unknown[]) => unknown;
  return new Proxy(namespace, { get: (_target, name) => (name === "put" ? put : get(name).bind(namespace)) });
}

/** Everything in `GIFTS` of this payment, by key. */
async function gifts(): Promise<Record<string, unknown>> {
  const { keys } = await env.GIFTS.list({ prefix: code });
  const values = await Promise.all(keys.map(async ({ name }) => [name, await env.GIFTS.get(name, "json")] as const));
  return Object.fromEntries(values);
}
const ENTRY = { recipient: WISH.recipient, giver: WISH.giver, from: WISH.from };
const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60;

onEveryKv((world) => {
  describe("whoever comes first", () => {
    const STEPS = { "return page": comeBack, webhook: sale, Workflow: workflow, refund } as const;
    type Name = keyof typeof STEPS;
    const ORDERS: readonly (readonly Name[])[] = [
      ["return page"],
      ["webhook", "Workflow"],
      ["return page", "webhook", "Workflow"],
      ["webhook", "return page", "Workflow"],
      ["webhook", "Workflow", "return page"],
      ["refund", "return page", "webhook", "Workflow"],
      ["refund", "webhook", "Workflow", "return page"],
      ["return page", "refund", "webhook", "Workflow"],
      ["webhook", "refund", "Workflow", "return page"],
      ["webhook", "Workflow", "refund", "return page"],
      ["return page", "webhook", "Workflow", "refund"],
    ];
    test.each(ORDERS.map((order) => [order.join(", "), order] as const))(
      "%s, each twice: one gift",
      async (_name, order) => {
        for (const name of order) for (let time = 0; time < 2; time += 1) await STEPS[name]();
        const isRefunded = order.includes("refund");
        expect(await gifts()).toEqual({
          [code]: ENTRY,
          ...(isRefunded ? { [`${code}.refund`]: { stopped: true, at: expect.any(String) } } : {}),
        });
        const { metadata: beside } = await env.GIFTS.getWithMetadata(code);
        expect(beside).toEqual({ intentId });
        const response = await receive(giftCodePath(code));
        expect(response.status).toBe(isRefunded ? 410 : 200);
        expect((await response.text()).includes("behouden vaart!")).toBe(!isRefunded);
        // The giver's message has one place, which expires.
        const { keys } = await env.ORDERS.list({ prefix: intentId });
        const values = await Promise.all(keys.map(async ({ name }) => [name, await env.ORDERS.get(name)] as const));
        expect(values.filter(([, value]) => value?.includes("behouden vaart!")).map(([name]) => name)).toEqual([
          `${intentId}.wish`,
        ]);
        const untilS = keys.find(({ name }) => name.endsWith(".wish"))?.expiration ?? 0;
        // Its day is further away than the form allows.
        expect(Math.abs(untilS - Date.now() / 1000 - 4 * TWO_YEARS_S)).toBeLessThan(24 * 60 * 60);
        if (order.includes("Workflow")) {
          expect(await readSold()).toMatchObject({ value: { giftCode: code, gift: WISH } });
        }
      },
    );

    test("two years later the gift opens as it did, without what its giver wrote", async () => {
      await sale();
      await workflow();
      await env.ORDERS.delete(`${intentId}.wish`);
      const response = await receive(giftCodePath(code));
      expect(response.status).toBe(200);
      const page = await response.text();
      expect(page).toContain("Noor &amp; ");
      expect(page).not.toContain("behouden vaart!");
      expect(await readSold()).toMatchObject({ value: { gift: { ...WISH, message: "" } } });
    });

    test("while what a giver wrote cannot be read, the gift waits: it is not unwrapped without it", async () => {
      await sale();
      await workflow();
      const ORDERS = { get: () => Promise.reject(new Error("down")) } as unknown as Bindings["ORDERS"];
      world.settle();
      expect((await askWith({ ...BINDINGS, ...world.at("recipient"), ORDERS }, giftCodePath(code))).status).toBe(503);
    });

    test("at once: two tabs and the Workflow", async () => {
      await sale();
      const address = `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=${intentId}`;
      const headers = { cookie: `payment_${intentId}=${intentId}_secret_a`, "cf-connecting-ip": freshAddress() };
      const tab = async (place: string) =>
        (await askWith({ ...BINDINGS, ...world.at(place) }, address, { headers })).text();
      const [first, second] = await Promise.all([tab("giver"), tab("giver's phone"), workflow()]);
      for (const page of [first, second]) expect(page).toContain(formatGiftCode(code));
      expect(Object.keys(await gifts())).toEqual([code]);
    });

    test("a payment that is no gift, or is not paid, leaves nothing in GIFTS", async () => {
      const plain = { product: "KVB1", price: "3900", flow: "none", visit: "v", buyer_email: "jan@example.nl" };
      await deliver("payment_intent.succeeded", paid({ metadata: plain }));
      await workflow();
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

    test("that was stored stays the order's when its key is removed", async () => {
      await sale();
      await workflow();
      world.settle();
      const other = { ORDER_TOKEN_KEYS: `2:${"z".repeat(42)}A` } as Partial<Bindings>;
      await workflow({ bindings: other });
      expect(Object.keys(await gifts())).toEqual([code]);
      world.settle();
      await refund(3900, {}, other);
      expect(Object.keys(await gifts())).toEqual([code, `${code}.refund`]);
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
    expect(attribute(page, ".return-gift-ways a.button:not(.button-quiet)", "href")).toBe(
      `${ORIGIN}${giftCardPath(code)}`,
    );
    const share = attribute(page, ".return-gift-ways a.button-quiet", "href") ?? "";
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
    expect(await (await comeBack({ GIFTS: hanging })).text()).toContain(formatGiftCode(code));
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
    await workflow({ bindings: { GIFTS: watched } });
    // The step before the mail finds out whether the gift was stopped.
    expect(asked).toEqual([`put ${code}`, `put ${code}`, `get ${code}.refund`, `get ${code}.operator`]);
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

onEveryKv((world) => {
  describe("another product", () => {
    test.each(["MARIFONIE", "KVB1_KVB2"] as const)(
      "%s is what gift, card, mails and order page say",
      async (productId) => {
        const { title, inside, course } = GIFT_PRODUCTS[productId];
        const { name } = PRODUCTS[productId];
        const bought = paid({ amount: 11_800, metadata: { ...metadata(), product: productId, price: "11800" } });
        expect(await deliver("payment_intent.succeeded", bought)).toBe(200);
        const { mails } = await workflow();
        expect(await gifts()).toEqual({ [code]: { product: productId, ...ENTRY } });
        expect(await readSold()).toMatchObject({
          value: { productId, gift: { ...WISH, productId } },
        });
        const [mail, notice] = mails;
        expect(mail?.subject).toContain(name);
        expect(mail?.text).toContain(`Cadeau: ${course}`);
        expect(notice?.subject).toContain(name);
        const open = await pageOf(receive(`${giftCodePath(code)}?open=1`));
        expect(texts(open, ".gift-letter-title")).toEqual([title]);
        expect(texts(open, ".gift-inside li")).toEqual(inside);
        expect(texts(await pageOf(receive(giftCardPath(code))), ".gift-card-course")).toEqual([title]);
        stubStripe(() => answerJson(bought));
        const path = `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&gift=1&payment_intent=${intentId}`;
        const headers = { cookie: `payment_${intentId}=${intentId}_secret_a`, "cf-connecting-ip": freshAddress() };
        const giver = { ...BINDINGS, ...kvWorld.at("giver") };
        const handedOver = await pageOf(askWith(giver, path, { headers }));
        expect(texts(handedOver, ".return-gift-ticket dd")[0]).toBe(name);
        const order = await answerText(askWith(giver, (await createOrderPath(BINDINGS as Bindings, intentId)) ?? ""));
        expect(order).toContain(name);
      },
    );
  });

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

    test("a dispute that was lost stops it, before the Workflow or after", async () => {
      await sale();
      await lostDispute();
      await workflow();
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

    test("what an operator says counts before a refund, and before its repetition", async () => {
      await comeBack();
      await refund();
      await kvWorld
        .at("operator")
        .GIFTS.put(`${code}.operator`, JSON.stringify({ stopped: false, at: "2026-11-22T10:00:00.000Z" }));
      await refund();
      await workflow();
      expect(await isStopped()).toBe(false);
      await kvWorld
        .at("operator")
        .GIFTS.put(`${code}.operator`, JSON.stringify({ stopped: true, at: "2026-11-22T10:00:00.000Z" }));
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

  describe("what the giver gets", () => {
    test("the mail has link, code, card and ways to send it, waives nothing and says what withdrawing does", async () => {
      await sale();
      const { mails } = await workflow();
      const [mail] = mails;
      const link = `${ORIGIN}${giftCodePath(code)}`;
      expect(mail?.to).toBe("opa@example.nl");
      for (const part of [link, formatGiftCode(code), `${ORIGIN}${giftCardPath(code)}`, "https://wa.me/?text="]) {
        expect(mail?.text).toContain(part);
      }
      expect(mail?.text).toContain(GIFT_SALE_COPY.mail.withdrawal);
      expect(mail?.text).not.toMatch(/verklaard|vervallen|Naar je cursus/);
      expect(mail?.attachments?.map(({ filename, type }) => [filename, type])).toEqual(
        Object.values(LEGAL_PDF_PATHS).map((path) => [path.slice(1), "application/pdf"]),
      );
    });

    test("without the shop's files the mail goes all the same, with the terms as text", async () => {
      await sale();
      const ASSETS = { fetch: async () => new Response("", { status: 500 }) } as unknown as Bindings["ASSETS"];
      const { mails } = await workflow({ bindings: { ASSETS } });
      expect(mails[0]?.attachments?.map(({ filename }) => filename)).toEqual(["algemene-voorwaarden.txt"]);
      expect(mails[0]?.text).toContain(giftCardPath(code));
      expect(logs.lines("mail.pdfless")).toHaveLength(1);
    });

    test("the notice to the owner names the gift, and nothing of its message or code", async () => {
      await sale();
      const { mails } = await workflow();
      const notice = mails[1];
      expect(notice?.text).toContain(`Cadeau: voor ${WISH.recipient}, van ${WISH.giver}`);
      expect(notice?.text).not.toContain("behouden vaart");
      expect(notice?.text).not.toContain(formatGiftCode(code));
    });

    test("KV is down for some hours: the mail waits for the gift, so that its link opens; the owner's does not", async () => {
      await sale();
      let isDown = true;
      const run = await workflow({
        bindings: { GIFTS: unwritable(kvWorld.at("workflow").GIFTS, () => isDown) },
        at: [{ ms: 3 * HOUR_MS, happens: async () => (isDown = false) }],
      });
      expect(run.state).toBe("sent");
      const [notice, mail, ...others] = run.mails;
      expect([notice?.to, mail?.to, others]).toEqual([OWNER, "opa@example.nl", []]);
      expect(notice?.atMs).toBeLessThan(HOUR_MS / 4);
      expect(notice?.text).toContain(NOTICE_COPY.confirmation.delayed);
      expect(mail?.atMs).toBeGreaterThanOrEqual(3 * HOUR_MS);
      expect(Object.keys(await gifts())).toEqual([code]);
      expect(await readSold()).toMatchObject({ value: { giftCode: code } });
    });

    test("KV is down for days: no link goes that does not open, and the owner hears of it", async () => {
      await sale();
      const run = await workflow({
        bindings: { GIFTS: unwritable(kvWorld.at("workflow").GIFTS, () => true) },
      });
      expect([run.state, run.mails.map(({ to }) => to)]).toEqual(["failed", [OWNER, OWNER]]);
      expect(run.mails[1]?.text).toContain(NOTICE_COPY.confirmation.failed);
      // Later an operator starts the Workflow again.
      expect((await workflow()).mails.map(({ to }) => to)).toEqual(["opa@example.nl", OWNER]);
    });

    test("no note can be written for days: both mails go at once, and the platform shows that something failed", async () => {
      await sale();
      world.settle();
      const run = await workflow({
        bindings: { ORDERS: unwritable(kvWorld.at("workflow").ORDERS, () => true) },
      });
      expect(run.state).toBeUndefined();
      expect(run.mails.map(({ to, atMs }) => [to, atMs])).toEqual([
        ["opa@example.nl", 0],
        [OWNER, 0],
      ]);
    });

    test("without a key the mail says that the gift comes, is no confirmation yet, and goes again with the link", async () => {
      await sale();
      const { state, mails } = await workflow({ bindings: { ORDER_TOKEN_KEYS: "" } });
      expect([state, mails.map(({ to }) => to)]).toEqual(["codeless", ["opa@example.nl", OWNER]]);
      expect(mails[0]?.text).toContain(GIFT_SALE_COPY.mail.noCode);
      expect(mails[1]?.text).toContain(NOTICE_COPY.confirmation.codeless);
      const read = await readSold();
      expect(read.status === "found" && read.value.confirmedAt).toBeUndefined();
      const again = await workflow();
      expect(again.state).toBe("sent");
      expect(again.mails[0]?.text).toContain(`${ORIGIN}${giftCodePath(code)}`);
    });

    test("the order's page links gift and card, not the course; after a stop it says so", async () => {
      await sale();
      await workflow();
      const look = async () => {
        const path = (await createOrderPath(ORDER_KEYS as Bindings, intentId)) ?? "";
        world.settle();
        const giver = { ...BINDINGS, ...world.at("giver") };
        const response = await askWith(giver, path, { headers: { "cf-connecting-ip": freshAddress() } });
        return readDocument(await response.text());
      };
      const page = await look();
      expect(linksNamed(page, ORDER_STATUS_COPY.more.gift)).toEqual([`${ORIGIN}${giftCodePath(code)}`]);
      expect(linksNamed(page, ORDER_STATUS_COPY.more.giftCard)).toHaveLength(1);
      expect(linksNamed(page, "Naar je cursus")).toHaveLength(0);
      expect(texts(page, ".next-steps h3")).toEqual(GIFT_NEXT_STEPS.map(({ title }) => title));
      const facts = page.querySelector(".order-card")?.textContent ?? "";
      for (const fact of [WISH.recipient, WISH.giver, formatGiftCode(code), "Cadeau: online cursus"]) {
        expect(facts).toContain(fact);
      }
      await refund();
      const after = await look();
      expect(texts(after, ".next-steps h3")).toEqual([]);
      expect(after.querySelector(".order-card")?.textContent).not.toContain(formatGiftCode(code));
      expect(texts(after, ".order-gift-stopped")).toEqual([ORDER_STATUS_COPY.more.giftStopped]);
      expect(linksNamed(after, ORDER_STATUS_COPY.more.giftCard)).toHaveLength(0);
    });
  });
});
