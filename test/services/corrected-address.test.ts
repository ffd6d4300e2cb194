import { beforeEach, expect, test } from "vitest";
import { findOrdersOf, readOrder } from "../../src/ledger/orders.ts";
import { correctAddress, correctAtStripe } from "../../src/orders/address-correction.ts";
import { now } from "../clock.ts";
import { ledger, rows } from "./ledger.ts";
import { begin, buyHosted, hear, openStripeWorld, stripe, world } from "./stripe-world.ts";

/** A corrected address: it counts before all that Stripe says, and the confirmation goes there. */

const NEW = "sanne@example.nl";
const OLD = "sane@example.nl";

openStripeWorld();
let id: string;
const correctedAt = now().toISOString();
beforeEach(async () => {
  id = await begin({ environment: "local", buyer_email: OLD, user_id: "user-7" });
  world.stripe.settle(id, "succeeded");
  await hear();
});

const correct = (to = NEW) => correctAddress(ledger, { intentId: id }, to, now());
const confirmations = () =>
  rows("SELECT version, state, detail FROM mails WHERE kind = 'confirmation' AND about = ?1 ORDER BY version", id);
const foundBy = async (email: string) => (await findOrdersOf(ledger, "email", email)).map(({ intentId }) => intentId);
const sent = () =>
  rows(
    `INSERT OR REPLACE INTO mails (kind, about, version, state, due_at, ended_at)
      SELECT kind, about, version, 'sent', due_at, ?1 FROM mails WHERE kind = 'confirmation' AND is_owed`,
    correctedAt,
  );

test("finds the order alone, and the confirmation is due there though it went before", async () => {
  await sent();
  await correct();
  expect(await confirmations()).toEqual([
    { version: "", state: "sent", detail: null },
    { version: correctedAt, state: "due", detail: null },
  ]);
  expect(JSON.stringify(await rows("SELECT * FROM mails"))).not.toContain("@");
  const order = await readOrder(ledger, id);
  // Until the mail has gone there, the buyer has no confirmation.
  expect(order).toMatchObject({ email: NEW, emailCorrectedAt: correctedAt, userId: "user-7" });
  expect(order?.confirmedAt).toBeUndefined();
  expect([await foundBy(NEW), await foundBy(OLD)]).toEqual([[id], []]);
  expect(JSON.stringify(await rows("SELECT * FROM payment_reports"))).not.toContain(OLD);
});

test("the same address again sends the confirmation once more", async () => {
  await sent();
  await correct("Sane@example.nl");
  expect(await confirmations()).toMatchObject([{ state: "sent" }, { state: "due" }]);
});

test("is corrected at Stripe too, on the payment and on each attempt, and mails nobody from there", async () => {
  const declined = await begin({ environment: "local", buyer_email: OLD });
  await stripe.paymentIntents.update(declined, { receipt_email: OLD });
  for (const status of ["requires_payment_method", "succeeded"] as const) world.stripe.settle(declined, status);
  expect(await correctAtStripe(stripe, declined, NEW)).toBe("replaced");
  const corrected = { metadata: { buyer_email: NEW }, receipt_email: null };
  expect(await stripe.paymentIntents.retrieve(declined)).toMatchObject(corrected);
  const { data } = await stripe.charges.list({ payment_intent: declined });
  expect(data.map(({ metadata }) => metadata.buyer_email)).toEqual([NEW, NEW]);
});

test("a hosted sale keeps at Stripe what its buyer typed there, and an unknown one is told", async () => {
  expect(await correctAtStripe(stripe, buyHosted({ email: OLD }), NEW)).toBe("hosted");
  expect(await correctAtStripe(stripe, "pi_nobody", NEW)).toBe("unknown");
});

test("nothing that Stripe tells later brings the old address back", async () => {
  await correct();
  await stripe.paymentIntents.update(id, { metadata: { buyer_email: OLD } });
  world.stripe.refund(id, 100);
  await hear();
  expect([await foundBy(NEW), await foundBy(OLD)]).toEqual([[id], []]);
});
