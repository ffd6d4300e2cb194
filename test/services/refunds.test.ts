import Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { minutesSince, payBack, type Refundable, readRefundable } from "../../src/paying/money/refunds.ts";
import { MINUTE_MS, now, passTime } from "../clock.ts";
import { eachRow } from "../table.ts";
import { begin, buyHosted, openStripeWorld, sell, stripe, world } from "./stripe-world.ts";

/** What of a payment can be paid back, and paying it back, once whoever asks. */

openStripeWorld();

const read = (id: string) => readRefundable(stripe, id, "local");
async function refundable(id: string): Promise<Refundable> {
  const found = await read(id);
  if ("refusal" in found) throw new Error(found.refusal.why);
  return found;
}
/** Pays back what was asked for, or all that is left. */
async function refund(id: string, cents?: number) {
  const found = await refundable(id);
  return payBack(stripe, found, id, cents ?? found.leftCents);
}
const refunds = async () => (await stripe.refunds.list({ limit: 100 })).data.map(({ amount }) => amount);

test("everything, or a part and then the rest", async () => {
  const whole = buyHosted();
  expect((await refundable(whole)).leftCents).toBe(3900);
  expect(await refund(whole)).toMatchObject({ refund: { status: "succeeded", reason: "requested_by_customer" } });
  expect(world.stripe.requests).toContainEqual({ method: "POST", path: "/v1/refunds" });
  const id = buyHosted({ amount: 7800 });
  await refund(id, 3900);
  expect(await refundable(id)).toMatchObject({ leftCents: 3900, refunds: [{ amount: 3900 }] });
  await refund(id);
  expect((await refundable(id)).leftCents).toBe(0);
  expect(await refunds()).toEqual([3900, 3900, 3900]);
});

test("a refund that the bank returned can be made again, and is none that could be made twice", async () => {
  const id = buyHosted();
  await refund(id);
  world.stripe.failRefund(id);
  const again = await refundable(id);
  expect([again.leftCents, minutesSince(again, 3900, now())]).toEqual([3900, null]);
  await refund(id);
  expect(await refunds()).toHaveLength(2);
});

/** What the buyer's bank has said, and whether the payment can be paid back, with or without an inquiry. */
eachRow(`
    needs_response                        | refused
    needs_response under_review           | refused
    warning_needs_response needs_response | refused
    lost                                  | refused
    lost appeal_under_review              | refused
    # A card scheme settled it at once, and took the money
    prevented                             | refused
    # The shop has the money again, or always had it
    needs_response won                    | paid back
    lost won                              | paid back
    warning_under_review warning_closed   | paid back
    warning_needs_response                | paid back: inquiry
    warning_under_review                  | paid back: inquiry`)(
  "a payment of which the bank says %s is %s",
  async (said = "", end) => {
    const id = buyHosted();
    const statuses = said.split(" ") as Parameters<typeof world.stripe.dispute>[1][];
    for (const status of statuses) world.stripe.dispute(id, status);
    await refundable(buyHosted());
    const found = await read(id);
    if (end === "refused") return expect(found).toEqual({ refusal: { why: "disputed" } });
    expect((found as Refundable).isInquiry ? "paid back: inquiry" : "paid back").toBe(end);
    for (const cents of [1000, undefined]) expect((await refund(id, cents)).status).toBe("made");
    expect(await refunds()).toEqual([2900, 1000]);
  },
);

test.each([
  [true, [], false],
  [false, [], true],
  [true, [{ amount: -3900 }], true],
])("a status that Stripe adds says nothing: refundable %s and moved %j do", async (isRefundable, moved, isRefused) => {
  const id = buyHosted();
  world.stripe.dispute(id, "warning_needs_response");
  const [dispute] = world.stripe.account.all("disputes");
  const facts = { is_charge_refundable: isRefundable, balance_transactions: moved };
  Object.assign(dispute ?? {}, { status: "pondering", ...facts });
  expect("refusal" in (await read(id))).toBe(isRefused);
});

