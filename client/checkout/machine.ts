import {
  isSettled,
  LEFT_STATES,
  type LeftPayment,
  type OtherVisit,
  type PaymentState,
} from "../../src/paying/payment-rules.ts";
import type { Flow } from "../../src/shared/courses.ts";
import { intentIdOf } from "../../src/shared/intent-id.ts";
import {
  type AnswerTo,
  type CheckoutEvent,
  type CheckoutView,
  type ConfirmAnswer,
  type Effect,
  hasEnded,
  type LeftPayments,
  type Payment,
  type PaymentTrouble,
  type Question,
  type QuestionInput,
  type QuestionName,
  REFUSAL,
} from "./protocol.ts";
import {
  claimVisit,
  continueVisit,
  dropKey,
  endVisit,
  isAbout,
  isClaimed,
  isCurrentIntent,
  noteSettled,
  otherVisits,
  rememberIntent,
  type Surroundings,
  setAside,
} from "./visit.ts";

/**
 * The checkout's state machine, without browser, React and Stripe.js: events in, effects out. It asks one question at a
 * time, each with a number, and ignores an answer to an older question. Time and storage are arguments, so tests and
 * the simulator run the same machine.
 */

/** How often it opens a payment when the visit's payment has ended, or another tab's payment replaces it. */
const ATTEMPTS = 2;
/** A confirmation whose answer was lost may still arrive. "Not paid" counts only if it is still so after this long. */
const LATE_MS = 3_000;
/** The pauses before asking for the payment's state again, milliseconds. */
const READ_AGAIN_AFTER_MS: readonly number[] = [2_000, 3_000, 5_000, 8_000, 13_000, 21_000, 34_000];

/** The buyer has a notice to read before paying. */
const NEWS: PaymentTrouble = { kind: "news" };

export type Checkout = { view(): CheckoutView; send(event: CheckoutEvent): readonly Effect[] };

