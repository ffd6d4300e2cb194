import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GIFT_DELIVERY_COPY } from "../../src/content/gift-delivery.ts";
import { GIFT_SALE_COPY } from "../../src/content/gift-sale.ts";
import type { Bindings } from "../../src/env.ts";
import { deliveryPrefix } from "../../src/services/delivery-facts.ts";
import {
  changeDelivery,
  keepDeliveryDraft,
  planFirstDelivery,
  readDelivery,
  stopDelivery,
} from "../../src/services/gift-delivery.ts";
import { giftStopKey } from "../../src/services/kv.ts";
import { type Order, writeFact } from "../../src/services/orders.ts";
import { giftCodeOf, storePaidGift } from "../../src/services/paid-gifts.ts";
import { recordWithdrawal } from "../../src/services/withdrawals.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { DELIVERY_MAX_CHANGES, deliveryMoment, lastDeliveryDay, sendMoment } from "../../src/shared/gift-delivery.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { RETENTION } from "../../src/shared/retention.ts";
import { followMoney } from "../../src/workflows/after-money.ts";
import { mailWithdrawal } from "../../src/workflows/after-withdrawal.ts";
import { runAfterSale } from "./after-sale-steps.ts";
import { runDelivery } from "./delivery-steps.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { onEveryKv } from "./places.ts";
import { AWAY, ORDER_KEYS, ORIGIN, seedTargets } from "./shop.ts";
import { createIdleWorkflow } from "./workflows.ts";

const logs = collectLogs();

const NOW = new Date("2026-11-22T10:00:00Z");
const DAY = "2026-12-05";
const AT_EIGHT = "2026-12-05T07:00:00.000Z";
const GIVER = "kees@example.nl";
const NOOR = "noor@example.nl";
const OTHER = "noor@elders.example";
const DRAFT = "0a1b2c3d";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
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
    expect(deliveryMoment(day).toISOString()).toBe(moment);
  });

  test("today before eight it is eight; after eight, or when the day has been, it is at once", () => {
    const early = new Date("2026-12-05T06:00:00Z");
    expect(sendMoment(DAY, early).toISOString()).toBe(AT_EIGHT);
    const late = new Date("2026-12-05T09:00:00Z");
    for (const day of [DAY, "2026-12-01"]) {
      expect(sendMoment(day, late).getTime() - late.getTime()).toBe(3 * MINUTE_MS);
    }
  });

  test.each(["2026-11-22T23:30:00Z", "2027-03-28T22:00:00Z", "2026-10-24T22:00:00Z", "2027-02-28T22:59:00Z"])(
    "on the last day that can be chosen at %s, a Workflow can still sleep until it",
    (time) => {
      const now = new Date(time);
      const days = (deliveryMoment(lastDeliveryDay(now)).getTime() - now.getTime()) / DAY_MS;
      expect(days).toBeGreaterThan(363);
      expect(days).toBeLessThanOrEqual(365);
    },
  );
});

