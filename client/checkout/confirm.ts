import type { ConfirmPaymentData, Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import { isSettled, stateOfIntent } from "../../src/paying/payment-rules.ts";
import { type AnswerTo, type ConfirmAnswer, hasEnded, REFUSAL } from "./protocol.ts";
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
    if (result === undefined) return { status: "unsure", trouble: REFUSAL };
    const { error } = result;
    if (error === undefined) return { status: "leaving" };
    const known = error.payment_intent === undefined ? "open" : stateOfIntent(error.payment_intent.status);
    if (isSettled(known) || hasEnded(known)) return { status: "known", state: known };
    if (error.type === "card_error" || error.type === "validation_error") return refusedBy(error);
    if (error.code === "email_invalid") return { status: "email-refused" };
    return { status: "unsure", trouble: REFUSAL };
  } catch (error) {
    console.error(error);
    return { status: "unsure", trouble: { kind: "unexpected" } };
  }
}

function refusedBy(error: Refusal): Extract<ConfirmAnswer, { status: "refused" }> {
  const message = isForBuyers(error) ? (error.message ?? null) : null;
  return { status: "refused", message, isDeclined: error.type === "card_error" && message !== null };
}

type Refusal = Pick<Partial<StripeError>, "message" | "payment_method"> & { type?: string };

/**
 * Whether an error is one of the two kinds whose text Stripe writes for buyers, in their language. A `card_error` also
 * comes for other ways to pay, and may speak of a card that such a buyer does not have.
 */
function isForBuyers({ type, payment_method: method }: Refusal): boolean {
  return type === "validation_error" || (type === "card_error" && (method?.type ?? "card") === "card");
}
