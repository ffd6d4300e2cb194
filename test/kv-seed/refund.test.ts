import Stripe from "stripe";
import { expect, test } from "vitest";
import { isGiftStopped } from "../../src/gifts/gift-entries.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { giftStopOf } from "../../src/gifts/paid-gifts.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import { takeFaults } from "../outside-world/stripe-watch.ts";
import {
  begin,
  hear,
  hearPaid,
  ledger,
  openStripeWorld,
  rows,
  run,
  sell,
  sellHosted,
  stripe,
  world,
} from "./stripe-world.ts";
import { noted, type RunOptions } from "./tool.ts";

openStripeWorld();

const refund = (args: readonly string[], options: RunOptions = {}) => run(["refund", ...args], options);
const YES = { answer: true };
const refunds = async () => (await stripe.refunds.list({ limit: 100 })).data.map(({ amount }) => amount);

test("shows who paid what and what follows, asks, and pays everything back", async () => {
  const id = await sellHosted();
  const number = formatOrderNumber(id);
  const done = await refund([number.toLowerCase()], YES);
  expect(done.exitCode).toBe(0);
  expect(done.out.split("\n")).toEqual([
    `Order      ${number}`,
    `In Stripe  https://dashboard.stripe.com/payments/${id}`,
    "Buyer      Jan de Vries, jan@example.nl",
    "Product    KVB1",
    expect.stringMatching(/^Paid {7}39\.00 on 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/),
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
  expect(done.notes).toContain(`Pay back 39.00 for ${number} in test mode (local)?`);
  expect(await refunds()).toEqual([3900]);
  expect(world.stripe.requests.at(-2)).toMatchObject({ method: "POST", path: "/v1/refunds", key: "secret" });
});

test("a part, then the rest, and never more than is left", async () => {
  const id = await sellHosted();
  const part = await refund([id, "--amount", "19,50"], YES);
  expect(part.out).toContain("This pays back 19.50 of the 39.00 that is left.");
  expect(part.out).toContain("the buyer keeps the course");
  expect(part.out).not.toContain("close the buyer's access");
  expect(await refund([id, "--amount", "19.51"], YES)).toEqual(
    noted(1, "only 19.50 is left to pay back.\nNothing was"),
  );
  expect((await refund([id, "--amount", "19,5"], YES)).exitCode).toBe(0);
  expect(await refunds()).toEqual([1950, 1950]);
  const done = await refund([id], YES);
  expect([done.exitCode, done.notes]).toEqual([1, expect.stringContaining("has been paid back already")]);
  expect(done.out).toMatch(/^Paid back {2}19\.50 {2}re_1\w+ {2}succeeded {2}20\d\d-.*\n {11}19\.50 {2}re_1/m);
});

test("a refund that the bank returned can be made again", async () => {
  const id = await sellHosted();
  await refund([id], YES);
  world.stripe.failRefund(id);
  const again = await refund([id], YES);
  expect(again.out).toMatch(/39\.00 {2}re_1\w+ {2}failed/);
  // What came back is no refund that could be made twice.
  expect(again.notes).not.toContain("Once more");
  expect(again.exitCode).toBe(0);
  expect(await refunds()).toHaveLength(2);
});

test.each([
  ["no", false],
  ["nobody to ask", undefined],
])("%s: it is shown, and nothing is paid back", async (_name, answer) => {
  const done = await refund([await sellHosted()], { answer });
  expect([done.exitCode, done.notes]).toEqual([1, expect.stringContaining("Nothing was paid back.")]);
  expect(done.out).toContain("This pays back 39.00");
  expect(await refunds()).toEqual([]);
});

test("--dry-run shows it and asks nothing", async () => {
  const done = await refund([await sellHosted(), "--dry-run"], YES);
  expect([done.exitCode, done.notes]).toEqual([0, expect.not.stringContaining("?")]);
  expect(await refunds()).toEqual([]);
});

/** A gift of 39.00 that the shop knows. */
async function giftSale(): Promise<string> {
  const wish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
  const id = await sell({
    environment: "local",
    buyer_email: "opa@example.nl",
    ...GIFT_METADATA,
    ...wishToMetadata(wish),
  });
  await hear();
  return id;
}

const WITHDRAW = `INSERT INTO withdrawals
  (reference, received_at, recorded_at, name, contract, email, mailbox, intent_id, is_proven, receipt, notice)
  VALUES (?1, ?2, ?2, 'Jan', ?3, ?4, ?4, ?5, 0, 'full', 'now')`;

test("what follows of a gift and of a withdrawal is said", async () => {
  const id = await giftSale();
  const at = new Date().toISOString();
  const withdraw = (reference: string, contract: string, email: string, intentId: string | null) =>
    rows(WITHDRAW, reference, at, contract, email, intentId);
  await withdraw("HR-AAAA-0000-0001", "KVB1", "opa@example.nl", id);
  await withdraw("HR-AAAA-0000-0002", `mijn bestelling ${formatOrderNumber(id).toLowerCase()}`, "x@example.nl", null);
  await withdraw("HR-AAAA-0000-0003", "KVB1", "Opa@example.nl", null);
  await withdraw("HR-AAAA-0000-0004", "KVB1", "iemand@example.nl", null);
  const whole = await refund([id, "--dry-run"]);
  expect(whole.out).toContain("Product    KVB1, a gift for Noor");
  expect(whole.out).toContain("- its gift stops within a minute");
  for (const number of [1, 2, 3]) {
    expect(whole.out).toContain(`- withdrawal HR-AAAA-0000-000${number} counts as repaid`);
  }
  expect(whole.out).not.toContain("0004");
  const part = await refund([id, "--dry-run", "--amount", "1"]);
  expect(part.out).toContain("- its gift goes on: only all of the money stops it");
  expect(part.out).toContain("- withdrawal HR-AAAA-0000-0001 stays open");

  await refund([id], YES);
  await hear();
  expect((await run(["withdrawals"])).out).toMatch(/^HR-AAAA-0000-0001 {2}.* {2}repaid \d{4}-\d\d-\d\d {2}.* {2}VK-/m);
});

test("a gift that an operator had restored is stopped by a refund of everything, as the preview says", async () => {
  const id = await giftSale();
  const restored = { stopped: false, at: new Date(Date.now() - 60_000).toISOString() };
  expect((await refund([id], YES)).out).toContain("- its gift stops within a minute");
  await hear();
  const order = await readOrder(ledger, id);
  const byMoney = order === null ? null : giftStopOf(order);
  expect(isGiftStopped([byMoney ?? undefined, restored])).toBe(true);
});

test.each([
  [["needs_response"], "is disputed (needs_response)"],
  [["needs_response", "under_review"], "is disputed (under_review)"],
  [["warning_needs_response", "needs_response"], "is disputed (needs_response)"],
  [["lost"], "is disputed (lost)"],
  [["lost", "appeal_under_review"], "is disputed (appeal_under_review)"],
  // A card scheme settled it at once, and took the money.
  [["prevented"], "is disputed (prevented)"],
] as const)("a payment whose money the buyer's bank has is not paid back: %j", async (statuses, why) => {
  const id = await sellHosted();
  for (const status of statuses) world.stripe.dispute(id, status);
  expect(await refund([id], YES)).toEqual(noted(1, why));
  expect(await refunds()).toEqual([]);
});

test.each([[["needs_response", "won"]], [["lost", "won"]], [["warning_under_review", "warning_closed"]]] as const)(
  "one whose money the shop has again, or always had, is: %j",
  async ([...statuses]) => {
    const id = await sellHosted();
    for (const status of statuses) world.stripe.dispute(id, status);
    expect((await refund([id], YES)).exitCode).toBe(0);
    expect(await refunds()).toEqual([3900]);
  },
);

test.each(["warning_needs_response", "warning_under_review"] as const)(
  "an inquiry holds nothing: a part can be paid back, and the rest ends it (%s)",
  async (status) => {
    const id = await sellHosted();
    world.stripe.dispute(id, status);
    const part = await refund([id, "--amount", "10"], YES);
    expect(part.out).toContain(`- the question of the buyer's bank (${status}) stays: only all of the money ends it`);
    expect((await refund([id], YES)).out).toContain(`- the question of the buyer's bank (${status}) ends`);
    expect((await stripe.disputes.list()).data).toMatchObject([{ status: "warning_closed" }]);
    expect(await refunds()).toEqual([2900, 1000]);
  },
);

test.each([
  [true, [], 0],
  [false, [], 1],
  [true, [{ amount: -3900 }], 1],
])("a status that Stripe adds says nothing: refundable %s and moved %j do", async (isRefundable, moved, exitCode) => {
  const id = await sellHosted();
  world.stripe.dispute(id, "warning_needs_response");
  const [dispute] = world.stripe.account.all("disputes");
  Object.assign(dispute ?? {}, {
    status: "pondering",
    is_charge_refundable: isRefundable,
    balance_transactions: moved,
  });
  expect((await refund([id, "--dry-run"])).exitCode).toBe(exitCode);
  // Neither the status nor the short movement is one of Stripe's.
  expect(takeFaults()).not.toEqual([]);
});

test("what is not this shop's, not paid or unknown is refused", async () => {
  const [elsewhere, other, unpaid] = [
    await sell({ environment: "rehearsal" }),
    await sell({ product: "BOAT" }, 5000),
    await begin(),
  ];
  for (const [id, why] of [
    [elsewhere, "is a sale of rehearsal"],
    [other, "is no sale of this shop"],
    [unpaid, "Stripe says requires_payment_method"],
    ["pi_gone", "is not known to this Stripe account"],
  ] as const) {
    const intent = world.stripe.intents.find((one) => one.id === id) ?? { amount: 3900, currency: "eur", metadata: {} };
    await hearPaid({ ...intent, id });
    expect(await refund([id], YES)).toEqual(noted(1, why));
  }
  expect(await refunds()).toEqual([]);
  expect((await refund(["pi_never"], YES)).notes).toContain(
    "No paid order pi_never (local; the real shop: --remote --env NAME). Does Stripe know it?",
  );
  for (const args of [
    [],
    ["jan@example.nl"],
    ["pi_x", "--amount", "0"],
    ["pi_x", "--amount", "-1"],
    ["pi_x", "--amount", "1,234"],
  ])
    expect((await refund(args, YES)).exitCode, args.join(" ")).toBe(2);
});

/** `refund` makes one refund, whoever asks for it again, and says so if it does not know. */

openStripeWorld();

const MINUTE_MS = 60_000;
/** The moment this many minutes from now. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

test("the same part once more within the hour is a second refund only if its owner says so", async () => {
  const id = await sellHosted();
  const part = (now: Date, answer?: boolean) => refund([id, "--amount", "10"], { now, answer });
  expect((await part(inMinutes(0), true)).notes).not.toContain("Once more");
  const asked = await part(inMinutes(4.5), false);
  expect(asked).toEqual(noted(1, "\n10.00 went back 4 minutes ago. Once more (local)?\nNothing was paid back."));
  expect(await part(inMinutes(4.5))).toEqual(noted(1, "Nobody is here to ask. Nothing was paid back."));
  expect(await refunds()).toEqual([1000]);
  const again = await part(inMinutes(58.5), true);
  expect(again.notes).toMatch(/^10\.00 went back 58 minutes ago\. Once more \(local\)\?\nPay back 10\.00 for VK-/m);
  expect(await refunds()).toEqual([1000, 1000]);
  // By Stripe's clock both were made just now.
  expect((await part(inMinutes(61), true)).notes).not.toContain("Once more");
  expect(await refunds()).toEqual([1000, 1000, 1000]);
  // Another amount is another refund.
  expect((await refund([id, "--amount", "1"], YES)).notes).not.toContain("Once more");
});

test.each([
  [0, "less than a minute ago"],
  [1.5, "1 minute ago"],
])("%d minutes after it the question says %s", async (minutes, words) => {
  const id = await sellHosted();
  await refund([id, "--amount", "10"], YES);
  const { notes } = await refund([id, "--amount", "10"], { now: inMinutes(minutes), answer: false });
  expect(notes).toContain(`10.00 went back ${words}. Once more (local)?`);
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
  const id = await sellHosted();
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
  const id = await sellHosted();
  const done = await whenPayingBack(act, () => refund([id], YES));
  expect(done.exitCode).toBe(1);
  expect(done.notes).toContain("Nobody knows whether this was paid back");
  expect(done.notes).toContain(`https://dashboard.stripe.com/payments/${id}`);
  expect(done.notes).not.toContain("Nothing was paid back");
});

/** Runs both commands, which ask Stripe for their refunds at the same moment. */
async function atOnce<T>(commands: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asking = 0;
  return whenPayingBack(
    () => {
      asking += 1;
      if (asking === commands.length) resolve();
      return promise;
    },
    () => Promise.all(commands.map((command) => command())),
  );
}

test("an answer that was lost, and two operators at once: one refund", async () => {
  const lost = await sellHosted();
  await whenPayingBack(
    () => world.stripe.setMode("cut", 1),
    () => refund([lost], YES),
  );
  expect(await refunds()).toEqual([3900]);
  const id = await sellHosted();
  const both = await atOnce([1, 2].map(() => () => refund([id, "--amount", "10"], YES)));
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(await refunds()).toEqual([1000, 3900]);
});

test("two operators on both sides of an hour, and two who both say that it is a second one: one refund", async () => {
  const id = await sellHosted();
  const hour = new Date(Math.ceil(Date.now() / (60 * MINUTE_MS)) * 60 * MINUTE_MS);
  const before = new Date(hour.getTime() - 1000);
  const part = (now: Date) => () => refund([id, "--amount", "10"], { now, answer: true });
  await atOnce([part(before), part(hour)]);
  expect(await refunds()).toEqual([1000]);
  await atOnce([part(inMinutes(5)), part(inMinutes(5))]);
  expect(await refunds()).toEqual([1000, 1000]);
});

test("an operator who waits with the answer while another pays back gets that refund", async () => {
  const id = await sellHosted();
  let hasPaid = false;
  const late = await whenPayingBack(
    async () => {
      if (hasPaid) return;
      hasPaid = true;
      await refund([id, "--amount", "10"], YES);
    },
    () => refund([id, "--amount", "10"], YES),
  );
  expect(late.exitCode).toBe(0);
  expect(await refunds()).toEqual([1000]);
});

test("a refusal that Stripe repeats to its key stands in nobody's way once its reason is gone", async () => {
  const id = await sellHosted();
  const refused = await whenPayingBack(
    () => void world.stripe.dispute(id, "needs_response"),
    () => refund([id], YES),
  );
  expect(refused.exitCode).toBe(1);
  world.stripe.dispute(id, "won");
  const both = await atOnce([1, 2].map(() => () => refund([id], YES)));
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(await refunds()).toEqual([3900]);
});
