import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { GIFT_SALE_COPY } from "../../src/content/gift-sale.ts";
import { NOTICE_COPY } from "../../src/content/order-mail.ts";
import type { Bindings } from "../../src/env.ts";
import { giftStopKey } from "../../src/services/kv.ts";
import { type Order, readOrder, writeFact } from "../../src/services/orders.ts";
import { giftCodeOf } from "../../src/services/paid-gifts.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { onEveryKv } from "./places.ts";
import { BUYER, beginSale, follow, HOUR_MS, intentId, isConfirmed, mailed, NOW, OWNER, record, SALE } from "./sale.ts";
import { ORDER_KEYS } from "./shop.ts";

const logs = beginSale();

describe("on the platform's own engine", () => {
  test("a paid sale: both mails, noted, and complete", async () => {
    await using workflow = await introspectWorkflow(env.AFTER_SALE);
    await record();
    await env.AFTER_SALE.create({ id: intentId, params: { intentId } });
    const [instance] = await workflow.get();
    await instance?.waitForStatus("complete");
    expect(await instance?.getOutput()).toBe("sent");
    expect(await isConfirmed()).toBe(true);
    expect(logs.lines("mail.sent").map(({ mail }) => mail)).toEqual(["confirmation", "notice"]);
  });

  test("a failed mail is tried again, and a step that was cut off runs again", async () => {
    await using workflow = await introspectWorkflow(env.AFTER_SALE);
    await workflow.modifyAll(async (modifier) => {
      await modifier.disableRetryDelays();
      await modifier.mockStepError({ name: "confirmation" }, new Error("mail: E_INTERNAL_SERVER_ERROR"), 12);
      await modifier.forceStepTimeout({ name: "notice" }, 2);
    });
    await record();
    await env.AFTER_SALE.create({ id: intentId, params: { intentId } });
    const [instance] = await workflow.get();
    await instance?.waitForStatus("complete");
    expect(logs.lines("mail.sent").map(({ mail }) => mail)).toEqual(["confirmation", "notice"]);
  });
});

