import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { GIFT_SALE_COPY } from "../../src/content/gift-sale.ts";
import { NOTICE_COPY } from "../../src/content/order-mail.ts";
import type { Bindings } from "../../src/env.ts";
import { giftStopKey } from "../../src/services/kv.ts";
import { MAIL_ERRORS } from "../../src/services/mail.ts";
import { type Order, readOrder, writeFact } from "../../src/services/orders.ts";
import { giftCodeOf } from "../../src/services/paid-gifts.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { FULL } from "../full.ts";
import { runAfterSale, type SaleRun, type SaleWorld, type SentMail } from "./after-sale-steps.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { kvWorld, onEveryKv } from "./places.ts";
import { AWAY, ORDER_KEYS, seedTargets } from "./shop.ts";

const logs = collectLogs();

const BUYER = "jan@example.nl";
const OWNER = "eigenaar@vaarkoers.example";
const HOUR_MS = 3_600_000;
const NOW = "2026-11-22T10:00:00.000Z";

let sales = 0;
let intentId = "";
beforeEach(async () => {
  sales += 1;
  intentId = `pi_sale${sales}`;
  await seedTargets();
});

/** The buyer's side of a sale that our checkout recorded. */
const CHECKOUT: Partial<Order> = {
  source: "checkout",
  productId: "KVB1",
  flow: "none",
  buyerName: "Jan Jansen",
  email: BUYER,
  consent: "2026-11",
  consentAt: NOW,
};

function record(known: Partial<Order> = CHECKOUT, key = intentId): Promise<void> {
  return writeFact(kvWorld.at("webhook").ORDERS, key, paidOrder({ intentId, ...known }, NOW));
}

/** Runs the Workflow after the sale, in a KV place of its own. */
function follow({ bindings = {}, ...more }: SaleWorld = {}): Promise<SaleRun> {
  return runAfterSale(intentId, {
    ...more,
    bindings: { ...kvWorld.at("workflow"), ...bindings },
    pass: kvWorld.pass,
  });
}

const recipients = (mails: readonly SentMail[]) => mails.map(({ to }) => to);
/** Whether the buyer's place shows that the confirmation went, once every place shows it. */
const isConfirmed = async () => {
  kvWorld.settle();
  const read = await readOrder(kvWorld.at("buyer").ORDERS, intentId);
  return read.status === "found" && read.value.confirmedAt !== undefined;
};

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

/** One of each kind; `npm run test:full` runs all. */
const MAIL_TROUBLES = Object.entries(MAIL_ERRORS).filter(
  ([, lies], index, all) => FULL || all.findIndex(([, other]) => other === lies) === index,
);

