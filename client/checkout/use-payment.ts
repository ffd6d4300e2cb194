import type {
  ConfirmPaymentData,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from "@stripe/stripe-js";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type PaymentConfig, RETURN_PARAMETERS } from "../../src/shared/payment.ts";
import type { Account } from "../auth/session.ts";
import { takeSession } from "./begin.ts";
import { type ConfirmOutcome, confirmPayment, watchPayment } from "./confirm.ts";
import { type BuyerDetails, sendDetails } from "./details.ts";
import { type MountedElements, mountElements } from "./elements.ts";
import { RequestFailure } from "./request.ts";
import { type IntentState, type PaymentSession, readState } from "./session.ts";
import { endVisit, isCurrentIntent, onVisitChange } from "./visit.ts";

/**
 * Specification section 4: loading, then ready or failed; while a payment is confirmed, processing. `unknown`: it may
 * have been paid and nobody can tell yet, so the form must not invite to pay again.
 */
export type PaymentPhase = "loading" | "ready" | "processing" | "unknown" | "failed";

/** What the buyer has to be told once; `message` is Stripe's, when it is meant for buyers. */
export type PaymentTrouble =
  | { kind: "unavailable" | "limited" | "unexpected" | "restarted" | "email-refused" }
  | { kind: "refused"; message: string | null };

type PaymentHandlers = {
  /** Whether an express button may go on: consent is given. */
  mayPay(): boolean;
  /** What the buyer has filled in, beside what a wallet tells. */
  readDetails(): BuyerDetails;
  /** On whose account the buyer reads that they buy. */
  namedAccount: Account | null;
  /** On whose account is bought, as things stand now. */
  readAccount(): Promise<Account | null>;
  /** The purchase is not on the account that was named. */
  onAccountLost(account: Account): void;
  onTrouble(trouble: PaymentTrouble): void;
};

export type Payment = {
  phase: PaymentPhase;
  /** A bank has been asked already, from here or from another tab: the buyer must know before paying here. */
  isUnderWay: boolean;
  expressShown: boolean;
  /** In phase `unknown`: we stopped asking by ourselves. */
  isGivenUp: boolean;
  pay(): void;
  /** In phase `unknown`: asks again. */
  askAgain(): void;
  /** To the page that tells how this payment stands. */
  goToReturnPage(): void;
  /** In phase `failed`: tries again, with a fresh page unless there is something typed to lose. */
  retry(): void;
};

type Places = { payment: RefObject<HTMLDivElement | null>; express: RefObject<HTMLDivElement | null> };

