import type { ConfirmPaymentData, StripeElements, StripeError } from "@stripe/stripe-js";
import type { DetailsOutcome } from "./details.ts";
import { delay, withTimeLimit } from "./request.ts";
import { type IntentState, type PaymentSession, readState, stateOf } from "./session.ts";

export type ConfirmOutcome =
  /** The browser is on its way to the bank or the return page. */
  | { status: "leaving" }
  /** Paid or being paid, but the way there was lost: the return page knows. */
  | { status: "settled" }
  /** Not paid, and this payment cannot be any more. */
  | { status: "canceled" }
  /** Not paid: Stripe does not take the e-mail address. */
  | { status: "email-refused" }
  /** Not paid; `message` is Stripe's when it is meant for buyers. */
  | { status: "refused"; message: string | null }
  /** Perhaps paid: nobody could tell. */
  | { status: "unknown" }
  /** Not asked yet: a bank has been asked before, and the buyer must know of that first. */
  | { status: "under-way" }
  /** Not asked yet: the purchase is not on the account that the buyer read, and they must know of that first. */
  | { status: "account-lost" }
  /** Not asked: our own server wants a minute's pause. */
  | { status: "limited" }
  /** Not paid: something else broke. */
  | { status: "unexpected" };

/** After this long without an answer we ask for ourselves, milliseconds. A bank's own window may take minutes. */
const STALLED_MS = 150_000;
/** For Stripe's fields to say whether they are filled in, milliseconds. */
const SUBMIT_TIMEOUT_MS = 30_000;
/** A confirmation whose answer was lost may still be on its way: "not paid" counts when it is so after this long too. */
const LATE_MS = 3_000;

/**
 * Confirms a payment. `submit` runs before anything else is awaited, or Apple Pay loses the buyer's gesture; then
 * `prepare` has the details written, without which nothing is confirmed. `accountId` is the user on whose account the
 * buyer reads that they buy. Never rejects. After anything but a plain refusal Stripe is asked how the payment stands, so
 * that one whose answer got lost is not shown as failed.
 */
export async function confirmPayment(
  session: PaymentSession,
  elements: StripeElements,
  confirmParams: ConfirmPaymentData,
  { prepare, isTold, accountId }: { prepare(): Promise<DetailsOutcome>; isTold: boolean; accountId: string | null },
): Promise<ConfirmOutcome> {
  try {
    const { error: incomplete } = await withTimeLimit(SUBMIT_TIMEOUT_MS, () => elements.submit());
    if (incomplete !== undefined) return refusedBy(incomplete);
  } catch (error) {
    console.error(error);
    return { status: "unexpected" };
  }
  const prepared = await prepare();
  if (prepared.status === "failed") return { status: "unexpected" };
  if (prepared.status !== "written") return prepared;
  if (prepared.isUnderWay && !isTold) return { status: "under-way" };
  if (accountId !== null && prepared.accountId !== accountId) return { status: "account-lost" };

  try {
    const confirmed = session.stripe.confirmPayment({ elements, clientSecret: session.clientSecret, confirmParams });
    const result = await Promise.race([confirmed, delay(STALLED_MS)]);
    if (result === undefined) return outcomeOf(await readState(session));
    const { error } = result;
    if (error === undefined) return { status: "leaving" };
    const known = error.payment_intent === undefined ? "open" : stateOf(error.payment_intent.status);
    if (known === "settled" || known === "dead") return outcomeOf(known);
    if (isForBuyers(error)) return refusedBy(error);
    if (error.code === "email_invalid") return { status: "email-refused" };
    return outcomeOf(await readLateState(session));
  } catch (error) {
    console.error(error);
    const state = await readState(session);
    return state === "open" ? { status: "unexpected" } : outcomeOf(state);
  }
}

/** How a payment stands of which we had no answer, or Stripe none: asked again before we believe that it is not paid. */
async function readLateState(session: PaymentSession): Promise<IntentState> {
  const state = await readState(session);
  if (state !== "open") return state;
  await delay(LATE_MS);
  return readState(session);
}

function outcomeOf(state: IntentState): ConfirmOutcome {
  if (state === "settled") return { status: "settled" };
  if (state === "dead") return { status: "canceled" };
  return state === "open" ? refusedBy() : { status: "unknown" };
}

function refusedBy(error?: { type?: string; message?: string }): ConfirmOutcome {
  return { status: "refused", message: error !== undefined && isForBuyers(error) ? (error.message ?? null) : null };
}

/** The two kinds of error whose text Stripe writes for buyers, in their language. */
function isForBuyers(error: Pick<Partial<StripeError>, "type"> | { type?: string }): boolean {
  return error.type === "card_error" || error.type === "validation_error";
}

/** How long to wait before asking again how a payment stands, milliseconds after the answer before. */
const ASK_AGAIN_AFTER_MS: readonly number[] = [2_000, 3_000, 5_000, 8_000, 13_000, 21_000, 34_000];

/**
 * Asks how a payment stands until it is known, sooner when the connection comes back; `unread` or `pending` once asking
 * is given up. Never rejects.
 */
export async function watchPayment(session: PaymentSession, signal: AbortSignal): Promise<IntentState> {
  let state: IntentState = "unread";
  for (const pauseMs of ASK_AGAIN_AFTER_MS) {
    await Promise.race([delay(pauseMs), online(signal)]);
    if (signal.aborted) break;
    state = await readState(session);
    if (state !== "unread" && state !== "pending") break;
  }
  return state;
}

function online(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => addEventListener("online", resolve, { once: true, signal }));
}
