import type { PaymentIntent as BrowserPaymentIntent } from "@stripe/stripe-js";
import type Stripe from "stripe";

/**
 * Stripe's published type of each call and event. `stripe-schema.ts` makes JSON Schema of this file when tests run. The
 * local Stripe may not answer a call that is missing here.
 */

type Call<Asks, Answers> = { asks: Asks; answers: Answers };
type List<Asks, Answers> = Call<Asks, Stripe.ApiList<Answers>>;
type Search<Asks, Answers> = Call<Asks, Stripe.ApiSearchResult<Answers>>;

/** By method and path; `:id` = any id. */
export type StripeCalls = {
  "POST /v1/payment_intents": Call<Stripe.PaymentIntentCreateParams, Stripe.PaymentIntent>;
  "GET /v1/payment_intents": List<Stripe.PaymentIntentListParams, Stripe.PaymentIntent>;
  "GET /v1/payment_intents/search": Search<Stripe.PaymentIntentSearchParams, Stripe.PaymentIntent>;
  "GET /v1/payment_intents/:id": Call<Stripe.PaymentIntentRetrieveParams, Stripe.PaymentIntent>;
  "POST /v1/payment_intents/:id": Call<Stripe.PaymentIntentUpdateParams, Stripe.PaymentIntent>;
  "POST /v1/payment_intents/:id/cancel": Call<Stripe.PaymentIntentCancelParams, Stripe.PaymentIntent>;
  "GET /v1/checkout/sessions": List<Stripe.Checkout.SessionListParams, Stripe.Checkout.Session>;
  "GET /v1/charges": List<Stripe.ChargeListParams, Stripe.Charge>;
  "GET /v1/charges/:id": Call<Stripe.ChargeRetrieveParams, Stripe.Charge>;
  "POST /v1/charges/:id": Call<Stripe.ChargeUpdateParams, Stripe.Charge>;
  "POST /v1/refunds": Call<Stripe.RefundCreateParams, Stripe.Refund>;
  "GET /v1/refunds": List<Stripe.RefundListParams, Stripe.Refund>;
  "GET /v1/refunds/:id": Call<Stripe.RefundRetrieveParams, Stripe.Refund>;
  "GET /v1/disputes": List<Stripe.DisputeListParams, Stripe.Dispute>;
  "GET /v1/disputes/:id": Call<Stripe.DisputeRetrieveParams, Stripe.Dispute>;
  "GET /v1/balance_transactions": List<Stripe.BalanceTransactionListParams, Stripe.BalanceTransaction>;
  "GET /v1/balance_transactions/:id": Call<Stripe.BalanceTransactionRetrieveParams, Stripe.BalanceTransaction>;
  "GET /v1/events": List<Stripe.EventListParams, StripeEvents[keyof StripeEvents]>;
  "GET /v1/account": Call<Stripe.AccountRetrieveParams, Stripe.Account>;
  "POST /v1/products": Call<Stripe.ProductCreateParams, Stripe.Product>;
  "GET /v1/products": List<Stripe.ProductListParams, Stripe.Product>;
  "POST /v1/products/:id": Call<Stripe.ProductUpdateParams, Stripe.Product>;
  "POST /v1/prices": Call<Stripe.PriceCreateParams, Stripe.Price>;
  "GET /v1/prices": List<Stripe.PriceListParams, Stripe.Price>;
  "POST /v1/prices/:id": Call<Stripe.PriceUpdateParams, Stripe.Price>;
  "POST /v1/payment_links": Call<Stripe.PaymentLinkCreateParams, Stripe.PaymentLink>;
  "GET /v1/payment_links": List<Stripe.PaymentLinkListParams, Stripe.PaymentLink>;
  "POST /v1/payment_links/:id": Call<Stripe.PaymentLinkUpdateParams, Stripe.PaymentLink>;
  "POST /v1/webhook_endpoints": Call<Stripe.WebhookEndpointCreateParams, Stripe.WebhookEndpoint>;
  "GET /v1/webhook_endpoints": List<Stripe.WebhookEndpointListParams, Stripe.WebhookEndpoint>;
  "POST /v1/webhook_endpoints/:id": Call<Stripe.WebhookEndpointUpdateParams, Stripe.WebhookEndpoint>;
  "POST /v1/payment_method_domains": Call<Stripe.PaymentMethodDomainCreateParams, Stripe.PaymentMethodDomain>;
  "GET /v1/payment_method_domains": List<Stripe.PaymentMethodDomainListParams, Stripe.PaymentMethodDomain>;
  "POST /v1/payment_method_domains/:id": Call<Stripe.PaymentMethodDomainUpdateParams, Stripe.PaymentMethodDomain>;
  "POST /v1/payment_method_domains/:id/validate": Call<
    Stripe.PaymentMethodDomainValidateParams,
    Stripe.PaymentMethodDomain
  >;
};

