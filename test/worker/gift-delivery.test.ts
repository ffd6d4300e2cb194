import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { GIFT_DELIVERY_COPY } from "../../src/content/gift-delivery.ts";
import { deliveryPrefix } from "../../src/services/delivery-facts.ts";
import { keepDeliveryDraft } from "../../src/services/gift-delivery.ts";
import { writeFact } from "../../src/services/orders.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { onEveryKv } from "./places.ts";
import {
  AT_EIGHT,
  beginWithPlan,
  bindingsAt,
  change,
  codeNow,
  DAY,
  DAY_MS,
  DRAFT,
  GIVER,
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
import { AWAY, changed, fail, ORIGIN, seedTargets } from "./shop.ts";

/** The mail of a gift on its day, and the changes of its plan. */

const logs = collectLogs();

onEveryKv((world) => {
  beginWithPlan();

  test("the gift is mailed once, at eight on its day, the giver gets a report, and the address is deleted", async () => {
    expect(started.map(({ params }) => params)).toEqual([{ intentId, about: "delivery", plan: "0", sendAt: AT_EIGHT }]);
    expect(await keptAddresses()).toEqual([NOOR]);
    const { outcome, mails, results } = await run(started[0]);
    expect(new Date().toISOString()).toBe(AT_EIGHT);
    expect([outcome, mails.map(({ to }) => to)]).toEqual(["sent", [NOOR, GIVER]]);
    const code = await codeNow();
    expect(mails[0]?.text).toContain(giftCodePath(code));
    expect(mails[0]?.text).toContain("Je krijgt een cadeau van Opa Kees.");
    expect(mails[1]?.text).toContain(`Noor verstuurd naar ${NOOR}`);
    expect(await stateNow()).toMatchObject({ state: "sent" });
    expect(await keptAddresses()).toEqual([]);
    expect(JSON.stringify(results)).not.toContain("@");
    // A second run and a later change send nothing more.
    expect(await run(started[0])).toMatchObject({ outcome: "known", mails: [] });
    expect(await change({ day: DAY, to: OTHER })).toEqual({
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
      const changed = await change({ day, to });
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
    const ORDERS = changed(world.at("page").ORDERS, { put: () => fail });
    const asked = { day: "2026-11-22", to: OTHER };
    expect(await change(asked, bindingsAt("page", { ORDERS }))).toEqual({
      status: "unavailable",
    });
    expect(await run(started[1])).toMatchObject({ outcome: "superseded", mails: [] });
    world.settle();
    expect(await keptAddresses()).toEqual([NOOR]);
    expect(await sent(started[0])).toEqual(["sent", [NOOR, GIVER]]);
  });

  test("two changes in two places at once: only the later one is mailed", async () => {
    world.settle();
    await change({ day: DAY, to: OTHER });
    pass(5);
    await change({ day: DAY, to: "laatste@example.nl" }, bindingsAt("elsewhere"));
    pass(2000);
    const sent = [];
    for (const asked of started) {
      world.settle();
      sent.push(...(await run(asked)).mails.map(({ to }) => to));
    }
    expect(sent).toEqual(["laatste@example.nl", GIVER]);
  });

  test("from five minutes before, nothing can be changed", async () => {
    vi.setSystemTime(Date.parse(AT_EIGHT) - 5 * MINUTE_MS);
    world.settle();
    const late = await change(null);
    expect(late).toEqual({ status: "closed" });
    vi.setSystemTime(Date.parse(AT_EIGHT) - 6 * MINUTE_MS);
    const inTime = await change({ day: DAY, to: OTHER });
    expect(inTime).toMatchObject({ status: "changed" });
  });

  test("a change that cannot be started or stored changes nothing", async () => {
    world.settle();
    const asked = { day: "2026-12-24", to: OTHER };
    const unstarted = await change(asked, bindingsAt("page", { AFTER_SALE: AWAY }));
    const unread = await change(asked, bindingsAt("page", { ORDERS: AWAY }));
    expect([unstarted, unread]).toEqual([{ status: "unavailable" }, { status: "unavailable" }]);
    expect(await sent(started[0])).toEqual(["sent", [NOOR, GIVER]]);
  });

  test("after a mail that could not be sent the changes made so far still count", async () => {
    world.settle();
    await change({ day: DAY, to: OTHER });
    pass(2000);
    const send = (_triedMs: number, to: string) => {
      if (to === OTHER) throw Object.assign(new Error("suppressed"), { code: "E_RECIPIENT_SUPPRESSED" });
    };
    expect(await run(started.at(-1), { send })).toMatchObject({ outcome: "refused" });
    expect(await stateNow()).toMatchObject({ state: "refused", changes: 1 });
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
    await change({ day: "2026-12-08", to: OTHER });
    pass(2000);
    expect(await sent(started[1])).toEqual(["sent", [OTHER, GIVER]]);
  });

  test("cut off after the work of the steps that mail nothing, no mail goes twice", async () => {
    const killed = ["note the delivery", "forget the address"];
    expect(await sent(started[0], { killed })).toEqual(["sent", [NOOR, GIVER]]);
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

  test("after a change and a new plan the first plan stays replaced", async () => {
    world.settle();
    await change({ day: "2026-12-24", to: OTHER });
    pass(2000);
    await keepDeliveryDraft(bindingsAt("checkout"), intentId, DRAFT, NOOR);
    world.settle();
    expect(await planFirst()).toBe("planned");
    expect(await stateNow()).toMatchObject({ state: "planned", plan: { to: OTHER } });
    expect(started).toHaveLength(2);
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
