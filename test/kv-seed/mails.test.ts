import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyerEntriesOf } from "../../kv-seed/buyer-entries.ts";
import { readOrderKeys } from "../../kv-seed/order-keys.ts";
import type { WorkflowStart } from "../../kv-seed/wrangler.ts";
import { buyerPrefix } from "../../src/services/buyer-index.ts";
import { confirmationKey, joinOrder } from "../../src/services/orders.ts";
import { connectStripe } from "../../src/services/stripe.ts";
import type { TokenKey } from "../../src/services/token-keys.ts";
import { type OutsideWorld, startOutsideWorld } from "../outside-world/server.ts";
import { STRIPE_SECRET_KEY } from "../outside-world/stripe-keys.ts";
import { MemoryStore, runTool, TODAY } from "./tool.ts";

function entry(key: string, paidAt = "2026-07-15T08:00:00.000Z", more: object = { productId: "KVB1" }) {
  const intentId = key.split(".")[0];
  const order = { intentId, status: "paid", amountCents: 3900, currency: "eur", createdAt: paidAt, updatedAt: paidAt };
  return { key, value: JSON.stringify({ ...order, eventId: "evt_1", ...more }), metadata: { paidAt } };
}

function withdrawal(reference: string) {
  return { key: `withdrawal:${reference}`, value: "{}", metadata: { receivedAt: "2026-07-15T08:30:00.000Z" } };
}

function shop(): { store: MemoryStore; started: unknown[]; run: (...args: string[]) => ReturnType<typeof runTool> } {
  const store = new MemoryStore();
  const entries = [
    entry("pi_mailed"),
    entry("pi_mailed.mail"),
    entry("pi_late", "2026-07-15T10:00:00.000Z"),
    entry("pi_late.refund-100"),
    entry("pi_hosted.session", "2026-07-15T09:00:00.000Z"),
    entry("pi_fresh", "2026-07-15T11:50:00.000Z"),
    entry("pi_other", "2026-07-15T07:00:00.000Z", {}),
    entry("pi_unpaid.failed"),
    entry("pi_open.session-open"),
    {
      ...entry("pi_repaid.refund-3900"),
      value: JSON.stringify({ intentId: "pi_repaid", refundedCents: 3900, updatedAt: "2026-07-15T08:00:00.000Z" }),
    },
    entry("pi_repaid"),
    withdrawal("HR-AAAA-BBBB-CCCC"),
    withdrawal("HR-SENT-SENT-SENT"),
    { key: "receipt:HR-SENT-SENT-SENT", value: "{}" },
  ];
  for (const one of entries) store.entries.set(one.key, one);
  const started: unknown[] = [];
  const ids = new Set<string>();
  const startWorkflow = async ({ name, id, params }: WorkflowStart) => {
    if (ids.has(id)) return "known" as const;
    ids.add(id);
    started.push([name, params]);
    return "started" as const;
  };
  return {
    store,
    started,
    run: (...args) => runTool(["mails", ...args], { stores: { ORDERS: store }, startWorkflow }),
  };
}

test("lists paid orders whose buyer has no mail, oldest first, and starts nothing", async () => {
  const { run, started } = shop();
  const { exitCode, out, notes } = await run();
  expect(exitCode).toBe(0);
  expect(out.split("\n")).toEqual([
    "VK-PI_HOSTED  pi_hosted  2026-07-15 11:00:00",
    "VK-PI_LATE  pi_late  2026-07-15 12:00:00",
    "HR-AAAA-BBBB-CCCC  2026-07-15 10:30:00",
  ]);
  expect(notes).toContain("3 without a mail");
  expect(started).toEqual([]);
});

test("--resend starts what comes after a sale for each of them, and no receipt that nobody named", async () => {
  const { run, started } = shop();
  const { exitCode, out, notes } = await run("--resend");
  expect(exitCode).toBe(0);
  expect(out).toContain("HR-AAAA-BBBB-CCCC");
  expect(notes).toContain("No receipt is sent unasked");
  expect(notes).toContain("2 of 2 started: pi_late");
  expect(started).toEqual([
    ["vaarkoers-after-sale", { intentId: "pi_hosted" }],
    ["vaarkoers-after-sale", { intentId: "pi_late" }],
  ]);
});

