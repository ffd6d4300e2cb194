import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { renderQrCode } from "../../src/gifts/gift-card-markup.ts";
import { createGiftCode } from "../../src/gifts/gift-code.ts";
import { giftStopKey } from "../../src/gifts/gift-entries.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { GIFT_COPY } from "../../src/gifts/opening/gift-copy.ts";
import { storeGiftOf } from "../../src/gifts/paid-gifts.ts";
import { type Order, refreshStatements } from "../../src/ledger/orders.ts";
import { NOTICE_COPY } from "../../src/orders/order-mail-copy.ts";
import { sql } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import { ERASED_GIFT_NAMES, formatGiftCode, type GiftWish } from "../../src/shared/gift.ts";
import { giftCardPath, giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { PRICES } from "../../src/shared/prices.ts";
import { giftTextsTtl } from "../../src/shared/retention.ts";
import { now } from "../clock.ts";
import { eachStory, type Words } from "../table.ts";
import { all, changedLines, count, linksNamed, one, readDocument, texts, transcript } from "./document.ts";
import * as events from "./events.ts";
import { emptyLedger, orderOf, rowsOf, run } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { type MailWorld, runMails } from "./mail-steps.ts";
import { kvWorld, onEveryKv } from "./places.ts";
import { read } from "./returning-buyer.ts";
import {
  AWAY,
  answerText,
  askWith,
  changed,
  emptyKv,
  fail,
  ORIGIN,
  orderPathOf,
  pageOf,
  shopOf,
  takeKept,
} from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, deliver, stripeEvent, stubStripe } from "./stripe-stub.ts";

/**
 * A gift of two courses after its payment: the return page, the webhook, the mails and a refund, in every order. One of KVB1:
 * gift.test.ts and give-gift.test.ts.
 */

const [recipient, giver, message] = ["Noor & <b>Bo</b>", "Opa", `Lieve Noor,\nbehouden vaart!${"👩‍🚀".repeat(1973)}`];
const PRICE = PRICES.KVB1_KVB2.none;
const WISH: GiftWish = { productId: "KVB1_KVB2", recipient, giver, message, from: "2099-12-24" };

let payments = 0;
let intentId = "";
let code = "";
async function payAs(id: string): Promise<void> {
  intentId = id;
  code = (await createGiftCode(shopOf(), id)) ?? "";
}
/** When a payment that Stripe tells of was just paid, seconds since 1970. */
const PAID_S = 1_700_000_100;
/** Before each test nothing is sold, the clock stands still, and Stripe tells of a new payment. */
beforeEach(async () => {
  vi.setSystemTime(PAID_S * 1000);
  payments += 1;
  await payAs(`pi_gift${payments}`);
  await emptyKv(env.GIFTS);
  await emptyLedger();
  // A refund or a dispute may come before its sale.
  stubStripe(() => answerJson(paid()));
});

const metadata = (wish: GiftWish = WISH) => ({
  product: WISH.productId,
  price: String(PRICE),
  flow: "none",
  visit: "v",
  buyer_name: "Opa Jansen",
  buyer_email: "opa@example.nl",
  ...wishToMetadata(wish),
});

const paid = (changes: object = {}) => {
  const names = { id: intentId, client_secret: `${intentId}_secret_a` };
  return intent({ ...names, amount: PRICE, status: "succeeded", metadata: metadata(), ...changes });
};

/** The return page, as the giver's browser gets it, once all is done that follows it. */
async function comeBack(query = "", more: Partial<Bindings> = {}): Promise<Response> {
  const path = `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=${intentId}${query}`;
  const headers = { cookie: `payment_${intentId}=${intentId}_secret_a` };
  const response = await askWith({ ...kvWorld.at("giver"), ...more }, path, { headers });
  const read = new Response(await response.text(), response);
  await Promise.all(takeKept());
  return read;
}

/** Requests an address of the gift from the recipient's place, once every place shows every write. */
function receive(path: string): Promise<Response> {
  kvWorld.settle();
  return askWith(kvWorld.at("recipient"), path);
}

const readSold = () => orderOf(intentId);

async function tell(type: string, object: object, bindings = {}, created?: number): Promise<number> {
  const event = stripeEvent(type, object, { ...(created && { created }) });
  return (await deliver(event, { ...kvWorld.at("webhook"), ...bindings })).status;
}
const sale = () => tell("payment_intent.succeeded", paid());
const refund = (cents: number = PRICE, of: object = metadata(), bindings: Partial<Bindings> = {}) =>
  tell("charge.refunded", { ...events.charge(intentId, PRICE, cents, of), created: 1_700_000_000 }, bindings);
