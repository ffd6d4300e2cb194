import Stripe from "stripe";
import { beforeEach, expect, test } from "vitest";
import { stateOfDispute } from "../../src/paying/webhook/order-events.ts";
import { createIntent, get, openWorld, post, SHOP_ORIGIN, world } from "./calls.ts";
import { STRIPE_SECRET_KEY } from "./stripe-keys.ts";
import { takeFaults } from "./stripe-watch.ts";

/** Tests that each attempt leaves a charge with copies of its own, as at Stripe. */

openWorld();
let stripe: Stripe;
beforeEach(() => {
  stripe = new Stripe(STRIPE_SECRET_KEY, { host: "localhost", port: world.port, protocol: "http" });
});

const EMAIL = "piet@example.nl";

async function confirm(id: string, outcome: string, email = EMAIL, type = "card"): Promise<Response> {
  const { client_secret: secret } = await stripe.paymentIntents.retrieve(id);
  return post(`/v1/payment_intents/${id}/confirm`, {
    key: "pk_test_local",
    client_secret: secret ?? "",
    return_url: `${SHOP_ORIGIN}/interstitial`,
    receipt_email: email,
    "payment_method_data[type]": type,
    "payment_method_data[billing_details][name]": "Piet",
    "payment_method_data[billing_details][email]": email,
    "payment_method_data[local_outcome]": outcome,
  });
}

const chargesOf = async (id: string) => (await stripe.charges.list({ payment_intent: id, limit: 100 })).data;
const moved = async () => (await stripe.balanceTransactions.list()).data.length;

test("a description is kept, copied to the charge of a later attempt, and shown on the home page", async () => {
  const { id } = await createIntent();
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ description: null });
  await stripe.paymentIntents.update(id, { description: "VK-1A2B3C4D5E" });
  await stripe.paymentIntents.update(id, { metadata: { buyer_email: EMAIL } });
  await confirm(id, "succeeded");
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ description: "VK-1A2B3C4D5E" });
  expect(await chargesOf(id)).toMatchObject([{ description: "VK-1A2B3C4D5E" }]);
  expect(await (await get("/")).text()).toContain("VK-1A2B3C4D5E");
});

test("each declined attempt leaves a charge, with the metadata and the payer of that moment", async () => {
  const { id } = await createIntent({ "metadata[buyer_email]": EMAIL });
  await createIntent();
  expect((await confirm(id, "declined")).status).toBe(402);
  const declined = await stripe.paymentIntents.retrieve(id);
  expect(await moved()).toBe(0);
  await stripe.paymentIntents.update(id, { metadata: { buyer_email: "jan@example.nl" } });
  await confirm(id, "succeeded", "jan@example.nl");

  const [paid, failed, ...others] = await chargesOf(id);
  expect(others).toEqual([]);
  expect(failed).toMatchObject({
    id: declined.latest_charge,
    status: "failed",
    paid: false,
    captured: false,
    amount_captured: 0,
    failure_code: "card_declined",
    balance_transaction: null,
    receipt_email: EMAIL,
    billing_details: { name: "Piet", email: EMAIL },
    metadata: { buyer_email: EMAIL },
  });
  expect(declined.last_payment_error).toMatchObject({ code: "card_declined", charge: failed?.id });
  expect(paid).toMatchObject({ status: "succeeded", paid: true, metadata: { buyer_email: "jan@example.nl" } });
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
  expect(intent).toMatchObject({ status: "succeeded", last_payment_error: null });
  expect(await moved()).toBe(1);
  world.stripe.refund(id);
  expect((await chargesOf(id)).map(({ refunded }) => refunded)).toEqual([true, false]);
});

test("a bank's refusal leaves one too", async () => {
  const { id } = await createIntent();
  await confirm(id, "succeeded", EMAIL, "ideal");
  expect(await chargesOf(id)).toEqual([]);
  await post(`/bank/${id}`, { decision: "decline" });
  expect(await chargesOf(id)).toMatchObject([{ status: "failed", payment_method_details: { type: "ideal" } }]);
});

test.each([
  ["succeeded", "succeeded", 1],
  ["requires_payment_method", "failed", 0],
] as const)(
  "money on its way is a charge that waits, and the same one is decided: %s",
  async (status, of, movements) => {
    const { id } = await createIntent();
    await confirm(id, "processing");
    const [waiting] = await chargesOf(id);
    expect(waiting).toMatchObject({ status: "pending", paid: false, balance_transaction: null });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: "processing",
      latest_charge: waiting?.id,
    });
    world.stripe.settle(id, status);
    expect(await chargesOf(id)).toMatchObject([{ id: waiting?.id, status: of, created: waiting?.created }]);
    expect(await moved()).toBe(movements);
    const told = world.stripe.webhookDeliveries.find(({ event }) => event.type === "payment_intent.processing");
    expect(told?.event.data.object).toMatchObject({ id, status: "processing", latest_charge: waiting?.id });
  },
);

test("a payment's address for the receipt can be taken away; that of its charges cannot", async () => {
  const { id } = await createIntent({ "metadata[buyer_email]": EMAIL });
  await confirm(id, "succeeded");
  const erased = await stripe.paymentIntents.update(id, { receipt_email: "", metadata: { buyer_email: "" } });
  expect(erased).toMatchObject({ receipt_email: null, metadata: {} });
  const [charge] = await chargesOf(id);
  expect(charge).toMatchObject({ receipt_email: EMAIL, metadata: { buyer_email: EMAIL } });
  await expect(stripe.charges.update(charge?.id ?? "", { receipt_email: "" })).rejects.toMatchObject({
    code: "parameter_invalid_empty",
    param: "receipt_email",
  });
  expect(takeFaults()).toEqual([expect.stringContaining('receipt_email: "" in place of string')]);
  await stripe.charges.update(charge?.id ?? "", { metadata: { buyer_email: "" } });
  expect(await chargesOf(id)).toMatchObject([{ receipt_email: EMAIL, metadata: {} }]);
});

test("payments are listed by the time at which they were begun, newest first", async () => {
  const ids: string[] = [];
  for (const created of [1000, 2000, 3000]) {
    const { id } = await createIntent();
    ids.push(id);
    const intent = world.stripe.intents.find((one) => one.id === id);
    if (intent !== undefined) intent.created = created;
  }
  const listed = async (created: Stripe.RangeQueryParam) =>
    (await stripe.paymentIntents.list({ created, limit: 100 })).data.map(({ id }) => id);
  expect(await listed({ gte: 1000, lt: 3000 })).toEqual([ids[1], ids[0]]);
  expect(await listed({ gte: 2001 })).toEqual([ids[2]]);
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
