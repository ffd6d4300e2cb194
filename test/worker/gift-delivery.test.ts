import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { keepDeliveryDraft, reopenRefusedDelivery } from "../../src/gifts/day/gift-delivery.ts";
import { deliveryAsked, GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { DELIVERY_MAX_CHANGES, sendMoment } from "../../src/gifts/day/gift-delivery-rules.ts";
import { giftStopKey } from "../../src/gifts/gift-entries.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { ledgerOf, sql } from "../../src/ledger/database.ts";
import { CLAIM_MS } from "../../src/ledger/mails.ts";
import { refreshStatements } from "../../src/ledger/orders.ts";
import { recordWithdrawal } from "../../src/orders/withdrawal/withdrawals.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import type { Bindings } from "../../src/server/env.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { RETENTION } from "../../src/shared/retention.ts";
import { charge, deliver, event, METADATA } from "./events.ts";
import { keepOrder, newsOf, rowsOf, run } from "./ledger-rows.ts";
import { inTurn } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { runMails } from "./mail-steps.ts";
import { onEveryKv } from "./places.ts";
import {
  AT_EIGHT,
  beginWithGift,
  beginWithPlan,
  bindings,
  change,
  codeNow,
  DAY,
  DAY_MS,
  DRAFT,
  GIVER,
  intentId,
  keptAddresses,
  MINUTE_MS,
  mailedTo,
  mailVersion,
  NOOR,
  NOW,
  OTHER,
  order,
  refuseMail,
  runDay,
  stateNow,
  WISH,
} from "./planned-gift.ts";
import { CLEAN, told } from "./returning-buyer.ts";
import { AWAY, changed, fail, ORDER_KEYS, ORIGIN, unheard } from "./shop.ts";
import { STRIPE_BINDINGS } from "./stripe-stub.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/**
 * A gift that is mailed on a day: how the sale makes its plan, the mail and the plan's changes, and what stops it: its
 * giver, an operator, a withdrawal, or money that went back.
 */

const logs = collectLogs();

/** Records an event about the gift's payment, or its sale. */
const record = (told: Parameters<typeof recordEvent>[2]["news"]["told"] | "sale") => {
  const at = new Date().toISOString();
  const news = told === "sale" ? newsOf(order) : { intentId, eventId: "evt_later", at, told };
  return recordEvent(bindings(), ledgerOf(env), { news, effect: told === "sale" ? "sale" : "money" }, new Date());
};
const refund = (cents: number) => record({ kind: "refund", id: `re_${intentId}`, cents, isFailed: false });

/** Withdraws now, by the order's own link unless it is said otherwise. */
const withdraw = (more: Partial<Bindings> = {}, link: string | null = intentId) => {
  const form = { id: crypto.randomUUID(), madeAt: new Date().toISOString(), isFresh: true };
  const fields = { name: "Kees", contract: "cadeau", email: GIVER, reason: "" };
  return recordWithdrawal(bindings(more), { form, fields, intentId: link }, new Date());
};

describe("the giver", () => {
  beginWithPlan();

  test("stops it: nothing is mailed, the address is gone, and it can be planned again", async () => {
    expect(await change(null)).toMatchObject({ status: "changed", delivery: { state: "stopped", by: "giver" } });
    expect(await keptAddresses()).toEqual([]);
    expect(await mailVersion(1)).toEqual({ outcome: "superseded", to: [] });
    expect(mailedTo(await runDay())).toEqual([]);
    await change({ day: "2026-12-31", to: NOOR });
    expect(mailedTo(await runDay({}, "2026-12-31T07:00:00.000Z"))).toEqual([NOOR, GIVER]);
  });

  test("stops it a moment before the mail: the stop counts from its answer on", async () => {
    vi.setSystemTime(Date.parse(AT_EIGHT));
    await change(null);
    expect(await mailVersion(1)).toEqual({ outcome: "superseded", to: [] });
  });

  test("plans it twenty times at most, but stops it whenever they want, and a second stop writes nothing", async () => {
    const wanted = (n: number) => ({ day: DAY, to: n % 2 === 0 ? OTHER : NOOR });
    const answers = await inTurn(DELIVERY_MAX_CHANGES + 1, (n) => change(wanted(n)));
    expect(answers.map(({ status }) => status)).toEqual([...Array(DELIVERY_MAX_CHANGES).fill("changed"), "too-often"]);
    // What is planned already is no change.
    expect(await change(wanted(DELIVERY_MAX_CHANGES - 1))).toMatchObject({ status: "changed" });
    expect(await change(null)).toMatchObject({ status: "changed", delivery: { state: "stopped" } });
    expect(await keptAddresses()).toEqual([]);
    const before = await stateNow();
    vi.setSystemTime(Date.now() + 1000);
    expect(await change(null)).toEqual({ status: "changed", delivery: before });
    expect(await change({ day: DAY, to: OTHER })).toEqual({ status: "too-often" });
  });

  test("is told that nobody knows, if the ledger is away, and is heard if only its answer is lost", async () => {
    expect(await change(null, bindings({ DB: AWAY }))).toEqual({ status: "unavailable" });
    expect(await stateNow()).toMatchObject({ state: "planned" });
    expect(await change(null, bindings({ DB: unheard(3) }))).toEqual({ status: "unavailable" });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
    expect(await keptAddresses()).toEqual([]);
  });
});

describe("money", () => {
  beginWithPlan();

  test.each([
    ["all of it went back", { kind: "refund", id: "re_all", cents: 3900, isFailed: false }, "stopped"],
    ["a dispute was lost", { kind: "dispute", id: "du_lost", state: "lost" }, "stopped"],
    ["a part went back", { kind: "refund", id: "re_part", cents: 1250, isFailed: false }, "planned"],
    ["a dispute was opened", { kind: "dispute", id: "du_open", state: "open" }, "planned"],
  ] as const)("%s: the event and what becomes of the mail are one", async (_name, told, state) => {
    await record(told);
    expect(await stateNow()).toMatchObject(state === "stopped" ? { state, by: "money" } : { state });
    expect(await keptAddresses()).toEqual(state === "stopped" ? [] : [NOOR]);
    expect(mailedTo(await runDay())).toEqual(state === "stopped" ? [] : [NOOR, GIVER]);
  });

  test("went back, and no event stopped the mail: it is stopped on its day", async () => {
    await keepOrder({ ...order, refundedCents: 3900 });
    expect(await stateNow()).toMatchObject({ state: "planned" });
    expect(await mailVersion(1)).toEqual({ outcome: "stopped", to: [] });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "money" });
    expect(await keptAddresses()).toEqual([]);
  });

  test("that went back stops the plan that its giver made after that, before it was known here", async () => {
    await change({ day: "2027-06-01", to: OTHER });
    await refund(3900);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "money" });
    expect(await keptAddresses()).toEqual([]);
  });

  test("that went back while the mail went stops nothing: it has gone", async () => {
    const done: unknown[] = [];
    expect(await mailVersion(1, { send: () => done.push(refund(3900)) })).toEqual({ outcome: "sent", to: [NOOR] });
    await Promise.all(done);
    expect(await stateNow()).toMatchObject({ state: "sent" });
  });

  test("that went back while the mail could not go stops it before the next attempt", async () => {
    const done: unknown[] = [];
    const send = () => {
      done.push(refund(3900));
      refuseMail("E_INTERNAL_SERVER_ERROR");
    };
    await mailVersion(1, { send });
    await Promise.all(done);
    expect(await mailVersion(1)).toEqual({ outcome: expect.stringMatching(/^(stopped|superseded)$/), to: [] });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "money" });
  });

  test("of a gift whose mail its giver stopped changes nothing of that", async () => {
    await change(null);
    await refund(3900);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
  });
});

