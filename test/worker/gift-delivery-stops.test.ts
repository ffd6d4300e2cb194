import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { Bindings } from "../../src/env.ts";
import { stopDelivery } from "../../src/services/gift-delivery.ts";
import { giftStopKey } from "../../src/services/kv.ts";
import { writeFact } from "../../src/services/orders.ts";
import { recordWithdrawal } from "../../src/services/withdrawals.ts";
import { DELIVERY_MAX_CHANGES } from "../../src/shared/gift-delivery.ts";
import { followMoney } from "../../src/workflows/after-money.ts";
import { mailWithdrawal } from "../../src/workflows/after-withdrawal.ts";
import { inTurn } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { onEveryKv } from "./places.ts";
import {
  beginWithPlan,
  bindingsAt,
  change,
  codeNow,
  DAY,
  GIVER,
  gifts,
  intentId,
  keptAddresses,
  MINUTE_MS,
  NOOR,
  NOW,
  OTHER,
  pass,
  planFirst,
  run,
  sent,
  started,
  stateNow,
} from "./planned-gift.ts";
import { AWAY, changed, fail } from "./shop.ts";

/** A gift that is not mailed: stopped by its giver, an operator, a withdrawal, or money that went back. */

collectLogs();

onEveryKv((world) => {
  beginWithPlan();

  test("stopped by the giver: nothing is mailed, the address is gone, and it can be planned again", async () => {
    world.settle();
    expect(await change(null)).toMatchObject({ status: "changed" });
    pass(2000);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
    expect(await keptAddresses()).toEqual([]);
    expect(await run(started[0])).toMatchObject({ outcome: "superseded", mails: [] });
    await change({ day: "2026-12-31", to: NOOR });
    pass(2000);
    expect(await sent(started.at(-1))).toEqual(["sent", [NOOR, GIVER]]);
  });

  test("it is planned twenty times at most, but stopped whenever its giver wants, and a second stop writes nothing", async () => {
    const outcomes = await inTurn(DELIVERY_MAX_CHANGES + 1, async () => {
      world.settle();
      vi.setSystemTime(Date.now() + 1000);
      return (await change({ day: DAY, to: NOOR })).status;
    });
    expect(outcomes).toEqual([...Array(DELIVERY_MAX_CHANGES).fill("changed"), "too-often"]);
    const stop = () => change(null);
    expect(await stop()).toMatchObject({ status: "changed", delivery: { state: "stopped" } });
    expect(await keptAddresses()).toEqual([]);
    const before = [await stateNow(), started.length];
    pass(2000);
    expect(await stop()).toMatchObject({ status: "changed", delivery: { state: "stopped" } });
    expect([await stateNow(), started.length]).toEqual(before);
  });

  test("stopped, planned anew and stopped again within a minute, where KV shows the first stop only: it is stopped", async () => {
    world.settle();
    await change(null);
    pass(2 * MINUTE_MS);
    for (const wanted of [{ day: DAY, to: OTHER }, null]) {
      expect(await change(wanted)).toMatchObject({ status: "changed" });
      pass(2000);
    }
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
    for (const asked of started) expect(await run(asked)).toMatchObject({ mails: [] });
  });

  test.each([
    ["all of the money went back", ".refund-3900", { refundedCents: 3900 }],
    ["a dispute was lost", ".dispute-du_1-lost", { dispute: "lost" }],
  ] as const)("%s: nothing is mailed, also when no event stopped it", async (_name, key, fact) => {
    await writeFact(env.ORDERS, intentId + key, { intentId, updatedAt: NOW.toISOString(), ...fact });
    expect(await run(started[0])).toMatchObject({ outcome: "stopped", mails: [] });
    expect(await keptAddresses()).toEqual([]);
  });

  test("the work after a refund forgets the address at once", async () => {
    const fact = { intentId, updatedAt: NOW.toISOString(), refundedCents: 3900 };
    await writeFact(env.ORDERS, `${intentId}.refund-3900`, fact);
    const step = {
      sleep: async () => world.settle(),
      do: async (_name: string, _config: unknown, work: () => Promise<unknown>) => work(),
    };
    await followMoney(bindingsAt("money"), intentId, step as never);
    expect(await keptAddresses()).toEqual([]);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "money" });
    expect(await run(started[0])).toMatchObject({ outcome: "superseded", mails: [] });
  });

  test("a refund stops the plan that its giver made after it, before the refund was known here", async () => {
    pass(30 * MINUTE_MS);
    world.settle();
    await change({ day: "2027-06-01", to: OTHER });
    pass(2000);
    world.settle();
    await stopDelivery(bindingsAt("money"), intentId, "money", NOW);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "money" });
    for (const asked of started.slice(2)) expect(await run(asked)).toMatchObject({ outcome: "forgotten" });
    expect(await keptAddresses()).toEqual([]);
  });

  test.each([
    ["by the order's link", true, "withdrawal"],
    ["by the link of an order that KV does not show yet", true, "withdrawal"],
    ["of which nothing is proven", false, undefined],
  ])("a withdrawal %s", async (name, isProven, by) => {
    const reference = `HR-AAAA-BBBB-${String(1000 + gifts)}`;
    if (name.includes("does not show")) await env.ORDERS.delete(intentId);
    const withdrawal = {
      reference,
      receivedAt: NOW.toISOString(),
      name: "Kees",
      contract: "cadeau",
      email: GIVER,
      ...(isProven ? { intentId } : {}),
    };
    await env.ORDERS.put(`withdrawal:${reference}`, JSON.stringify(withdrawal));
    world.settle();
    const step = { do: async (_name: string, _config: unknown, work: () => Promise<unknown>) => work() };
    const EMAIL = { send: async () => ({ messageId: "m" }) } as unknown as Bindings["EMAIL"];
    const bindings = bindingsAt("withdrawal", { EMAIL } as Partial<Bindings>);
    await mailWithdrawal(bindings, { reference, receipt: "facts", notice: "now" }, new Date(), step as never);
    const state = await stateNow();
    expect(state).toMatchObject(by === undefined ? { state: "planned" } : { state: "stopped", by });
    if (by === undefined) return;
    expect(await keptAddresses()).toEqual([]);
    const again = await change({ day: DAY, to: OTHER });
    expect(again).toEqual({ status: "withdrawn" });
  });

  test("planned anew where the withdrawal does not show yet: nothing is mailed, and the address goes", async () => {
    world.settle();
    await stopDelivery(bindingsAt("withdrawal"), intentId, "withdrawal", new Date());
    pass(5000);
    await change({ day: DAY, to: OTHER });
    pass(2000);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "withdrawal" });
    await run(started.find(({ params }) => params.plan.endsWith("-withdrawal")));
    expect(await keptAddresses()).toEqual([]);
    for (const asked of started) expect(await run(asked)).toMatchObject({ mails: [] });
    expect(await keptAddresses()).toEqual([]);
  });

  test("changed and stopped within a minute: no address is left, also where KV did not show the change yet", async () => {
    world.settle();
    const asked = { day: "2027-06-01", to: OTHER };
    await change(asked);
    pass(2000);
    await change(null);
    for (const stop of started.slice(2)) {
      expect(Date.parse(stop.params.sendAt) - Date.now()).toBeLessThan(5 * MINUTE_MS);
      world.settle();
      expect(await run(stop)).toMatchObject({ outcome: "forgotten", mails: [] });
    }
    expect(await keptAddresses()).toEqual([]);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
  });

  test("work that was started for a stop before it was called so ends well", async () => {
    world.settle();
    await change(null);
    const [, stop] = started;
    if (stop === undefined) throw new Error("no work was started");
    const old = { ...stop, params: { ...stop.params, about: "delivery" } } as const;
    expect(await run(old)).toMatchObject({ outcome: "superseded", mails: [] });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
  });

  test("while no address can be forgotten, a stop stays a stop, and its giver gets no mail", async () => {
    world.settle();
    await change(null);
    const backMs = Date.now() + 27 * 60 * MINUTE_MS;
    const ORDERS = changed(world.at("workflow").ORDERS, { list: (real) => (Date.now() < backMs ? fail : real) });
    const { mails } = await run(started[1], { bindings: { ORDERS } });
    expect(mails.map(({ subject }) => subject)).toEqual([]);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
  });

  test("a stop holds when no work can be started", async () => {
    world.settle();
    const bindings = bindingsAt("page", { AFTER_SALE: AWAY });
    expect(await change(null, bindings)).toMatchObject({ status: "changed" });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
  });

  test("not mailed because an operator stopped the gift, it is stopped, also when the gift works again", async () => {
    const code = await codeNow();
    const say = (stopped: boolean) =>
      env.GIFTS.put(giftStopKey(code, "operator"), JSON.stringify({ stopped, at: NOW.toISOString() }));
    await say(true);
    expect(await run(started[0])).toMatchObject({ outcome: "stopped", mails: [] });
    await say(false);
    expect(await stateNow()).toMatchObject({ state: "stopped" });
    // An operator has the confirmation sent again: the giver is not asked for an address.
    expect(await planFirst()).toBe("planned");
  });

  test("a withdrawal whose work cannot be started stops the gift's mail all the same", async () => {
    const form = { id: "form-1", madeAt: NOW.toISOString(), isFresh: true };
    const fields = { name: "Kees", contract: "cadeau", email: GIVER, reason: "" };
    world.settle();
    const bindings = bindingsAt("page", { AFTER_WITHDRAWAL: AWAY, EMAIL: {} as NonNullable<Bindings["EMAIL"]> });
    const outcome = await recordWithdrawal(bindings, { form, fields, intentId });
    expect(outcome).toMatchObject({ status: "recorded", receipt: "unmailed" });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "withdrawal" });
  });

  test("a refund without a plan writes nothing", async () => {
    world.settle();
    await change(null);
    pass(2000);
    world.settle();
    await stopDelivery(bindingsAt("money"), intentId, "money", new Date());
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
  });
});
