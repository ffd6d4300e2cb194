import { beforeEach, expect, test } from "vitest";
import { buyerEntriesOf } from "../../kv-seed/buyer-entries.ts";
import { readOrderKeys } from "../../kv-seed/order-keys.ts";
import type { WorkflowStart } from "../../kv-seed/wrangler.ts";
import { buyerPrefix } from "../../src/services/buyer-index.ts";
import { confirmationKey } from "../../src/services/orders.ts";
import type { TokenKey } from "../../src/services/token-keys.ts";
import { facts, PAID } from "./order-facts.ts";
import { begin, openStripeWorld, run, orders as store, stripe, world } from "./stripe-world.ts";
import { noted, TODAY } from "./tool.ts";

/** `mails --resend ORDER --to ADDRESS`: a corrected address. */

const NEW = "sanne@example.nl";
const OLD = "sane@example.nl";
const ID = "pi_3abcDEFghij1234";
const NUMBER = "VK-EFGHIJ1234";

openStripeWorld();
let keys: readonly TokenKey[];
let started: WorkflowStart[];
/** An order with a misspelt address, whose confirmation went there; and another buyer's entry of the index. */
beforeEach(async () => {
  keys = await readOrderKeys({ remote: false });
  started = [];
  await addSale();
  const at = "2026-07-14T10:01:00.000Z";
  store.set(`${ID}.mail`, { intentId: ID, confirmedAt: at, updatedAt: at });
  store.add({ key: `buyer:${"x".repeat(43)}:pi_other`, value: "" });
});

async function addSale(id = ID, more: object = {}): Promise<void> {
  const sale = facts({ [id]: { ...PAID, paidAt: "2026-07-14T10:00:00.000Z", email: OLD, ...more } });
  const index = await buyerEntriesOf(keys, { intentId: id, values: await sale.get([id]) });
  store.add(...sale.entries.values(), ...index);
}

const mails = (args: readonly string[], answer?: boolean, now = TODAY) =>
  run(["mails", ...args], {
    startWorkflow: async (start) => {
      started.push(start);
      return "started";
    },
    now,
    answer,
  });

/** The keys of the index that find the order. */
const indexed = () => store.keys("buyer:").filter((key) => key.includes(ID));

test("shows it with the old one masked, asks, and sends the confirmation there though it went before", async () => {
  const { exitCode, out, notes } = await mails(["--resend", NUMBER, "--to", NEW], true);
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
  const joined = store.order(ID);
  expect(joined).toMatchObject({ status: "found", value: { email: NEW, emailCorrectedAt: correctedAt } });
  // Until the mail has gone there, the order and the list of owed mails say that the buyer has none.
  expect(joined).not.toHaveProperty("value.confirmedAt");
  expect((await mails([], undefined, new Date(TODAY.getTime() + 3_600_000))).out).toContain(NUMBER);

  expect((await run(["order", NEW])).out).toContain(NUMBER);
  expect((await run(["order", OLD])).exitCode).toBe(1);
  expect(indexed()).toEqual([`${await buyerPrefix(keys, NEW)}${ID}.email`]);
  expect(store.keys("buyer:")).toHaveLength(2);
  // The corrected address is kept as long as the order.
  expect(store.entries.get(`${ID}.email`)?.expiration).toBe(Date.UTC(2034, 0, 1) / 1000);

  // Once the mail has gone, nothing is owed any more.
  const sent = { intentId: ID, confirmedAt: "2026-07-15T12:01:00.000Z", updatedAt: correctedAt };
  store.set(confirmationKey(ID, correctedAt), sent);
  expect((await mails([])).out).toContain("Every paid order and withdrawal has its mail");
});

test.each([
  ["no", false],
  ["nobody to ask", undefined],
])("%s: nothing is changed or sent", async (_name, answer) => {
  const before = new Map(store.entries);
  const { exitCode, notes } = await mails(["--resend", ID, "--to", NEW], answer);
  expect([exitCode, notes, started]).toEqual([1, expect.stringContaining("Nothing was changed or sent."), []]);
  expect((await mails(["--resend", ID, "--to", NEW, "--dry-run"], answer)).exitCode).toBe(0);
  expect(store.entries).toEqual(before);
});

test("corrects it with the payment at Stripe where our checkout wrote it; and goes on without Stripe", async () => {
  const id = await begin({ buyer_email: OLD });
  await addSale(id);
  const done = await mails(["--resend", id, "--to", NEW], true);
  expect(done.notes).toContain("The payment at Stripe has the new address too.");
  expect((await stripe.paymentIntents.retrieve(id)).metadata.buyer_email).toBe(NEW);
  world.stripe.setMode("unauthorized", 1);
  const without = await mails(["--resend", id, "--to", "sanne.b@example.nl"], true);
  expect([without.exitCode, without.notes]).toEqual([
    0,
    expect.stringMatching(/The payment at Stripe keeps the address before\. Stripe: Invalid API Key/),
  ]);
  expect(started).toHaveLength(2);
});

test("leaves the order with its account", async () => {
  await addSale(ID, { userId: "user-7" });
  await mails(["--resend", ID, "--to", NEW], true);
  const byAccount = `${await buyerPrefix(keys, "user-7", "userId")}${ID}`;
  expect(indexed().sort()).toEqual([`${await buyerPrefix(keys, NEW)}${ID}.email`, byAccount].sort());
});

test("reconcile --write does not bring the old address back, and takes away what an event delivered again indexed", async () => {
  await mails(["--resend", ID, "--to", NEW], true);
  store.add({ key: `${await buyerPrefix(keys, OLD)}${ID}`, value: "" });
  store.entries.delete(`${await buyerPrefix(keys, NEW)}${ID}.email`);
  await run(["reconcile", "--write"]);
  expect(indexed()).toEqual([`${await buyerPrefix(keys, NEW)}${ID}.email`]);
});

test.each([
  [["--resend", ID, "--to", "sanne"], 2],
  [["--resend", "--to", NEW], 2],
  [["--resend", ID, "pi_other", "--to", NEW], 2],
  [["--resend", "HR-AAAA-BBBB-CCCC", "--to", NEW], 2],
  [[ID, "--to", NEW], 2],
  [["--resend", "pi_nobody", "--to", NEW], 1],
])("refuses %j", async (args, code) => {
  const before = new Map(store.entries);
  expect((await mails(args, true)).exitCode).toBe(code);
  expect([started, store.entries]).toEqual([[], before]);
});

test("refuses what was repaid", async () => {
  const updatedAt = "2026-07-14T11:00:00.000Z";
  store.set(`${ID}.refund-re_1`, { intentId: ID, refundCents: 3900, updatedAt });
  expect(await mails(["--resend", ID, "--to", NEW], true)).toEqual(noted(1, "was repaid"));
});
