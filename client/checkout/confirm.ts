import type { ConfirmPaymentData, Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import { isSettled, stateOfIntent } from "../../src/paying/payment-rules.ts";
import { type AnswerTo, type ConfirmAnswer, hasEnded } from "./protocol.ts";
import { delay, withTimeLimit } from "./request.ts";

/**
 * After this long without an answer the checkout asks for the state itself, milliseconds. A bank's window may take
 * minutes.
 */
const STALLED_MS = 150_000;
/** The timeout for Stripe's fields to say whether they are filled in, milliseconds. */
const SUBMIT_TIMEOUT_MS = 30_000;

/** Whether Stripe's fields are filled in. Call it before any await. Never rejects. */
export async function submitFields(elements: StripeElements): Promise<AnswerTo<"submit">> {
  try {
    const { error } = await withTimeLimit(SUBMIT_TIMEOUT_MS, () => elements.submit());
    return error === undefined ? { status: "complete" } : refusedBy(error);
  } catch (error) {
    console.error(error);
    return { status: "broken" };
  }
}

/** Confirms a payment. Never rejects. */
export async function confirmPayment(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
  confirmParams: ConfirmPaymentData,
): Promise<ConfirmAnswer> {
  try {
    const confirmed = stripe.confirmPayment({ elements, clientSecret, confirmParams });
    const result = await Promise.race([confirmed, delay(STALLED_MS)]);
    if (result === undefined) return { status: "unsure", trouble: refusal(null) };
    const { error } = result;
    if (error === undefined) return { status: "leaving" };
    const known = error.payment_intent === undefined ? "open" : stateOfIntent(error.payment_intent.status);
    if (isSettled(known) || hasEnded(known)) return { status: "known", state: known };
    if (isForBuyers(error)) return refusedBy(error);
    if (error.code === "email_invalid") return { status: "email-refused" };
    return { status: "unsure", trouble: refusal(null) };
  } catch (error) {
    console.error(error);
    return { status: "unsure", trouble: { kind: "unexpected" } };
  }
}

const refusal = (message: string | null) => ({ kind: "refused", message }) as const;

function refusedBy(error: { type?: string; message?: string }): Extract<ConfirmAnswer, { status: "refused" }> {
  return { status: "refused", message: isForBuyers(error) ? (error.message ?? null) : null };
}

/** Whether an error is one of the two kinds whose text Stripe writes for buyers, in their language. */
function isForBuyers(error: Pick<Partial<StripeError>, "type"> | { type?: string }): boolean {
  return error.type === "card_error" || error.type === "validation_error";
}
