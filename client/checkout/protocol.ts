import type { LeftPayment } from "../../src/shared/payment.ts";
import type { DetailsOutcome } from "./details.ts";
import type { OtherVisit, Visit } from "./visit.ts";

/** What goes in and out of the checkout's machine (`machine.ts`), and what can be seen of it. */

/**
 * Given 6.2: loading, then ready or failed; while a payment is confirmed, processing. `unknown`: it may
 * have been paid and nobody can tell yet, so the form must not invite to pay again.
 */
export type PaymentPhase = "loading" | "ready" | "processing" | "unknown" | "failed";

/** A payment that can be confirmed; its id is the secret's beginning. */
export type Payment = { intentId: string; clientSecret: string };

/** What the buyer has to be told once; `message` is Stripe's, when it is meant for buyers. */
export type PaymentTrouble =
  | { kind: "unavailable" | "limited" | "unexpected" | "restarted" | "email-refused" }
  | { kind: "refused"; message: string | null };

/** What can be seen of the machine. */
export type CheckoutView = {
  phase: PaymentPhase;
  /** Null until the server has given one. */
  payment: Payment | null;
  /** A bank has been asked already, from here or from another tab: the buyer must know before paying here. */
  isUnderWay: boolean;
  /** A payment that this browser left behind went through, is on its way, or waits for a bank. */
  left: LeftPayment | null;
  /** In phase `unknown`: nobody asks any more by itself. */
  isGivenUp: boolean;
  /** Whether the form has worked: then what stands in it is worth keeping. */
  hasOpened: boolean;
};

/**
 * How a payment stands. `pending`: a bank has been asked and has not answered. `dead`: canceled, or unknown to Stripe.
 * `open`: can be paid, and is not. `unread`: no answer.
 */
export type IntentState = LeftPayment | "dead" | "open" | "unread";

/** By payment intent. */
export type LeftPayments = Readonly<Record<string, LeftPayment>>;

export type OpenAnswer =
  /** `left`: of the other visits that were asked about, those of whose payments there is something to tell. */
  | { status: "opened"; clientSecret: string; left: LeftPayments }
  /** `isFinal`: the same key would only bring the same failure. */
  | { status: "failed"; isFinal: boolean; isLimited: boolean };

export type ConfirmAnswer =
  /** The browser is on its way to the bank or the return page. */
  | { status: "leaving" }
  | { status: "known"; state: IntentState }
  /** Not paid; `message` is Stripe's when it is meant for buyers. */
  | { status: "refused"; message: string | null }
  /** Not paid: Stripe does not take the e-mail address. */
  | { status: "email-refused" }
  /** No answer, or none that says how the payment stands; what the buyer is told once it is known to be unpaid. */
  | { status: "unsure"; trouble: PaymentTrouble };

/** What the machine asks: each question, and its answer. An answer always comes, or time is up for it. */
type Questions = {
  /** A payment from our server, and Stripe.js. */
  open: [{ visit: Visit; others: readonly OtherVisit[] }, OpenAnswer];
  /** How the payments of other visits stand; null = no answer. */
  others: [{ visit: Visit; others: readonly OtherVisit[] }, LeftPayments | null];
  /** How the payment stands, at Stripe. */
  read: [{ payment: Payment }, IntentState];
  /** Stripe's fields in their places; false when they did not come. */
  mount: [{ payment: Payment }, boolean];
  /** Whether Stripe's fields are filled in. To be asked before anything is awaited, or Apple Pay loses the buyer's gesture. */
  submit: [object, { status: "complete" | "broken" } | Extract<ConfirmAnswer, { status: "refused" }>];
  /** To have our server write who pays for what, without which nothing is confirmed. */
  send: [{ payment: Payment; isTold: boolean }, DetailsOutcome];
  confirm: [{ payment: Payment }, ConfirmAnswer];
  /** Time; less of it when the connection comes back. */
  pause: [{ ms: number }, unknown];
};

export type QuestionName = keyof Questions;
export type QuestionInput<Name extends QuestionName> = Questions[Name][0];
export type QuestionOf<Name extends QuestionName> = { ask: Name; id: number } & QuestionInput<Name>;
export type AnswerTo<Name extends QuestionName> = Questions[Name][1];
export type Question = { [Name in QuestionName]: QuestionOf<Name> }[QuestionName];

export type Effect =
  | Question
  /** To the page that tells how the payment stands. */
  | { do: "leave"; payment: Payment }
  | { do: "tell"; trouble: PaymentTrouble }
  /** The purchase is not on the account that the buyer read. */
  | { do: "lose-account" }
  /** Stripe's fields go. */
  | { do: "unmount" };

export type CheckoutEvent =
  /** The form is there, or the buyer tries again. */
  | { type: "start" }
  /** `accountId`: the user on whose account the buyer reads that they buy. */
  | { type: "press"; accountId: string | null }
  | { type: "answer"; id: number; answer: unknown }
  /** The page can be seen again. */
  | { type: "seen" }
  /** Another tab has changed something of that name in the shared store. */
  | { type: "stored"; name: string | null }
  /** Back with the page as it was left. */
  | { type: "restored" }
  /** In phase `unknown`: the buyer asks again, or wants to see for themselves. */
  | { type: "ask-again" }
  | { type: "to-return-page" };

/** Whether a payment went through, or is on its way. */
export function isSettled(state: IntentState): state is Exclude<LeftPayment, "pending"> {
  return state === "paid" || state === "processing";
}
