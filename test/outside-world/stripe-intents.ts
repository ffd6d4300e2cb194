import type Stripe from "stripe";
import type { Outcome } from "./browser/stripe-calls.ts";
import type { StripeAccountStore } from "./stripe-account.ts";
import { CHARGE, type Charge, INTENT, nowInSeconds, type PaymentIntent, randomId } from "./stripe-objects.ts";
import { ApiError, requireKnown } from "./stripe-parameters.ts";

/**
 * Payments, and a charge for each attempt to pay one, also for one that is declined. A charge has its own copy of the
 * payment's metadata and of what the payer typed: a later change of the payment does not change it.
 *
 * Not modelled: a payer who refuses at their own bank may leave no charge at Stripe, and does here; a declined attempt
 * has another copy of its payer in `last_payment_error.payment_method`; Radar's opinion (`outcome`); events of charges
 * other than their refunds and disputes, which the shop does not ask for.
 */

/** Methods that send the payer to a page of their bank. */
const REDIRECT_TYPES: readonly string[] = ["ideal", "klarna"];

/** The events of states that have one. */
const EVENTS = {
  succeeded: "payment_intent.succeeded",
  processing: "payment_intent.processing",
  requires_payment_method: "payment_intent.payment_failed",
  canceled: "payment_intent.canceled",
} as const satisfies Partial<Record<Stripe.PaymentIntent.Status, Stripe.Event.Type>>;
export type IntentEventType = (typeof EVENTS)[keyof typeof EVENTS];
/** The statuses of Stripe that this stand-in uses. */
export type IntentStatus = keyof typeof EVENTS | "requires_action" | "requires_confirmation" | "requires_capture";

/** How a payer tries to pay, and what they typed for it. */
type Attempt = { type: string; name: string | null; email: string | null };
type Confirmation = Attempt & { outcome: Outcome; returnUrl: string; receiptEmail: string | undefined };

/** The reason of every decline here. Stripe has a code of its own for ways to pay that are no card. */
const declineOf = ({ type }: Pick<Attempt, "type">) =>
  type === "card"
    ? { code: "card_declined", message: "Je kaart is geweigerd." }
    : { code: "payment_method_provider_decline", message: "The payment was declined by its provider." };

export type IntentStore = ReturnType<typeof createIntentStore>;

/** Stores payment intents and their states. Calls `onEvent` for each change that causes a webhook. */
export function createIntentStore(
  account: StripeAccountStore,
  options: {
    bankPageUrl: (intentId: string) => string;
    onEvent: (type: IntentEventType, intent: PaymentIntent) => void;
  },
) {
  const attempts = new WeakMap<PaymentIntent, Attempt>();
  const all = () => account.all("payment_intents") as unknown as readonly PaymentIntent[];

  /** The charge of an intent's latest attempt; undefined if nobody has tried to pay. */
  const latestCharge = ({ latest_charge: id }: PaymentIntent) =>
    account.all("charges").find((charge) => charge.id === id) as Charge | undefined;

  /** The charge of the attempt that is under way; a new one, if it has none yet. */
  function chargeOfAttempt(intent: PaymentIntent): Charge {
    const known = latestCharge(intent);
    if (known?.status === "pending") return known;
    const { amount, currency, description, receipt_email } = intent;
    const { type, name, email } = attempts.get(intent) ?? { type: "card", name: null, email: null };
    const charge: Charge = {
      ...CHARGE,
      ...{ amount, currency, description, receipt_email },
      id: randomId("ch_3"),
      balance_transaction: null,
      billing_details: { ...CHARGE.billing_details, address: { ...CHARGE.billing_details.address }, email, name },
      created: nowInSeconds(),
      metadata: { ...intent.metadata },
      paid: false,
      payment_intent: intent.id,
      payment_method_details: { type },
      status: "pending",
    };
    intent.latest_charge = charge.id;
    account.add("charges", charge);
    return charge;
  }

  function become(intent: PaymentIntent, status: keyof typeof EVENTS): void {
    Object.assign(intent, { status, next_action: null });
    options.onEvent(EVENTS[status], intent);
  }

  const store = {
    all,
    get: (id: string) => all().find((intent) => intent.id === id),
    require: (id: string) => requireKnown(store.get(id), "payment_intent", id),
    latestCharge,
    create(order: Pick<PaymentIntent, "amount" | "currency" | "metadata">): PaymentIntent {
      const id = randomId("pi_3");
      const client_secret = randomId(`${id}_secret_`);
      const intent: PaymentIntent = { ...INTENT, id, client_secret, created: nowInSeconds(), ...order };
      account.add("payment_intents", intent);
      return intent;
    },
    /** Says how the payer pays, before `settle`. Without it: with a card and without a name. */
    attempt: (intent: PaymentIntent, attempt: Attempt) => void attempts.set(intent, attempt),
    /** Sets the intent's new state, or throws the refusal. */
    confirm(intent: PaymentIntent, { outcome, returnUrl, receiptEmail, ...attempt }: Confirmation): void {
      const { status } = intent;
      if (status !== "requires_payment_method" && status !== "requires_action")
        throw new ApiError(`You cannot confirm this PaymentIntent because its status is ${status}.`, {
          code: "payment_intent_unexpected_state",
          payment_intent: publicIntent(intent),
        });
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
      if (outcome === "processing" || !REDIRECT_TYPES.includes(attempt.type))
        store.settle(intent, outcome === "processing" ? "processing" : "succeeded");
      else {
        const redirect_to_url = { url: options.bankPageUrl(intent.id), return_url: returnUrl };
        Object.assign(intent, { status: "requires_action", next_action: { type: "redirect_to_url", redirect_to_url } });
      }
    },
    /** The decision of the bank or card network, later or on its page. */
    settle(intent: PaymentIntent, status: IntentStatus): void {
      if (status !== "succeeded" && status !== "processing" && status !== "requires_payment_method") {
        if (status === "canceled") store.cancel(intent);
        else intent.status = status;
        return;
      }
      const charge = chargeOfAttempt(intent);
      if (status === "succeeded") Object.assign(charge, { status, paid: true });
      if (status === "requires_payment_method") {
        charge.status = "failed";
        const { code, message } = declineOf(charge.payment_method_details);
        intent.last_payment_error = { type: "card_error", code, message, charge: charge.id };
      }
      become(intent, status);
    },
    cancel(intent: PaymentIntent): void {
      if (intent.status === "succeeded" || intent.status === "canceled")
        throw new ApiError(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
          code: "payment_intent_unexpected_state",
        });
      become(intent, "canceled");
    },
  };
  return store;
}

/** The part of an intent for a caller with the publishable key and the client secret: no metadata, no charge. */
export function publicIntent({ metadata: _, latest_charge: _charge, ...visible }: PaymentIntent) {
  return visible;
}