test("asked for by two at once: one start each, and the second is told", async () => {
  const { run, started } = shop();
  const [, second] = await Promise.all([run("--resend", "pi_late"), run("--resend", "pi_late")]);
  expect(started).toHaveLength(1);
  expect(second.notes).toContain("was started by somebody else just now: pi_late");
});

test.each([
  ["pi_unknown", "No paid order pi_unknown"],
  ["VK-1A2B3C4D5E", "No paid order VK-1A2B3C4D5E"],
  ["pi_unpaid", "No paid order pi_unpaid"],
  ["pi_mailed", "VK-PI_MAILED has its confirmation"],
  ["pi_other", "is no sale of the shop"],
  ["pi_repaid", "was repaid"],
  ["HR-0000-0000-0000", "No withdrawal HR-0000-0000-0000"],
])("%s: says why nothing is sent, and exits with 1", async (what, why) => {
  const { run, started } = shop();
  const { exitCode, out, notes } = await run("--resend", what);
  expect([exitCode, out, started]).toEqual([1, "", []]);
  expect(notes).toContain(why);
});

test("an order by its number, in any spelling, and a receipt that was sent once more", async () => {
  const { run, store, started } = shop();
  store.entries.set("pi_3abcDEFghij1234", entry("pi_3abcDEFghij1234"));
  expect((await run("--resend", "vk-fghij1234", "hr-sent-sent-sent")).exitCode).toBe(2);
  expect((await run("--resend", "vk-efghij1234", "hr-sent-sent-sent")).exitCode).toBe(0);
  expect(started).toEqual([
    ["vaarkoers-after-sale", { intentId: "pi_3abcDEFghij1234" }],
    ["vaarkoers-after-withdrawal", { reference: "HR-SENT-SENT-SENT", receipt: "full", notice: "none" }],
  ]);
});

test("or for those named only, however young", async () => {
  const { run, started } = shop();
  await run("--resend", "pi_fresh", "pi_mailed", "pi_other");
  expect(started).toEqual([["vaarkoers-after-sale", { intentId: "pi_fresh" }]]);
});

test("says that nothing is left, and refuses what is no payment or port", async () => {
  const { run, store } = shop();
  for (const name of ["pi_late", "pi_hosted"]) store.entries.set(`${name}.mail`, entry(`${name}.mail`));
  store.entries.delete("withdrawal:HR-AAAA-BBBB-CCCC");
  // pi_fresh has no mail yet.
  expect((await run("--resend")).out).toContain(
    "Every paid order and withdrawal has its mail (local), but for the last quarter of an hour: name what came then.",
  );
  expect((await run("VK-123")).exitCode).toBe(2);
  expect((await run("--port", "x")).exitCode).toBe(2);
});

test("a Workflow that cannot be started: said, and the exit code tells", async () => {
  const { store } = shop();
  const startWorkflow = () => Promise.reject(new Error("no shop at port 8787"));
  const run = await runTool(["mails", "--resend"], { stores: { ORDERS: store }, startWorkflow });
  expect(run.exitCode).toBe(1);
  expect(run.notes).toContain("no shop at port 8787");
});