describe("a withdrawal", () => {
  beginWithPlan();

  test.each([
    ["by the order's link", (): string | null => intentId, "stopped"],
    ["that no link proves", () => null, "planned"],
  ])("%s", async (_name, link, state) => {
    await withdraw({}, link());
    expect(await stateNow()).toMatchObject(state === "stopped" ? { state, by: "withdrawal" } : { state });
    expect(await keptAddresses()).toEqual(state === "stopped" ? [] : [NOOR]);
    const again = await change({ day: DAY, to: OTHER });
    expect(again.status).toBe(state === "stopped" ? "withdrawn" : "changed");
    expect(mailedTo(await runDay())).toEqual(state === "stopped" ? [] : [OTHER, GIVER]);
  });

  test("also ends a plan that was stopped before: it cannot be made again", async () => {
    await change(null);
    await withdraw();
    expect(await change({ day: DAY, to: OTHER })).toEqual({ status: "withdrawn" });
    expect(await change(null)).toEqual({ status: "withdrawn" });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "withdrawal" });
  });

  test("that the shop refuses lets the giver plan it again, unless another one counts", async () => {
    await withdraw();
    const at = NOW.toISOString();
    const answer = sql(
      "UPDATE withdrawals SET answer = 'refused', answered_at = ?1 WHERE intent_id = ?2",
      at,
      intentId,
    );
    const [{ reference }] = (await rowsOf("SELECT reference FROM withdrawals")) as [{ reference: string }];
    await run(reopenRefusedDelivery(reference, at));
    expect(await change({ day: DAY, to: OTHER })).toEqual({ status: "withdrawn" });
    await run(answer, reopenRefusedDelivery(reference, at));
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "shop" });
    expect(await change({ day: DAY, to: OTHER })).toMatchObject({ status: "changed" });
    expect(mailedTo(await runDay())).toEqual([OTHER, GIVER]);
  });

  test("of which the answer is lost, or whose mails cannot be started, stops it all the same", async () => {
    expect(await withdraw({ DB: unheard(1), MAILER: AWAY })).toMatchObject({ status: "recorded" });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "withdrawal" });
  });

  test("while the mail could not go stops it before the next attempt", async () => {
    const done: unknown[] = [];
    const send = () => {
      done.push(withdraw());
      refuseMail("E_INTERNAL_SERVER_ERROR");
    };
    await mailVersion(1, { send });
    await Promise.all(done);
    expect(await mailVersion(1)).toEqual({ outcome: expect.stringMatching(/^(stopped|superseded)$/), to: [] });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "withdrawal" });
    expect(await keptAddresses()).toEqual([]);
  });
});

