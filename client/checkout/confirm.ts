import type { ConfirmPaymentData, StripeElements, StripeError } from "@stripe/stripe-js";
import { type PaymentSession, readState, stateOf } from "./session.ts";

export type ConfirmOutcome =
  /** The browser is on its way to the bank or the return page. */
  | { status: "leaving" }
  /** Paid or being paid, but the way there was lost: the return page knows. */
  | { status: "settled" }
  /** Not paid; `message` is Stripe's when it is meant for buyers. */
  | { status: "refused"; message: string | null }
  | { status: "unexpected" };

/** After this long without an answer the form works again, milliseconds. A bank's own window may take minutes. */
const STALLED_MS = 150_000;

/**
 * Confirms a payment. `submit` runs before anything is awaited, or Apple Pay loses the buyer's gesture. Never rejects.
 * After anything but a plain refusal Stripe is asked how the payment stands, so that one whose answer got lost is
 * neither shown as failed nor paid twice.
 */
export async function confirmPayment(
  session: PaymentSession,
  elements: StripeElements,
  confirmParams: ConfirmPaymentData,
): Promise<ConfirmOutcome> {
  try {
    const { error: incomplete } = await elements.submit();
    if (incomplete !== undefined) return refusedBy(incomplete);
    const confirmed = session.stripe.confirmPayment({ elements, clientSecret: session.clientSecret, confirmParams });
    const result = await Promise.race([confirmed, stalled()]);
    if (result === null) return (await isSettled(session)) ? { status: "settled" } : refusedBy();
    if (result.error === undefined) return { status: "leaving" };
    if (result.error.payment_intent !== undefined && stateOf(result.error.payment_intent.status) === "settled") {
      return { status: "settled" };
    }
    if (isForBuyers(result.error)) return refusedBy(result.error);
    return (await isSettled(session)) ? { status: "settled" } : refusedBy();
  } catch (error) {
    console.error(error);
    return (await isSettled(session)) ? { status: "settled" } : { status: "unexpected" };
  }
}

function refusedBy(error?: { type?: string; message?: string }): ConfirmOutcome {
  return { status: "refused", message: error !== undefined && isForBuyers(error) ? (error.message ?? null) : null };
}

/** The two kinds of error whose text Stripe writes for buyers, in their language. */
function isForBuyers(error: Pick<Partial<StripeError>, "type"> | { type?: string }): boolean {
  return error.type === "card_error" || error.type === "validation_error";
}

async function isSettled(session: PaymentSession): Promise<boolean> {
  return (await readState(session)) === "settled";
}

function stalled(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, STALLED_MS, null));
}
