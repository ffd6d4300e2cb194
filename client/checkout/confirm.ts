import type { ConfirmPaymentData, Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import { type AnswerTo, type ConfirmAnswer, isSettled } from "./protocol.ts";
import { delay, withTimeLimit } from "./request.ts";
import { stateOf } from "./session.ts";

/** After this long without an answer we ask for ourselves, milliseconds. A bank's own window may take minutes. */
const STALLED_MS = 150_000;
/** For Stripe's fields to say whether they are filled in, milliseconds. */
const SUBMIT_TIMEOUT_MS = 30_000;

/** Whether Stripe's fields are filled in. Nothing may be awaited before it. Never rejects. */
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
    const known = error.payment_intent === undefined ? "open" : stateOf(error.payment_intent.status);
    if (isSettled(known) || known === "dead") return { status: "known", state: known };
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

/** The two kinds of error whose text Stripe writes for buyers, in their language. */
function isForBuyers(error: Pick<Partial<StripeError>, "type"> | { type?: string }): boolean {
  return error.type === "card_error" || error.type === "validation_error";
}