let gifts = 0;
onEveryKv((world) => {
  type Started = { id: string; params: Parameters<typeof runDelivery>[0] };
  let started: Started[] = [];
  let intentId = "";
  let order: Order;

  const bindingsAt = (place: string, more: Partial<Bindings> = {}) =>
    ({
      ...env,
      ...ORDER_KEYS,
      ...world.at(place),
      AFTER_SALE: createIdleWorkflow(started),
      ...more,
    }) as Bindings;
  const pass = (ms: number) => {
    world.pass(ms);
    vi.setSystemTime(Date.now() + ms);
  };
  const run = (asked: Started | undefined, more: Parameters<typeof runDelivery>[1] = {}) =>
    runDelivery(asked?.params ?? { intentId, plan: "none", sendAt: AT_EIGHT }, {
      pass,
      ...more,
      bindings: { ...ORDER_KEYS, ...world.at("workflow"), ...more.bindings },
    });
  const wish: GiftWish = {
    productId: "KVB1",
    recipient: "Noor",
    giver: "Opa Kees",
    message: "Kijk op http://spam.example",
    from: DAY,
    byMail: DRAFT,
  };
  const stateNow = async () => {
    world.settle();
    const read = await readDelivery(bindingsAt("reader"), intentId);
    return read.status === "found" ? read.value : read;
  };
  /** Every address that KV still holds of this gift's delivery. */
  const keptAddresses = async () => {
    const { keys } = await env.ORDERS.list({ prefix: "delivery" });
    const own = keys.filter(({ name }) => name.includes(intentId));
    const values = await Promise.all(own.map(({ name }) => env.ORDERS.get(name)));
    return values.flatMap((text) => text?.match(/\w+@[\w.]+/g) ?? []);
  };

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    gifts += 1;
    intentId = `pi_day${gifts}`;
    started = [];
    order = paidOrder({ intentId, source: "checkout", email: GIVER, gift: wish }, NOW.toISOString());
    await writeFact(env.ORDERS, intentId, order);
    const code = (await giftCodeOf(bindingsAt("sale"), order)) ?? "";
    await storePaidGift(bindingsAt("sale"), code, intentId, wish);
    await keepDeliveryDraft(bindingsAt("checkout"), intentId, DRAFT, NOOR);
    pass(2000);
    world.settle();
    expect(await planFirstDelivery(bindingsAt("sale"), intentId, { day: DAY, draft: DRAFT }, new Date())).toBe(
      "planned",
    );
    pass(2000);
  });

  test("the gift is mailed once, at eight on its day, the giver gets a report, and the address is deleted", async () => {
    expect(started.map(({ params }) => params)).toEqual([{ intentId, about: "delivery", plan: "0", sendAt: AT_EIGHT }]);
    expect(await keptAddresses()).toEqual([NOOR]);
    const { outcome, mails, results } = await run(started[0]);
    expect(new Date().toISOString()).toBe(AT_EIGHT);
    expect([outcome, mails.map(({ to }) => to)]).toEqual(["sent", [NOOR, GIVER]]);
    const code = (await giftCodeOf(bindingsAt("sale"), order)) ?? "";
    expect(mails[0]?.text).toContain(giftCodePath(code));
    expect(mails[0]?.text).toContain("Je krijgt een cadeau van Opa Kees.");
    expect(mails[1]?.text).toContain(`Noor verstuurd naar ${NOOR}`);
    expect(await stateNow()).toMatchObject({ state: "sent" });
    expect(await keptAddresses()).toEqual([]);
    expect(JSON.stringify(results)).not.toContain("@");
    // A second run and a later change send nothing more.
    expect(await run(started[0])).toMatchObject({ outcome: "known", mails: [] });
    expect(await changeDelivery(bindingsAt("page"), intentId, { day: DAY, to: OTHER }, new Date())).toEqual({
      status: "closed",
    });
  });

  test("the recipient's mail holds no text of the giver's but the names, and says where its address came from", async () => {
    const { mails } = await run(started[0]);
    expect(`${mails[0]?.subject} ${mails[0]?.text} ${mails[0]?.html}`).not.toContain("spam.example");
    const { why, keep, unknown, privacy } = GIFT_DELIVERY_COPY.mail;
    for (const text of [why, keep, unknown, `${privacy}:\n${ORIGIN}${PATHS.privacy}`]) {
      expect(mails[0]?.text).toContain(text);
    }
    expect(why).toMatch(/gever .* je naam en e-mailadres .* alleen voor deze mail.* wissen/);
  });

  test("day and address can be changed: the last plan counts, and the earlier one wakes and does nothing", async () => {
    for (const [day, to] of [
      ["2026-12-24", NOOR],
      ["2026-12-20", OTHER],
    ] as const) {
      world.settle();
      const changed = await changeDelivery(bindingsAt("page"), intentId, { day, to }, new Date());
      expect(changed).toMatchObject({ status: "changed", delivery: { state: "planned", plan: { day, to } } });
      pass(2000);
    }
    world.settle();
    expect(await keptAddresses()).toEqual([OTHER]);
    const [first, second, third] = started;
    expect(await run(first)).toMatchObject({ outcome: "superseded", mails: [] });
    const { outcome, mails } = await run(third);
    expect([outcome, mails.map(({ to }) => to)]).toEqual(["sent", [OTHER, GIVER]]);
    expect(new Date().toISOString()).toBe("2026-12-20T07:00:00.000Z");
    world.settle();
    expect(await run(second)).toMatchObject({ outcome: "known", mails: [] });
  });

  // Found by the simulator, in story 13,086 of seed 20261122.
  test("a change that could not be stored replaces nothing: its work wakes first, and the gift goes on its day", async () => {
    pass(60_000);
    world.settle();
    const { ORDERS } = world.at("page");
    const put = () => Promise.reject(new Error("KV PUT failed: 500"));
    const readOnly = { get: ORDERS.get.bind(ORDERS), list: ORDERS.list.bind(ORDERS), put } as never;
    const asked = { day: "2026-11-22", to: OTHER };
    expect(await changeDelivery(bindingsAt("page", { ORDERS: readOnly }), intentId, asked, new Date())).toEqual({
      status: "unavailable",
    });
    expect(await run(started[1])).toMatchObject({ outcome: "superseded", mails: [] });
    world.settle();
    expect(await keptAddresses()).toEqual([NOOR]);
    const { outcome, mails } = await run(started[0]);
    expect([outcome, mails.map(({ to }) => to)]).toEqual(["sent", [NOOR, GIVER]]);
  });

  test("two changes in two places at once: only the later one is mailed", async () => {
    world.settle();
    await changeDelivery(bindingsAt("page"), intentId, { day: DAY, to: OTHER }, new Date());
    pass(5);
    await changeDelivery(bindingsAt("elsewhere"), intentId, { day: DAY, to: "laatste@example.nl" }, new Date());
    pass(2000);
    const sent = [];
    for (const asked of started) {
      world.settle();
      sent.push(...(await run(asked)).mails.map(({ to }) => to));
    }
    expect(sent).toEqual(["laatste@example.nl", GIVER]);
  });

  test("stopped by the giver: nothing is mailed, the address is gone, and it can be planned again", async () => {
    world.settle();
    expect(await changeDelivery(bindingsAt("page"), intentId, null, new Date())).toMatchObject({ status: "changed" });
    pass(2000);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
    expect(await keptAddresses()).toEqual([]);
    expect(await run(started[0])).toMatchObject({ outcome: "superseded", mails: [] });
    await changeDelivery(bindingsAt("page"), intentId, { day: "2026-12-31", to: NOOR }, new Date());
    pass(2000);
    expect((await run(started.at(-1))).mails.map(({ to }) => to)).toEqual([NOOR, GIVER]);
  });

  test("from five minutes before, nothing can be changed", async () => {
    vi.setSystemTime(Date.parse(AT_EIGHT) - 5 * MINUTE_MS);
    world.settle();
    const late = await changeDelivery(bindingsAt("page"), intentId, null, new Date());
    expect(late).toEqual({ status: "closed" });
    vi.setSystemTime(Date.parse(AT_EIGHT) - 6 * MINUTE_MS);
    const inTime = await changeDelivery(bindingsAt("page"), intentId, { day: DAY, to: OTHER }, new Date());
    expect(inTime).toMatchObject({ status: "changed" });
  });

  test("a change that cannot be started or stored changes nothing", async () => {
    world.settle();
    const asked = { day: "2026-12-24", to: OTHER };
    const unstarted = await changeDelivery(bindingsAt("page", { AFTER_SALE: AWAY }), intentId, asked, new Date());
    const unread = await changeDelivery(bindingsAt("page", { ORDERS: AWAY }), intentId, asked, new Date());
    expect([unstarted, unread]).toEqual([{ status: "unavailable" }, { status: "unavailable" }]);
    expect((await run(started[0])).mails.map(({ to }) => to)).toEqual([NOOR, GIVER]);
  });

  test("it is planned twenty times at most, but stopped whenever its giver wants, and a second stop writes nothing", async () => {
    const outcomes = [];
    for (let change = 0; change <= DELIVERY_MAX_CHANGES; change += 1) {
      world.settle();
      vi.setSystemTime(Date.now() + 1000);
      outcomes.push((await changeDelivery(bindingsAt("page"), intentId, { day: DAY, to: NOOR }, new Date())).status);
    }
    expect(outcomes).toEqual([...Array(DELIVERY_MAX_CHANGES).fill("changed"), "too-often"]);
    const stop = () => changeDelivery(bindingsAt("page"), intentId, null, new Date());
    expect(await stop()).toMatchObject({ status: "changed", delivery: { state: "stopped" } });
    expect(await keptAddresses()).toEqual([]);
    const before = [await stateNow(), started.length];
    pass(2000);
    expect(await stop()).toMatchObject({ status: "changed", delivery: { state: "stopped" } });
    expect([await stateNow(), started.length]).toEqual(before);
  });

  test("stopped, planned anew and stopped again within a minute, where KV shows the first stop only: it is stopped", async () => {
    world.settle();
    await changeDelivery(bindingsAt("page"), intentId, null, new Date());
    pass(2 * MINUTE_MS);
    for (const wanted of [{ day: DAY, to: OTHER }, null]) {
      expect(await changeDelivery(bindingsAt("page"), intentId, wanted, new Date())).toMatchObject({
        status: "changed",
      });
      pass(2000);
    }
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
    for (const asked of started) expect(await run(asked)).toMatchObject({ mails: [] });
  });

  test.each([
    ["all of the money went back", () => ({ key: `.refund-3900`, fact: { refundedCents: 3900 } })],
    ["a dispute was lost", () => ({ key: `.dispute-du_1-lost`, fact: { dispute: "lost" as const } })],
  ])("%s: nothing is mailed, also when no event stopped it", async (_name, news) => {
    const { key, fact } = news();
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
    await changeDelivery(bindingsAt("page"), intentId, { day: "2027-06-01", to: OTHER }, new Date());
    pass(2000);
    world.settle();
    await stopDelivery(bindingsAt("money"), intentId, "money", NOW);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "money" });
    for (const asked of started.slice(2)) expect(await run(asked)).toMatchObject({ outcome: "forgotten" });
    expect(await keptAddresses()).toEqual([]);
  });

  test("after a mail that could not be sent the changes made so far still count", async () => {
    world.settle();
    await changeDelivery(bindingsAt("page"), intentId, { day: DAY, to: OTHER }, new Date());
    pass(2000);
    const send = (_triedMs: number, to: string) => {
      if (to === OTHER) throw Object.assign(new Error("suppressed"), { code: "E_RECIPIENT_SUPPRESSED" });
    };
    expect(await run(started.at(-1), { send })).toMatchObject({ outcome: "refused" });
    expect(await stateNow()).toMatchObject({ state: "refused", changes: 1 });
  });

  test("a gift that an operator stopped is not mailed", async () => {
    const code = (await giftCodeOf(bindingsAt("sale"), order)) ?? "";
    await env.GIFTS.put(giftStopKey(code, "operator"), JSON.stringify({ stopped: true, at: NOW.toISOString() }));
    expect(await run(started[0])).toMatchObject({ outcome: "stopped", mails: [] });
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
    const again = await changeDelivery(bindingsAt("page"), intentId, { day: DAY, to: OTHER }, new Date());
    expect(again).toEqual({ status: "withdrawn" });
  });

  test("planned anew where the withdrawal does not show yet: nothing is mailed, and the address goes", async () => {
    world.settle();
    await stopDelivery(bindingsAt("withdrawal"), intentId, "withdrawal", new Date());
    pass(5000);
    await changeDelivery(bindingsAt("page"), intentId, { day: DAY, to: OTHER }, new Date());
    pass(2000);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "withdrawal" });
    await run(started.find(({ params }) => params.plan.endsWith("-withdrawal")));
    expect(await keptAddresses()).toEqual([]);
    for (const asked of started) expect(await run(asked)).toMatchObject({ mails: [] });
    expect(await keptAddresses()).toEqual([]);
  });

  test("mail that is down for an hour goes when it is back", async () => {
    const failing = (untilMs: number) => (triedMs: number, to: string) => {
      if (triedMs < untilMs && to === NOOR) throw Object.assign(new Error("down"), { code: "E_INTERNAL_SERVER_ERROR" });
    };
    const back = await run(started[0], { send: failing(60 * MINUTE_MS) });
    expect([back.outcome, back.mails.map(({ to }) => to)]).toEqual(["sent", [NOOR, GIVER]]);
    expect(back.triedMs).toBeLessThan(70 * MINUTE_MS);
  });

  test.each([
    ["is down for two days", "E_INTERNAL_SERVER_ERROR", "failed"],
    ["has struck the address off", "E_RECIPIENT_SUPPRESSED", "refused"],
  ])("mail %s: the giver gets a report, and can give another address", async (_name, code, outcome) => {
    const { mails, ...run1 } = await run(started[0], {
      send: (_triedMs, to) => {
        if (to === NOOR) throw Object.assign(new Error("no"), { code });
      },
    });
    expect([run1.outcome, mails.map(({ to, subject }) => [to, subject.split(" (")[0]])]).toEqual([
      outcome,
      [[GIVER, "Je cadeau is niet verstuurd"]],
    ]);
    expect(logs.lines("delivery.failed")).toMatchObject([{ intentId, outcome }]);
    expect(await stateNow()).toMatchObject({ state: outcome });
    expect(await keptAddresses()).toEqual([]);
    await changeDelivery(bindingsAt("page"), intentId, { day: "2026-12-08", to: OTHER }, new Date());
    pass(2000);
    expect((await run(started[1])).mails.map(({ to }) => to)).toEqual([OTHER, GIVER]);
  });

  test("cut off after the work of the steps that mail nothing, no mail goes twice", async () => {
    const killed = ["note the delivery", "forget the address"];
    const { outcome, mails } = await run(started[0], { killed });
    expect([outcome, mails.map(({ to }) => to)]).toEqual(["sent", [NOOR, GIVER]]);
  });

  test("work that wakes before KV took its plan waits for it, and mails the gift", async () => {
    const key = `${deliveryPrefix(intentId)}0`;
    const plan = (await env.ORDERS.get(key)) ?? "";
    await env.ORDERS.delete(key);
    world.settle();
    const stored: Promise<void>[] = [];
    const { outcome, mails } = await run(started[0], {
      pass: (ms) => {
        pass(ms);
        if (ms < MINUTE_MS && stored.length === 0) stored.push(env.ORDERS.put(key, plan));
      },
    });
    expect([outcome, mails.map(({ to }) => to)]).toEqual(["sent", [NOOR, GIVER]]);
  });

  test("changed and stopped within a minute: no address is left, also where KV did not show the change yet", async () => {
    world.settle();
    const asked = { day: "2027-06-01", to: OTHER };
    await changeDelivery(bindingsAt("page"), intentId, asked, new Date());
    pass(2000);
    await changeDelivery(bindingsAt("page"), intentId, null, new Date());
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
    await changeDelivery(bindingsAt("page"), intentId, null, new Date());
    const [, stop] = started;
    if (stop === undefined) throw new Error("no work was started");
    const old = { ...stop, params: { ...stop.params, about: "delivery" } } as const;
    expect(await run(old)).toMatchObject({ outcome: "superseded", mails: [] });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
  });

  test("while no address can be forgotten, a stop stays a stop, and its giver gets no mail", async () => {
    world.settle();
    await changeDelivery(bindingsAt("page"), intentId, null, new Date());
    const backMs = Date.now() + 27 * 60 * MINUTE_MS;
    const real = world.at("workflow").ORDERS;
    const ORDERS = new Proxy(real, {
      get: (target, call) =>
        call === "list" && Date.now() < backMs
          ? () => Promise.reject(new Error("KV away"))
          : Reflect.get(target, call).bind(target),
    });
    const { mails } = await run(started[1], { bindings: { ORDERS } });
    expect(mails.map(({ subject }) => subject)).toEqual([]);
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
  });

  test("a stop holds when no work can be started", async () => {
    world.settle();
    const bindings = bindingsAt("page", { AFTER_SALE: AWAY });
    expect(await changeDelivery(bindings, intentId, null, new Date())).toMatchObject({ status: "changed" });
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
  });

  test("not mailed because an operator stopped the gift, it is stopped, also when the gift works again", async () => {
    const code = (await giftCodeOf(bindingsAt("sale"), order)) ?? "";
    const say = (stopped: boolean) =>
      env.GIFTS.put(giftStopKey(code, "operator"), JSON.stringify({ stopped, at: NOW.toISOString() }));
    await say(true);
    expect(await run(started[0])).toMatchObject({ outcome: "stopped", mails: [] });
    await say(false);
    expect(await stateNow()).toMatchObject({ state: "stopped" });
    // An operator has the confirmation sent again: the giver is not asked for an address.
    expect(await planFirstDelivery(bindingsAt("sale"), intentId, { day: DAY, draft: DRAFT }, new Date())).toBe(
      "planned",
    );
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

  test("after a change and a new plan the first plan stays replaced", async () => {
    world.settle();
    await changeDelivery(bindingsAt("page"), intentId, { day: "2026-12-24", to: OTHER }, new Date());
    pass(2000);
    await keepDeliveryDraft(bindingsAt("checkout"), intentId, DRAFT, NOOR);
    world.settle();
    expect(await planFirstDelivery(bindingsAt("sale"), intentId, { day: DAY, draft: DRAFT }, new Date())).toBe(
      "planned",
    );
    expect(await stateNow()).toMatchObject({ state: "planned", plan: { to: OTHER } });
    expect(started).toHaveLength(2);
  });

  test("a refund without a plan writes nothing", async () => {
    world.settle();
    await changeDelivery(bindingsAt("page"), intentId, null, new Date());
    pass(2000);
    world.settle();
    await stopDelivery(bindingsAt("money"), intentId, "money", new Date());
    expect(await stateNow()).toMatchObject({ state: "stopped", by: "giver" });
  });
});