describe("what comes before the sale is known", () => {
  beginWithGift();

  test.each([
    ["a withdrawal", () => withdraw(), "withdrawal"],
    ["a refund of all", () => refund(3900), "money"],
  ])("%s keeps its gift unplanned, and the typed address goes", async (_name, before, by) => {
    await before();
    await keepDeliveryDraft(ledgerOf(env), intentId, { id: DRAFT, to: NOOR, day: DAY }, new Date());
    await record("sale");
    expect(await stateNow()).toMatchObject({ state: "stopped", by });
    expect(await keptAddresses()).toEqual([]);
    expect(mailedTo(await runDay())).not.toContain(NOOR);
  });

  test("a withdrawal of a gift that is not to be mailed: no mail can be planned later", async () => {
    await withdraw();
    expect(await change({ day: DAY, to: OTHER })).toEqual({ status: "withdrawn" });
    expect(await rowsOf("SELECT * FROM deliveries")).toEqual([]);
  });
});

describe("an operator", () => {
  beginWithPlan();

  test("stopped the gift: it is not mailed, also when the gift works again", async () => {
    const code = await codeNow();
    const say = (stopped: boolean) =>
      env.GIFTS.put(giftStopKey(code, "operator"), JSON.stringify({ stopped, at: NOW.toISOString() }));
    await say(true);
    expect(await mailVersion(1)).toEqual({ outcome: "stopped", to: [] });
    expect(await keptAddresses()).toEqual([]);
    await say(false);
    // Stripe tells of the sale once more: its giver is not asked for an address.
    await record("sale");
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "shop" });
    expect(await rowsOf("SELECT version FROM mails WHERE kind = 'delivery-report'")).toEqual([]);
    // The giver can have it mailed after all.
    expect(await change({ day: "2026-12-24", to: NOOR })).toMatchObject({ status: "changed" });
    expect(mailedTo(await runDay({}, "2026-12-24T07:00:00.000Z"))).toContain(NOOR);
  });
});

