import type Stripe from "stripe";
import { randomId } from "./identifiers.ts";
import { type ApiError, type CreateParameters, invalid } from "./stripe-parameters.ts";

/** What the payer chose to happen on the local payment form. */
export const OUTCOMES = [
  "succeeded",
  "declined",
  "processing",
  "connection-lost",
  "connection-lost-after-payment",
  "api-error",
  "rate-limit",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Methods that send the payer to a page of their bank. */
export const REDIRECT_TYPES: readonly string[] = ["ideal", "klarna"];
const PAYMENT_METHOD_TYPES = ["card", "ideal", "klarna"];
/** Wallets are cards to a payment intent. */
const CONFIRM_TYPES: readonly string[] = [...PAYMENT_METHOD_TYPES, "apple_pay", "google_pay"];

/** A status as Stripe names it; the ones that this stand-in uses. */
export type IntentStatus = Extract<
  Stripe.PaymentIntent.Status,
  | "requires_payment_method"
  | "requires_action"
  | "requires_confirmation"
  | "requires_capture"
  | "processing"
  | "succeeded"
  | "canceled"
>;

export type LastPaymentError = {
  type: "card_error" | "invalid_request_error";
  code: string;
  decline_code?: string;
  message: string;
};

/** A payment intent in the form in which Stripe's API answers; fields that the shop has no use for are null. */
export type PaymentIntent = {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_capturable: number;
  amount_received: number;
  automatic_payment_methods: { allow_redirects: "always" | "never"; enabled: true } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: "automatic_async";
  client_secret: string;
  confirmation_method: "automatic";
  created: number;
  currency: string;
  customer: null;
  description: string | null;
  last_payment_error: LastPaymentError | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Record<string, string>;
  next_action: { type: "redirect_to_url"; redirect_to_url: { url: string; return_url: string } } | null;
  payment_method: string | null;
  payment_method_types: readonly string[];
  processing: null;
  receipt_email: string | null;
  setup_future_usage: null;
  shipping: null;
  statement_descriptor: null;
  statement_descriptor_suffix: string | null;
  status: IntentStatus;
};

/** The webhook events that the stand-in sends. */
export type IntentEventType = Extract<
  Stripe.Event.Type,
  "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled" | "payment_intent.processing"
>;

export type Confirmation = {
  type: string;
  outcome: Outcome;
  returnUrl: string | null;
  receiptEmail: string | null;
};

export type IntentStore = {
  all(): readonly PaymentIntent[];
  get(id: string): PaymentIntent | undefined;
  create(parameters: CreateParameters): PaymentIntent;
  /** Answers with the intent's new state, or with why the payment is refused. */
  confirm(intent: PaymentIntent, confirmation: Confirmation): ApiError | null;
  /** What the bank or card network decides later, or on its page. */
  settle(intent: PaymentIntent, status: Exclude<IntentStatus, "canceled">): void;
  cancel(intent: PaymentIntent, reason: string | null): ApiError | null;
  clear(): void;
};

/** Keeps payment intents and their states. `onEvent` hears of each change that Stripe would send a webhook for. */
export function createIntentStore(options: {
  bankPageUrl: (intentId: string) => string;
  onEvent: (type: IntentEventType, intent: PaymentIntent) => void;
}): IntentStore {
  const intents = new Map<string, PaymentIntent>();

  function succeed(intent: PaymentIntent): void {
    intent.status = "succeeded";
    intent.amount_received = intent.amount;
    intent.latest_charge = randomId("ch_3");
    intent.last_payment_error = null;
    intent.next_action = null;
    options.onEvent("payment_intent.succeeded", intent);
  }

  function fail(intent: PaymentIntent, error: LastPaymentError): void {
    intent.status = "requires_payment_method";
    intent.last_payment_error = error;
    intent.payment_method = null;
    intent.next_action = null;
    options.onEvent("payment_intent.payment_failed", intent);
  }

  function process(intent: PaymentIntent): void {
    intent.status = "processing";
    intent.next_action = null;
    options.onEvent("payment_intent.processing", intent);
  }

  return {
    all: () => [...intents.values()],
    get: (id) => intents.get(id),
    create(parameters) {
      const intent = newIntent(parameters);
      intents.set(intent.id, intent);
      return intent;
    },
    confirm(intent, { type, outcome, returnUrl, receiptEmail }) {
      if (intent.status !== "requires_payment_method" && intent.status !== "requires_action") {
        return unexpectedState(intent, "confirm");
      }
      if (!CONFIRM_TYPES.includes(type)) {
        return invalid(`The payment method type "${type}" is invalid for this PaymentIntent.`, {
          param: "payment_method_data[type]",
        });
      }
      if (receiptEmail !== null) intent.receipt_email = receiptEmail;
      intent.payment_method = randomId("pm_1");
      intent.last_payment_error = null;
      if (outcome === "declined") {
        fail(intent, CARD_DECLINED);
        return { status: 402, error: { ...CARD_DECLINED, payment_intent: publicIntent(intent) } };
      }
      if (outcome === "processing") {
        process(intent);
      } else if (REDIRECT_TYPES.includes(type)) {
        if (returnUrl === null) {
          return invalid("A return_url is needed for this payment method.", { param: "return_url" });
        }
        intent.status = "requires_action";
        intent.next_action = {
          type: "redirect_to_url",
          redirect_to_url: { url: options.bankPageUrl(intent.id), return_url: returnUrl },
        };
      } else {
        succeed(intent);
      }
      return null;
    },
    settle(intent, status) {
      if (status === "succeeded") succeed(intent);
      else if (status === "processing") process(intent);
      else if (status === "requires_payment_method") fail(intent, BANK_DECLINED);
      // States that no webhook tells of.
      else intent.status = status;
    },
    cancel(intent, reason) {
      if (intent.status === "succeeded" || intent.status === "canceled" || intent.status === "processing") {
        return unexpectedState(intent, "cancel");
      }
      intent.status = "canceled";
      intent.canceled_at = nowInSeconds();
      intent.cancellation_reason = reason;
      intent.next_action = null;
      options.onEvent("payment_intent.canceled", intent);
      return null;
    },
    clear: () => intents.clear(),
  };
}

/** What a holder of the publishable key and the client secret may see: no metadata, no charge. */
export function publicIntent(intent: PaymentIntent): Partial<PaymentIntent> {
  const { metadata: _metadata, latest_charge: _charge, customer: _customer, ...visible } = intent;
  return visible;
}

export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

const CARD_DECLINED: LastPaymentError = {
  type: "card_error",
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Je kaart is geweigerd.",
};

const BANK_DECLINED: LastPaymentError = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message: "De bank heeft de betaling niet goedgekeurd.",
};