onEveryKv((world) => {
  describe("after the sale of a gift that is mailed", () => {
    let intentId = "";
    const follow = (started: unknown[]) => {
      const bindings = { ...ORDER_KEYS, ...world.at("workflow"), AFTER_SALE: createIdleWorkflow(started) };
      return runAfterSale(intentId, { bindings: bindings as Partial<Bindings>, pass: world.pass });
    };
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: NOW });
      gifts += 1;
      intentId = `pi_saleday${gifts}`;
      await seedTargets();
      const gift: GiftWish = {
        productId: "KVB1",
        recipient: "Noor",
        giver: "Opa",
        message: "",
        from: DAY,
        byMail: DRAFT,
      };
      const sale = { intentId, source: "checkout", email: GIVER, buyerName: "Kees", gift } as const;
      await writeFact(world.at("webhook").ORDERS, intentId, paidOrder(sale, NOW.toISOString()));
    });

    test("its day is planned, and the confirmation says so", async () => {
      const started: { id: string; params?: unknown }[] = [];
      await keepDeliveryDraft({ ...env, ...world.at("checkout") } as Bindings, intentId, DRAFT, NOOR);
      const { mails, results } = await follow(started);
      expect(started.map(({ id }) => id)).toEqual([`gift-0-${intentId}`]);
      expect(mails.find(({ to }) => to === GIVER)?.text).toContain(
        "Op 5 december 2026 om 8.00 uur sturen we het cadeau",
      );
      expect(JSON.stringify([started, results])).not.toContain("@");
      // An operator has the confirmation sent again, long after.
      world.settle();
      await follow(started);
      expect(started).toHaveLength(1);
      expect(await env.ORDERS.get(`delivery-draft:${intentId}:${DRAFT}`)).toBeNull();
    });

    test.each([
      ["moved", { day: "2026-12-24", to: OTHER }, "Op 24 december 2026 om 8.00 uur sturen we het cadeau"],
      ["stopped", null, GIFT_SALE_COPY.text.replace("{recipient}", "Noor")],
    ])("%s by its giver before the confirmation goes: it promises no other day", async (_name, wanted, text) => {
      const bindings = { ...env, ...world.at("checkout"), AFTER_SALE: createIdleWorkflow([]) } as Bindings;
      await keepDeliveryDraft(bindings, intentId, DRAFT, NOOR);
      world.settle();
      await planFirstDelivery(bindings, intentId, { day: DAY, draft: DRAFT }, new Date());
      world.settle();
      await changeDelivery(bindings, intentId, wanted, new Date(Date.now() + 5000));
      world.settle();
      const { mails } = await follow([]);
      const confirmation = mails.find(({ to }) => to === GIVER)?.text;
      expect(confirmation).toContain(text);
      expect(confirmation).not.toContain("5 december 2026 om 8.00 uur");
    });

    test("whose address was corrected at the checkout, and only the old one was kept: the giver is asked", async () => {
      await keepDeliveryDraft({ ...env, ...world.at("checkout") } as Bindings, intentId, "ffffffff", OTHER);
      const { mails } = await follow([]);
      expect(mails.filter(({ subject }) => subject.startsWith("Vul het e-mailadres"))).toHaveLength(1);
      world.settle();
      expect((await env.ORDERS.list({ prefix: `delivery-draft:${intentId}:` })).keys).toEqual([]);
    });

    test("that is repaid before its day is planned: the giver is not asked for an address", async () => {
      const fact = { intentId, updatedAt: NOW.toISOString(), refundedCents: 3900 };
      await writeFact(world.at("webhook").ORDERS, `${intentId}.refund-3900`, fact);
      const { mails } = await follow([]);
      expect(mails.filter(({ to }) => to === GIVER)).toEqual([]);
    });

    test("whose address was not kept: the giver is asked for it", async () => {
      const started: unknown[] = [];
      const { mails } = await follow(started);
      expect(started).toEqual([]);
      const asked = mails.filter(({ to, subject }) => to === GIVER && subject.startsWith("Vul het e-mailadres"));
      expect(asked).toHaveLength(1);
      world.settle();
      const read = await readDelivery({ ...env, ...world.at("giver") } as Bindings, intentId);
      expect(read).toMatchObject({ status: "found", value: { state: "lost" } });
      expect(logs.lines("delivery.failed")).toMatchObject([{ intentId, outcome: "lost" }]);
    });
  });
});

