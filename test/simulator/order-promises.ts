import type { DisputeState, Order } from "../../src/ledger/orders.ts";
import { LINK_CONSENT_FIELD } from "../../src/paying/webhook/order-events.ts";
import type { CheckoutSession, Dispute, PaymentIntent } from "../outside-world/stripe-objects.ts";
import { shortId } from "./order-page.ts";
import type { World } from "./world.ts";

/** The shop's promises about an order: it says what Stripe says. */

type Provider = World["provider"];

function truthOf({ account }: Provider, { id }: PaymentIntent) {
  const charge = account.of("charges", id).find(({ status }) => status === "succeeded");
  const [dispute] = account.of("disputes", id);
  return { refundedCents: charge?.amount_refunded ?? 0, dispute: dispute && stateOf(dispute) };
}

/** What has become of a dispute, by its status and by the money that it took. */
function stateOf({ status, balance_transactions, is_charge_refundable }: Dispute): DisputeState {
  const takenCents = balance_transactions.reduce((cents, { amount }) => cents - amount, 0);
  switch (status) {
    case "won":
      return "won";
    case "lost":
    case "appeal_needs_response":
    case "appeal_under_review":
      return "lost";
    case "prevented":
    case "warning_closed":
      return takenCents > 0 ? "lost" : "closed";
    default:
      return is_charge_refundable && takenCents === 0 ? "inquiry" : "open";
  }
}

/** Whether all money of a payment has gone, as Stripe has it. */
export function isRepaidAtStripe(provider: Provider, intent: PaymentIntent): boolean {
  const { refundedCents, dispute } = truthOf(provider, intent);
  return refundedCents >= intent.amount || dispute === "lost";
}

export function checkOrder(world: World, intent: PaymentIntent, order: Order): void {
  const { fail, provider } = world;
  const { id, metadata } = intent;
  const { refundedCents, dispute } = truthOf(provider, intent);
  const says = (what: string) => fail(`the order of ${shortId(id)} ${what}`);
  if (order.status !== "paid") says(`is ${order.status}, and it is paid`);
  if (order.amountCents !== intent.amount) says(`is of ${order.amountCents} cents, not ${intent.amount}`);
  if ((order.refundedCents ?? 0) !== refundedCents)
    says(`says that ${order.refundedCents ?? 0} cents went back, and Stripe ${refundedCents}`);
  if (order.dispute !== dispute) says(`says that its dispute is ${order.dispute}, and Stripe ${dispute}`);
  if (order.productId !== metadata.product) says(`is of ${order.productId}, not ${metadata.product}`);
  checkConsent(world, intent, order);
  if (order.erasedAt !== undefined) {
    if (order.email !== undefined) says(`is ${order.email}'s, and was erased`);
    return;
  }
  const wishes = [...(world.wishes.get(id) ?? [])];
  if (wishes.length > 1 || (wishes[0] !== undefined && wishes[0] !== order.gift?.recipient))
    fail(
      `${shortId(id)} was confirmed as a gift for ${wishes.join(" and for ")}, and the order's is for ${order.gift?.recipient}`,
    );
  const corrections = world.corrections.filter(({ intentId }) => intentId === id);
  const isCorrected = corrections.at(-1)?.isDone === true;
  const addresses = isCorrected ? corrections.map(({ email }) => email) : world.addressesOf(intent);
  if (order.email === undefined || !addresses.includes(order.email))
    says(`is ${order.email}'s, not ${addresses.join("'s or ")}'s`);
}

/** Who waived the right of withdrawal did so in this sale, in the words that they read; and nobody else did. */
function checkConsent({ provider, fail }: World, { id, metadata }: PaymentIntent, order: Order): void {
  const session = provider.sessionOf(id);
  const given = session === undefined ? metadata.consent : waiverIn(session);
  if (order.consent !== given)
    fail(`the order of ${shortId(id)} has the consent ${order.consent}, and its buyer gave ${given}`);
}

function waiverIn({ custom_fields: fields, metadata }: CheckoutSession): string | undefined {
  const { key, agreed } = LINK_CONSENT_FIELD;
  const isGiven = fields.some((field) => field.key === key && field.dropdown?.value === agreed);
  return isGiven ? metadata.consent : undefined;
}
