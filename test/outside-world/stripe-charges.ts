import type Stripe from "stripe";
import { randomId } from "./identifiers.ts";
import { CHARGE } from "./stripe-objects.ts";

/**
 * The charges of a payment: one for each attempt, also for one that is declined. Each has its own copy of the payment's
 * metadata, and of what the payer typed: a later change of the payment does not change them.
 *
 * Not modelled: a payer who refuses at their own bank may leave no charge at Stripe, and does here; a declined attempt
 * has another copy of its payer in `last_payment_error.payment_method`; Radar's opinion (`outcome`); events of charges
 * other than their refunds and disputes, which the shop does not ask for.
 */

export type Charge = Stripe.Charge & {
  /** Absent until the money arrives. */
  balance_transaction: string | null;
  metadata: Record<string, string>;
  payment_intent: string;
  payment_method_details: { type: string };
};

/** How a payer tries to pay, and what they typed for it. */
export type Attempt = { type: string; name: string | null; email: string | null };

/** The parts of a payment that its charges have a copy of. */
type Copied = Pick<Stripe.PaymentIntent, "id" | "amount" | "currency" | "description" | "receipt_email"> & {
  metadata: Readonly<Record<string, string>>;
};

/** The reason of every decline here. Stripe has a code of its own for ways to pay that are no card. */
export function declineOf({ type }: Pick<Attempt, "type">) {
  return type === "card"
    ? ({ code: "card_declined", message: "Je kaart is geweigerd." } as const)
    : ({ code: "payment_method_provider_decline", message: "The payment was declined by its provider." } as const);
}

/** The charge of an attempt whose outcome is not known yet. `created`: seconds since 1970. */
export function newCharge(intent: Copied, { type, name, email }: Attempt, created: number): Charge {
  const { amount, currency, description, receipt_email } = intent;
  return {
    ...CHARGE,
    ...{ amount, currency, description, receipt_email, created },
    id: randomId("ch_3"),
    amount_captured: amount,
    balance_transaction: null,
    billing_details: { ...CHARGE.billing_details, email, name },
    metadata: { ...intent.metadata },
    paid: false,
    payment_intent: intent.id,
    payment_method_details: { type },
    status: "pending",
  };
}

/** Decides an attempt. Money moves elsewhere (stripe-sales.ts), and only for one that succeeds. */
export function decideCharge(charge: Charge, status: "succeeded" | "failed"): void {
  if (status === "succeeded") Object.assign(charge, { status, paid: true });
  else {
    const { code, message } = declineOf(charge.payment_method_details);
    const failure = { failure_code: code, failure_message: message };
    Object.assign(charge, { status, ...failure, amount_captured: 0, captured: false });
  }
}