test("on the platform's own engine a gift that is mailed is asleep until the day, then mailed", async () => {
  await using workflow = await introspectWorkflow(env.AFTER_SALE);
  await workflow.modifyAll((modifier) => modifier.disableSleeps());
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  const intentId = "pi_engineday";
  await seedTargets();
  const gift: GiftWish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: DAY, byMail: DRAFT };
  const sale = { intentId, source: "checkout", email: GIVER, gift } as const;
  await writeFact(env.ORDERS, intentId, paidOrder(sale, NOW.toISOString()));
  // The engine uses the machine's clock.
  const sendAt = new Date(vi.getRealSystemTime() + 40 * DAY_MS).toISOString();
  const plan = { day: sendAt.slice(0, 10), to: NOOR, sendAt, at: NOW.toISOString(), changes: 0 };
  await env.ORDERS.put(`${deliveryPrefix(intentId)}0`, JSON.stringify(plan));
  const params = { intentId, about: "delivery", plan: "0", sendAt: plan.sendAt } as const;
  await env.AFTER_SALE.create({ id: `gift-0-${intentId}`, params });
  const [instance] = await workflow.get();
  await instance?.waitForStatus("complete");
  expect(await instance?.getOutput()).toBe("sent");
  expect(logs.lines("mail.sent").map(({ mail }) => mail)).toEqual(["gift", "delivery report"]);
});

test("an address is kept for days, not years, whatever fails", () => {
  expect([RETENTION.deliveryDraftDays, RETENTION.deliveryDays]).toEqual([7, 4]);
});
