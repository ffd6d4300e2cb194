import { beforeEach, describe, expect, test } from "vitest";
import { LOCAL_ORDER_TOKEN_KEYS } from "../../kv-seed/order-keys.ts";
import type { Bindings } from "../../src/env.ts";
import { buyerHash, findOrdersOf, noteBuyer } from "../../src/services/buyer-index.ts";
import { keepable } from "../../src/services/erasure.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/services/gift-wish.ts";
import { readGiftStop } from "../../src/services/kv.ts";
import { type OrderFact, readOrder, writeFact } from "../../src/services/orders.ts";
import { readTokenKeys } from "../../src/services/token-keys.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { storeOf } from "../outside-world/kv-api.ts";
import { type PlaceOptions, type Places, placesOf } from "../outside-world/kv-places.ts";
import { createMemoryKv } from "../worker/memory-kv.ts";
import { writeProductionConfig } from "./production-config.ts";
import { LOCAL, openStripeWorld, sell, stripe } from "./stripe-world.ts";
import { noted, printed, type RunOptions, runTool, type ToolRun, temporaryFolder } from "./tool.ts";

/**
 * The operators' commands on KV as Cloudflare documents it (`test/outside-world/kv-places.ts`): lists are a minute
 * late, and so are the shop's writes in other places. The commands' own tests run on a KV that is never late.
 */

const EMAIL = "jan@example.nl";
const WISH = { productId: "KVB1", recipient: "Noor", giver: "Opa Kees", message: "Dag", from: "now" } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

openStripeWorld();
const folder = temporaryFolder();

const KINDS: readonly (readonly [string, PlaceOptions])[] = [
  ["KV as documented", {}],
  ["KV as documented, each write a minute late elsewhere", { copyAgeMs: 60_000 }],
];

