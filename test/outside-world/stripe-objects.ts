import type Stripe from "stripe";

/**
 * Whole objects of Stripe's, by the types of the installed `stripe` package. The local Stripe and the Worker's tests set
 * the fields that they are about. The others are as in this shop's payments, mostly null.
 */

function nulls<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, null>> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
}

// biome-ignore format: a list of names
export const EMPTY_FIELDS = {
  intent: nulls(
    "allowed_payment_method_types", "application", "application_fee_amount", "canceled_at", "cancellation_reason",
    "customer", "customer_account", "description", "excluded_payment_method_types", "last_payment_error",
    "latest_charge", "managed_payments", "next_action", "on_behalf_of", "payment_method",
    "payment_method_configuration_details", "payment_method_options", "payment_record", "processing", "receipt_email",
    "review", "setup_future_usage", "shipping", "source", "statement_descriptor", "statement_descriptor_suffix",
    "transfer_group",
  ),
  session: nulls(
    "adaptive_pricing", "after_expiration", "allow_promotion_codes", "allowed_payment_method_types",
    "billing_address_collection", "cancel_url", "client_reference_id", "client_secret", "collected_information",
    "consent_collection", "currency_conversion", "customer", "customer_account", "customer_creation", "customer_email",
    "discounts", "integration_identifier", "invoice", "invoice_creation", "locale", "managed_payments",
    "origin_context", "payment_link", "payment_method_collection", "payment_method_configuration_details",
    "payment_method_options", "permissions", "recovered_from", "saved_payment_method_options", "setup_intent",
    "shipping_address_collection", "shipping_cost", "submit_type", "subscription", "success_url", "total_details",
    "ui_mode", "url", "wallet_options",
  ),
  customerDetails: nulls("address", "business_name", "individual_name", "phone", "tax_exempt", "tax_ids"),
  customText: nulls("after_submit", "shipping_address", "submit", "terms_of_service_acceptance"),
  charge: nulls(
    "application", "application_fee", "application_fee_amount", "calculated_statement_descriptor", "customer",
    "description", "failure_balance_transaction", "failure_code", "failure_message", "fraud_details", "on_behalf_of",
    "outcome", "payment_method", "receipt_email", "receipt_number", "receipt_url", "review", "shipping", "source",
    "source_transfer", "statement_descriptor", "statement_descriptor_suffix", "transfer_data", "transfer_group",
  ),
  address: nulls("city", "country", "line1", "line2", "postal_code", "state"),
  refund: nulls(
    "customer", "customer_account", "payment_method", "reason", "receipt_number", "source_transfer_reversal",
    "transfer_reversal",
  ),
  balanceTransaction: nulls("description", "exchange_rate"),
  product: nulls("description", "package_dimensions", "shippable", "tax_details", "url"),
  price: nulls(
    "custom_unit_amount", "lookup_key", "nickname", "recurring", "tax_behavior", "tiers_mode", "transform_quantity",
  ),
  paymentLink: nulls(
    "application", "application_fee_amount", "application_fee_percent", "consent_collection", "inactive_message",
    "invoice_creation", "managed_payments", "on_behalf_of", "payment_intent_data", "payment_method_options",
    "payment_method_types", "restrictions", "shipping_address_collection", "subscription_data", "transfer_data",
  ),
  consentCollection: nulls("payment_method_reuse_agreement", "promotions", "terms_of_service"),
  linkPayment: nulls(
    "capture_method", "description", "setup_future_usage", "statement_descriptor", "statement_descriptor_suffix",
    "transfer_group",
  ),
  webhookEndpoint: nulls("api_version", "application", "description"),
};

const CREATED = 1_700_000_000;
const SHARED = { amount: 3900, created: CREATED, currency: "eur", livemode: false, metadata: {} };
const METHODS = ["card", "ideal", "klarna"];

/** A payment that nobody has tried yet. */
export const INTENT = {
  ...EMPTY_FIELDS.intent,
  ...SHARED,
  id: "pi_1",
  object: "payment_intent",
  amount_capturable: 0,
  amount_received: 0,
  automatic_payment_methods: { allow_redirects: "always", enabled: true },
  capture_method: "automatic_async",
  client_secret: "pi_1_secret_a",
  confirmation_method: "automatic",
  payment_method_types: METHODS,
  status: "requires_payment_method",
} satisfies Stripe.PaymentIntent;

/** A finished hosted checkout. */
export const SESSION = {
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
  payment_method_types: METHODS,
  payment_status: "paid",
  shipping_options: [],
  status: "complete",
} satisfies Stripe.Checkout.Session;

/** A charge that has succeeded. */
export const CHARGE = {
  ...EMPTY_FIELDS.charge,
  ...SHARED,
  id: "ch_1",
  object: "charge",
  amount_captured: 3900,
  amount_refunded: 0,
  balance_transaction: "txn_1",
  billing_details: {
    address: { ...EMPTY_FIELDS.address, country: "NL" },
    email: null,
    name: null,
    phone: null,
    tax_id: null,
  },
  captured: true,
  disputed: false,
  paid: true,
  payment_intent: null,
  payment_method_details: { type: "ideal" },
  refunded: false,
  status: "succeeded",
} satisfies Stripe.Charge;

/** A refund of all. */
export const REFUND = {
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

/** A chargeback that nobody has answered. */
export const DISPUTE = {
  ...SHARED,
  id: "du_1",
  object: "dispute",
  balance_transactions: [],
  charge: "ch_1",
  enhanced_eligibility_types: [],
  evidence: {} as Stripe.Dispute.Evidence,
  evidence_details: {
    due_by: CREATED + 864_000,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: "not_submitted",
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  payment_intent: null,
  reason: "fraudulent",
  status: "needs_response",
} satisfies Stripe.Dispute;

/** The account's change by a dispute. */
export const BALANCE_TRANSACTION = {
  ...EMPTY_FIELDS.balanceTransaction,
  id: "txn_1",
  object: "balance_transaction",
  amount: -3900,
  available_on: CREATED,
  balance_type: "payments",
  created: CREATED,
  currency: "eur",
  fee: 0,
  fee_details: [],
  net: -3900,
  reporting_category: "dispute",
  source: "du_1",
  status: "available",
  type: "adjustment",
} satisfies Stripe.BalanceTransaction;