test("what is not this shop's, not paid or unknown is refused", async () => {
  expect(await read(await sell({ environment: "rehearsal" }))).toMatchObject({ refusal: { why: "foreign" } });
  expect(await read(await sell({ product: "BOAT" }, 5000))).toMatchObject({ refusal: { why: "foreign" } });
  expect(await read(await begin())).toEqual({ refusal: { why: "unpaid", status: "requires_payment_method" } });
  expect(await read("pi_gone")).toEqual({ refusal: { why: "unknown" } });
});

test("the same part within the hour is told, in minutes, and another amount is another refund", async () => {
  const id = buyHosted();
  await refund(id, 1000);
  const found = await refundable(id);
  const after = (minutes: number) => minutesSince(found, 1000, now(minutes * MINUTE_MS));
  expect([0, 4.5, 58.5, 61].map(after)).toEqual([0, 4, 58, null]);
  expect(minutesSince(found, 100, now())).toBeNull();
  const returned = found.refunds.map((refund) => ({ ...refund, status: "canceled" }));
  expect(minutesSince({ ...found, refunds: returned }, 1000, now())).toBeNull();
  passTime(61 * MINUTE_MS);
  await refund(id, 1000);
  expect([await refunds(), minutesSince(await refundable(id), 1000, now())]).toEqual([[1000, 1000], 0]);
});

async function whenPayingBack<T>(act: () => void | Promise<void>, action: () => Promise<T>): Promise<T> {
  const create = stripe.refunds.create.bind(stripe.refunds);
  const asked = vi.spyOn(stripe.refunds, "create").mockImplementation(async (...given) => {
    await act();
    return create(...given);
  });
  return action().finally(() => {
    asked.mockRestore();
    world.stripe.setMode("ok");
  });
}

const CONFLICT = { type: "idempotency_error", message: "The same request is under way.", statusCode: 409 } as const;

test.each([
  ["no word of Stripe's", () => world.stripe.setMode("error-500")],
  ["the same refund is under way", () => Promise.reject(new Stripe.errors.StripeIdempotencyError(CONFLICT))],
])("%s: nobody knows", async (_, act) => {
  const id = buyHosted();
  expect((await whenPayingBack(act, () => refund(id))).status).toBe("unknown");
});

/** Runs both, which ask Stripe for their refunds at the same moment. */
async function atOnce<T>(actions: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asking = 0;
  const asked = () => {
    asking += 1;
    if (asking === actions.length) resolve();
    return promise;
  };
  return whenPayingBack(asked, () => Promise.all(actions.map((action) => action())));
}

test("an answer that was lost, two operators at once, and one who waits while another pays back: one refund", async () => {
  const lost = buyHosted();
  const cut = () => world.stripe.setMode("cut", 1);
  await whenPayingBack(cut, () => refund(lost));
  expect(await refunds()).toEqual([3900]);
  const id = buyHosted();
  // Both say that it is a second one, the second time.
  for (const made of [[1000], [1000, 1000]]) {
    await atOnce([1, 2].map(() => () => refund(id, 1000)));
    expect(await refunds()).toEqual([...made, 3900]);
  }
  // One of them has read what else went back meanwhile.
  const before = await refundable(id);
  await refund(id, 700);
  for (const read of [before, await refundable(id)]) await payBack(stripe, read, id, 300);
  expect(await refunds()).toEqual([300, 700, 1000, 1000, 3900]);
  const other = buyHosted();
  let hasPaid = false;
  const another = async () => {
    if (hasPaid) return;
    hasPaid = true;
    await refund(other, 500);
  };
  await whenPayingBack(another, () => refund(other, 500));
  expect(await refunds()).toEqual([500, 300, 700, 1000, 1000, 3900]);
});

test("a refusal that Stripe repeats to its key stands in nobody's way once its reason is gone", async () => {
  const id = buyHosted();
  const disputed = () => void world.stripe.dispute(id, "needs_response");
  const refused = await whenPayingBack(disputed, () => refund(id));
  expect(refused).toMatchObject({ status: "refused", error: { message: expect.stringContaining("charged back") } });
  world.stripe.dispute(id, "won");
  const both = await atOnce([1, 2].map(() => () => refund(id)));
  expect(both.map(({ status }) => status)).toEqual(["made", "made"]);
  expect(await refunds()).toEqual([3900]);
});