onEveryKv((world) => {
  test("an address that was corrected: the confirmation goes there too, once KV shows it, and to nobody else", async () => {
    await record();
    expect(mailed((await follow()).mails)).toEqual([BUYER, OWNER]);
    const correctedAt = new Date(Date.now() + 1000).toISOString();
    const corrected = { intentId, email: "juist@example.nl", emailCorrectedAt: correctedAt, updatedAt: NOW };
    const show = () => writeFact(world.at("operator").ORDERS, `${intentId}.email`, corrected);
    const again = await follow({ correctedAt, at: [{ ms: 60_000, happens: show }] });
    expect(mailed(again.mails).sort()).toEqual([OWNER, "juist@example.nl"]);
    for (const { atMs } of again.mails) expect(atMs).toBeGreaterThanOrEqual(60_000);
    // An event that is delivered again changes nothing.
    await record();
    world.settle();
    const read = await readOrder(world.at("buyer").ORDERS, intentId);
    expect(read).toMatchObject({ status: "found", value: { email: "juist@example.nl" } });
  });

  test.each([
    ["slow", -180_000],
    ["fast", 180_000],
  ])(
    "a correction by an operator's %s clock: the mail to the old address does not count, the one to the new does",
    async (_name, ms) => {
      await record();
      await follow();
      const correctedAt = new Date(Date.now() + ms).toISOString();
      const corrected = { intentId, email: "juist@example.nl", emailCorrectedAt: correctedAt, updatedAt: NOW };
      await writeFact(world.at("operator").ORDERS, `${intentId}.email`, corrected);
      world.settle();
      expect(await readOrder(world.at("buyer").ORDERS, intentId)).not.toHaveProperty("value.confirmedAt");
      expect(mailed((await follow({ correctedAt })).mails)).toContain("juist@example.nl");
      world.settle();
      expect(await readOrder(world.at("buyer").ORDERS, intentId)).toHaveProperty("value.confirmedAt");
      expect((await follow({ correctedAt })).mails).toEqual([]);
    },
  );

  describe("what has happened before the mail goes", () => {
    const REFUND = { intentId: "", updatedAt: NOW, refundedCents: 3900 };
    const refund = () => writeFact(world.at("webhook").ORDERS, `${intentId}.refund-3900`, { ...REFUND, intentId });

    test("money that went back: the buyer gets no link to a course, and the owner reads why", async () => {
      await record();
      const run = await follow({
        send: (atMs, to) => {
          if (to === BUYER && atMs < HOUR_MS) throw new Error("down");
        },
        at: [{ ms: HOUR_MS / 2, happens: refund }],
      });
      expect([run.state, mailed(run.mails)]).toEqual(["repaid", [OWNER, OWNER]]);
      expect(run.mails[1]?.text).toContain(NOTICE_COPY.confirmation.repaid);
      expect(logs.lines("mail.withheld")).toEqual([
        { level: "info", event: "mail.withheld", intentId, mail: "confirmation", reason: "repaid" },
      ]);
      expect(await isConfirmed()).toBe(false);
    });

    test("after a partial refund the confirmation still goes", async () => {
      await record();
      await writeFact(world.at("webhook").ORDERS, `${intentId}.refund-1000`, {
        ...REFUND,
        intentId,
        refundedCents: 1000,
      });
      expect((await follow()).state).toBe("sent");
    });

    test("PDFs that name another seller than the vars do not go: the terms go as text", async () => {
      await record();
      const { mails } = await follow({ bindings: { TRADER_KVK: "87654321" } as Partial<Bindings> });
      expect(mails[0]?.attachments?.map(({ filename }) => filename)).toEqual(["algemene-voorwaarden.txt"]);
      expect(new TextDecoder().decode(mails[0]?.attachments?.[0]?.content as Uint8Array)).toContain("KvK 87654321");
      expect(logs.lines("mail.pdfless")).toHaveLength(1);
    });

    test("a gift that was stopped: its order is confirmed, without a link to the gift", async () => {
      const gift = { productId: "KVB1", recipient: "Sanne", giver: "Jan", message: "", from: "now" } as const;
      const bindings = { ...ORDER_KEYS };
      await record({ ...SALE, gift });
      const code = await giftCodeOf({ ...env, ...bindings } as Bindings, { intentId });
      await world
        .at("operator")
        .GIFTS.put(giftStopKey(code ?? "", "operator"), JSON.stringify({ stopped: true, at: NOW }));
      const { state, mails } = await follow({ bindings });
      expect([state, mailed(mails)]).toEqual(["sent", [BUYER, OWNER]]);
      expect(mails[0]?.text).toContain(GIFT_SALE_COPY.mail.stopped);
      expect(mails[0]?.text).not.toContain(formatGiftCode(code ?? ""));
      expect(mails[0]?.text).not.toContain("/g-");
      expect(mails[0]?.attachments).toHaveLength(2);
      expect(mails[1]?.subject).toMatch(/^Verkocht als cadeau: /);
    });
  });

  describe("a hosted sale", () => {
    const SESSION: Partial<Order> = { ...SALE, source: "hosted", sessionId: "cs_1" };

    test("waits for the session, which knows who bought and what was agreed", async () => {
      await record({});
      const session = { ms: 20_000, happens: () => record(SESSION, `${intentId}.session`) };
      const { state, mails } = await follow({ at: [session] });
      expect(state).toBe("sent");
      expect(mailed(mails)).toEqual([BUYER, OWNER]);
      expect(mails[0]?.text).toContain("Hallo Jan Jansen,");
      expect(mails[0]?.text).toContain("verklaard");
    });

    test("its session comes a day late: the owner gets a mail at once, and the buyer a day later", async () => {
      await record({});
      const session = { ms: 24 * HOUR_MS, happens: () => record(SESSION, `${intentId}.session`) };
      const { state, mails } = await follow({ at: [session] });
      expect(state).toBe("sent");
      expect(mailed(mails)).toEqual([OWNER, BUYER]);
      expect(mails[0]?.text).toContain(NOTICE_COPY.confirmation.waiting);
      expect(mails[0]?.atMs).toBeLessThan(HOUR_MS / 4);
      expect(await isConfirmed()).toBe(true);
    });

    test("its session never comes, but the payment names course and address: the mail goes, without a waiver", async () => {
      await record({ productId: "KVB2", email: BUYER });
      const { mails } = await follow();
      expect(mailed(mails)).toEqual([BUYER, OWNER]);
      expect(mails[0]?.text).toContain("binnen 14 dagen herroepen");
    });

    test("no address is ever known: the owner is told, once, and the instance ends in an error", async () => {
      await record({ productId: "KVB2" });
      const { state, mails } = await follow();
      expect(state).toBeUndefined();
      expect(mailed(mails)).toEqual([OWNER]);
      expect(mails[0]?.text).toContain(NOTICE_COPY.confirmation.waiting);
    });

    test("money that came for something else: no confirmation of a course", async () => {
      await record({ email: BUYER });
      expect(mailed((await follow()).mails)).toEqual([OWNER]);
    });
  });

  test("what the platform keeps of the steps, and what is logged, names nobody", async () => {
    await record();
    const { results } = await follow();
    expect(Object.keys(results).sort()).toEqual([
      "confirmation",
      "find the buyer",
      "note the confirmation",
      "notice",
      "store the gift",
    ]);
    const kept = JSON.stringify([results, logs.lines("mail.sent")]);
    expect(kept).not.toMatch(/@|Jan|Jansen/);
    // Far below the platform's limit (Workflows: 1 MiB a step).
    expect(kept.length).toBeLessThan(1000);
  });
});