describe("--to a corrected address", () => {
  let keys: readonly TokenKey[];
  const NEW = "sanne@example.nl";
  const ID = "pi_3abcDEFghij1234";
  const NUMBER = "VK-EFGHIJ1234";
  let world: OutsideWorld;
  let stripe: Stripe;
  beforeAll(async () => {
    keys = await readOrderKeys({ remote: false });
    world = await startOutsideWorld({ port: 0 });
    stripe = await connectStripe({ secretKey: STRIPE_SECRET_KEY, apiBase: world.origin });
  });
  afterAll(() => world.close());

  async function misspelt(): Promise<{
    store: MemoryStore;
    started: WorkflowStart[];
    run: (args: readonly string[], answer?: boolean, now?: Date) => ReturnType<typeof runTool>;
  }> {
    const store = new MemoryStore();
    const sale = entry(ID, "2026-07-14T10:00:00.000Z", { productId: "KVB1", email: "sane@example.nl" });
    const index = await buyerEntriesOf(keys, { intentId: ID, values: new Map([[ID, sale.value]]) });
    const other = `buyer:${"x".repeat(43)}:pi_other`;
    const mail = { intentId: ID, confirmedAt: "2026-07-14T10:01:00.000Z", updatedAt: "2026-07-14T10:01:00.000Z" };
    const entries = [sale, ...index, { key: other, value: "" }, { key: `${ID}.mail`, value: JSON.stringify(mail) }];
    for (const one of entries) store.entries.set(one.key, one);
    const started: WorkflowStart[] = [];
    const startWorkflow = async (start: WorkflowStart) => {
      started.push(start);
      return "started" as const;
    };
    const parts = { readKey: async () => null, connect: () => Promise.resolve(stripe) };
    return {
      store,
      started,
      run: (args, answer, now = TODAY) =>
        runTool(["mails", ...args], {
          stores: { ORDERS: store },
          startWorkflow,
          stripe: parts,
          now,
          ...(answer === undefined ? {} : { answer }),
        }),
    };
  }

  test("shows it with the old one masked, asks, and sends the confirmation there though it went before", async () => {
    const { store, started, run } = await misspelt();
    const { exitCode, out, notes } = await run(["--resend", NUMBER, "--to", NEW], true);
    expect(exitCode).toBe(0);
    expect(out).toContain(`Address    s…@example.nl becomes ${NEW}`);
    expect(out).not.toContain("sane@");
    expect(notes).toContain(`Give ${NUMBER} the address ${NEW}, and send its confirmation there?`);
    const correctedAt = TODAY.toISOString();
    expect(started).toEqual([
      {
        name: "vaarkoers-after-sale",
        params: { intentId: ID, correctedAt },
        prefix: ID,
        id: `${ID}-corrected-${TODAY.getTime()}`,
      },
    ]);
    expect(JSON.stringify(started)).not.toContain("@");
    const values = new Map([...store.entries.values()].map(({ key, value }) => [key, value]));
    const joined = joinOrder(ID, values);
    expect(joined).toMatchObject({ status: "found", value: { email: NEW, emailCorrectedAt: correctedAt } });
    // Until the mail has gone there, the order and the list of owed mails say that the buyer has none.
    expect(joined).not.toHaveProperty("value.confirmedAt");
    expect((await run([], undefined, new Date(TODAY.getTime() + 3_600_000))).out).toContain(NUMBER);

    const found = (address: string) => runTool(["order", address], { stores: { ORDERS: store } });
    expect((await found(NEW)).out).toContain(NUMBER);
    expect((await found("sane@example.nl")).exitCode).toBe(1);
    const index = [...store.entries.keys()].filter((key) => key.startsWith("buyer:"));
    expect(index.filter((key) => key.includes(ID))).toEqual([`${await buyerPrefix(keys, NEW)}${ID}.email`]);
    expect(index).toHaveLength(2);
    // The corrected address is kept as long as the order.
    const days = (key: string) => store.entries.get(key)?.expiration;
    expect(days(`${ID}.email`)).toBe(Date.UTC(2034, 0, 1) / 1000);

    // Once the mail has gone, nothing is owed any more.
    const sent = { intentId: ID, confirmedAt: "2026-07-15T12:01:00.000Z", updatedAt: correctedAt };
    const noted = confirmationKey(ID, correctedAt);
    store.entries.set(noted, { key: noted, value: JSON.stringify(sent) });
    expect((await run([])).out).toContain("Every paid order and withdrawal has its mail");
  });

  test.each([
    ["no", false],
    ["nobody to ask", undefined],
  ])("%s: nothing is changed or sent", async (_name, answer) => {
    const { store, started, run } = await misspelt();
    const before = new Map(store.entries);
    const { exitCode, notes } = await run(["--resend", ID, "--to", NEW], answer);
    expect([exitCode, notes, started]).toEqual([1, expect.stringContaining("Nothing was changed or sent."), []]);
    expect((await run(["--resend", ID, "--to", NEW, "--dry-run"], answer)).exitCode).toBe(0);
    expect(store.entries).toEqual(before);
  });

  test("corrects it with the payment at Stripe where our checkout wrote it; and goes on without Stripe", async () => {
    const { store, started, run } = await misspelt();
    const metadata = { product: "KVB1", price: "3900", buyer_email: "sane@example.nl" };
    const { id } = await stripe.paymentIntents.create({ amount: 3900, currency: "eur", metadata });
    store.entries.set(id, entry(id, "2026-07-14T10:00:00.000Z", { productId: "KVB1", email: "sane@example.nl" }));
    const done = await run(["--resend", id, "--to", NEW], true);
    expect(done.notes).toContain("The payment at Stripe has the new address too.");
    expect((await stripe.paymentIntents.retrieve(id)).metadata.buyer_email).toBe(NEW);
    world.stripe.setMode("unauthorized", 1);
    const without = await run(["--resend", id, "--to", "sanne.b@example.nl"], true);
    expect([without.exitCode, without.notes]).toEqual([
      0,
      expect.stringMatching(/The payment at Stripe keeps the address before\. Stripe: Invalid API Key/),
    ]);
    expect(started).toHaveLength(2);
  });

  test("leaves the order with its account", async () => {
    const { store, run } = await misspelt();
    const sale = entry(ID, "2026-07-14T10:00:00.000Z", {
      productId: "KVB1",
      email: "sane@example.nl",
      userId: "user-7",
    });
    const index = await buyerEntriesOf(keys, { intentId: ID, values: new Map([[ID, sale.value]]) });
    for (const one of [sale, ...index]) store.entries.set(one.key, one);
    await run(["--resend", ID, "--to", NEW], true);
    const own = [...store.entries.keys()].filter((key) => key.startsWith("buyer:") && key.includes(ID));
    const byAccount = `${await buyerPrefix(keys, "user-7", "userId")}${ID}`;
    expect(own.sort()).toEqual([`${await buyerPrefix(keys, NEW)}${ID}.email`, byAccount].sort());
  });

  test("reconcile --write does not bring the old address back, and takes away what an event delivered again indexed", async () => {
    const { store, run } = await misspelt();
    await run(["--resend", ID, "--to", NEW], true);
    const old = `${await buyerPrefix(keys, "sane@example.nl")}${ID}`;
    store.entries.set(old, { key: old, value: "" });
    store.entries.delete(`${await buyerPrefix(keys, NEW)}${ID}.email`);
    const stripeOf = { readKey: async () => null, connect: () => Promise.resolve(stripe) };
    world.stripe.reset();
    await runTool(["reconcile", "--write"], { stores: { ORDERS: store }, stripe: stripeOf, now: new Date() });
    const index = [...store.entries.keys()].filter((key) => key.startsWith("buyer:") && key.includes(ID));
    expect(index).toEqual([`${await buyerPrefix(keys, NEW)}${ID}.email`]);
  });

  test.each([
    [["--resend", ID, "--to", "sanne"], 2],
    [["--resend", "--to", NEW], 2],
    [["--resend", ID, "pi_other", "--to", NEW], 2],
    [["--resend", "HR-AAAA-BBBB-CCCC", "--to", NEW], 2],
    [[ID, "--to", NEW], 2],
    [["--resend", "pi_nobody", "--to", NEW], 1],
  ])("refuses %j", async (args, code) => {
    const { store, started, run } = await misspelt();
    const before = new Map(store.entries);
    expect((await run(args, true)).exitCode).toBe(code);
    expect([started, store.entries]).toEqual([[], before]);
  });

  test("refuses what was repaid", async () => {
    const { store, run } = await misspelt();
    const refund = { intentId: ID, refundCents: 3900, updatedAt: "2026-07-14T11:00:00.000Z" };
    store.entries.set(`${ID}.refund-re_1`, { key: `${ID}.refund-re_1`, value: JSON.stringify(refund) });
    const refused = await run(["--resend", ID, "--to", NEW], true);
    expect([refused.exitCode, refused.notes]).toEqual([1, expect.stringContaining("was repaid")]);
  });
});
