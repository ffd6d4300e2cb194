import type Stripe from "stripe";
import { isRefundable } from "../outside-world/stripe-disputes.ts";
import { EMPTY_FIELDS } from "../outside-world/stripe-empty-fields.ts";

/**
 * Whole objects of Stripe's, as events have them. A test sets the fields that it is about. The others are as in a
 * payment of this shop.
 */

type Fields = Readonly<Record<string, unknown>>;

const CREATED = 1_700_000_000;

const INTENT = {
  ...EMPTY_FIELDS.intent,
  id: "pi_1",
  object: "payment_intent",
  amount: 3900,
  amount_capturable: 0,
  amount_received: 0,
  automatic_payment_methods: { allow_redirects: "always", enabled: true },
  capture_method: "automatic_async",
  client_secret: "pi_1_secret_a",
  confirmation_method: "automatic",
  created: CREATED,
  currency: "eur",
  livemode: false,
  metadata: { product: "KVB1", price: "3900", flow: "none" },
  payment_method_types: ["card", "ideal", "klarna"],
  receipt_email: "jan@example.nl",
  status: "requires_payment_method",
} satisfies Stripe.PaymentIntent;

const SESSION = {
  ...EMPTY_FIELDS.session,
  id: "cs_test_1",
  object: "checkout.session",
  amount_subtotal: 3900,
  amount_total: 3900,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  consent: { promotions: null, terms_of_service: null },
  created: CREATED,
  currency: "eur",
  custom_fields: [],
  custom_text: EMPTY_FIELDS.customText,
  customer_details: { ...EMPTY_FIELDS.customerDetails, email: null, name: null },
  expires_at: CREATED + 86_400,
  livemode: false,
  metadata: {},
  mode: "payment",
  payment_intent: null,
  payment_method_types: ["card", "ideal", "klarna"],
  payment_status: "paid",
  shipping_options: [],
  status: "complete",
} satisfies Stripe.Checkout.Session;

const CHARGE = {
  ...EMPTY_FIELDS.charge,
  id: "ch_1",
  object: "charge",
  amount: 3900,
  amount_captured: 3900,
  amount_refunded: 0,
  balance_transaction: "txn_1",
  billing_details: { address: EMPTY_FIELDS.address, email: null, name: null, phone: null, tax_id: null },
  captured: true,
  created: CREATED,
  currency: "eur",
  disputed: false,
  livemode: false,
  metadata: {},
  paid: true,
  payment_intent: null,
  payment_method_details: { type: "ideal" },
  refunded: false,
  status: "succeeded",
} satisfies Stripe.Charge;

const REFUND = {
  ...EMPTY_FIELDS.refund,
  id: "re_1",
  object: "refund",
  amount: 3900,
  balance_transaction: "txn_2",
  charge: "ch_1",
  created: CREATED,
  currency: "eur",
  metadata: {},
  payment_intent: null,
  status: "succeeded",
} satisfies Stripe.Refund;

const DISPUTE = {
  ...EMPTY_FIELDS.dispute,
  id: "du_1",
  object: "dispute",
  amount: 3900,
  balance_transactions: [],
  charge: "ch_1",
  created: CREATED,
  currency: "eur",
  enhanced_eligibility_types: [],
  evidence: { ...EMPTY_FIELDS.evidence, enhanced_evidence: {} },
  evidence_details: {
    due_by: CREATED + 864_000,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: "not_submitted",
  },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: null,
  reason: "fraudulent",
  status: "needs_response",
} satisfies Stripe.Dispute;

/** Objects that a test may set a part of. */
const PARTS = ["billing_details", "consent", "customer_details"] as const;

/** A payment intent as our checkout makes it. */
export function intent(changes: Fields = {}): Record<string, unknown> {
  return { ...INTENT, ...changes };
}

/** An answer to a question of a payment link; null = none. */
export function choice(key: string, value: string | null): Stripe.Checkout.Session.CustomField {
  const dropdown = { default_value: null, options: [], value };
  return { key, label: { custom: "Vraag", type: "custom" }, optional: false, type: "dropdown", dropdown };
}

/** The balance transaction of a dispute. */
export function balanceTransaction(amount: number): Stripe.BalanceTransaction {
  return {
    ...EMPTY_FIELDS.balanceTransaction,
    id: `txn_${amount}`,
    object: "balance_transaction",
    amount,
    available_on: CREATED,
    balance_type: "payments",
    created: CREATED,
    currency: "eur",
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: "dispute",
    source: "du_1",
    status: "available",
    type: "adjustment",
  };
}

/** The object of an event, by the beginning of its type. */
const ABOUT: readonly (readonly [string, Fields])[] = [
  ["payment_intent.", INTENT],
  ["checkout.session.", SESSION],
  ["charge.dispute.", DISPUTE],
  ["charge.refund.", REFUND],
  ["charge.", CHARGE],
  ["refund.", REFUND],
];

/** What has become of a payment when such an event is sent. */
const BECAME: Readonly<Record<string, Fields>> = {
  "payment_intent.succeeded": { latest_charge: "ch_1", status: "succeeded" },
  "payment_intent.processing": { latest_charge: "ch_1", status: "processing" },
  "payment_intent.payment_failed": { latest_charge: "ch_1" },
  "payment_intent.canceled": { canceled_at: CREATED, status: "canceled" },
};

/** The object of an event with all fields of its kind. Another value is returned as it is. */
export function wholeObject(type: string, object: unknown): unknown {
  const kind = ABOUT.find(([prefix]) => type.startsWith(prefix))?.[1];
  if (typeof object !== "object" || object === null || kind === undefined) return object;
  const given = object as Fields;
  const parts = PARTS.filter((name) => typeof given[name] === "object" && given[name] !== null && name in kind);
  const whole = parts.map((name) => [name, { ...(kind[name] as object), ...(given[name] as object) }]);
  const status = String(given.status ?? DISPUTE.status);
  const facts = kind === DISPUTE ? { is_charge_refundable: isRefundable(status) } : {};
  return { ...kind, ...facts, ...given, ...BECAME[type], ...Object.fromEntries(whole) };
}