/** All that was refunded is here again: the bank returned it. */
const cameBack = () => tell("refund.failed", { ...events.refund(intentId, "re", PRICE, "failed"), created: PAID_S });
/** `at`: when the bank decided, else with the sale. */
const endedDispute = (status: "lost" | "won" | "prevented", at?: string) => {
  const created = at === undefined ? undefined : Date.parse(at) / 1000;
  return tell("charge.dispute.closed", events.dispute(intentId, status), {}, created);
};
const follow = (world?: MailWorld) => runMails(intentId, world);

/** Makes the confirmation due once more, as the operators' command does. */
const owedAgain = () =>
  run(
    sql(
      `INSERT OR REPLACE INTO mails (kind, about, version, due_at)
        SELECT kind, about, version, ?2 FROM mails WHERE kind = 'confirmation' AND about = ?1`,
      ...[intentId, now().toISOString()],
    ),
  );

const operatorSays = (stopped: boolean, at: string) =>
  kvWorld.at("operator").GIFTS.put(giftStopKey(code, "operator"), JSON.stringify({ stopped, at }));

/** Everything in `GIFTS` of this payment, by key. */
async function gifts(): Promise<Record<string, unknown>> {
  const { keys } = await env.GIFTS.list({ prefix: code });
  const values = await Promise.all(keys.map(async ({ name }) => [name, await env.GIFTS.get(name, "json")] as const));
  return Object.fromEntries(values);
}
const ENTRY = { product: WISH.productId, from: WISH.from };
/** What the giver wrote, beside it. */
const TEXTS = { message, recipient, giver };

const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60;

