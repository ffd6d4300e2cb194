/**
 * Fields that Stripe always returns, and that are null in this shop's objects. They make an object complete by the
 * types of the installed `stripe` package; `tsc` says so where one is made.
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
  dispute: nulls("intended_submission_method"),
  evidence: nulls(
    "access_activity_log", "billing_address", "cancellation_policy", "cancellation_policy_disclosure",
    "cancellation_rebuttal", "customer_communication", "customer_email_address", "customer_name",
    "customer_purchase_ip", "customer_signature", "duplicate_charge_documentation", "duplicate_charge_explanation",
    "duplicate_charge_id", "product_description", "receipt", "refund_policy", "refund_policy_disclosure",
    "refund_refusal_explanation", "service_date", "service_documentation", "shipping_address", "shipping_carrier",
    "shipping_date", "shipping_documentation", "shipping_tracking_number", "uncategorized_file", "uncategorized_text",
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
