import type {
  ConfirmPaymentData,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from "@stripe/stripe-js";
import { useCallback, useEffect, useRef, useState } from "react";
import { type CheckoutFormCopy, type PaymentConfig, RETURN_PARAMETERS } from "../../src/shared/payment.ts";
import { type Buyer, type BuyerField, type BuyerProblems, checkBuyer } from "../checkout/buyer.ts";
import { BuyerForm, type TermsLinks } from "../checkout/buyer-form.tsx";
import { type ConfirmOutcome, confirmPayment } from "../checkout/confirm.ts";
import { type MountedElements, mountElements } from "../checkout/elements.ts";
import { openSession, type PaymentSession, readState } from "../checkout/session.ts";
import { endVisit, isCurrentIntent } from "../checkout/visit.ts";
import { Toasts, useToasts } from "../toasts.tsx";

type CheckoutProps = {
  payment: PaymentConfig;
  links: TermsLinks;
  copy: CheckoutFormCopy;
};

/** Specification section 4: loading, then ready or failed; while a payment is confirmed, processing. */
type Phase = "loading" | "ready" | "processing" | "failed";

/** The payment form. It holds one payment session at a time, and `lock` lets one confirmation through at a time. */
export function Checkout({ payment, links, copy }: CheckoutProps) {
  const [phase, setPhase] = useState<Phase>("loading");
  const [buyer, setBuyer] = useState<Buyer>({ name: "", email: "", consent: false });
  const [problems, setProblems] = useState<BuyerProblems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [expressShown, setExpressShown] = useState(false);
  const { toasts, show, dismiss } = useToasts();

  const expressPlace = useRef<HTMLDivElement>(null);
  const paymentPlace = useRef<HTMLDivElement>(null);
  const open = useRef<{ session: PaymentSession; mounted: MountedElements } | null>(null);
  const lock = useRef(false);
  // Stripe's events come from outside React: they read what the buyer filled in here.
  const latestBuyer = useRef(buyer);
  latestBuyer.current = buyer;

  const unlock = useCallback(() => {
    lock.current = false;
    setPhase((current) => (current === "processing" ? "ready" : current));
  }, []);

  const goToReturnPage = useCallback(
    (session: PaymentSession) => {
      const url = new URL(payment.returnPath, location.origin);
      url.searchParams.set(RETURN_PARAMETERS.intent, session.intentId);
      url.searchParams.set(RETURN_PARAMETERS.clientSecret, session.clientSecret);
      location.replace(url);
    },
    [payment.returnPath],
  );

  const fail = useCallback(
    (error: unknown) => {
      console.error(error);
      setPhase("failed");
      show(copy.toasts.unavailable);
    },
    [show, copy],
  );

  /** Refuses to go on without consent: the one field that an express button needs too. */
  const checkConsent = useCallback((): boolean => {
    if (latestBuyer.current.consent) return true;
    setProblems((current) => ({ ...current, consent: "missing" }));
    show(copy.toasts.consentMissing);
    document.getElementById("checkout-consent")?.focus();
    return false;
  }, [show, copy]);

  /** Confirms once: whoever comes while a confirmation is under way is sent off. */
  const confirm = useCallback(
    async (confirmParams: Omit<ConfirmPaymentData, "return_url">): Promise<ConfirmOutcome | null> => {
      if (lock.current || open.current === null) return null;
      lock.current = true;
      setPhase("processing");
      setRefusal(null);
      const { session, mounted } = open.current;
      const outcome = await confirmPayment(session, mounted.elements, {
        ...confirmParams,
        return_url: location.origin + payment.returnPath,
      });
      if (outcome.status === "settled") goToReturnPage(session);
      if (outcome.status === "refused") {
        const text = outcome.message ?? copy.toasts.refusedText;
        setRefusal(text);
        show({ title: copy.toasts.refusedTitle, text });
        unlock();
      }
      if (outcome.status === "unexpected") {
        show(copy.toasts.unexpected);
        unlock();
      }
      return outcome;
    },
    [payment.returnPath, copy, show, unlock, goToReturnPage],
  );

  const onExpressClick = useCallback(
    (event: StripeExpressCheckoutElementClickEvent) => {
      if (lock.current || !checkConsent()) event.reject();
      else event.resolve();
    },
    [checkConsent],
  );

  const onExpressConfirm = useCallback(
    async (event: StripeExpressCheckoutElementConfirmEvent) => {
      const name = event.billingDetails?.name || latestBuyer.current.name.trim();
      const email = event.billingDetails?.email || latestBuyer.current.email.trim();
      const outcome = await confirm({
        ...(email === "" ? {} : { receipt_email: email }),
        payment_method_data: { billing_details: { name: name || null, email: email || null } },
      });
      if (outcome === null || outcome.status === "refused" || outcome.status === "unexpected") event.paymentFailed();
    },
    [confirm],
  );

  /** Gets the visit's payment and puts Stripe's fields in place. */
  const start = useCallback(async () => {
    try {
      const outcome = await openSession(payment);
      if (outcome.status === "settled") return goToReturnPage(outcome.session);
      const { session, email } = outcome;
      // What the buyer has typed meanwhile stays.
      if (email !== null) setBuyer((current) => (current.email === "" ? { ...current, email } : current));
      if (paymentPlace.current === null || expressPlace.current === null) return;
      const places = { payment: paymentPlace.current, express: expressPlace.current };
      const handlers = { onExpress: setExpressShown, onExpressClick, onExpressConfirm };
      try {
        open.current = { session, mounted: await mountElements(session, places, handlers) };
        setPhase("ready");
      } catch (error) {
        const state = await readState(session);
        if (state === "settled") return goToReturnPage(session);
        // The next attempt must not get this one again.
        if (state === "dead") endVisit(session.intentId);
        fail(error);
      }
    } catch (error) {
      fail(error);
    }
  }, [payment, goToReturnPage, onExpressClick, onExpressConfirm, fail]);

  useEffect(() => {
    start();
    return () => open.current?.mounted.destroy();
  }, [start]);

  // Back from the bank or the return page with the page as it was left, locked and perhaps already paid.
  useEffect(() => {
    const onPageShow = async (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      unlock();
      if (open.current === null) return;
      const { session } = open.current;
      // The return page has seen this one succeed: a new visit begins.
      if (!isCurrentIntent(session.intentId)) return location.reload();
      const state = await readState(session);
      if (state === "settled") goToReturnPage(session);
      if (state === "dead") location.reload();
    };
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, [unlock, goToReturnPage]);

  const onChange = <Field extends BuyerField>(field: Field, value: Buyer[Field]) => {
    setBuyer((current) => ({ ...current, [field]: value }));
    setProblems(({ [field]: _solved, ...others }) => others);
  };

  const onSubmit = () => {
    if (lock.current) return;
    const found = checkBuyer(buyer);
    setProblems(found);
    if (found.name === "missing" || found.email === "missing") show(copy.toasts.fieldsMissing);
    else if (found.email === "invalid") show(copy.toasts.emailInvalid);
    else if (found.consent !== undefined) show(copy.toasts.consentMissing);
    const first = (["name", "email", "consent"] as const).find((field) => found[field] !== undefined);
    if (first !== undefined) {
      document.getElementById(`checkout-${first}`)?.focus();
      return;
    }
    const [name, email] = [buyer.name.trim(), buyer.email.trim()];
    confirm({ receipt_email: email, payment_method_data: { billing_details: { name, email } } });
  };

  return (
    <div className="pay" data-phase={phase}>
      <Toasts toasts={toasts} onDismiss={dismiss} copy={copy.toasts} />
      {phase === "failed" ? (
        <div className="pay-failed">
          <p role="alert">{copy.failed.text}</p>
          <button type="button" className="button" onClick={() => location.reload()}>
            {copy.failed.retry}
          </button>
        </div>
      ) : (
        <>
          {phase === "loading" ? (
            <p className="pay-loading" role="status">
              {copy.loading}
            </p>
          ) : null}
          <BuyerForm
            copy={copy}
            links={links}
            buyer={buyer}
            problems={problems}
            refusal={refusal}
            phase={phase}
            expressShown={expressShown}
            expressRef={expressPlace}
            paymentRef={paymentPlace}
            onChange={onChange}
            onSubmit={onSubmit}
          />
        </>
      )}
    </div>
  );
}
