import { beforeEach, describe, expect, test } from "vitest";
import { LOCAL_ORDER_TOKEN_KEYS } from "../../kv-seed/order-keys.ts";
import type { Bindings } from "../../src/env.ts";
import { type BuyerField, buyerHash, findOrdersOf } from "../../src/services/buyer-index.ts";
import { giftCodeUnder } from "../../src/services/gift-code.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/services/gift-wish.ts";
import { joinOrder } from "../../src/services/orders.ts";
import { readTokenKeys } from "../../src/services/token-keys.ts";
import { LINK_CONSENT_VERSIONS } from "../../src/shared/payment.ts";
import { writeProductionConfig } from "./production-config.ts";
import { openStripeWorld, stripe, world } from "./stripe-world.ts";
import { MemoryStore, runTool, temporaryFolder } from "./tool.ts";

const folder = temporaryFolder();
openStripeWorld();
let kv: MemoryStore;
beforeEach(() => {
  kv = new MemoryStore();
});

const LOCAL = { readKey: async () => null, connect: () => Promise.resolve(stripe) };
const reconcile = (...args: string[]) =>
  runTool(["reconcile", ...args], { stores: { ORDERS: kv }, stripe: LOCAL, now: new Date() });

async function sale(flow = "A", more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { id } = await stripe.paymentIntents.create({
    amount: 3900,
    currency: "eur",
    metadata: {
      product: "KVB1",
      price: "3900",
      flow,
      visit: "v",
      buyer_name: "Jan",
      buyer_email: "jan@example.nl",
      ...more,
    },
  });
  world.stripe.settle(id, "succeeded");
  return id;
}

/** A hosted sale, partly paid back and disputed. */
function eventfulSale(): string {
  const { stripe: controls } = world;
  const buyer = { name: "Jan", email: "jan@example.nl", hasConsented: true };
  const { payment_intent: id } = controls.buy({ product: "KVB1", flow: "A", amount: 3900, ...buyer, isPaid: "now" });
  controls.refund(id, 1900);
  controls.dispute(id, "needs_response");
  return id;
}

test("what never arrived is missing; --write puts it there as the webhook would have", async () => {
  const id = eventfulSale();
  await stripe.paymentIntents.create({ amount: 3900, currency: "eur", metadata: { product: "KVB1" } });
  const seen = await reconcile();
  expect(seen.exitCode).toBe(1);
  expect(seen.out.split("\n")).toEqual([
    expect.stringMatching(new RegExp(`^missing {4}${id} {2}VK-\\w{10} {2}39\\.00 {2}KVB1$`)),
    expect.stringContaining(`${id}.session `),
    expect.stringMatching(new RegExp(`${id}\\.refund-re_1\\w+ .*refund 19\\.00$`)),
    expect.stringMatching(new RegExp(`${id}\\.dispute-du_1\\w+-open `)),
  ]);
  expect(seen.notes).toContain("4 missing, 0 to look at (local)");
  expect(seen.out).not.toContain("jan@");
  expect(kv.entries.size).toBe(0);

  const written = await reconcile("--write");
  expect([written.exitCode, written.out]).toEqual([0, expect.stringContaining("4 written.")]);
  expect(written.notes).toContain("Nothing was mailed, and no gift's mail was planned: `mails --resend` does both");
  const values = new Map([...kv.entries.values()].map(({ key, value }) => [key, value]));
  expect(joinOrder(id, values)).toMatchObject({
    status: "found",
    value: {
      status: "paid",
      productId: "KVB1",
      flow: "A",
      email: "jan@example.nl",
      source: "hosted",
      buyerName: "Jan",
      consent: LINK_CONSENT_VERSIONS.at(-1),
      refundedCents: 1900,
      dispute: "open",
      eventId: `reconciled_${id}`,
    },
  });
  expect(kv.entries.get(id)).toMatchObject({
    metadata: { paidAt: expect.any(String), createdAt: expect.any(String) },
    expiration: expect.any(Number),
  });

  const again = await reconcile();
  expect([again.exitCode, again.out]).toEqual([0, expect.stringContaining("All is as Stripe says: 4 facts")]);
});

test("a refund that the bank returned: missing as such, and then nothing is paid back", async () => {
  const id = eventfulSale();
  await reconcile("--write");
  world.stripe.failRefund(id);
  expect((await reconcile()).out).toMatch(
    new RegExp(`^missing {4}${id}\\.refund-re_1\\w+-failed .*refund 19\\.00 failed$`),
  );
  expect((await reconcile("--write")).exitCode).toBe(0);
  const listed = await runTool(["orders"], { stores: { ORDERS: kv } });
  expect(listed.out).toContain("paid, refund of 19.00 failed, dispute open");
  expect((await runTool(["order", id], { stores: { ORDERS: kv } })).out).toMatch(/^Refund failed +19\.00$/m);
  expect((await reconcile()).out).toContain("All is as Stripe says");
});