describe("the moment of a gift's mail", () => {
  test.each([
    ["in winter", "2026-12-05", "2026-12-05T07:00:00.000Z"],
    ["in summer", "2027-07-01", "2027-07-01T06:00:00.000Z"],
    ["on the day on which summer time begins", "2027-03-28", "2027-03-28T06:00:00.000Z"],
    ["on the day before", "2027-03-27", "2027-03-27T07:00:00.000Z"],
    ["on the day on which it ends", "2026-10-25", "2026-10-25T07:00:00.000Z"],
    ["on a leap day", "2028-02-29", "2028-02-29T07:00:00.000Z"],
  ])("%s is eight o'clock in the Netherlands", (_name, day, moment) => {
    expect(sendMoment(day, new Date(0)).toISOString()).toBe(moment);
  });

  test("is now, today after eight, or when the day has been", () => {
    const early = new Date("2026-12-05T06:00:00Z");
    expect(sendMoment(DAY, early).toISOString()).toBe(AT_EIGHT);
    const late = new Date("2026-12-05T09:00:00Z");
    for (const day of [DAY, "2026-12-01"]) expect(sendMoment(day, late)).toEqual(late);
  });
});

describe("the sale of a gift that is mailed", () => {
  beginWithGift();

  const record = (known = order) =>
    recordEvent(bindings(), ledgerOf(env), { news: newsOf(known), effect: "sale" }, new Date());
  const keep = (to = NOOR, id = DRAFT) => keepDeliveryDraft(ledgerOf(env), intentId, { id, to, day: DAY }, new Date());
  /** Lets the clock and the Workflows run for an hour from now on. */
  const follow = (more: Parameters<typeof runMails>[1] = {}) =>
    runMails(intentId, { ...more, bindings: { ...STRIPE_BINDINGS, ...ORDER_KEYS, ...more.bindings } });
  const drafts = () => rowsOf("SELECT address FROM delivery_drafts");

  test.each([
    ["after the address was kept", [keep, record]],
    ["before it", [record, keep]],
    ["more than once", [record, keep, record, keep, record]],
    ["at the same moment", [() => Promise.all([record(), keep()])]],
  ])("that comes %s plans its day", async (_name, work) => {
    for (const does of work) await does();
    expect(await stateNow()).toMatchObject({ state: "planned", version: 1, day: DAY, address: NOOR, sendAt: AT_EIGHT });
    expect(await drafts()).toEqual([]);
    expect(mailedTo(await runDay())).toContain(NOOR);
  });

  test("is confirmed with its day", async () => {
    await keep();
    await record();
    const { mails } = await follow();
    expect(mails.find(({ to }) => to === GIVER)?.text).toContain("Op 5 december 2026 om 8.00 uur sturen we het cadeau");
    expect(mailedTo({ mails, outcomes: {} })).not.toContain(NOOR);
  });

  test("for today, after eight: it goes at once, and the confirmation says so", async () => {
    const gift = { ...WISH, from: "2026-11-22" };
    await keepDeliveryDraft(ledgerOf(env), intentId, { id: DRAFT, to: NOOR, day: gift.from }, new Date());
    await record({ ...order, gift });
    expect(await stateNow()).toMatchObject({ state: "planned", sendAt: NOW.toISOString() });
    const { mails } = await follow();
    expect(mails.find(({ to }) => to === NOOR)?.atMs).toBe(0);
  });

  test("has a return page that says what was asked for, also after a change, and asks no ledger", async () => {
    await keep();
    await record();
    await change({ day: "2026-12-24", to: OTHER });
    const metadata = { product: "KVB1", price: "3900", flow: "none", ...wishToMetadata(WISH) };
    const { shown } = await told({ status: "succeeded", metadata }, CLEAN, { bindings: { DB: AWAY } });
    expect(shown).toContain(deliveryAsked(DAY));
    expect(deliveryAsked(DAY)).toContain("Je koos 5 december 2026 om 8.00 uur");
    expect(logs.lines("ledger.unavailable")).toEqual([]);
  });

  test.each([
    ["moved", { day: "2026-12-24", to: OTHER }, "Op 24 december 2026 om 8.00 uur sturen we het cadeau"],
    ["stopped", null, GIFT_SALE_COPY.text.replace("{recipient}", "Noor")],
  ])("%s by its giver before the confirmation goes: it promises no other day", async (_name, wanted, text) => {
    await keep();
    await record();
    await change(wanted);
    const { mails } = await follow();
    const confirmation = mails.find(({ to }) => to === GIVER)?.text;
    expect(confirmation).toContain(text);
    expect(confirmation).not.toContain("5 december 2026 om 8.00 uur");
  });

  test("that Stripe tells of again changes nothing of a plan that its giver changed or stopped", async () => {
    await keep();
    await record();
    for (const wanted of [{ day: "2026-12-24", to: OTHER }, null]) {
      await change(wanted);
      const before = await stateNow();
      await keep();
      await record();
      expect(await stateNow()).toEqual(before);
    }
    expect(await keptAddresses()).toEqual([]);
  });

  test.each([
    ["was not kept", null],
    ["was corrected at the checkout, and only the old one was kept", "ffffffff"],
  ])("whose address %s: its giver is asked for it, after a quarter of an hour", async (_name, draft) => {
    if (draft !== null) await keep(OTHER, draft);
    await record();
    expect(await stateNow()).toMatchObject({ state: "awaited" });
    const { mails } = await follow();
    const asked = mails.filter(({ to, subject }) => to === GIVER && subject.startsWith("Vul het e-mailadres"));
    expect(asked.map(({ atMs }) => atMs)).toEqual([20 * MINUTE_MS]);
    expect(await stateNow()).toMatchObject({ state: "lost" });
    expect(await drafts()).toEqual([]);
    // What comes later than that plans nothing, and is not kept.
    await keep();
    expect(await stateNow()).toMatchObject({ state: "lost" });
    expect(await keptAddresses()).toEqual([]);
    expect(await change({ day: DAY, to: NOOR })).toMatchObject({ status: "changed" });
  });

  test.each([
    ["a stop", () => change(null)],
    ["a plan", () => change({ day: DAY, to: OTHER })],
    ["a withdrawal", withdraw],
    ["a refund", () => refund(3900)],
  ])("another address that was typed before goes with %s", async (_name, end) => {
    await keep(NOOR, "ffffffff");
    await record();
    expect(await stateNow()).toMatchObject({ state: "awaited" });
    expect(await drafts()).toHaveLength(1);
    await end();
    expect(await stateNow()).toMatchObject({ state: expect.stringMatching(/^(stopped|planned)$/) });
    expect(await drafts()).toEqual([]);
  });

  test("whose address comes in time, while the ledger was away before: nobody is asked", async () => {
    await record();
    const DB = AWAY;
    await expect(
      keepDeliveryDraft(ledgerOf({ DB }), intentId, { id: DRAFT, to: NOOR, day: DAY }, NOW),
    ).rejects.toThrow();
    vi.setSystemTime(NOW.getTime() + 14 * MINUTE_MS);
    await keep();
    const { mails } = await follow();
    expect(mails.filter(({ subject }) => subject.startsWith("Vul het e-mailadres"))).toEqual([]);
    expect(await stateNow()).toMatchObject({ state: "planned", address: NOOR });
  });

  test("that is planned by its giver meanwhile awaits nothing", async () => {
    await record();
    expect(await change({ day: "2026-12-24", to: OTHER })).toMatchObject({ status: "changed" });
    await keep();
    expect(await stateNow()).toMatchObject({ state: "planned", address: OTHER });
    expect(await keptAddresses()).toEqual([OTHER]);
  });

  test("whose giver's data were erased is not planned", async () => {
    await run(
      sql("INSERT INTO erasures (intent_id, erased_at) VALUES (?1, ?2)", intentId, NOW.toISOString()),
      ...refreshStatements(intentId),
    );
    await record();
    await keep();
    expect(await stateNow()).toBeNull();
    expect(mailedTo(await runDay())).not.toContain(NOOR);
  });

  test("that is not paid is not planned, and its address waits for the payment", async () => {
    await keep();
    const failed = newsOf({ ...order, status: "failed" }, "failed");
    await recordEvent(bindings(), ledgerOf(env), { news: failed, effect: "nothing" }, new Date());
    expect(await stateNow()).toBeNull();
    expect(await drafts()).toEqual([{ address: NOOR }]);
  });
});

