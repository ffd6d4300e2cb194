import Stripe from "stripe";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { begin, gifts, orders as kv, openStripeWorld, run, sell, stripe, world } from "./stripe-world.ts";
import { noted, type RunOptions, TODAY } from "./tool.ts";

openStripeWorld();
beforeEach(() => {
  // Unreadable entries are logged as the Worker logs them.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const refund = (args: readonly string[], options: RunOptions = {}) => run(["refund", ...args], options);
const YES = { answer: true };

/** A hosted sale of 39.00 that KV knows. */
async function sale(environment = "local", more: object = {}): Promise<string> {
  const buyer = { name: "Jan de Vries", email: "jan@example.nl", hasConsented: true };
  const offer = { product: "KVB1", flow: "A", amount: 3900, environment };
  const { payment_intent: id } = world.stripe.buy({ ...offer, ...buyer, isPaid: "now" });
  const paidAt = "2026-07-01T10:00:00Z";
  const times = { createdAt: paidAt, paidAt, updatedAt: paidAt };
  const fact = { intentId: id, status: "paid", amountCents: 3900, currency: "eur", eventId: "evt_1", ...times };
  kv.set(id, { ...fact, email: buyer.email, buyerName: buyer.name, ...more });
  return id;
}

const refunds = async () => (await stripe.refunds.list({ limit: 100 })).data.map(({ amount }) => amount);

test("shows who paid what and what follows, asks, and pays everything back", async () => {
  const id = await sale();
  const number = formatOrderNumber(id);
  const done = await refund([number.toLowerCase()], YES);
  expect(done.exitCode).toBe(0);
  expect(done.out.split("\n")).toEqual([
    `Order      ${number}`,
    `In Stripe  https://dashboard.stripe.com/payments/${id}`,
    "Buyer      Jan de Vries, jan@example.nl",
    "Product    KVB1",
    "Paid       39.00 on 2026-07-01 12:00:00",
    "Paid back  nothing",
    "",
    "This pays back 39.00 of the 39.00 that is left. Then:",
    "- Stripe sends the money back the way it came, and keeps its fee",
    "- close the buyer's access in the course environment yourself",
    "- its confirmation, which has not gone yet, will not go",
    "- the shop mails nobody about it: answer the buyer yourself",
    "",
    expect.stringMatching(/^Paid back: 39\.00 {2}re_1\w+ {2}succeeded$/),
  ]);
  expect(done.notes).toContain(`Pay back 39.00 for ${number} in test mode?`);
  expect(await refunds()).toEqual([3900]);
  expect(world.stripe.requests.at(-2)).toMatchObject({ method: "POST", path: "/v1/refunds", key: "secret" });
});

test("a part, then the rest, and never more than is left", async () => {
  const id = await sale();
  const part = await refund([id, "--amount", "19,50"], YES);
  expect(part.out).toContain("This pays back 19.50 of the 39.00 that is left.");
  expect(part.out).toContain("the buyer keeps the course");
  expect(part.out).not.toContain("close the buyer's access");
  expect(await refund([id, "--amount", "19.51"], YES)).toEqual(
    noted(1, "only 19.50 is left to pay back.\nNothing was"),
  );
  // The same amount again is another refund, because the first is in the list of those that were made.
  expect((await refund([id, "--amount", "19,5"], YES)).exitCode).toBe(0);
  expect(await refunds()).toEqual([1950, 1950]);
  const done = await refund([id], YES);
  expect([done.exitCode, done.notes]).toEqual([1, expect.stringContaining("has been paid back already")]);
  expect(done.out).toMatch(/^Paid back {2}19\.50 {2}re_1\w+ {2}succeeded {2}20\d\d-.*\n {11}19\.50 {2}re_1/m);
});

test("a refund that the bank returned can be made again", async () => {
  const id = await sale();
  await refund([id], YES);
  world.stripe.failRefund(id);
  const again = await refund([id], YES);
  expect(again.out).toMatch(/39\.00 {2}re_1\w+ {2}failed/);
  expect(again.exitCode).toBe(0);
  expect(await refunds()).toHaveLength(2);
});

test.each([
  ["no", false],
  ["nobody to ask", undefined],
])("%s: it is shown, and nothing is paid back", async (_name, answer) => {
  const done = await refund([await sale()], { answer });
  expect([done.exitCode, done.notes]).toEqual([1, expect.stringContaining("Nothing was paid back.")]);
  expect(done.out).toContain("This pays back 39.00");
  expect(await refunds()).toEqual([]);
});

test("--dry-run shows it and asks nothing", async () => {
  const done = await refund([await sale(), "--dry-run"], YES);
  expect([done.exitCode, done.notes]).toEqual([0, expect.not.stringContaining("?")]);
  expect(await refunds()).toEqual([]);
});

test("what follows of a gift and of a withdrawal is said", async () => {
  const id = await sale("local", { gift: { recipient: "Noor", giver: "Opa", message: "", from: "now" } });
  const withdrawal = { reference: "HR-AAAA-0000-0001", receivedAt: "2026-07-01T22:10:00.000Z", intentId: id };
  const by = { name: "Jan", contract: "KVB1", email: "jan@example.nl" };
  kv.set("withdrawal:HR-AAAA-0000-0001", { ...withdrawal, ...by });
  const whole = await refund([id, "--dry-run"]);
  expect(whole.out).toContain("Product    KVB1, a gift for Noor");
  expect(whole.out).toContain("- its gift stops within a minute");
  expect(whole.out).toContain("- withdrawal HR-AAAA-0000-0001 counts as repaid");
  const part = await refund([id, "--dry-run", "--amount", "1"]);
  expect(part.out).toContain("- its gift goes on: only all of the money stops it");
  expect(part.out).toContain("- withdrawal HR-AAAA-0000-0001 stays open");

  const listed = () => run(["withdrawals"], { now: TODAY });
  expect((await listed()).out).toContain("repay by 2026-07-16");
  kv.set(`${id}.refund-re_1`, { intentId: id, refundCents: 3900, updatedAt: "2026-07-02T10:00:00Z" });
  expect((await listed()).out).toMatch(/^HR-AAAA-0000-0001 {2}.* {2}repaid 2026-07-02 {2}.* {2}VK-/m);
});

test("a gift that an operator restored goes on after a refund, and it is said", async () => {
  const gift = { recipient: "Noor", giver: "Opa", message: "", from: "now" };
  const id = await sale("local", { gift, giftCode: "ABCD2345" });
  gifts.set("ABCD2345.operator", { stopped: false, at: "2026-07-02T10:00:00.000Z" });
  const { out } = await refund([id, "--dry-run"]);
  expect(out).toContain("- its gift goes on, because it was restored once: `gift --revoke CODE` stops it");
});

test("what is not this shop's, not paid, disputed or unknown is refused", async () => {
  const elsewhere = await sale("rehearsal");
  expect((await refund([elsewhere], YES)).notes).toContain("is a sale of rehearsal");
  const disputed = await sale();
  world.stripe.dispute(disputed, "needs_response");
  expect((await refund([disputed], YES)).notes).toContain("is disputed (needs_response)");
  world.stripe.dispute(disputed, "won");
  expect((await refund([disputed, "--dry-run"])).exitCode).toBe(0);
  const lost = await sale();
  world.stripe.dispute(lost, "lost");
  expect((await refund([lost], YES)).notes).toContain("is disputed (lost)");
  expect(await refunds()).toEqual([]);

  const other = await sell({ product: "BOAT" }, 5000);
  const unpaid = await begin();
  for (const [id, why] of [
    [other, "is no sale of this shop"],
    [unpaid, "Stripe says requires_payment_method"],
    ["pi_gone", "is not known to this Stripe account"],
  ] as const) {
    kv.add({ key: id, value: "{" });
    expect(await refund([id], YES)).toEqual(noted(1, why));
  }
  expect((await refund(["pi_never"], YES)).notes).toContain("No paid order pi_never (local)");
  for (const args of [
    [],
    ["jan@example.nl"],
    ["pi_x", "--amount", "0"],
    ["pi_x", "--amount", "-1"],
    ["pi_x", "--amount", "1,234"],
  ])
    expect((await refund(args, YES)).exitCode, args.join(" ")).toBe(2);
});

/** Runs `action` just before Stripe is asked for the refund. */
async function whenPayingBack<T>(act: () => void | Promise<void>, run: () => Promise<T>): Promise<T> {
  const { refunds: api } = stripe;
  const create = api.create.bind(api);
  api.create = (async (...asked: Parameters<typeof create>) => {
    await act();
    return create(...asked);
  }) as unknown as typeof create;
  try {
    return await run();
  } finally {
    api.create = create;
    world.stripe.setMode("ok");
  }
}

test("Stripe refuses: said in its words, and nothing was paid back", async () => {
  const id = await sale();
  const done = await whenPayingBack(
    () => world.stripe.dispute(id, "needs_response"),
    () => refund([id], YES),
  );
  expect(done.exitCode).toBe(1);
  expect(done.notes).toMatch(/Stripe: Charge ch_\w+ has been charged back; .*\nNothing was paid back\.$/);
});

const CONFLICT = { type: "idempotency_error", message: "The same request is under way.", statusCode: 409 } as const;

test.each([
  ["no word of Stripe's", () => world.stripe.setMode("error-500")],
  ["the same refund is under way", () => Promise.reject(new Stripe.errors.StripeIdempotencyError(CONFLICT))],
])("%s: nobody knows, and it says where to look", async (_, act) => {
  const id = await sale();
  const done = await whenPayingBack(act, () => refund([id], YES));
  expect(done.exitCode).toBe(1);
  expect(done.notes).toContain("Nobody knows whether this was paid back");
  expect(done.notes).toContain(`https://dashboard.stripe.com/payments/${id}`);
  expect(done.notes).not.toContain("Nothing was paid back");
});

test("an answer that was lost, and two operators at once: one refund", async () => {
  const now = new Date();
  const lost = await sale();
  await whenPayingBack(
    () => world.stripe.setMode("cut", 1),
    () => refund([lost], { ...YES, now }),
  );
  expect(await refunds()).toEqual([3900]);
  const id = await sale();
  const { promise, resolve } = Promise.withResolvers<void>();
  let asking = 0;
  const both = await whenPayingBack(
    () => {
      asking += 1;
      if (asking === 2) resolve();
      return promise;
    },
    () => Promise.all([1, 2].map(() => refund([id, "--amount", "10"], { ...YES, now }))),
  );
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(await refunds()).toEqual([1000, 3900]);
});