describe("a gift", () => {
  const CODE = "DEMOVAAR2026";
  let gifts: MemoryStore;
  beforeEach(() => {
    gifts = new MemoryStore();
  });
  const run = (...args: string[]) =>
    runTool(["reconcile", ...args], { stores: { ORDERS: kv, GIFTS: gifts }, stripe: LOCAL, now: new Date() });
  const word = () => JSON.parse(gifts.entries.get(`${CODE}.refund`)?.value ?? "null");

  async function storedGift(): Promise<string> {
    const wish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
    const { id } = await stripe.paymentIntents.create({
      amount: 3900,
      currency: "eur",
      metadata: { product: "KVB1", price: "3900", flow: "none", visit: "v", ...GIFT_METADATA, ...wishToMetadata(wish) },
    });
    world.stripe.settle(id, "succeeded");
    await run("--write");
    const updatedAt = new Date().toISOString();
    const value = JSON.stringify({ intentId: id, giftCode: CODE, updatedAt });
    kv.entries.set(`${id}.gift`, { key: `${id}.gift`, value });
    return id;
  }

  test("whose whole refund never arrived is stopped, and goes on when the refund comes back", async () => {
    const id = await storedGift();
    world.stripe.refund(id, 1000);
    expect((await run("--write")).exitCode).toBe(0);
    expect(word()).toBeNull();
    world.stripe.refund(id);
    expect((await run()).out).toContain(`gift       ${id}`);
    const written = await run("--write");
    expect([written.exitCode, written.out]).toEqual([0, expect.stringContaining("2 written.")]);
    expect(written.out).not.toContain(CODE);
    expect(word()).toMatchObject({ stopped: true });
    expect((await run()).out).toContain("All is as Stripe says");

    world.stripe.failRefund(id);
    expect((await run("--write")).out).toContain("goes on: the money came back");
    expect(word()).toMatchObject({ stopped: false });
    expect((await run()).out).toContain("All is as Stripe says");
  });

  test("which only the return page has stored, because every event was lost, is stopped", async () => {
    const wish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
    const metadata = {
      product: "KVB1",
      price: "3900",
      flow: "none",
      visit: "v",
      ...GIFT_METADATA,
      ...wishToMetadata(wish),
    };
    const { id } = await stripe.paymentIntents.create({ amount: 3900, currency: "eur", metadata });
    const keys = readTokenKeys({ ORDER_TOKEN_KEYS: LOCAL_ORDER_TOKEN_KEYS } as unknown as Bindings);
    const code = (await giftCodeUnder(keys, id)) ?? "";
    world.stripe.settle(id, "succeeded");
    world.stripe.refund(id);
    expect((await run()).out).not.toContain("must stop");
    gifts.entries.set(code, { key: code, value: JSON.stringify(wish) });
    const written = await run("--write");
    expect(written.out).toContain("must stop: the money went back");
    expect(written.out).not.toContain(code);
    expect(JSON.parse(gifts.entries.get(`${code}.refund`)?.value ?? "null")).toMatchObject({ stopped: true });
    expect((await run()).out).toContain("All is as Stripe says");
  });

  test("whose refund KV knows, and which was never stopped, is stopped", async () => {
    const id = await storedGift();
    world.stripe.refund(id);
    await run("--write");
    gifts.entries.clear();
    expect((await run("--write")).out).toContain("must stop: the money went back");
    expect(word()).toMatchObject({ stopped: true });
  });
});

test("an order that is older than the index is found by its buyer's address and account, and by the shop itself, after --write", async () => {
  const id = await sale("A", { buyer_email: "Jan@Example.nl", user_id: "user-7" });
  await reconcile("--write");
  const before = [...kv.entries.keys()].filter((key) => key.startsWith("buyer:"));
  for (const key of before) kv.entries.delete(key);
  const env = { ORDERS: asNamespace(kv), ORDER_TOKEN_KEYS: LOCAL_ORDER_TOKEN_KEYS } as unknown as Bindings;
  const keys = readTokenKeys(env);
  const find = async (name: string, field: BuyerField) =>
    (await findOrdersOf(env, (await buyerHash(keys, name, field)) ?? "", field)).map(({ intentId }) => intentId);
  expect([await find("jan@example.nl", "email"), await find("user-7", "userId")]).toEqual([[], []]);
  expect((await reconcile("--write")).out).toContain("2 indexed by the buyer's address or account.");
  expect([await find("jan@example.nl", "email"), await find("user-7", "userId")]).toEqual([[id], [id]]);
  expect(await find("user-8", "userId")).toEqual([]);
  expect((await reconcile("--write")).out).not.toContain("indexed");
});