test("an address is kept for days, not years, whatever fails", () => {
  expect([RETENTION.deliveryDraftDays, RETENTION.deliveryDays]).toEqual([7, 4]);
});

describe("the mail of a gift on its day, and the changes of its plan", () => {
  beginWithPlan();

  onEveryKv(() => {
    test("the gift is mailed once, at eight on its day, the giver gets a report, and the address is deleted", async () => {
      expect(await keptAddresses()).toEqual([NOOR]);
      const { mails, outcomes } = await runDay({ forMs: 3 * 60 * MINUTE_MS });
      expect(mails.map(({ to, atMs }) => [to, atMs])).toEqual([
        [NOOR, 10 * MINUTE_MS],
        [GIVER, 10 * MINUTE_MS],
      ]);
      expect(mails[0]?.text).toContain(giftCodePath(await codeNow()));
      expect(mails[0]?.text).toContain("Je krijgt een cadeau van Opa Kees.");
      expect(mails[1]?.text).toContain(`Noor verstuurd naar ${NOOR}`);
      expect(await stateNow()).toMatchObject({ state: "sent", at: AT_EIGHT });
      expect(await keptAddresses()).toEqual([]);
      expect(outcomes).toEqual({ [`gift-1-${intentId}`]: "sent", [`delivery-report-1-sent-${intentId}`]: "sent" });
      // A second run and a later change send nothing more.
      expect(mailedTo(await runDay())).toEqual([]);
      expect(await mailVersion(1)).toEqual({ outcome: "superseded", to: [] });
      expect(await change({ day: DAY, to: OTHER })).toEqual({ status: "closed" });
    });
  });

  test("the recipient's mail holds no text of the giver's but the names, and says where its address came from", async () => {
    const [mail] = (await runDay()).mails;
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain("spam.example");
    const { why, keep, unknown, privacy } = GIFT_DELIVERY_COPY.mail;
    for (const text of [why, keep, unknown, `${privacy}:\n${ORIGIN}${PATHS.privacy}`])
      expect(mail?.text).toContain(text);
    expect(why).toMatch(/gever .* je naam en e-mailadres .* alleen voor deze mail.* wissen/);
  });

  test("the platform gets no address, also from an event that comes while the giver's report waits with it", async () => {
    await mailVersion(1, { MAILER: AWAY });
    expect(await keptAddresses()).toEqual([NOOR]);
    const started: Instance[] = [];
    const partlyBack = event("charge.refunded", 70, charge(intentId, 3900, 1250, METADATA));
    const [answer] = await deliver(partlyBack, 1, { ...ORDER_KEYS, MAILER: createIdleWorkflow(started) });
    expect(answer?.status).toBe(200);
    const params = { kind: "delivery-report", about: intentId, version: "1-sent" };
    expect(started).toEqual([expect.objectContaining({ id: `delivery-report-1-sent-${intentId}`, params })]);
  });

  describe("a change", () => {
    test("of day or address counts at once: the last plan is mailed, and an earlier one finds nothing to do", async () => {
      for (const [version, day, to] of [
        [2, "2026-12-24", NOOR],
        [3, "2026-12-20", OTHER],
      ] as const) {
        const delivery = { state: "planned", version, changes: version - 1, day, address: to };
        expect(await change({ day, to })).toMatchObject({ status: "changed", delivery });
        expect(await keptAddresses()).toEqual([to]);
      }
      for (const version of [1, 2]) expect(await mailVersion(version)).toEqual({ outcome: "superseded", to: [] });
      expect(mailedTo(await runDay())).toEqual([]);
      expect(mailedTo(await runDay({}, "2026-12-20T07:00:00.000Z"))).toEqual([OTHER, GIVER]);
    });

    test("of a mistyped address within seconds leaves nothing of it", async () => {
      await change({ day: "2027-09-20", to: "noor@fout.example" });
      vi.setSystemTime(Date.now() + 25_000);
      await change({ day: DAY, to: OTHER });
      expect(await keptAddresses()).toEqual([OTHER]);
      expect(JSON.stringify(await rowsOf("SELECT * FROM deliveries"))).not.toContain("fout");
    });

    test("to the same wish is none: it is not counted, and starts no other mail", async () => {
      await change({ day: DAY, to: OTHER });
      const before = await stateNow();
      vi.setSystemTime(Date.now() + 1000);
      expect(await change({ day: DAY, to: OTHER })).toEqual({ status: "changed", delivery: before });
      expect(before).toMatchObject({ version: 2, changes: 1 });
    });

    test("at the same moment as another one: each answer is true when it is given, and one plan is left", async () => {
      const wanted = [OTHER, "laatste@example.nl", "nog-een@example.nl"].map((to) => ({ day: DAY, to }));
      const answers = await Promise.all(wanted.map((one) => change(one)));
      expect(answers.map(({ status }) => status)).toEqual(["changed", "changed", "changed"]);
      const versions = answers.map((answer) => (answer.status === "changed" ? answer.delivery.version : 0));
      expect(versions.toSorted()).toEqual([2, 3, 4]);
      const kept = await keptAddresses();
      expect(kept).toEqual([wanted[versions.indexOf(4)]?.to]);
      expect(mailedTo(await runDay())).toEqual([...kept, GIVER]);
    });

    test("of which the answer is lost finds its own work, and is counted once", async () => {
      const answer = await change({ day: "2026-12-24", to: OTHER }, bindings({ DB: unheard(2) }));
      expect(answer).toMatchObject({ status: "changed", delivery: { version: 2, changes: 1, address: OTHER } });
      expect(await change(null, bindings({ DB: unheard(2) }))).toMatchObject({ status: "changed" });
      expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver", version: 3, changes: 2 });
    });

    test("while the ledger is away changes nothing, and the gift goes on its day", async () => {
      expect(await change({ day: "2026-12-24", to: OTHER }, bindings({ DB: AWAY }))).toEqual({ status: "unavailable" });
      expect(logs.lines("delivery.unchanged")).toMatchObject([{ intentId }]);
      expect(JSON.stringify(logs.lines("delivery.unchanged"))).not.toContain("@");
      expect(mailedTo(await runDay())).toEqual([NOOR, GIVER]);
    });

    test("is taken until the mail is, and then no more", async () => {
      vi.setSystemTime(Date.parse(AT_EIGHT) - 1);
      expect(await change({ day: DAY, to: OTHER })).toMatchObject({ status: "changed" });
      const late: unknown[] = [];
      const send = () => late.push(change(null));
      expect(await mailVersion(2, { send })).toEqual({ outcome: "sent", to: [OTHER] });
      expect(await Promise.all(late)).toEqual([{ status: "closed" }]);
    });

    test("at the same moment as the mail: either it counts and nothing goes, or it is refused and the gift goes", async () => {
      vi.setSystemTime(Date.parse(AT_EIGHT));
      const [mail, stop] = await Promise.all([mailVersion(1), change(null)]);
      const ends = stop.status === "changed" ? ["superseded", [], "stopped"] : ["sent", [NOOR], "sent"];
      expect([mail.outcome, mail.to, (await stateNow())?.state]).toEqual(ends);
    });
  });

  describe("the mail", () => {
    test("is sent once, however many try at the same moment", async () => {
      const tries = await Promise.all([mailVersion(1), mailVersion(1), mailVersion(1)]);
      expect(tries.flatMap(({ to }) => to)).toEqual([NOOR]);
      for (const { outcome } of tries) expect(outcome).toMatch(/^(sent|superseded|Error: another one is mailing it)$/);
    });

    test("of which the ledger's answers are lost goes once", async () => {
      expect(await mailVersion(1, { DB: unheard(2) })).toEqual({ outcome: "sent", to: [NOOR] });
      expect(await stateNow()).toMatchObject({ state: "sent" });
    });

    test("whose end could not be noted goes once more, when its claim has ended, and the giver gets one report", async () => {
      let isSent = false;
      const DB = changed(env.DB, { batch: (real) => (statements: unknown) => (isSent ? fail() : real(statements)) });
      const send = () => {
        isSent = true;
      };
      expect(await mailVersion(1, { DB, send })).toEqual({ outcome: "Error: binding away", to: [NOOR] });
      expect(await stateNow()).toMatchObject({ state: "sending" });
      const justBefore = new Date(Date.parse(AT_EIGHT) + CLAIM_MS - 1).toISOString();
      expect(await mailVersion(1, { moment: justBefore })).toEqual({
        outcome: "Error: another one is mailing it",
        to: [],
      });
      const { mails } = await runDay({}, new Date(Date.parse(AT_EIGHT) + CLAIM_MS).toISOString());
      expect(mails.map(({ to }) => to)).toEqual([NOOR, GIVER]);
    });

    test("that could not go for a while goes when the mail service is back, to the address that counts then", async () => {
      const isDownMs = 35 * MINUTE_MS;
      const { mails } = await runDay({
        send: (atMs) => {
          if (atMs < isDownMs) refuseMail("E_INTERNAL_SERVER_ERROR");
        },
        at: [{ ms: 20 * MINUTE_MS, happens: () => change({ day: DAY, to: OTHER }) }],
      });
      expect(mails.map(({ to }) => to)).toEqual([OTHER, GIVER]);
      expect(mails[0]?.atMs).toBeLessThan(isDownMs + 10 * MINUTE_MS);
    });

    test("waits for KV, which says whether the gift works", async () => {
      const isDownMs = Date.parse(AT_EIGHT) + 30 * MINUTE_MS;
      const GIFTS = changed(env.GIFTS, {
        get:
          (real) =>
          (...args: unknown[]) =>
            Date.now() < isDownMs ? fail() : real(...args),
      });
      const { mails } = await runDay({ bindings: { GIFTS } });
      expect(mails.map(({ to }) => to)).toEqual([NOOR, GIVER]);
      expect(mails[0]?.atMs).toBeGreaterThanOrEqual(40 * MINUTE_MS);
    });

    test.each([
      ["has failed for a day", "E_INTERNAL_SERVER_ERROR", DAY_MS, "failed"],
      ["has struck the address off", "E_RECIPIENT_SUPPRESSED", 0, "refused"],
    ])(
      "which the service %s: the giver hears of it, and can give another address",
      async (_name, code, ms, outcome) => {
        await change({ day: DAY, to: "fout@example.nl" });
        const send = () => refuseMail(code);
        if (ms > 0) {
          const justBefore = new Date(Date.parse(AT_EIGHT) + ms - 1).toISOString();
          expect(await mailVersion(2, { send, moment: justBefore })).toEqual({
            outcome: `Error: mail: ${code}`,
            to: [],
          });
          expect(await stateNow()).toMatchObject({ state: "planned" });
        }
        const moment = new Date(Date.parse(AT_EIGHT) + ms).toISOString();
        expect(await mailVersion(2, { send, moment })).toEqual({ outcome, to: [] });
        expect(await stateNow()).toMatchObject({ state: outcome, version: 2, changes: 1 });
        expect(logs.lines("delivery.failed")).toMatchObject([{ intentId, outcome }]);
        // Until the giver's mail has gone, it needs the address.
        expect(await keptAddresses()).toEqual(["fout@example.nl"]);
        const { mails } = await runDay({}, "2026-12-07T07:00:00.000Z");
        expect(mails.map(({ to, subject }) => [to, subject.split(" (")[0]])).toEqual([
          [GIVER, "Je cadeau is niet verstuurd"],
        ]);
        expect(mails[0]?.text).toContain("fout@example.nl");
        expect(await keptAddresses()).toEqual([]);
        expect(await change({ day: "2026-12-08", to: OTHER })).toMatchObject({ status: "changed" });
        expect(mailedTo(await runDay({}, "2026-12-08T07:00:00.000Z"))).toEqual([OTHER, GIVER]);
      },
    );

    test("whose worker died is sent by another one, which the clock starts when the claim has ended", async () => {
      await run(
        sql(
          "UPDATE deliveries SET state = 'sending', claim = 'dead', claimed_until = ?1",
          new Date(Date.parse(AT_EIGHT) + CLAIM_MS).toISOString(),
        ),
      );
      const { mails } = await runDay();
      expect(mails.map(({ to }) => to)).toEqual([NOOR, GIVER]);
      expect(mails[0]?.atMs).toBe(20 * MINUTE_MS);
    });
  });

  test("on the platform's own engine a gift is mailed, and then its giver's report", async () => {
    await using workflow = await introspectWorkflow(env.MAILER);
    const [at, code] = [NOW.toISOString(), await codeNow()];
    await run(
      sql("UPDATE deliveries SET send_at = ?1", at),
      // There is no Stripe to ask for the gift's message.
      sql("INSERT INTO gifts (intent_id, code, stored_at) VALUES (?1, ?2, ?3)", intentId, code, at),
    );
    await env.MAILER.create({ id: `gift-1-${intentId}`, params: { kind: "gift", about: intentId, version: "1" } });
    const [instance] = await workflow.get();
    await instance?.waitForStatus("complete");
    expect(await instance?.getOutput()).toBe("sent");
    const [, report] = await workflow.get();
    await report?.waitForStatus("complete");
    expect(logs.lines("mail.sent").map(({ mail }) => mail)).toEqual(["gift", "delivery-report"]);
  });
});
