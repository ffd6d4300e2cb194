import type { PaymentIntent as BrowserPaymentIntent } from "@stripe/stripe-js";
import type Stripe from "stripe";
import { randomId } from "./identifiers.ts";
import { type Attempt, type Charge, decideCharge, declineOf, newCharge } from "./stripe-charges.ts";
import { INTENT } from "./stripe-objects.ts";
import { ApiError } from "./stripe-parameters.ts";

/** The outcomes that a payer can choose on the local payment form, with their texts. */
export const OUTCOME_LABELS = {
  succeeded: "Geslaagd",
  declined: "Geweigerd",
  processing: "In behandeling",
  "connection-lost": "Netwerkfout, niet betaald",
  "connection-lost-after-payment": "Netwerkfout, wel betaald",
  "api-error": "Storing bij Stripe (api_error)",
  "rate-limit": "Te veel verzoeken (rate_limit_error)",
} as const;
export type Outcome = keyof typeof OUTCOME_LABELS;

/** Methods that send the payer to a page of their bank. */
const REDIRECT_TYPES: readonly string[] = ["ideal", "klarna"];

/** The statuses of Stripe that this stand-in uses. */
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

/** A payment intent as Stripe's API returns it, with some narrower types. */
export type PaymentIntent = Stripe.PaymentIntent & {
  client_secret: string;
  last_payment_error: { type: "card_error"; code: string; message: string; charge: string } | null;
  latest_charge: string | null;
  metadata: Record<string, string>;
  next_action: { type: "redirect_to_url"; redirect_to_url: { url: string; return_url: string } } | null;
  status: IntentStatus;
};

/** The webhook events that the stand-in sends about an intent. */
export type IntentEventType = Extract<
  Stripe.Event.Type,
  `payment_intent.${"succeeded" | "payment_failed" | "canceled" | "processing"}`
>;

type Confirmation = Attempt & { outcome: Outcome; returnUrl: string; receiptEmail: string | undefined };

export type IntentStore = {
  all(): readonly PaymentIntent[];
  get(id: string): PaymentIntent | undefined;
  /** The charge of an intent's latest attempt; undefined if nobody has tried to pay. */
  latestCharge(intent: PaymentIntent): Charge | undefined;
  /** Calls the function for each charge when it is made. */
  onCharge(listener: (charge: Charge) => void): void;
  create(order: Pick<PaymentIntent, "amount" | "currency" | "metadata">): PaymentIntent;
  /** Sets the intent's new state, or throws the refusal. */
  confirm(intent: PaymentIntent, confirmation: Confirmation): void;
  /** Says how the payer pays, before `settle`. Without it: with a card and without a name. */
  attempt(intent: PaymentIntent, attempt: Attempt): void;
  /** The decision of the bank or card network, later or on its page. */
  settle(intent: PaymentIntent, status: Exclude<IntentStatus, "canceled">): void;
  cancel(intent: PaymentIntent): void;
  clear(): void;
};

