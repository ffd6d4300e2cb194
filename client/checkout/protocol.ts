import type { LeftPayment, OtherVisit, PaymentState } from "../../src/paying/payment-rules.ts";
import type { DetailsOutcome } from "./details.ts";
import type { Visit } from "./visit.ts";

/** The events, questions, answers and effects of the checkout's machine (`machine.ts`), and its visible state. */

/**
 * The phase of the form, not the state of the payment. Given 6.2: loading, then ready or failed; while a payment is
 * confirmed, processing. `unsure`: the payment's state is not known and it may be paid, so the form must not invite the
 * buyer to pay again.
 */
export type CheckoutPhase = "loading" | "ready" | "processing" | "unsure" | "failed";

/** A payment that can be confirmed. Its client secret begins with its id. */
export type Payment = { intentId: string; clientSecret: string };

/**
 * A message for the buyer, shown once. `message` is Stripe's, if it is meant for buyers. `isDeclined`: it is about a card
 * that was declined, not about what is typed. `news`: the form has a notice that the buyer reads before paying.
 */
export type PaymentTrouble =
  | { kind: "unavailable" | "limited" | "unexpected" | "restarted" | "email-refused" | "news" }
  | ({ kind: "refused" } & Refusal);

type Refusal = { message: string | null; isDeclined: boolean };

/** A refusal without a reason for the buyer. */
export const REFUSAL = { kind: "refused", message: null, isDeclined: false } as const satisfies PaymentTrouble;

/** The visible state of the machine. */
export type CheckoutView = {
  phase: CheckoutPhase;
  /** Null until the server has given one. */
  payment: Payment | null;
  /** A bank was asked already, from here or from another tab. The buyer must know that before paying here. */
  isUnderWay: boolean;
  /** An earlier payment of this browser succeeded, is processing, or waits for a bank. */
  left: LeftPayment | null;
  /** In phase `unsure`: the machine has stopped asking by itself. */
  isGivenUp: boolean;
  /** Whether the form has worked, and this page can open it again: then its typed texts are worth keeping. */
  hasOpened: boolean;
};

/** By payment intent. */
export type LeftPayments = Readonly<Record<string, LeftPayment>>;

export type OpenAnswer =
  /** `left`: the states of the other visits' payments that need a message. */
  | { status: "opened"; clientSecret: string; left: LeftPayments }
  /** `isFinal`: the same key would only get the same failure. */
  | { status: "failed"; isFinal: boolean; isLimited: boolean };

export type ConfirmAnswer =
  /** The browser is leaving for the bank or the return page. */
  | { status: "leaving" }
  | { status: "known"; state: PaymentState }
  /** Not paid; `message` is Stripe's, if it is meant for buyers. */
  | ({ status: "refused" } & Refusal)
  /** Not paid: Stripe rejects the e-mail address. */
  | { status: "email-refused" }
  /** No answer, or one without a state. `trouble` is shown once the payment is known to be unpaid. */
  | { status: "unsure"; trouble: PaymentTrouble };

/** The machine's questions with their answers. Each is answered, or times out. */
type Questions = {
  open: [{ visit: Visit; others: readonly OtherVisit[] }, OpenAnswer];
  /** The states of other visits' payments; null = no answer. */
  others: [{ visit: Visit; others: readonly OtherVisit[] }, LeftPayments | null];
  read: [{ payment: Payment }, PaymentState];
  /** Mounts Stripe's fields; false if they failed to load. */
  mount: [{ payment: Payment }, boolean];
  /** Whether Stripe's fields are filled in. Ask it before any await, or Apple Pay loses the buyer's gesture. */
  submit: [object, { status: "complete" | "broken" } | Extract<ConfirmAnswer, { status: "refused" }>];
  /** Asks our server to write the buyer and the purchase; without it nothing is confirmed. */
  send: [{ payment: Payment; isTold: boolean }, DetailsOutcome];
  confirm: [{ payment: Payment }, ConfirmAnswer];
  /** Waits; it ends sooner if the connection comes back. */
  pause: [{ ms: number }, unknown];
};

export type QuestionName = keyof Questions;
export type QuestionInput<Name extends QuestionName> = Questions[Name][0];
export type QuestionOf<Name extends QuestionName> = { ask: Name; id: number } & QuestionInput<Name>;
export type AnswerTo<Name extends QuestionName> = Questions[Name][1];
export type Question = { [Name in QuestionName]: QuestionOf<Name> }[QuestionName];

export type Effect =
  | Question
  | { do: "leave"; payment: Payment }
  | { do: "tell"; trouble: PaymentTrouble }
  /** The purchase is not on the account that the page names. */
  | { do: "lose-account" }
  | { do: "unmount" };

export type CheckoutEvent =
  /** The form has been shown, or the buyer tries again. */
  | { type: "start" }
  /** `accountId`: the user whose account the page names. */
  | { type: "press"; accountId: string | null }
  | { type: "answer"; id: number; answer: unknown }
  /** The page is visible again. */
  | { type: "seen" }
  /** Another tab has changed an entry of that name in the shared store. */
  | { type: "stored"; name: string | null }
  /** The page is back from the back/forward cache. */
  | { type: "restored" }
  /** In phase `unsure`: the buyer asks again, or wants to go to the return page. */
  | { type: "ask-again" }
  | { type: "to-return-page" };

/** Whether a payment has ended unpaid, so that a new one must replace it. */
export function hasEnded(state: PaymentState): state is "canceled" | "unknown" {
  return state === "canceled" || state === "unknown";
}