/** The store as the Worker has it. */
function asNamespace(store: MemoryStore) {
  return {
    list: async ({ prefix }: { prefix: string }) => ({ keys: await store.list(prefix), list_complete: true }),
    get: async (key: string) => store.entries.get(key)?.value ?? null,
  };
}

test("what differs and what Stripe does not know is told, and never written over", async () => {
  const id = await sale();
  await reconcile("--write");
  const entry = kv.entries.get(id);
  if (entry === undefined) throw new Error("not written");
  kv.entries.set(id, { ...entry, value: entry.value.replace('"amountCents":3900', '"amountCents":5900') });
  kv.entries.set("pi_stranger", { ...entry, key: "pi_stranger" });
  kv.entries.set("pi_old", { ...entry, key: "pi_old", metadata: { createdAt: "2020-01-01T00:00:00Z" } });
  kv.calls.length = 0;
  const run = await reconcile("--write");
  expect(run.exitCode).toBe(1);
  expect(run.out).toContain(`different  ${id}  amountCents: KV has 5900, Stripe 3900`);
  expect(run.out).toContain("unknown    pi_stranger");
  expect(run.out).not.toContain("pi_old");
  // Only the index of buyers is wrong: by the facts in KV these two are paid as well.
  expect(kv.calls.filter((call) => call.startsWith("put"))).toEqual(["put 2"]);
  expect([...kv.entries.keys()].filter((key) => key.startsWith("buyer:"))).toHaveLength(3);
  expect(kv.entries.get(id)?.value).toContain("5900");
});

test("another environment's sales on the account are no business of this one's, with all that happens to them", async () => {
  const hosted = { product: "KVB1", flow: "A", amount: 3900, name: "Jan", email: "jan@example.nl", hasConsented: true };
  const { payment_intent: link } = world.stripe.buy({ ...hosted, isPaid: "now", environment: "rehearsal" });
  const checkout = await sale("A", { environment: "rehearsal" });
  for (const id of [link, checkout]) {
    world.stripe.refund(id);
    world.stripe.dispute(id, "lost");
  }
  // Made before the period, and paid back within it.
  const old = world.stripe.intents.find(({ id }) => id === checkout);
  if (old !== undefined) old.created -= 10 * 24 * 60 * 60;
  const own = await sale("B", { environment: "local" });
  const written = await reconcile("--write");
  expect([written.exitCode, written.out]).toEqual([0, expect.stringContaining("1 written.")]);
  expect([...kv.entries.keys()].filter((key) => key.startsWith("pi_"))).toEqual([own]);

  const entry = kv.entries.get(own);
  if (entry === undefined) throw new Error("not written");
  kv.entries.set(link, { ...entry, key: link });
  const run = await reconcile();
  expect([run.exitCode, run.out]).toEqual([
    1,
    expect.stringMatching(/^foreign {4}pi_\w+ {2}VK-\w{10} {2}a sale of rehearsal$/),
  ]);
});

test("reads every page, and only the days that are asked for", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 101; number += 1) ids.push(await sale());
  const old = world.stripe.intents.find(({ id }) => id === ids[0]);
  if (old !== undefined) old.created -= 10 * 24 * 60 * 60;
  expect((await reconcile()).notes).toContain("100 missing");
  expect((await reconcile("--days", "30")).notes).toContain("101 missing");
  expect((await reconcile("--days", "0")).exitCode).toBe(2);
});

test("a write that fails half-way says what went; Stripe's trouble is said in words", async () => {
  for (const flow of ["A", "B"]) await sale(flow);
  kv.failAfter = 1;
  const run = await reconcile("--write");
  expect(run.exitCode).toBe(1);
  expect(run.notes).toMatch(/ {2}written: pi_\w+\n {2}not written: pi_\w+/);
  world.stripe.setMode("unauthorized", 1);
  expect(await reconcile()).toMatchObject({ exitCode: 1, notes: expect.stringContaining("Stripe: Invalid API Key") });
});

describe("which account", () => {
  test("locally without a key the outside world, and it says so", async () => {
    expect((await reconcile()).notes).toContain("asking the local outside world at http://localhost:8788");
  });

  test("the real orders need a key, of the mode that they are sold in", async () => {
    const config = await writeProductionConfig(folder);
    const run = (key: string | null) =>
      runTool(["reconcile", "--remote", "--env", "production", "--config", config], {
        stores: { ORDERS: kv },
        stripe: { ...LOCAL, readKey: async () => key },
      });
    expect(await run(null)).toMatchObject({ exitCode: 2, notes: expect.stringContaining("No secret key") });
    expect(await run("sk_test_a")).toMatchObject({ exitCode: 2, notes: expect.stringContaining("of test mode") });
    expect(await run("rk_live_a")).toMatchObject({ exitCode: 0 });
  });
});