describe.each(KINDS)("on %s", (_name, options) => {
  let nowMs = 0;
  let orders: Places;
  let gifts: Places;
  beforeEach(() => {
    nowMs = Date.now();
    orders = placesOf(createMemoryKv(), () => nowMs, options);
    gifts = placesOf(createMemoryKv(), () => nowMs, options);
  });

  /** Moves the clock until every place shows every write. */
  const settle = () => {
    nowMs += 121_000;
  };
  const shopAt = (place: string) =>
    ({
      ORDERS: orders.at(place),
      GIFTS: gifts.at(place),
      ORDER_TOKEN_KEYS: LOCAL_ORDER_TOKEN_KEYS,
    }) as unknown as Bindings;
  const run = (args: readonly string[], answer?: boolean, more: RunOptions = {}): Promise<ToolRun> =>
    runTool(args, {
      stores: { ORDERS: storeOf(orders.at("operator")), GIFTS: storeOf(gifts.at("operator")) },
      stripe: LOCAL,
      now: new Date(nowMs),
      answer,
      ...more,
    });

  /** A sale that Stripe knows. */
  const sale = (more: Readonly<Record<string, string>> = {}) =>
    sell({ environment: "local", buyer_name: "Jan de Vries", buyer_email: EMAIL, ...more });
  const foundBy = async (email: string) => {
    const env = shopAt("links");
    const found = await findOrdersOf(env, (await buyerHash(readTokenKeys(env), email)) ?? "");
    return found.map(({ intentId }) => intentId);
  };

  test("reconcile: what it has just written is found by its buyer's address", async () => {
    const id = await sale();
    const { exitCode, out } = await run(["reconcile", "--write"]);
    expect([exitCode, out]).toEqual([0, expect.stringContaining("1 indexed by the buyer's address or account.")]);
    settle();
    expect(await foundBy(EMAIL)).toEqual([id]);
    expect((await run(["reconcile"])).out).toContain("All is as Stripe says");
  });

  test("reconcile: a sale that the shop records at the same time is one sale, and nothing is left to do", async () => {
    const id = await sale();
    const createdAt = new Date(nowMs).toISOString();
    const paid = { status: "paid", source: "checkout", productId: "KVB1", flow: "none", email: EMAIL } as const;
    const fact = { ...paid, amountCents: 3900, currency: "eur", createdAt, updatedAt: createdAt, paidAt: createdAt };
    await writeFact(orders.at("webhook"), id, { intentId: id, eventId: "evt_1", ...fact });
    nowMs += 1_000;
    expect((await run(["reconcile", "--write"])).exitCode).toBe(0);
    settle();
    expect(await readOrder(orders.at("buyer"), id)).toMatchObject({ status: "found", value: { status: "paid" } });
    expect(await run(["reconcile", "--write"])).toEqual(printed(0, "All is as Stripe says"));
    settle();
    expect(await foundBy(EMAIL)).toEqual([id]);
  });

  test("refund: once, also when it is asked for again before KV shows it", async () => {
    const id = await sale();
    await run(["reconcile", "--write"]);
    settle();
    expect((await run(["refund", id], true)).exitCode).toBe(0);
    expect(await run(["refund", id], true)).toEqual(noted(1, "has been paid back already"));
    const refunds = (await stripe.refunds.list({ limit: 100 })).data;
    expect(refunds.filter(({ payment_intent }) => payment_intent === id)).toHaveLength(1);
  });

  test("mails: an address that is corrected twice within a minute is the last one, and finds the order alone", async () => {
    const id = await sale();
    await run(["reconcile", "--write"]);
    settle();
    const started: unknown[] = [];
    const correct = (to: string) =>
      run(["mails", "--resend", id, "--to", to], true, {
        startWorkflow: async (start) => {
          started.push(start);
          return "started";
        },
      });
    for (const to of ["jna@example.nl", "jan@example.com"]) {
      expect((await correct(to)).exitCode).toBe(0);
      nowMs += 5_000;
    }
    expect(started).toHaveLength(2);
    settle();
    expect(await readOrder(orders.at("workflow"), id)).toMatchObject({ value: { email: "jan@example.com" } });
    expect(await foundBy("jan@example.com")).toEqual([id]);
    for (const old of [EMAIL, "jna@example.nl"]) expect(await foundBy(old)).toEqual([]);
  });

  test("person: what was erased is gone in every place after a minute, and stays found to be erased", async () => {
    const id = await sale({ ...GIFT_METADATA, ...wishToMetadata(WISH) });
    await run(["reconcile", "--write"]);
    await readOrder(orders.at("buyer"), id);
    nowMs += 30 * DAY_MS;
    const erased = await run(["person", EMAIL, "--erase"], true);
    expect(erased.exitCode).toBe(0);
    settle();
    const read = await readOrder(orders.at("buyer"), id);
    expect(read).toMatchObject({ value: { status: "paid", buyerName: "Jan de Vries", erasedAt: expect.any(String) } });
    expect(JSON.stringify(read)).not.toMatch(/jan@|Noor|Opa Kees|Dag/);
    expect(await foundBy(EMAIL)).toEqual([]);
    expect((await run(["person", EMAIL])).out).toContain("Nothing is known of this address");
  });

  test("person: an event that comes at the same time brings nothing back", async () => {
    const id = await sale({ ...GIFT_METADATA, ...wishToMetadata(WISH), environment: "production" });
    const createdAt = new Date(nowMs).toISOString();
    const paid = { intentId: id, status: "paid", amountCents: 3900, currency: "eur", createdAt } as const;
    const webhook = shopAt("webhook");
    async function tell(key: string, more: Partial<OrderFact>): Promise<void> {
      const fact = await keepable(webhook.ORDERS, {
        ...paid,
        eventId: "evt_1",
        gift: WISH,
        updatedAt: createdAt,
        ...more,
      });
      await writeFact(webhook.ORDERS, key, fact);
      await noteBuyer(webhook, key, fact);
    }
    await tell(id, { email: EMAIL, paidAt: createdAt });
    nowMs += 30 * DAY_MS;
    await tell(`${id}.refund-1000`, { email: EMAIL, refundedCents: 1000 });
    nowMs += 1_000;
    const config = await writeProductionConfig(folder);
    const args = ["person", EMAIL, "--erase", "--remote", "--env", "production", "--config", config];
    const erased = await run(args, true, {
      stripe: { ...LOCAL, readKey: async () => "rk_live_a" },
      pause: async (ms) => {
        nowMs += 20_000;
        await tell(`${id}.refund-1900`, { email: EMAIL, refundedCents: 1900 });
        nowMs += ms - 20_000;
      },
    });
    expect([erased.exitCode, erased.notes]).toEqual([
      0,
      expect.stringContaining("no event of Stripe's brings anything back"),
    ]);
    // A fact about money can hold a gift's names without an address.
    await tell(`${id}.refund-3900`, { refundedCents: 3900 });
    settle();
    expect(await readOrder(orders.at("buyer"), id)).toMatchObject({
      value: { refundedCents: 3900, erasedAt: expect.any(String) },
    });
    const all = await storeOf(orders.at("auditor")).list();
    const stored = await storeOf(orders.at("auditor")).get(all.map(({ name }) => name));
    expect(JSON.stringify([...stored])).not.toMatch(/jan@|Noor|Opa Kees|Dag|buyer:/);
  });

  test("gift: one that was just made does not lose its date, and one that is stopped is so in its recipient's place", async () => {
    const made = await run(["gift", "--recipient", "Noor", "--giver", "Opa", "--no-card"]);
    const code = /^Code +(\S+)$/m.exec(made.out)?.[1] ?? "";
    expect(await run(["gift", "show", code])).toEqual(noted(1, "Ask again in a minute"));
    settle();
    expect((await run(["gift", "show", code])).out).toMatch(/^Issued +\d{4}-\d\d-\d\d, valid until /m);
    const key = code.replaceAll("-", "");
    expect(await readGiftStop(gifts.at("recipient"), key)).toBe("open");
    expect((await run(["gift", "--revoke", code])).exitCode).toBe(0);
    settle();
    expect(await readGiftStop(gifts.at("recipient"), key)).toBe("stopped");
    expect((await run(["gift", "list", "--codes"])).out).toMatch(
      new RegExp(`${formatGiftCode(key)}.* stopped by operator`),
    );
  });
});
