import Stripe from "stripe";
import { beforeEach, expect, test } from "vitest";
import { stateOfDispute } from "../../src/paying/webhook/order-events.ts";
import { openWorld, world } from "./calls.ts";
import { STRIPE_SECRET_KEY } from "./stripe-keys.ts";

/** Tests of what disputes allow, move and cost. The shop decides by these facts. */

openWorld();
let stripe: Stripe;
beforeEach(() => {
  stripe = new Stripe(STRIPE_SECRET_KEY, { host: "localhost", port: world.port, protocol: "http" });
});

type Status = Parameters<typeof world.stripe.dispute>[1];

function buy(): string {
  const buyer = { name: "Jan", email: "jan@example.nl", hasConsented: true };
  return world.stripe.buy({ product: "KVB1", flow: "A", amount: 3900, ...buyer, isPaid: "now" }).payment_intent;
}

/** A sale that was disputed in these statuses, one after the other. */
function disputed(...statuses: readonly Status[]): string {
  const id = buy();
  for (const status of statuses) world.stripe.dispute(id, status);
  return id;
}

const theDispute = async () => (await stripe.disputes.list()).data[0] as Stripe.Dispute;
/** What moved after the sale: category, amount and fee. */
const movements = async () =>
  (await stripe.balanceTransactions.list({ limit: 100 })).data
    .filter(({ reporting_category: category }) => category !== "charge")
    .map(({ reporting_category: category, amount, fee }) => `${category} ${amount} ${fee}`)
    .toReversed();
const refund = (id: string, amount?: number) =>
  stripe.refunds.create({ payment_intent: id, ...(amount === undefined ? {} : { amount }) });

test.each([
  [["warning_needs_response"], true, "inquiry", []],
  [["warning_needs_response", "warning_under_review"], true, "inquiry", []],
  [["warning_under_review", "warning_closed"], true, "closed", []],
  [["needs_response"], false, "open", ["dispute -3900 2000"]],
  [["warning_needs_response", "needs_response"], false, "open", ["dispute -3900 2000"]],
  [["needs_response", "under_review"], false, "open", ["dispute -3900 2000", "fee -2000 0"]],
  [["needs_response", "lost"], false, "lost", ["dispute -3900 2000"]],
  [["lost", "appeal_under_review"], false, "lost", ["dispute -3900 2000"]],
  [["needs_response", "won"], true, "won", ["dispute -3900 2000", "dispute_reversal 3900 0"]],
  [
    ["needs_response", "under_review", "won"],
    true,
    "won",
    ["dispute -3900 2000", "fee -2000 0", "dispute_reversal 3900 0", "fee 2000 0"],
  ],
  [["lost", "won"], true, "won", ["dispute -3900 2000", "dispute_reversal 3900 0"]],
  [["prevented"], false, "lost", ["dispute -3900 2000"]],
] as const)("%j: refundable %s, to the shop %s", async (statuses, isRefundable, state, moved) => {
  disputed(...statuses);
  const dispute = await theDispute();
  expect(dispute).toMatchObject({ status: statuses.at(-1), is_charge_refundable: isRefundable });
  expect(stateOfDispute(dispute)).toBe(state);
  expect(await movements()).toEqual(moved);
  // Stripe's list of a dispute's own movements has no fee that is billed by itself.
  expect(dispute.balance_transactions).toHaveLength(moved.filter((what) => what.startsWith("dispute")).length);
});

test("an inquiry's payment is refunded in parts, and the last one closes the inquiry", async () => {
  const id = disputed("warning_needs_response");
  await refund(id, 1000);
  expect(await theDispute()).toMatchObject({ status: "warning_needs_response" });
  await refund(id);
  expect(await theDispute()).toMatchObject({ status: "warning_closed", balance_transactions: [] });
  await world.stripe.webhooksIdle();
  const told = world.stripe.webhookDeliveries.map(({ event }) => event);
  expect(told.find(({ type }) => type === "charge.dispute.closed")?.data.object).toMatchObject({
    status: "warning_closed",
  });
});

test("a chargeback's payment cannot be refunded, and the same call is refused in the same words for a day", async () => {
  const id = disputed("needs_response");
  const again = { idempotencyKey: "once" };
  const asked = () => stripe.refunds.create({ payment_intent: id }, again);
  const replayed = { "idempotent-replayed": "true" };
  await expect(asked()).rejects.toMatchObject({
    code: "charge_disputed",
    headers: expect.not.objectContaining(replayed),
  });
  world.stripe.dispute(id, "won");
  await expect(asked()).rejects.toMatchObject({ code: "charge_disputed", headers: expect.objectContaining(replayed) });
  expect(await refund(id)).toMatchObject({ status: "succeeded", amount: 3900 });
});

test.each(["won", "warning_closed", "prevented"] as const)("after %s nothing follows", (end) => {
  const id = disputed(end);
  for (const status of ["needs_response", "lost"] as const) {
    expect(() => world.stripe.dispute(id, status)).toThrow(`has ended: ${end}`);
  }
});
