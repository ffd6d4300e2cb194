import Stripe from "stripe";
import { beforeEach, expect, test } from "vitest";
import { createIntent, openWorld, post, SHOP_ORIGIN, world } from "./calls.ts";
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
    await world.stripe.webhooksIdle();
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