onEveryKv((world) => {
  describe("whoever comes first", () => {
    // In every other order: the simulator. What a refund stops: below.
    test("return page, webhook and mails, each twice: one gift", async () => {
      for (const step of [comeBack, sale, follow]) for (let time = 0; time < 2; time += 1) await step();
      expect(await gifts()).toEqual({ [code]: ENTRY, [`${code}.message`]: TEXTS });
      expect((await env.GIFTS.getWithMetadata(code)).metadata).toEqual({ intentId });
      expect(await answerText(receive(giftCodePath(code)))).toContain("behouden vaart!");
      // The giver's message has one place, which expires. KV's clock is the machine's.
      expect(JSON.stringify(await rowsOf("SELECT * FROM payment_reports"))).not.toContain("behouden vaart!");
      const { keys } = await env.GIFTS.list({ prefix: `${code}.message` });
      // Its day is further away than the form allows.
      const leftS = (keys[0]?.expiration ?? 0) - vi.getRealSystemTime() / 1000;
      expect(Math.abs(leftS - 4 * TWO_YEARS_S)).toBeLessThan(24 * 60 * 60);
      expect(giftTextsTtl("now", now()), "of a gift for now").toBe(TWO_YEARS_S);
      expect(await readSold()).toMatchObject({ giftCode: code, gift: { ...WISH, message: "" } });
    });

    test("what was erased does not come back from Stripe, which has it", async () => {
      await sale();
      const erased = sql("INSERT INTO erasures VALUES (?1, ?2)", intentId, now().toISOString());
      await run(erased, ...refreshStatements(intentId));
      await storeGiftOf(shopOf(), (await readSold()) as Order);
      expect((await gifts())[`${code}.message`]).toEqual({ message: "", ...ERASED_GIFT_NAMES });
    });

    test("of a giver who is called as one without a name the message stays", async () => {
      const wish = { ...WISH, giver: ERASED_GIFT_NAMES.giver };
      stubStripe(() => answerJson(paid({ metadata: metadata(wish) })));
      await tell("payment_intent.succeeded", paid({ metadata: metadata(wish) }));
      await follow();
      expect((await gifts())[`${code}.message`]).toEqual({ ...TEXTS, giver: wish.giver });
    });

    test("while what a giver wrote cannot be read, the gift waits: it is not unwrapped without it", async () => {
      await sale();
      await follow();
      world.settle();
      const GIFTS = changed(world.at("recipient").GIFTS, {
        get: (real) => (key: string, type: string) => (key.endsWith(".message") ? fail() : real(key, type)),
      });
      expect((await askWith({ GIFTS }, giftCodePath(code))).status).toBe(503);
    });

    test("a payment that is no gift, or is not paid, leaves nothing in GIFTS", async () => {
      const plain = { product: "KVB1", price: "3900", flow: "none", visit: "v", buyer_email: "jan@example.nl" };
      await tell("payment_intent.succeeded", paid({ metadata: plain }));
      await follow();
      await refund(PRICE, plain);
      await tell("payment_intent.payment_failed", paid({ status: "requires_payment_method" }));
      expect(await gifts()).toEqual({});
    });
  });

  test.each(["sale", "mail"])(
    "the code that was noted by the %s stays the order's when its key is removed",
    async (by) => {
      await sale();
      if (by === "mail") await follow();
      const other = { ORDER_TOKEN_KEYS: `2:${"z".repeat(42)}A` } as Partial<Bindings>;
      await tell("payment_intent.succeeded", paid(), other);
      const { mails } = await follow({ bindings: other });
      if (by === "sale") expect(mails[0]?.text).toContain(formatGiftCode(code));
      expect(Object.keys(await gifts())).toEqual([code, `${code}.message`]);
      world.settle();
      await refund(PRICE, metadata(), other);
      expect(Object.keys(await gifts())).toEqual([code, `${code}.message`, `${code}.refund`]);
    },
  );

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
      await storeGiftOf(shopOf(), (await readSold()) as Order);
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

test.each<[string, Partial<GiftWish>, object]>([
  ["that is given now", { from: "now" }, {}],
  ["for a day", {}, {}],
  ["that the shop mails", { deliveryDraftId: "0a1b2c3d" }, {}],
  ["whose code cannot be made", {}, { ORDER_TOKEN_KEYS: "" }],
])(
  "the return page of a gift %s shows link, code, QR, card and ways to send it, once it is paid",
  async (_name, wish, more) => {
    await payAs("pi_given");
    const intentThatIs = (status: string) => {
      const bought = paid({ status, metadata: metadata({ ...WISH, ...wish }) });
      stubStripe(() => answerJson(bought));
    };
    intentThatIs("succeeded");
    const { html, approved } = await read(await comeBack("", more));
    expect(approved).toMatchSnapshot();
    const page = readDocument(html);
    if (!("ORDER_TOKEN_KEYS" in more)) {
      // It breaks after three groups, if it must, and no program that translates the page may change it.
      expect(texts(page, ".return-gift-code span[translate=no]").map((part) => part.length)).toEqual([15, 9]);
      expect(count(page, ".return-gift-ticket a[translate=no]")).toBe(1);
      expect(html).toContain(renderQrCode(`${ORIGIN}${giftCodePath(code)}`, "return-gift-code-image"));
      expect(html).toContain("<bdi>Noor &amp; &lt;b&gt;Bo&lt;/b&gt;</bdi>");
    }
    for (const status of ["processing", "requires_action", "requires_payment_method"]) {
      intentThatIs(status);
      expect(all(await pageOf(comeBack()), ".return-gift"), status).toEqual([]);
    }
  },
);

onEveryKv((world) => {
  test("the page of a code that KV does not show yet says when to look again, and counts as a guess", async () => {
    const response = await receive(giftCodePath(code));
    expect([response.status, response.headers.get("retry-after")]).toEqual([404, "60"]);
    const page = readDocument(await response.text());
    expect(texts(page, "h1, p").join()).toContain(`${GIFT_COPY.preparing.title},Is het net gekocht? Dan kun je het `);
    expect(linksNamed(page, GIFT_COPY.preparing.retry)).toEqual([giftCodePath(code)]);
    // The recipient's place caches that the key is missing.
    await comeBack();
    world.settle();
    expect((await receive(giftCodePath(code))).status).toBe(200);
  });

  const OWNER = "eigenaar@vaarkoers.example";
  const GIVER = "opa@example.nl";

  // What is not stored is not confirmed: the rows of KV in faults.test.ts.
  test("the order of a gift that was stopped is confirmed, without a link to the gift", async () => {
    await sale();
    await operatorSays(true, now().toISOString());
    world.settle();
    // Nobody gets a link while it is not known whether it works.
    const GIFTS = changed(world.at("mailer").GIFTS, {
      get: (real) => (key: string, type: string) => (key.endsWith(".operator") ? fail() : real(key, type)),
    });
    expect((await follow({ bindings: { GIFTS }, forMs: 1000 })).mails).toEqual([]);
    const [mail, notice] = (await follow()).mails;
    expect([mail?.to, notice?.to, notice?.text.includes(NOTICE_COPY.confirmation.sent)]).toEqual([GIVER, OWNER, true]);
    expect(mail?.text).toContain(GIFT_SALE_COPY.mail.stopped);
    expect(mail?.text).toContain("Cadeau: de online cursussen Klein Vaarbewijs 1 en 2");
    for (const secret of [formatGiftCode(code), "/g-"]) expect(`${mail?.text}${notice?.text}`).not.toContain(secret);
    expect(new Set(mail?.attachments?.map(({ content }) => String(content))).size).toBe(2);
    expect(notice?.subject).toMatch(/^\[local\] Verkocht als cadeau: .*Klein Vaarbewijs 1 en 2/);
  });

  test("without a key the mail says that the gift comes, and the owner reads that it went without the link", async () => {
    await sale();
    await run(sql("DELETE FROM gifts"));
    const { mails } = await follow({ bindings: { ORDER_TOKEN_KEYS: "" } });
    expect(mails.map(({ to }) => to)).toEqual([GIVER, OWNER]);
    expect(mails[0]?.text).toContain("De cadeaulink kunnen we nu niet maken. Beantwoord deze mail");
    expect(mails[1]?.text).toContain(NOTICE_COPY.confirmation.codeless);
    expect(logs.lines("gift.unstored")).not.toEqual([]);
    expect(await gifts()).toEqual({});
    await owedAgain();
    const again = await follow();
    expect(again.mails.map(({ to }) => to)).toEqual([GIVER]);
    expect(again.mails[0]?.text).toContain(`${ORIGIN}${giftCodePath(code)}`);
  });
});

test("the order's page links gift and card, not the course; after a stop it says so", async () => {
  await payAs("pi_given");
  await sale();
  await follow();
  const look = async () => transcript(one(await pageOf(askWith({}, await orderPathOf(intentId))), "main"));
  const page = await look();
  expect(page).toMatchSnapshot();
  await refund();
  expect(changedLines(page, await look())).toMatchSnapshot("after a stop");
});

test("the gift's page says for which day it is, and what is inside; its card prints from its own address, with the code", async () => {
  await payAs("pi_given");
  await comeBack();
  expect(transcript(one(await pageOf(receive(giftCodePath(code))), "main"))).toMatchSnapshot();
  const html = await answerText(receive(giftCardPath(code)));
  expect(transcript(one(readDocument(html), "main"), { most: 200 })).toMatchSnapshot("its card");
  expect(html).toContain("<bdi>Noor &amp; &lt;b&gt;Bo&lt;/b&gt;</bdi>");
  // In Amsterdam its day has begun.
  vi.setSystemTime("2099-12-23T23:00:00Z");
  expect(texts(await pageOf(receive(giftCodePath(code))), "#gift-hint")).toEqual([GIFT_COPY.hint]);
});

onEveryKv(() => {
  describe("a gift that was taken back", () => {
    /** What the gift, its card and an address with texts of its own answer; one that is stopped has none of its texts. */
    const answers = async () => {
      const path = giftCodePath(code);
      const all = await Promise.all([path, `${path}?n=Noor&m=Hoi&open=1`, giftCardPath(code)].map(receive));
      for (const response of all)
        if (response.status === 410) {
          const page = readDocument(await response.text());
          expect([texts(page, "h1"), page.toString().includes("Noor")]).toEqual([[GIFT_COPY.stopped.title], false]);
        }
      return [...new Set(all.map(({ status }) => status))];
    };
    const says = (stopped: boolean) => (at?: string) => async () => {
      kvWorld.settle();
      await operatorSays(stopped, new Date(String(at)).toISOString());
    };
    const WORDS: Words = {
      back: () => comeBack,
      sale: () => sale,
      mails: () => follow,
      refund: () => () => refund(),
      "part refund": () => () => refund(1000),
      "KV away refund": () => async () => expect(await refund(PRICE, metadata(), { GIFTS: AWAY })).toBe(503),
      "came back": () => cameBack,
      lost: (at) => () => endedDispute("lost", at),
      won: (at) => () => endedDispute("won", at),
      "given back": (at) => () => endedDispute("prevented", at),
      "operator stops": says(true),
      "operator starts": says(false),
      works: () => async () => expect(await answers()).toEqual([200]),
      stopped: () => async () => expect(await answers()).toEqual([410]),
    };

    eachStory(WORDS)(`
        by a part stops nothing, nor does what came back   | back, part refund, works, refund, stopped, came back, works
        by a bank, before it is stored, until it is won    | sale, lost, mails, stopped, won: 2023-11-16T10:00Z, works, lost: 2023-11-17T10:00Z, stopped, given back: 2023-11-18T10:00Z, works
        while KV cannot be written: Stripe delivers again  | KV away refund, refund, stopped
        for the last who says so                           | back, refund, operator starts: 2023-11-15T10:00Z, refund, mails, works, operator stops: 2023-11-15T11:00Z, stopped, operator starts: 2023-11-15T12:00Z, works, lost: 2023-11-16T10:00Z, stopped`)(
      "%s",
      async (_promise, steps) => {
        for (const step of steps) await step();
      },
    );

    test("money that moves while KV is told of an earlier move: the last move counts", async () => {
      await comeBack();
      await sale();
      let isFirst = true;
      const put =
        (real: (...args: unknown[]) => unknown) =>
        async (...args: unknown[]) => {
          if (isFirst) {
            isFirst = false;
            expect(await cameBack()).toBe(200);
          }
          return real(...args);
        };
      expect(await refund(PRICE, metadata(), { GIFTS: changed(kvWorld.at("webhook").GIFTS, { put }) })).toBe(200);
      expect(await answers()).toEqual([200]);
    });
  });
});