/** The payment of this visit: one session at a time, and `lock` lets one confirmation through at a time. */
export function usePayment(config: PaymentConfig, places: Places, handlers: PaymentHandlers): Payment {
  const [phase, setPhase] = useState<PaymentPhase>("loading");
  const [isUnderWay, setUnderWay] = useState(false);
  const [expressShown, setExpressShown] = useState(false);
  const [isGivenUp, setGivenUp] = useState(false);
  const open = useRef<{ session: PaymentSession; mounted: MountedElements } | null>(null);
  const lock = useRef(false);
  /** Counts what ends a confirmation early: one that comes to its end after that speaks for nobody. */
  const attempts = useRef(0);
  /** Whether the form has worked before: then what stands in it is worth keeping. */
  const hasOpened = useRef(false);
  /** Whether the buyer has read of an earlier attempt of this payment. */
  const isTold = useRef(false);
  const watching = useRef<AbortController | null>(null);
  // Stripe's events and the browser's come from outside React: they use what the last render knew.
  const latest = useRef(handlers);
  latest.current = handlers;

  const tellUnderWay = useCallback((value: boolean) => {
    isTold.current = value;
    setUnderWay(value);
  }, []);

  const unlock = useCallback(() => {
    lock.current = false;
    attempts.current += 1;
    watching.current?.abort();
    setPhase((current) => (current === "processing" || current === "unknown" ? "ready" : current));
  }, []);

  const leave = useCallback(
    ({ intentId, clientSecret }: PaymentSession) => {
      const url = new URL(config.returnPath, location.origin);
      url.searchParams.set(RETURN_PARAMETERS.intent, intentId);
      url.searchParams.set(RETURN_PARAMETERS.clientSecret, clientSecret);
      location.replace(url);
    },
    [config.returnPath],
  );

  /** Gets the visit's payment and puts Stripe's fields in place; false when that failed, which has been told. */
  const start = useCallback(async (): Promise<boolean> => {
    const fail = (error: unknown) => {
      console.error(error);
      const isLimited = error instanceof RequestFailure && error.code === "rate_limited";
      setPhase("failed");
      latest.current.onTrouble({ kind: isLimited ? "limited" : "unavailable" });
      return false;
    };
    const leaveFor = (session: PaymentSession) => {
      leave(session);
      return false;
    };
    try {
      const outcome = await takeSession(config);
      if (outcome.status === "settled") return leaveFor(outcome.session);
      const { session } = outcome;
      tellUnderWay(outcome.isUnderWay);
      const [payment, express] = [places.payment.current, places.express.current];
      if (payment === null || express === null) return false;
      try {
        const mounted = await mountElements(
          session,
          { payment, express },
          {
            onExpress: setExpressShown,
            onExpressClick: (event) => onExpressClick.current(event),
            onExpressConfirm: (event) => onExpressConfirm.current(event),
          },
        );
        open.current = { session, mounted };
        hasOpened.current = true;
        setPhase("ready");
        return true;
      } catch (error) {
        const state = await readState(session);
        if (state === "settled") return leaveFor(session);
        // The next attempt must not get this one again.
        if (state === "dead") endVisit(session.intentId);
        return fail(error);
      }
    } catch (error) {
      return fail(error);
    }
  }, [config, places.payment, places.express, leave, tellUnderWay]);

  /** The payment has ended unpaid, or another tab has begun another: a new one takes its place, and what was typed stays. */
  const restart = useCallback(
    async (session: PaymentSession) => {
      endVisit(session.intentId);
      open.current?.mounted.destroy();
      open.current = null;
      unlock();
      setPhase("loading");
      if (await start()) latest.current.onTrouble({ kind: "restarted" });
    },
    [start, unlock],
  );

  /** Asks by itself how a payment stands that may have been paid. */
  const watch = useCallback(
    async (session: PaymentSession) => {
      const controller = new AbortController();
      watching.current?.abort();
      watching.current = controller;
      setGivenUp(false);
      setPhase("unknown");
      const state = await watchPayment(session, controller.signal);
      if (controller.signal.aborted) return;
      if (state === "settled") return leave(session);
      if (state === "dead") return restart(session);
      if (state !== "open") return setGivenUp(true);
      if (!isCurrentIntent(session.intentId)) return restart(session);
      unlock();
      latest.current.onTrouble({ kind: "refused", message: null });
    },
    [leave, restart, unlock],
  );

  /**
   * A payment that is no longer this visit's, or that Stripe calls ended: another tab may have paid it, so nothing else
   * may be paid until that is known.
   */
  const replace = useCallback(
    (session: PaymentSession, state: IntentState) => {
      if (state === "settled") return leave(session);
      if (state === "dead" || state === "open") return restart(session);
      lock.current = true;
      return watch(session);
    },
    [leave, restart, watch],
  );

  /** Confirms once: whoever comes while a confirmation is under way is sent off. */
  const confirm = useCallback(
    async (details: BuyerDetails, confirmParams: Omit<ConfirmPaymentData, "return_url">) => {
      if (lock.current || open.current === null) return null;
      lock.current = true;
      const { session, mounted } = open.current;
      const own = attempts.current;
      const { namedAccount } = latest.current;
      setPhase("processing");
      const outcome = await confirmPayment(
        session,
        mounted.elements,
        { ...confirmParams, return_url: location.origin + config.returnPath },
        {
          isTold: isTold.current,
          accountId: namedAccount?.userId ?? null,
          async prepare() {
            if (!isCurrentIntent(session.intentId)) return { status: "canceled" };
            const sent = { ...details, isTold: isTold.current };
            return sendDetails(config, session, sent, await latest.current.readAccount());
          },
        },
      );
      if (own !== attempts.current && outcome.status !== "settled") return outcome;
      switch (outcome.status) {
        case "settled":
          leave(session);
          break;
        case "canceled":
          replace(session, await readState(session));
          break;
        case "unknown":
          watch(session);
          break;
        case "refused":
          unlock();
          latest.current.onTrouble({ kind: "refused", message: outcome.message });
          break;
        case "under-way":
          tellUnderWay(true);
          unlock();
          break;
        case "account-lost":
          if (namedAccount !== null) latest.current.onAccountLost(namedAccount);
          unlock();
          break;
        case "limited":
        case "unexpected":
        case "email-refused":
          unlock();
          latest.current.onTrouble({ kind: outcome.status });
          break;
        default:
          outcome.status satisfies "leaving";
      }
      return outcome;
    },
    [config, leave, replace, tellUnderWay, unlock, watch],
  );

  const onExpressClick = useRef((event: StripeExpressCheckoutElementClickEvent) => {
    if (lock.current || !latest.current.mayPay()) event.reject();
    else event.resolve();
  });
  const onExpressConfirm = useRef((_: StripeExpressCheckoutElementConfirmEvent): void => undefined);
  onExpressConfirm.current = async (event) => {
    const typed = latest.current.readDetails();
    const name = event.billingDetails?.name || typed.name;
    const email = event.billingDetails?.email || typed.email;
    const outcome = await confirm(
      { ...typed, name, email },
      {
        ...(email === "" ? {} : { receipt_email: email }),
        payment_method_data: { billing_details: { name: name || null, email: email || null } },
      },
    );
    if (isOver(outcome)) event.paymentFailed();
  };

  useEffect(() => {
    start();
    return () => {
      watching.current?.abort();
      open.current?.mounted.destroy();
    };
  }, [start]);

  useEffect(() => {
    /** Another tab, or the page that this one left for, may have paid or ended the visit's payment. */
    const recheck = async () => {
      if (lock.current || open.current === null || document.visibilityState === "hidden") return;
      const { session } = open.current;
      const state = await readState(session);
      if (lock.current || open.current?.session !== session) return;
      if (state === "settled" || state === "dead" || !isCurrentIntent(session.intentId)) replace(session, state);
      else if (state !== "unread") tellUnderWay(state === "pending");
    };
    // Back from the bank or the return page with the page as it was left, locked and perhaps already paid.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      // Still not known: it is asked again, and the form stays shut.
      if (open.current !== null && watching.current?.signal.aborted === false) return watch(open.current.session);
      unlock();
      recheck();
    };
    const stopListening = onVisitChange(recheck);
    addEventListener("pageshow", onPageShow);
    document.addEventListener("visibilitychange", recheck);
    return () => {
      stopListening();
      removeEventListener("pageshow", onPageShow);
      document.removeEventListener("visibilitychange", recheck);
    };
  }, [unlock, replace, tellUnderWay, watch]);

  const session = open.current?.session;
  return {
    phase,
    isUnderWay,
    expressShown,
    isGivenUp,
    pay() {
      const details = latest.current.readDetails();
      const { name, email } = details;
      confirm(details, { receipt_email: email, payment_method_data: { billing_details: { name, email } } });
    },
    askAgain: () => session && watch(session),
    goToReturnPage: () => session && leave(session),
    retry() {
      // The page of a gift is the answer to a form, which a browser asks about before it sends it again.
      if (!hasOpened.current && !("gift" in config.purchase)) return location.reload();
      setPhase("loading");
      start();
    },
  };
}

/** Whether a wallet's sheet has to close: nothing more will come of this confirmation. */
function isOver(outcome: ConfirmOutcome | null): boolean {
  return outcome === null || !["leaving", "settled"].includes(outcome.status);
}
