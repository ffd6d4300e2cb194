import { describe, expect, test } from "vitest";
import { LOCAL_ORDER_TOKEN_KEYS } from "../../kv-seed/order-keys.ts";
import type { Bindings } from "../../src/env.ts";
import { type BuyerField, buyerHash, findOrdersOf } from "../../src/services/buyer-index.ts";
import { giftCodeUnder } from "../../src/services/gift-code.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/services/gift-wish.ts";
import { readTokenKeys } from "../../src/services/token-keys.ts";
import { LINK_CONSENT_VERSIONS } from "../../src/shared/payment.ts";
import { writeProductionConfig } from "./production-config.ts";
import { begin, gifts, orders as kv, LOCAL, openStripeWorld, run, sell, world } from "./stripe-world.ts";
import { type MemoryStore, noted, printed, temporaryFolder } from "./tool.ts";

const folder = temporaryFolder();
openStripeWorld();

const reconcile = (...args: string[]) => run(["reconcile", ...args]);
const sale = (more: Readonly<Record<string, string>> = {}) =>
  sell({ flow: "A", buyer_name: "Jan", buyer_email: "jan@example.nl", ...more });

/** Makes a payment ten days older. */
function makeOlder(intentId: string): void {
  const old = world.stripe.intents.find(({ id }) => id === intentId);
  if (old !== undefined) old.created -= 10 * 24 * 60 * 60;
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
  await begin();
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
  expect(kv.order(id)).toMatchObject({
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

  expect(await reconcile()).toEqual(printed(0, "All is as Stripe says: 4 facts"));
});

test("a refund that the bank returned: missing as such, and then nothing is paid back", async () => {
  const id = eventfulSale();
  await reconcile("--write");
  world.stripe.failRefund(id);
  expect((await reconcile()).out).toMatch(
    new RegExp(`^missing {4}${id}\\.refund-re_1\\w+-failed .*refund 19\\.00 failed$`),
  );
  expect((await reconcile("--write")).exitCode).toBe(0);
  expect((await run(["orders"])).out).toContain("paid, refund of 19.00 failed, dispute open");
  expect((await run(["order", id])).out).toMatch(/^Refund failed +19\.00$/m);
  expect((await reconcile()).out).toContain("All is as Stripe says");
});

describe("a gift", () => {
  const CODE = "DEMOVAAR2026";
  const wish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
  const sellGift = () => sell({ ...GIFT_METADATA, ...wishToMetadata(wish) });
  const word = (code = CODE) => gifts.valueOf(`${code}.refund`);

  async function storedGift(): Promise<string> {
    const id = await sellGift();
    await reconcile("--write");
    kv.set(`${id}.gift`, { intentId: id, giftCode: CODE, updatedAt: new Date().toISOString() });
    return id;
  }

  test("whose whole refund never arrived is stopped, and goes on when the refund comes back", async () => {
    const id = await storedGift();
    world.stripe.refund(id, 1000);
    expect((await reconcile("--write")).exitCode).toBe(0);
    expect(word()).toBeNull();
    world.stripe.refund(id);
    expect((await reconcile()).out).toContain(`gift       ${id}`);
    const written = await reconcile("--write");
    expect([written.exitCode, written.out]).toEqual([0, expect.stringContaining("2 written.")]);
    expect(written.out).not.toContain(CODE);
    expect(word()).toMatchObject({ stopped: true });
    expect((await reconcile()).out).toContain("All is as Stripe says");

    world.stripe.failRefund(id);
    expect((await reconcile("--write")).out).toContain("goes on: the money came back");
    expect(word()).toMatchObject({ stopped: false });
    expect((await reconcile()).out).toContain("All is as Stripe says");
  });

  test("which only the return page has stored, because every event was lost, is stopped", async () => {
    const id = await sellGift();
    const keys = readTokenKeys({ ORDER_TOKEN_KEYS: LOCAL_ORDER_TOKEN_KEYS } as unknown as Bindings);
    const code = (await giftCodeUnder(keys, id)) ?? "";
    world.stripe.refund(id);
    expect((await reconcile()).out).not.toContain("must stop");
    gifts.set(code, wish);
    const written = await reconcile("--write");
    expect(written.out).toContain("must stop: the money went back");
    expect(written.out).not.toContain(code);
    expect(word(code)).toMatchObject({ stopped: true });
    expect((await reconcile()).out).toContain("All is as Stripe says");
  });

  test("whose refund KV knows, and which was never stopped, is stopped", async () => {
    const id = await storedGift();
    world.stripe.refund(id);
    await reconcile("--write");
    gifts.entries.clear();
    expect((await reconcile("--write")).out).toContain("must stop: the money went back");
    expect(word()).toMatchObject({ stopped: true });
  });
});

test("an order that is older than the index is found by its buyer's address and account, and by the shop itself, after --write", async () => {
  const id = await sale({ buyer_email: "Jan@Example.nl", user_id: "user-7" });
  await reconcile("--write");
  for (const key of kv.keys("buyer:")) kv.entries.delete(key);
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
  kv.add(
    { ...entry, value: entry.value.replace('"amountCents":3900', '"amountCents":5900') },
    { ...entry, key: "pi_stranger" },
    { ...entry, key: "pi_old", metadata: { createdAt: "2020-01-01T00:00:00Z" } },
  );
  kv.calls.length = 0;
  const run = await reconcile("--write");
  expect(run.exitCode).toBe(1);
  expect(run.out).toContain(`different  ${id}  amountCents: KV has 5900, Stripe 3900`);
  expect(run.out).toContain("unknown    pi_stranger");
  expect(run.out).not.toContain("pi_old");
  // Only the index of buyers is wrong: by the facts in KV these two are paid as well.
  expect(kv.calls.filter((call) => call.startsWith("put"))).toEqual(["put 2"]);
  expect(kv.keys("buyer:")).toHaveLength(3);
  expect(kv.entries.get(id)?.value).toContain("5900");
});

test("another environment's sales on the account are no business of this one's, with all that happens to them", async () => {
  const hosted = { product: "KVB1", flow: "A", amount: 3900, name: "Jan", email: "jan@example.nl", hasConsented: true };
  const { payment_intent: link } = world.stripe.buy({ ...hosted, isPaid: "now", environment: "rehearsal" });
  const checkout = await sale({ environment: "rehearsal" });
  for (const id of [link, checkout]) {
    world.stripe.refund(id);
    world.stripe.dispute(id, "lost");
  }
  // Made before the period, and paid back within it.
  makeOlder(checkout);
  const own = await sale({ flow: "B", environment: "local" });
  const written = await reconcile("--write");
  expect([written.exitCode, written.out]).toEqual([0, expect.stringContaining("1 written.")]);
  expect(kv.keys("pi_")).toEqual([own]);

  const entry = kv.entries.get(own);
  if (entry === undefined) throw new Error("not written");
  kv.add({ ...entry, key: link });
  const run = await reconcile();
  expect([run.exitCode, run.out]).toEqual([
    1,
    expect.stringMatching(/^foreign {4}pi_\w+ {2}VK-\w{10} {2}a sale of rehearsal$/),
  ]);
});

test("reads every page, and only the days that are asked for", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 101; number += 1) ids.push(await sale());
  makeOlder(ids[0] ?? "");
  expect((await reconcile()).notes).toContain("100 missing");
  expect((await reconcile("--days", "30")).notes).toContain("101 missing");
  expect((await reconcile("--days", "0")).exitCode).toBe(2);
});

test("a write that fails half-way says what went; Stripe's trouble is said in words", async () => {
  for (const flow of ["A", "B"]) await sale({ flow });
  kv.failAfter = 1;
  const run = await reconcile("--write");
  expect(run.exitCode).toBe(1);
  expect(run.notes).toMatch(/ {2}written: pi_\w+\n {2}not written: pi_\w+/);
  world.stripe.setMode("unauthorized", 1);
  expect(await reconcile()).toEqual(noted(1, "Stripe: Invalid API Key"));
});

describe("which account", () => {
  test("locally without a key the outside world, and it says so", async () => {
    expect((await reconcile()).notes).toContain("asking the local outside world at http://localhost:8788");
  });

  test("the real orders need a key, of the mode that they are sold in", async () => {
    const config = await writeProductionConfig(folder);
    const runWith = (key: string | null) =>
      run(["reconcile", "--remote", "--env", "production", "--config", config], {
        stripe: { ...LOCAL, readKey: async () => key },
      });
    expect(await runWith(null)).toEqual(noted(2, "No secret key"));
    expect(await runWith("sk_test_a")).toEqual(noted(2, "of test mode"));
    expect(await runWith("rk_live_a")).toMatchObject({ exitCode: 0 });
  });
});