/** The checkout for a purchase, as `spellIdentity` spells it. `flow`: the flow of new visits. */
export function createCheckout(contents: string, flow: Flow, world: Surroundings): Checkout {
  let view: CheckoutView = {
    phase: "loading",
    payment: null,
    isUnderWay: false,
    left: null,
    isGivenUp: false,
    hasOpened: false,
  };
  /** States of other visits' payments that need a message, by payment intent. */
  const othersStates = new Map<string, LeftPayment>();
  let effects: Effect[] = [];
  let lastId = 0;
  let goOn: ((answer: never) => void) | null = null;

  function show(changes: Partial<CheckoutView>): void {
    view = { ...view, ...changes };
  }

  function ask<Name extends QuestionName>(
    name: Name,
    question: QuestionInput<Name>,
    then: (answer: AnswerTo<Name>) => void,
  ): void {
    lastId += 1;
    goOn = then;
    effects.push({ ask: name, id: lastId, ...question } as Question);
  }

  const read = (payment: Payment, then: (state: PaymentState) => void) => ask("read", { payment }, then);
  const tell = (trouble: PaymentTrouble) => effects.push({ do: "tell", trouble });

  /** Whether this tab may go to a payment: it began the visit, or has sent its details. */
  const isMine = ({ intentId }: Payment) => isClaimed(world, contents, intentId);

  /** A payment that is settled ends the visit: of this tab it leads to its page, of another it is only reported. */
  function endSettled(payment: Payment, state: LeftPayment): void {
    if (isMine(payment)) leavePage(payment);
    else passOver(payment, state);
  }

  /** Reports the state of a payment that may be somebody else's, and begins another. */
  function passOver(payment: Payment, state: LeftPayment): void {
    if (isSettled(state)) endVisit(world, payment.intentId);
    else setAside(world, payment.intentId);
    othersStates.set(payment.intentId, state);
    showOthers();
    if (view.payment !== null) effects.push({ do: "unmount" });
    show({ isUnderWay: false });
    // A notice that came into a locked form was not heard.
    open(view.hasOpened ? NEWS : undefined);
  }

  function leavePage(payment: Payment): void {
    noteSettled(world, payment.intentId);
    if (view.phase === "ready") show({ phase: "processing" });
    effects.push({ do: "leave", payment });
  }

  /** Stores the states of other payments. Returns whether the buyer has something new to read. */
  function noteOthers(others: readonly OtherVisit[], left: LeftPayments): boolean {
    const before = view.left;
    for (const { intentId } of others) {
      const state = left[intentId];
      if (state === undefined) othersStates.delete(intentId);
      else othersStates.set(intentId, state);
      if (state !== undefined && isSettled(state)) noteSettled(world, intentId);
    }
    showOthers();
    return view.left !== null && view.left !== before;
  }

  function showOthers(): void {
    const states = [...othersStates.values()];
    show({ left: LEFT_STATES.find((state) => states.includes(state)) ?? null });
  }

  /** Asks for the states of other visits' payments, if there are any: another tab may be paying for something else. */
  function askOthers(then: (isNews: boolean) => void): void {
    const visit = continueVisit(world, contents, flow);
    const others = otherVisits(world, visit);
    if (others.length === 0) then(false);
    else ask("others", { visit, others }, (left) => then(left !== null && noteOthers(others, left)));
  }

  /** Opens the visit's payment, an earlier or a new one. `told`: what the buyer hears once its form is there. */
  function open(told?: PaymentTrouble, attempt = 1): void {
    show({ phase: "loading", payment: null });
    const visit = continueVisit(world, contents, flow);
    const others = otherVisits(world, visit);
    ask("open", { visit, others }, (answer) => {
      if (answer.status === "failed") {
        if (answer.isFinal) dropKey(world, contents, visit);
        show({ hasOpened: view.hasOpened && !answer.isFinal });
        return fail(answer.isLimited);
      }
      noteOthers(others, answer.left);
      const { clientSecret } = answer;
      const payment = { clientSecret, intentId: intentIdOf(clientSecret) };
      // Two tabs may have begun at the same moment. The visit that was stored last then counts for both.
      const isShared = rememberIntent(world, contents, visit, payment.intentId);
      if (!isShared && attempt < ATTEMPTS) return open(told, attempt + 1);
      // An earlier payment may have ended meanwhile; a fresh one cannot.
      if (visit.intentId === undefined) return mount(payment, told);
      read(payment, (state) => {
        if (isSettled(state)) return endSettled(payment, state);
        if (hasEnded(state) && attempt < ATTEMPTS) {
          endVisit(world, payment.intentId);
          return open(told, attempt + 1);
        }
        show({ isUnderWay: state === "pending" });
        mount(payment, told);
      });
    });
  }

  function fail(isLimited: boolean): void {
    show({ phase: "failed" });
    tell({ kind: isLimited ? "limited" : "unavailable" });
  }

  function mount(payment: Payment, told?: PaymentTrouble): void {
    show({ payment });
    ask("mount", { payment }, (isMounted) => {
      if (isMounted) {
        show({ hasOpened: true });
        return unlock(told);
      }
      read(payment, (state) => {
        // The next attempt replaces a payment that has ended.
        if (isSettled(state)) endSettled(payment, state);
        else fail(false);
      });
    });
  }

  /** Replaces a payment that has ended unpaid, or that another tab has replaced. Typed texts stay. */
  function restart({ intentId }: Payment): void {
    endVisit(world, intentId);
    effects.push({ do: "unmount" });
    show({ isUnderWay: false });
    open({ kind: "restarted" });
  }

  function unlock(trouble?: PaymentTrouble): void {
    show({ phase: "ready" });
    if (trouble !== undefined) tell(trouble);
  }

  const isCurrent = ({ intentId }: Payment) => isCurrentIntent(world, contents, intentId);

  /**
   * Goes on from the state of a payment that may have been paid. `trouble` is shown if it is unpaid and can still be
   * paid.
   */
  function follow(payment: Payment, state: PaymentState, trouble: PaymentTrouble): void {
    if (isSettled(state)) endSettled(payment, state);
    else if (hasEnded(state) || (state === "open" && !isCurrent(payment))) restart(payment);
    else if (state === "open") unlock(trouble);
    else watch(payment);
  }

  /** Asks for a payment's state until it is known. */
  function watch(payment: Payment, round = 0): void {
    const ms = READ_AGAIN_AFTER_MS[round];
    show({ phase: "unsure", isGivenUp: ms === undefined });
    if (ms === undefined) return;
    ask("pause", { ms }, () =>
      read(payment, (state) => {
        if (state === "unavailable" || state === "pending") watch(payment, round + 1);
        else follow(payment, state, REFUSAL);
      }),
    );
  }

  /**
   * Replaces a payment that is no longer this visit's, or cannot be confirmed. First its state must be known, so that
   * nothing is paid twice.
   */
  function replace(payment: Payment): void {
    read(payment, (state) => {
      if (state === "open") restart(payment);
      else follow(payment, state, { kind: "unexpected" });
    });
  }

  function confirm(payment: Payment, accountId: string | null): void {
    show({ phase: "processing" });
    ask("submit", {}, (submitted) => {
      if (submitted.status === "broken") return unlock({ kind: "unexpected" });
      if (submitted.status === "refused") return followConfirmation(payment, submitted);
      askOthers((isNews) => {
        // The buyer reads the news before paying.
        if (isNews) return unlock(NEWS);
        if (isCurrent(payment)) send(payment, accountId);
        else replace(payment);
      });
    });
  }

  function send(payment: Payment, accountId: string | null): void {
    const isTold = view.isUnderWay;
    ask("send", { payment, isTold }, (sent) => {
      if (sent.status === "settled" || sent.status === "canceled") return replace(payment);
      if (sent.status === "other-buyer") return passOver(payment, "pending");
      if (sent.status !== "written") return unlock({ kind: sent.status === "limited" ? "limited" : "unexpected" });
      if (sent.isUnderWay && !isTold) {
        show({ isUnderWay: true });
        return unlock(NEWS);
      }
      // From here on the payment holds these details, or those of the same buyer.
      claimVisit(world, contents);
      if (accountId !== null && sent.accountId !== accountId) {
        effects.push({ do: "lose-account" });
        return unlock();
      }
      ask("confirm", { payment }, (answer) => followConfirmation(payment, answer));
    });
  }

  /**
   * Asks Stripe after every answer but a plain refusal, so that a payment whose answer was lost is not shown as failed.
   */
  function followConfirmation(payment: Payment, answer: ConfirmAnswer): void {
    if (answer.status === "known") follow(payment, answer.state, { kind: "unexpected" });
    else if (answer.status === "refused")
      unlock({ kind: "refused", message: answer.message, isDeclined: answer.isDeclined });
    else if (answer.status === "email-refused") unlock({ kind: "email-refused" });
    else if (answer.status === "unsure") {
      const { trouble } = answer;
      read(payment, (state) => {
        if (state !== "open") return follow(payment, state, trouble);
        ask("pause", { ms: LATE_MS }, () => read(payment, (late) => follow(payment, late, trouble)));
      });
    }
  }

  /** Checks the visit's payment: another tab, or the page that this one was left for, may have paid or ended it. */
  function recheck(): void {
    const { phase, payment } = view;
    if (phase !== "ready" || payment === null) return;
    read(payment, (state) => {
      // Nothing was sent from this form, so it stays: a later look or the press asks again.
      if (state === "unavailable") return askOthers(() => {});
      if (isSettled(state) || hasEnded(state) || !isCurrent(payment))
        return follow(payment, state, { kind: "unexpected" });
      show({ isUnderWay: state === "pending" });
      askOthers(() => {});
    });
  }

  function handleEvent(event: CheckoutEvent): void {
    const { phase, payment } = view;
    if (event.type === "answer") {
      const then = goOn;
      if (event.id !== lastId || then === null) return;
      goOn = null;
      then(event.answer as never);
    } else if (event.type === "start") {
      open();
    } else if (event.type === "seen" || (event.type === "stored" && isAbout(contents, event.name))) {
      recheck();
    } else if (event.type === "restored" && phase === "loading") {
      // The page was left before there was a form.
      if (goOn === null) open();
    } else if (payment === null) {
      // There is nothing to press, and no payment to ask about.
    } else if (event.type === "press") {
      if (phase === "ready") confirm(payment, event.accountId);
    } else if (event.type === "to-return-page") {
      if (isMine(payment)) effects.push({ do: "leave", payment });
      else watch(payment);
    } else if (event.type === "ask-again" || (event.type === "restored" && phase === "unsure")) {
      // The state is still unknown: the form stays locked.
      watch(payment);
    } else if (event.type === "restored") {
      if (phase === "processing") unlock();
      recheck();
    }
  }

  return {
    view: () => view,
    send(event) {
      effects = [];
      handleEvent(event);
      return effects;
    },
  };
}
