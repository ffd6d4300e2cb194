import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { keepDeliveryDraft, reopenRefusedDelivery } from "../../src/gifts/day/gift-delivery.ts";
import { DELIVERY_MAX_CHANGES } from "../../src/gifts/day/gift-delivery-rules.ts";
import { giftStopKey } from "../../src/gifts/gift-entries.ts";
import { ledgerOf, sql } from "../../src/ledger/database.ts";
import { recordWithdrawal } from "../../src/orders/withdrawal/withdrawals.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import type { Bindings } from "../../src/server/env.ts";
import { keepOrder, newsOf, rowsOf, run } from "./ledger-rows.ts";
import { inTurn } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import {
  AT_EIGHT,
  beginWithGift,
  beginWithPlan,
  bindings,
  change,
  codeNow,
  DAY,
  DRAFT,
  GIVER,
  intentId,
  keptAddresses,
  mailedTo,
  mailVersion,
  NOOR,
  NOW,
  OTHER,
  order,
  refuseMail,
  runDay,
  stateNow,
} from "./planned-gift.ts";
import { AWAY, unheard } from "./shop.ts";

/** A gift that is not mailed: stopped by its giver, an operator, a withdrawal, or money that went back. */

collectLogs();

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