/** Stores payment intents and their states. Calls `onEvent` for each change that causes a webhook. */
export function createIntentStore(options: {
  bankPageUrl: (intentId: string) => string;
  onEvent: (type: IntentEventType, intent: PaymentIntent) => void;
}): IntentStore {
  const intents = new Map<string, PaymentIntent>();
  const attempts = new Map<string, Attempt>();
  const charges = new Map<string, Charge>();
  const listeners: ((charge: Charge) => void)[] = [];

  /** The charge of the attempt that is under way; a new one, if it has none yet. */
  function chargeOfAttempt(intent: PaymentIntent): Charge {
    const known = store.latestCharge(intent);
    if (known?.status === "pending") return known;
    const attempt = attempts.get(intent.id) ?? { type: "card", name: null, email: null };
    const charge = newCharge(intent, attempt, nowInSeconds());
    intent.latest_charge = charge.id;
    charges.set(charge.id, charge);
    for (const listener of listeners) listener(charge);
    return charge;
  }

  function become(intent: PaymentIntent, status: IntentStatus, type: IntentEventType): void {
    Object.assign(intent, { status, next_action: null });
    options.onEvent(type, intent);
  }

  const store: IntentStore = {
    all: () => [...intents.values()],
    get: (id) => intents.get(id),
    latestCharge: ({ latest_charge: id }) => charges.get(id ?? ""),
    onCharge: (listener) => void listeners.push(listener),
    create(order) {
      const id = randomId("pi_3");
      const intent: PaymentIntent = {
        ...INTENT,
        id,
        client_secret: randomId(`${id}_secret_`),
        created: nowInSeconds(),
        ...order,
      };
      intents.set(id, intent);
      return intent;
    },
    attempt: (intent, attempt) => void attempts.set(intent.id, attempt),
    confirm(intent, { outcome, returnUrl, receiptEmail, ...attempt }) {
      const { status } = intent;
      if (status !== "requires_payment_method" && status !== "requires_action") {
        throw new ApiError(`You cannot confirm this PaymentIntent because its status is ${status}.`, {
          code: "payment_intent_unexpected_state",
          payment_intent: publicIntent(intent),
        });
      }
      if (receiptEmail !== undefined) intent.receipt_email = receiptEmail;
      store.attempt(intent, attempt);
      intent.last_payment_error = null;
      if (outcome === "declined") {
        store.settle(intent, "requires_payment_method");
        const { code, message } = declineOf(attempt);
        const method = { object: "payment_method", type: attempt.type };
        const about = { payment_intent: publicIntent(intent), payment_method: method };
        throw new ApiError(message, { type: "card_error", code, ...about }, 402);
      }
      if (outcome === "processing") {
        store.settle(intent, "processing");
      } else if (REDIRECT_TYPES.includes(attempt.type)) {
        intent.status = "requires_action";
        intent.next_action = {
          type: "redirect_to_url",
          redirect_to_url: { url: options.bankPageUrl(intent.id), return_url: returnUrl },
        };
      } else {
        store.settle(intent, "succeeded");
      }
    },
    settle(intent, status) {
      if (status === "succeeded") {
        decideCharge(chargeOfAttempt(intent), "succeeded");
        intent.amount_received = intent.amount;
        become(intent, status, "payment_intent.succeeded");
      } else if (status === "processing") {
        chargeOfAttempt(intent);
        become(intent, status, "payment_intent.processing");
      } else if (status === "requires_payment_method") {
        const charge = chargeOfAttempt(intent);
        decideCharge(charge, "failed");
        intent.last_payment_error = {
          type: "card_error",
          ...declineOf(charge.payment_method_details),
          charge: charge.id,
        };
        become(intent, status, "payment_intent.payment_failed");
      }
      // States without a webhook.
      else intent.status = status;
    },
    cancel(intent) {
      if (intent.status === "succeeded" || intent.status === "canceled")
        throw new ApiError(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
          code: "payment_intent_unexpected_state",
        });
      intent.canceled_at = nowInSeconds();
      become(intent, "canceled", "payment_intent.canceled");
    },
    clear() {
      for (const known of [intents, attempts, charges]) known.clear();
    },
  };
  return store;
}

/** The fields that a browser gets: those that Stripe.js publishes. */
// biome-ignore format: a list of names
const VISIBLE_FIELDS = [
  "id", "object", "amount", "canceled_at", "cancellation_reason", "capture_method", "client_secret",
  "confirmation_method", "created", "currency", "description", "last_payment_error", "livemode", "next_action",
  "payment_method", "payment_method_types", "receipt_email", "setup_future_usage", "shipping", "status",
] as const satisfies readonly (keyof BrowserPaymentIntent)[];

/** The part of an intent for a caller with the publishable key and the client secret: no metadata, no charge. */
export function publicIntent(intent: PaymentIntent): Pick<PaymentIntent, (typeof VISIBLE_FIELDS)[number]> {
  return Object.fromEntries(VISIBLE_FIELDS.map((name) => [name, intent[name]])) as never;
}

export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
