import type Stripe from "stripe";
import type { DISPUTE_STATUSES } from "../../src/paying/webhook/order-events.ts";
import type { IntentStatus } from "./stripe-intents.ts";

/**
 * Objects of Stripe's, by the types of the installed `stripe` package, with the fields that the shop or a test reads. The
 * local Stripe and the Worker's tests set those that they are about.
 */

/** An object with these fields. Nobody here reads the others, which are left out. */
const made =
  <Whole>() =>
  <Given extends Partial<Whole>>(given: Given) =>
    given as Given & Omit<Whole, keyof Given>;

const CREATED = 1_700_000_000;
const SHARED = { amount: 3900, created: CREATED, currency: "eur", livemode: false, metadata: {} };

/** A payment that nobody has tried yet. */
export const INTENT = made<Stripe.PaymentIntent>()({
  ...SHARED,
  id: "pi_1",
  object: "payment_intent",
  client_secret: "pi_1_secret_a",
  description: null,
  last_payment_error: null,
  latest_charge: null,
  next_action: null,
  payment_method_types: ["card", "ideal", "klarna"],
  receipt_email: null,
  status: "requires_payment_method",
});

/** A finished hosted checkout. */
export const SESSION = made<Stripe.Checkout.Session>()({
  id: "cs_test_1",
  object: "checkout.session",
  amount_total: 3900,
  consent: { promotions: null, terms_of_service: null },
  created: CREATED,
  currency: "eur",
  custom_fields: [],
  customer_details: made<Stripe.Checkout.Session.CustomerDetails>()({ email: null, name: null }),
  livemode: false,
  metadata: {},
  payment_intent: null,
  payment_status: "paid",
  status: "complete",
});

export const CHARGE = made<Stripe.Charge>()({
  ...SHARED,
  id: "ch_1",
  object: "charge",
  amount_refunded: 0,
  balance_transaction: "txn_1",
  billing_details: made<Stripe.Charge.BillingDetails>()({
    address: made<Stripe.Address>()({ country: "NL" }),
    email: null,
    name: null,
  }),
  description: null,
  disputed: false,
  paid: true,
  payment_intent: null,
  payment_method_details: { type: "ideal" },
  receipt_email: null,
  refunded: false,
  status: "succeeded",
});

export const REFUND = made<Stripe.Refund>()({
  id: "re_1",
  object: "refund",
  amount: 3900,
  balance_transaction: "txn_2",
  charge: "ch_1",
  created: CREATED,
  currency: "eur",
  metadata: {},
  payment_intent: null,
  reason: null,
  status: "succeeded",
});

/** A chargeback that nobody has answered. */
export const DISPUTE = made<Stripe.Dispute>()({
  ...SHARED,
  id: "du_1",
  object: "dispute",
  balance_transactions: [],
  charge: "ch_1",
  evidence_details: made<Stripe.Dispute.EvidenceDetails>()({ due_by: CREATED + 864_000, submission_count: 0 }),
  is_charge_refundable: false,
  payment_intent: null,
  reason: "fraudulent",
  status: "needs_response",
});

/** The account's change by a dispute. */
export const BALANCE_TRANSACTION = made<Stripe.BalanceTransaction>()({
  id: "txn_1",
  object: "balance_transaction",
  amount: -3900,
  created: CREATED,
  currency: "eur",
  description: null,
  fee: 0,
  net: -3900,
  reporting_category: "dispute",
  source: "du_1",
});

/** A payment intent as Stripe's API returns it, with some narrower types. */
export type PaymentIntent = Stripe.PaymentIntent & {
  client_secret: string;
  last_payment_error: { type: "card_error"; code: string; message: string; charge: string } | null;
  latest_charge: string | null;
  metadata: Record<string, string>;
  next_action: { type: "redirect_to_url"; redirect_to_url: { url: string; return_url: string } } | null;
  status: IntentStatus;
};

export type Charge = Stripe.Charge & {
  /** Null until the money arrives. */
  balance_transaction: string | null;
  metadata: Record<string, string>;
  payment_intent: string;
  payment_method_details: { type: string };
};

/** A finished hosted checkout, as Stripe's events have it. */
export type CheckoutSession = Stripe.Checkout.Session & {
  /** Answers to the payment link's questions; empty if it has none. */
  customer_details: { email: string; name: string };
  metadata: Record<string, string>;
  payment_intent: string;
};

export type Refund = Stripe.Refund & {
  balance_transaction: string;
  /** The balance transaction of the amount that came back after a failure. */
  failure_balance_transaction?: string;
  payment_intent: string;
};

/** A change of the account's balance. `source`: the id of the object that caused it; null if none did. */
export type BalanceTransaction = Stripe.BalanceTransaction & { source: string | null };

export type Dispute = Stripe.Dispute & {
  balance_transactions: BalanceTransaction[];
  payment_intent: string;
  status: (typeof DISPUTE_STATUSES)[number];
};

export type EventObject = PaymentIntent | CheckoutSession | Charge | Refund | Dispute;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A random identifier in Stripe's form: a prefix such as `pi_` and letters and digits. */
export function randomId(prefix: string, length = 24): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return prefix + Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