function newIntent(parameters: CreateParameters): PaymentIntent {
  const id = randomId("pi_3");
  return {
    id,
    object: "payment_intent",
    amount: parameters.amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods:
      parameters.allowedTypes === null ? { allow_redirects: parameters.allowRedirects, enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: randomId(`${id}_secret_`),
    confirmation_method: "automatic",
    created: nowInSeconds(),
    currency: parameters.currency,
    customer: null,
    description: parameters.description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: parameters.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: availableTypes(parameters),
    processing: null,
    receipt_email: parameters.receiptEmail,
    setup_future_usage: null,
    shipping: null,
    statement_descriptor: null,
    statement_descriptor_suffix: parameters.statementDescriptorSuffix,
    status: "requires_payment_method",
  };
}

/** iDEAL and Klarna need a redirect, and iDEAL needs euros. */
function availableTypes({ allowedTypes, allowRedirects, currency }: CreateParameters): readonly string[] {
  return PAYMENT_METHOD_TYPES.filter((type) => {
    if (allowedTypes !== null && !allowedTypes.includes(type)) return false;
    if (REDIRECT_TYPES.includes(type) && allowRedirects === "never") return false;
    return type !== "ideal" || currency === "eur";
  });
}

function unexpectedState(intent: PaymentIntent, verb: string): ApiError {
  const { status, error } = invalid(`You cannot ${verb} this PaymentIntent because its status is ${intent.status}.`, {
    code: "payment_intent_unexpected_state",
  });
  return { status, error: { ...error, payment_intent: publicIntent(intent) } };
}
