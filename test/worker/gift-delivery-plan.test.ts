import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { keepDeliveryDraft } from "../../src/gifts/day/gift-delivery.ts";
import { deliveryAsked } from "../../src/gifts/day/gift-delivery-copy.ts";
import { sendMoment } from "../../src/gifts/day/gift-delivery-rules.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { ledgerOf, sql } from "../../src/ledger/database.ts";
import { refreshStatements } from "../../src/ledger/orders.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import { RETENTION } from "../../src/shared/retention.ts";
import { newsOf, rowsOf, run } from "./ledger-rows.ts";
import { collectLogs } from "./logs.ts";
import { runMails } from "./mail-steps.ts";
import {
  AT_EIGHT,
  beginWithGift,
  bindings,
  change,
  DAY,
  DRAFT,
  GIVER,
  intentId,
  keptAddresses,
  MINUTE_MS,
  mailedTo,
  NOOR,
  NOW,
  OTHER,
  order,
  runDay,
  stateNow,
  WISH,
} from "./planned-gift.ts";
import { CLEAN, told } from "./returning-buyer.ts";
import { AWAY, ORDER_KEYS } from "./shop.ts";
import { STRIPE_BINDINGS } from "./stripe-stub.ts";

/** The plan to mail a gift: its moment, and how the sale makes it. */

const logs = collectLogs();

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
    expect(deliveryAsked(DAY)).toContain("Je koos dat we het cadeau op 5 december 2026 om 8.00 uur");
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
    ["was not kept", null, []],
    ["was corrected at the checkout, and only the old one was kept", "ffffffff", [{ address: OTHER }]],
  ])("whose address %s: its giver is asked for it, after a quarter of an hour", async (_name, draft, left) => {
    if (draft !== null) await keep(OTHER, draft);
    await record();
    expect(await stateNow()).toMatchObject({ state: "awaited" });
    const { mails } = await follow();
    const asked = mails.filter(({ to, subject }) => to === GIVER && subject.startsWith("Vul het e-mailadres"));
    expect(asked.map(({ atMs }) => atMs)).toEqual([20 * MINUTE_MS]);
    expect(await stateNow()).toMatchObject({ state: "lost" });
    expect(await drafts()).toEqual(left);
    // What comes later than that plans nothing, and is not kept.
    await keep();
    expect(await stateNow()).toMatchObject({ state: "lost" });
    expect(await keptAddresses()).toEqual([]);
    expect(await change({ day: DAY, to: NOOR })).toMatchObject({ status: "changed" });
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
