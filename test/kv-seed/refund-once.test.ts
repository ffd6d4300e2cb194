import Stripe from "stripe";
import { expect, test } from "vitest";
import { openStripeWorld, run, sellHosted, stripe, world } from "./stripe-world.ts";
import { noted, type RunOptions } from "./tool.ts";

/** `refund` makes one refund, whoever asks for it again, and says so if it does not know. */

openStripeWorld();

const refund = (args: readonly string[], options: RunOptions = {}) => run(["refund", ...args], options);
const refunds = async () => (await stripe.refunds.list({ limit: 100 })).data.map(({ amount }) => amount);
const YES = { answer: true };
const MINUTE_MS = 60_000;
/** A moment so many minutes from now. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

test("the same part once more within the hour is a second refund only if its owner says so", async () => {
  const id = await sellHosted();
  const part = (now: Date, answer?: boolean) => refund([id, "--amount", "10"], { now, answer });
  expect((await part(inMinutes(0), true)).notes).not.toContain("Once more?");
  const asked = await part(inMinutes(4.5), false);
  expect(asked).toEqual(noted(1, "\n10.00 went back 4 minutes ago. Once more?\nNothing was paid back."));
  expect(await part(inMinutes(4.5))).toEqual(noted(1, "Nobody is here to ask. Nothing was paid back."));
  expect(await refunds()).toEqual([1000]);
  const again = await part(inMinutes(58.5), true);
  expect(again.notes).toMatch(/^10\.00 went back 58 minutes ago\. Once more\?\nPay back 10\.00 for VK-/m);
  expect(await refunds()).toEqual([1000, 1000]);
  // By Stripe's clock both were made just now.
  expect((await part(inMinutes(61), true)).notes).not.toContain("Once more?");
  expect(await refunds()).toEqual([1000, 1000, 1000]);
  // Another amount is another refund.
  expect((await refund([id, "--amount", "1"], YES)).notes).not.toContain("Once more?");
});

test.each([
  [0, "less than a minute ago"],
  [1.5, "1 minute ago"],
])("%d minutes after it the question says %s", async (minutes, words) => {
  const id = await sellHosted();
  await refund([id, "--amount", "10"], YES);
  const { notes } = await refund([id, "--amount", "10"], { now: inMinutes(minutes), answer: false });
  expect(notes).toContain(`10.00 went back ${words}. Once more?`);
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