onEveryKv((world) => {
  test("an address that was corrected: the confirmation goes there too, once KV shows it, and to nobody else", async () => {
    await record();
    expect(recipients((await follow()).mails)).toEqual([BUYER, OWNER]);
    const correctedAt = new Date(Date.now() + 1000).toISOString();
    const corrected = { intentId, email: "juist@example.nl", emailCorrectedAt: correctedAt, updatedAt: NOW };
    const show = () => writeFact(world.at("operator").ORDERS, `${intentId}.email`, corrected);
    const again = await follow({ correctedAt, at: [{ ms: 60_000, happens: show }] });
    expect(recipients(again.mails).sort()).toEqual([OWNER, "juist@example.nl"]);
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
      expect(recipients((await follow({ correctedAt })).mails)).toContain("juist@example.nl");
      world.settle();
      expect(await readOrder(world.at("buyer").ORDERS, intentId)).toHaveProperty("value.confirmedAt");
      expect((await follow({ correctedAt })).mails).toEqual([]);
    },
  );

  describe("when something around it fails", () => {
    test("the mail service is down for an hour: one mail each, soon after it is back", async () => {
      await record();
      const run = await follow({
        send: (atMs) => {
          if (atMs < HOUR_MS)
            throw Object.assign(new Error(`no mail to ${BUYER}`), { code: "E_INTERNAL_SERVER_ERROR" });
        },
      });
      expect(run.state).toBe("sent");
      expect(recipients(run.mails).sort()).toEqual([OWNER, BUYER]);
      for (const { atMs } of run.mails) expect(atMs).toBeLessThan(HOUR_MS + 5 * 60_000);
      expect(await isConfirmed()).toBe(true);
      const [line] = logs.lines("mail.failed");
      expect(line).toMatchObject({ intentId, mail: "confirmation", reason: "E_INTERNAL_SERVER_ERROR" });
      expect(JSON.stringify(logs.lines("mail.failed"))).not.toContain("@");
    });

    test("down for two days: nothing is sent, nothing is marked as sent, and a later run sends it", async () => {
      await record();
      const down = await follow({ bindings: { EMAIL: AWAY } });
      expect([down.state, down.mails.length, await isConfirmed()]).toEqual([undefined, 0, false]);
      const again = await follow();
      expect(recipients(again.mails)).toEqual([BUYER, OWNER]);
    });

    test("cut off between sending and the step's end: that mail comes twice, no other", async () => {
      await record();
      const { state, mails } = await follow({ killed: ["confirmation"] });
      expect(state).toBe("sent");
      expect(recipients(mails)).toEqual([BUYER, BUYER, OWNER]);
    });

    test("every other step is cut off once after its work: still one mail each, and all is noted", async () => {
      await record();
      const steps = Object.keys((await follow()).results);
      intentId = `${intentId}again`;
      await record();
      const killed = steps.filter((name) => name !== "confirmation" && name !== "notice");
      expect(killed).toEqual(expect.arrayContaining(["find the buyer", "store the gift", "note the confirmation"]));
      const { state, mails } = await follow({ killed });
      expect([state, recipients(mails).sort(), await isConfirmed()]).toEqual(["sent", [OWNER, BUYER], true]);
    });

    test("KV cannot note the mail for an hour: it is not sent again", async () => {
      await record();
      let writes = 0;
      const ORDERS = new Proxy(world.at("workflow").ORDERS, {
        get: (target, name) => {
          if (name !== "put") return (Reflect.get(target, name) as (...parts: unknown[]) => unknown).bind(target);
          return (...parts: Parameters<typeof env.ORDERS.put>) =>
            ++writes < 26 ? Promise.reject(new Error("KV PUT failed: 500")) : target.put(...parts);
        },
      });
      const { mails } = await follow({ bindings: { ORDERS } });
      expect(recipients(mails)).toEqual([BUYER, OWNER]);
      expect(await isConfirmed()).toBe(true);
    });

    test("KV cannot be read for an hour: the mails go when it is back", async () => {
      await record();
      let isAway = true;
      const ORDERS = new Proxy(world.at("workflow").ORDERS, {
        get: (target, name) => {
          const value = (Reflect.get(target, name) as (...parts: unknown[]) => unknown).bind(target);
          return name === "list" && isAway ? () => Promise.reject(new Error("KV failed: 500")) : value;
        },
      });
      const back = { ms: HOUR_MS, happens: async () => (isAway = false) };
      const { state, mails } = await follow({ bindings: { ORDERS }, at: [back] });
      expect(state).toBe("sent");
      expect(recipients(mails).sort()).toEqual([OWNER, BUYER]);
    });

    test("the course's address cannot be read: the mail waits for it", async () => {
      await record();
      let reads = 0;
      const INTERSTITIALS = {
        get: async (key: string) => {
          reads += 1;
          if (reads < 3) throw new Error("KV failed: 500");
          return env.INTERSTITIALS.get(key, "text");
        },
      } as unknown as Bindings["INTERSTITIALS"];
      const { mails } = await follow({ bindings: { INTERSTITIALS } });
      expect(mails[0]?.text).toContain("http://localhost:8788/cursus/kvb1");
    });

    test("an address that the service refuses: asked once, and the owner is told", async () => {
      await record();
      let asked = 0;
      const run = await follow({
        send: (_atMs, to) => {
          if (to !== BUYER) return;
          asked += 1;
          throw Object.assign(new Error("suppressed"), { code: "E_RECIPIENT_SUPPRESSED" });
        },
      });
      expect([run.state, asked]).toEqual(["refused", 1]);
      expect(recipients(run.mails)).toEqual([OWNER]);
      expect(run.mails[0]?.text).toContain(NOTICE_COPY.confirmation.refused);
      expect(await isConfirmed()).toBe(false);
    });

    test("a code that is not final, such as an account that may not send to everybody yet: tried again", async () => {
      await record();
      const run = await follow({
        send: (atMs, to) => {
          if (to === BUYER && atMs < 5 * HOUR_MS) throw Object.assign(new Error(), { code: "E_RECIPIENT_NOT_ALLOWED" });
        },
      });
      expect([run.state, recipients(run.mails)]).toEqual(["sent", [OWNER, BUYER]]);
      // The owner's mail did not wait for the buyer's.
      expect(run.mails[0]?.atMs).toBeLessThan(HOUR_MS / 4);
      expect(run.mails[0]?.text).toContain(NOTICE_COPY.confirmation.delayed);
      expect(logs.lines("mail.failed")[0]).toMatchObject({ reason: "E_RECIPIENT_NOT_ALLOWED", lies: "account" });
      expect(await isConfirmed()).toBe(true);
    });

    test("the buyer's mail fails for days: the owner knows of the sale at once, and of that after a day", async () => {
      await record();
      const run = await follow({
        send: (_atMs, to) => {
          if (to === BUYER) throw Object.assign(new Error(), { code: "E_DELIVERY_FAILED" });
        },
      });
      expect([run.state, recipients(run.mails)]).toEqual(["failed", [OWNER, OWNER]]);
      expect(run.mails[1]?.text).toContain(NOTICE_COPY.confirmation.failed);
    });

    test("the owner's mail fails for days: a buyer whose address comes hours later still gets the mail", async () => {
      await record({ productId: "KVB1" });
      const run = await follow({
        send: (_atMs, to) => {
          if (to === OWNER) throw Object.assign(new Error(), { code: "E_DELIVERY_FAILED" });
        },
        at: [{ ms: 3 * HOUR_MS, happens: () => record({ ...CHECKOUT, source: "hosted" }, `${intentId}.session`) }],
      });
      expect(recipients(run.mails)).toEqual([BUYER]);
      expect(run.mails[0]?.atMs).toBeLessThan(5 * HOUR_MS);
      expect(await isConfirmed()).toBe(true);
      // The platform shows the instance as failed.
      expect(run.state).toBeUndefined();
    });

    test.each([
      ["no binding", { EMAIL: undefined }, "EMAIL"],
      ["no sender", { MAIL_FROM: "FILL-IN name <address>" }, "MAIL_FROM"],
    ] as const)(
      "not configured, %s: logged, the order stays, and a later run sends it",
      async (_name, bindings, missing) => {
        await record();
        const run = await follow({ bindings: bindings as Partial<Bindings> });
        expect([run.state, run.mails]).toEqual(["unconfigured", []]);
        expect(logs.lines("mail.unconfigured")[0]).toMatchObject({ level: "error", missing });
        expect(await isConfirmed()).toBe(false);
        expect((await follow()).state).toBe("sent");
      },
    );

    test("no owner's address: the buyer's mail goes all the same", async () => {
      await record();
      const { state, mails } = await follow({ bindings: { MAIL_OWNER: "" } });
      expect([state, recipients(mails)]).toEqual(["sent", [BUYER]]);
    });

    test("started again when the platform has forgotten it: no mail goes, and nothing new is noted", async () => {
      await record();
      await follow();
      const noted = await env.ORDERS.get(`${intentId}.mail`);
      world.settle();
      const again = await follow();
      expect([again.state, again.mails]).toEqual(["known", []]);
      expect(await env.ORDERS.get(`${intentId}.mail`)).toBe(noted);
    });
  });

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
      expect([run.state, recipients(run.mails)]).toEqual(["repaid", [OWNER, OWNER]]);
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
      await record({ ...CHECKOUT, gift });
      const code = await giftCodeOf({ ...env, ...bindings } as Bindings, { intentId });
      await world
        .at("operator")
        .GIFTS.put(giftStopKey(code ?? "", "operator"), JSON.stringify({ stopped: true, at: NOW }));
      const { state, mails } = await follow({ bindings });
      expect([state, recipients(mails)]).toEqual(["sent", [BUYER, OWNER]]);
      expect(mails[0]?.text).toContain(GIFT_SALE_COPY.mail.stopped);
      expect(mails[0]?.text).not.toContain(formatGiftCode(code ?? ""));
      expect(mails[0]?.text).not.toContain("/g-");
      expect(mails[0]?.attachments).toHaveLength(2);
      expect(mails[1]?.subject).toMatch(/^Verkocht als cadeau: /);
    });
  });

  describe("a hosted sale", () => {
    const SESSION: Partial<Order> = { ...CHECKOUT, source: "hosted", sessionId: "cs_1" };

    test("waits for the session, which knows who bought and what was agreed", async () => {
      await record({});
      const session = { ms: 20_000, happens: () => record(SESSION, `${intentId}.session`) };
      const { state, mails } = await follow({ at: [session] });
      expect(state).toBe("sent");
      expect(recipients(mails)).toEqual([BUYER, OWNER]);
      expect(mails[0]?.text).toContain("Hallo Jan Jansen,");
      expect(mails[0]?.text).toContain("verklaard");
    });

    test("its session comes a day late: the owner gets a mail at once, and the buyer a day later", async () => {
      await record({});
      const session = { ms: 24 * HOUR_MS, happens: () => record(SESSION, `${intentId}.session`) };
      const { state, mails } = await follow({ at: [session] });
      expect(state).toBe("sent");
      expect(recipients(mails)).toEqual([OWNER, BUYER]);
      expect(mails[0]?.text).toContain(NOTICE_COPY.confirmation.waiting);
      expect(mails[0]?.atMs).toBeLessThan(HOUR_MS / 4);
      expect(await isConfirmed()).toBe(true);
    });

    test("its session never comes, but the payment names course and address: the mail goes, without a waiver", async () => {
      await record({ productId: "KVB2", email: BUYER });
      const { mails } = await follow();
      expect(recipients(mails)).toEqual([BUYER, OWNER]);
      expect(mails[0]?.text).toContain("binnen 14 dagen herroepen");
    });

    test("no address is ever known: the owner is told, once, and the instance ends in an error", async () => {
      await record({ productId: "KVB2" });
      const { state, mails } = await follow();
      expect(state).toBeUndefined();
      expect(recipients(mails)).toEqual([OWNER]);
      expect(mails[0]?.text).toContain(NOTICE_COPY.confirmation.waiting);
    });

    test("money that came for something else: no confirmation of a course", async () => {
      await record({ email: BUYER });
      expect(recipients((await follow()).mails)).toEqual([OWNER]);
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

  test.each(MAIL_TROUBLES)("%s (%s) for two hours, for everybody: what can still go goes, once", async (code, lies) => {
    await record();
    const run = await follow({
      send: (atMs) => {
        if (atMs < 2 * HOUR_MS) throw Object.assign(new Error(`no mail to ${BUYER}`), { code });
      },
    });
    const isGivenUp = lies === "address";
    expect(recipients(run.mails).sort()).toEqual(isGivenUp ? [] : [OWNER, BUYER]);
    expect([run.state, await isConfirmed()]).toEqual([isGivenUp ? "refused" : "sent", !isGivenUp]);
    expect(logs.lines("mail.failed")[0]).toMatchObject({ reason: code, lies });
    expect(JSON.stringify(logs.lines("mail.failed"))).not.toContain("@");
  });
});

test("of all errors of the mail service, only a suppressed address ends the attempts", () => {
  const final = Object.entries(MAIL_ERRORS).filter(([, lies]) => lies === "address");
  expect(final.map(([code]) => code)).toEqual(["E_RECIPIENT_SUPPRESSED"]);
});
