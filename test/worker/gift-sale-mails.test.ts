import { expect, test } from "vitest";
import { GIFT_NEXT_STEPS } from "../../src/courses/next-steps-copy.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { sql } from "../../src/ledger/database.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { createOrderPath } from "../../src/ledger/order-token.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { NOTICE_COPY } from "../../src/orders/order-mail-copy.ts";
import type { Bindings } from "../../src/server/env.ts";
import { fillIn } from "../../src/shared/fill-in.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { giftCardPath, giftCodePath, LEGAL_PDF_PATHS } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { linksNamed, readDocument, texts } from "./document.ts";
import {
  BINDINGS,
  beginGift,
  code,
  follow,
  gifts,
  intentId,
  owedAgain,
  paid,
  readSold,
  refund,
  sale,
  TEXTS,
  WISH,
} from "./gift-payment.ts";
import { run } from "./ledger-rows.ts";
import { onEveryKv } from "./places.ts";
import { askWith, changed, fail, ORDER_KEYS, ORIGIN } from "./shop.ts";
import { answerError, answerJson, stubStripe } from "./stripe-stub.ts";

/** The mails after the sale of a gift, and its order's page. */

const logs = beginGift();

const OWNER = "eigenaar@vaarkoers.example";
const GIVER = "opa@example.nl";
const HOUR_MS = 3_600_000;

onEveryKv((world) => {
  test("the mail has link, code, card and ways to send it, waives nothing and says what withdrawing does", async () => {
    await sale();
    const { mails } = await follow();
    const [mail] = mails;
    const link = `${ORIGIN}${giftCodePath(code)}`;
    expect(mail?.to).toBe(GIVER);
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
    const { mails } = await follow({ bindings: { ASSETS } });
    expect(mails[0]?.attachments?.map(({ filename }) => filename)).toEqual(["algemene-voorwaarden.txt"]);
    expect(mails[0]?.text).toContain(giftCardPath(code));
    expect(logs.lines("mail.pdfless")).toHaveLength(1);
  });

  test("the notice to the owner names the gift, and nothing of its message or code", async () => {
    await sale();
    const { mails } = await follow();
    const notice = mails[1];
    expect(notice?.text).toContain(`Cadeau: voor ${WISH.recipient}, van ${WISH.giver}`);
    expect(notice?.text).not.toContain("behouden vaart");
    expect(notice?.text).not.toContain(formatGiftCode(code));
  });

  test("KV is down for some hours: the mail waits for the gift, so that its link opens; the owner's does not", async () => {
    await sale();
    let isDown = true;
    const { mails } = await follow({
      bindings: { GIFTS: changed(world.at("mailer").GIFTS, { put: (real) => (isDown ? fail : real) }) },
      at: [{ ms: 2 * HOUR_MS, happens: async () => (isDown = false) }],
      forMs: 3 * HOUR_MS,
    });
    const [notice, mail, ...others] = mails;
    expect([notice?.to, mail?.to, others]).toEqual([OWNER, GIVER, []]);
    expect(notice?.atMs).toBeLessThan(HOUR_MS / 4);
    expect(notice?.text).toContain(NOTICE_COPY.confirmation.delayed);
    expect(mail?.atMs).toBeGreaterThanOrEqual(2 * HOUR_MS);
    expect(Object.keys(await gifts())).toEqual([code, `${code}.message`]);
    expect(await readSold()).toMatchObject({ giftCode: code, giftStoredAt: expect.any(String) });
  });

  test("KV is down until the mail is given up: no link goes that does not open, and the owner hears of it", async () => {
    await sale();
    const GIFTS = changed(world.at("mailer").GIFTS, { put: () => fail });
    const age = () => run(sql("UPDATE mails SET due_at = '2023-11-01T00:00:00.000Z' WHERE kind = 'confirmation'"));
    const down = await follow({ bindings: { GIFTS }, at: [{ ms: HOUR_MS, happens: age }], forMs: 2 * HOUR_MS });
    expect(down.mails.map(({ to }) => to)).toEqual([OWNER, OWNER]);
    expect(down.mails[1]?.text).toContain(
      fillIn(NOTICE_COPY.confirmation.failed, { number: formatOrderNumber(intentId) }),
    );
    // Later an operator makes it owed again.
    await owedAgain();
    expect((await follow()).mails.map(({ to }) => to)).toEqual([GIVER]);
  });

  test("Stripe, which has the message, is down: the mail waits too", async () => {
    await sale();
    stubStripe(() => answerError(500, { type: "api_error" }));
    const back = async () => void stubStripe(() => answerJson(paid()));
    const { mails } = await follow({ at: [{ ms: HOUR_MS, happens: back }], forMs: 2 * HOUR_MS });
    expect(mails.map(({ to }) => to)).toEqual([OWNER, GIVER]);
    expect((await gifts())[`${code}.message`]).toEqual(TEXTS);
  });

  test("without a key the mail says that the gift comes, and the owner reads that it went without the link", async () => {
    await sale();
    await run(sql("DELETE FROM gifts"));
    const { mails } = await follow({ bindings: { ORDER_TOKEN_KEYS: "" } });
    expect(mails.map(({ to }) => to)).toEqual([GIVER, OWNER]);
    expect(mails[0]?.text).toContain(GIFT_SALE_COPY.mail.noCode);
    expect(mails[1]?.text).toContain(
      fillIn(NOTICE_COPY.confirmation.codeless, { number: formatOrderNumber(intentId) }),
    );
    expect(logs.lines("gift.unstored")).not.toEqual([]);
    expect(await gifts()).toEqual({});
    await owedAgain();
    const again = await follow();
    expect(again.mails.map(({ to }) => to)).toEqual([GIVER]);
    expect(again.mails[0]?.text).toContain(`${ORIGIN}${giftCodePath(code)}`);
  });

  test("the order's page links gift and card, not the course; after a stop it says so", async () => {
    await sale();
    await follow();
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