/** A payment intent as a browser gets it: the fields that Stripe.js publishes, with the server's types. */
type VisibleIntent = Pick<Stripe.PaymentIntent, keyof BrowserPaymentIntent>;

/** With a publishable key both calls need the intent's secret: https://docs.stripe.com/api/payment_intents/retrieve */
interface BrowserRetrieveParams extends Stripe.PaymentIntentRetrieveParams {
  key: string;
  client_secret: string;
}
interface BrowserConfirmParams extends Omit<Stripe.PaymentIntentConfirmParams, "payment_method_data"> {
  key: string;
  client_secret: string;
  payment_method_data: BrowserMethodData;
}
/** Only a browser may send a card. */
interface BrowserMethodData extends Omit<Stripe.PaymentIntentConfirmParams.PaymentMethodData, "type"> {
  type: Stripe.PaymentIntentConfirmParams.PaymentMethodData.Type | "card";
}

/** The calls that Stripe.js makes with the publishable key. */
export type BrowserCalls = {
  "GET /v1/payment_intents/:id": Call<BrowserRetrieveParams, VisibleIntent>;
  "POST /v1/payment_intents/:id/confirm": Call<BrowserConfirmParams, VisibleIntent>;
};

export type StripeEvents = {
  "payment_intent.succeeded": Stripe.PaymentIntentSucceededEvent;
  "payment_intent.payment_failed": Stripe.PaymentIntentPaymentFailedEvent;
  "payment_intent.canceled": Stripe.PaymentIntentCanceledEvent;
  "payment_intent.processing": Stripe.PaymentIntentProcessingEvent;
  "checkout.session.completed": Stripe.CheckoutSessionCompletedEvent;
  "checkout.session.async_payment_succeeded": Stripe.CheckoutSessionAsyncPaymentSucceededEvent;
  "checkout.session.async_payment_failed": Stripe.CheckoutSessionAsyncPaymentFailedEvent;
  "charge.refunded": Stripe.ChargeRefundedEvent;
  "charge.refund.updated": Stripe.ChargeRefundUpdatedEvent;
  "refund.created": Stripe.RefundCreatedEvent;
  "refund.updated": Stripe.RefundUpdatedEvent;
  "refund.failed": Stripe.RefundFailedEvent;
  "charge.dispute.created": Stripe.ChargeDisputeCreatedEvent;
  "charge.dispute.updated": Stripe.ChargeDisputeUpdatedEvent;
  "charge.dispute.closed": Stripe.ChargeDisputeClosedEvent;
};

/** An expanded source of a balance transaction. */
export type ExpandedSource = Stripe.Charge | Stripe.Refund | Stripe.Dispute;

/** https://docs.stripe.com/api/errors */
type Refusal<Intent> = {
  error: {
    type: Stripe.PaymentIntent.LastPaymentError.Type | "rate_limit_error";
    message: string;
    code?: Stripe.PaymentIntent.LastPaymentError.Code;
    param?: string;
    decline_code?: string;
    payment_intent?: Intent;
    payment_method?: Pick<Stripe.PaymentMethod, "object" | "type">;
  };
};
export type StripeRefusal = Refusal<Stripe.PaymentIntent>;
export type BrowserRefusal = Refusal<VisibleIntent>;

/** All types; each type that they use gets a definition by its name. */
export type StripeTypes = {
  calls: StripeCalls;
  browserCalls: BrowserCalls;
  events: StripeEvents;
  source: ExpandedSource;
  refusal: StripeRefusal;
  browserRefusal: BrowserRefusal;
};
