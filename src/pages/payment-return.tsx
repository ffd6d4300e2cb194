import type { ReactNode } from "react";
import { Interstitial } from "../../client/islands/interstitial.tsx";
import { PaymentReturn } from "../../client/islands/payment-return.tsx";
import { Consent } from "../components/consent.tsx";
import { BuoyDot, GreenCone } from "../components/drawings/marks.tsx";
import { Island } from "../components/island.tsx";
import { WaitingPage } from "../components/waiting-page.tsx";
import { INTERSTITIAL_COPY } from "../content/interstitial.ts";
import { PAYMENT_RETURN_COPY } from "../content/payment-return.ts";
import { BRAND } from "../content/site.ts";
import { netEuros } from "../shared/analytics.ts";
import { IN_PRODUCT_OFFER } from "../shared/courses.ts";
import { type Frame, unmeasured } from "../shared/frame.ts";
import type { InterstitialOutcome } from "../shared/interstitial.ts";
import { PATHS } from "../shared/paths.ts";
import type { PaymentState } from "../shared/payment.ts";
import { InterstitialTarget } from "./interstitial.tsx";

/**
 * The shell of the payment return page, sent before Stripe has answered; `PaymentOutcome` follows. The page is measured
 * once there is a sale only: until then it needs the payment's secret in its address.
 */
export function PaymentReturnPage({ frame }: { frame: Frame }) {
  return (
    <WaitingPage frame={unmeasured(frame)} stylesheet="styles-checkout" className="payment-return">
      <p className="interstitial-text return-checking">{PAYMENT_RETURN_COPY.checking}</p>
    </WaitingPage>
  );
}

type PaymentOutcomeProps = {
  frame: Frame;
  /** The payment intent that the address names; null when it names none that could be one. */
  intentId: string | null;
  state: PaymentState;
  /** Where a paid buyer goes on. */
  target: InterstitialOutcome;
  /** Address of this page, for asking again without JavaScript. */
  retryHref: string;
};

/** What Stripe said of the payment. Everything here stands in place of the shell's line under the spinner. */
export function PaymentOutcome({ frame, intentId, state, target, retryHref }: PaymentOutcomeProps) {
  const { processing, unavailable, failed, unknown } = PAYMENT_RETURN_COPY;
  const id = intentId ?? "";
  switch (state.status) {
    case "succeeded":
      return <Succeeded frame={frame} intentId={id} amountCents={state.amountCents} target={target} />;
    case "processing":
      return (
        <Waiting intentId={id} status="processing" text={processing.text} later={processing.later} href={retryHref} />
      );
    case "unavailable":
      return (
        <Waiting
          intentId={id}
          status="unavailable"
          text={unavailable.text}
          later={unavailable.later}
          href={retryHref}
        />
      );
    case "failed": {
      const { title, text } = failed[state.reason];
      return (
        <Message frame={frame} title={title} text={text} retryLabel={failed.retry}>
          <PaymentReturnIsland intentId={id} status="failed" isEnded={state.reason === "canceled"} title={title} />
        </Message>
      );
    }
    case "unknown":
      return (
        <Message frame={frame} title={unknown.title} text={unknown.text} retryLabel={unknown.retry}>
          <PaymentReturnIsland intentId={id} status="unknown" isEnded={false} title={unknown.title} />
        </Message>
      );
  }
}

type SucceededProps = { frame: Frame; intentId: string; amountCents: number; target: InterstitialOutcome };

function Succeeded({ frame, intentId, amountCents, target }: SucceededProps) {
  const { succeeded } = PAYMENT_RETURN_COPY;
  return (
    <div className="return-outcome return-succeeded">
      <p className="return-title" role="status">
        <GreenCone size={22} /> {succeeded.title}
      </p>
      {target.status === "missing" ? null : <p className="interstitial-text">{succeeded.text}</p>}
      <Island
        name="interstitial"
        when="now"
        component={Interstitial}
        props={{
          pathKey: IN_PRODUCT_OFFER.key,
          mapUrl: PATHS.interstitialTargets,
          purchaseValue: netEuros(amountCents),
          transactionId: intentId,
          copy: {
            forwarding: INTERSTITIAL_COPY.forwarding,
            goNow: INTERSTITIAL_COPY.goNow,
            notConfigured: INTERSTITIAL_COPY.notConfigured,
          },
        }}
      />
      <PaymentReturnIsland intentId={intentId} status="succeeded" isEnded />
      <InterstitialTarget frame={frame} outcome={target} />
      {/* Its link must not carry the secret that this page's address holds. */}
      <Consent frame={{ ...frame, search: "" }} />
    </div>
  );
}

type WaitingProps = {
  intentId: string;
  status: "processing" | "unavailable";
  text: string;
  later: string;
  href: string;
};

function Waiting({ intentId, status, text, later, href }: WaitingProps) {
  const { retry } = PAYMENT_RETURN_COPY.processing;
  return (
    <div className="return-outcome return-waiting">
      <p className="interstitial-text">{text}</p>
      <noscript>
        <a className="button button-quiet" href={href}>
          {retry}
        </a>
      </noscript>
      <Island
        name="paymentReturn"
        when="now"
        component={PaymentReturn}
        props={{ intentId, status, isEnded: false, later: { text: later, retry } }}
      />
    </div>
  );
}

type MessageProps = { frame: Frame; title: string; text: string; retryLabel: string; children: ReactNode };

/** Something other than waiting: it takes the place of the spinner and its title. */
function Message({ frame, title, text, retryLabel, children }: MessageProps) {
  const { email } = frame.trader;
  return (
    <div className="return-outcome return-message">
      <BuoyDot state="wrong" />
      <h1 className="interstitial-title">{title}</h1>
      <p className="interstitial-text">{text}</p>
      <a className="button" href={checkoutHref(frame)}>
        {retryLabel}
      </a>
      {email === undefined ? null : (
        <p className="return-contact">
          {PAYMENT_RETURN_COPY.contact} <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      {children}
    </div>
  );
}

/** The checkout with the flow, but never with the query of this page: it holds the payment's secret. */
function checkoutHref(frame: Frame): string {
  return frame.flow === "none" ? PATHS.checkout : `${PATHS.checkout}?flow=${frame.flow}`;
}

type PaymentReturnIslandProps = {
  intentId: string;
  status: PaymentState["status"];
  isEnded: boolean;
  title?: string;
};

function PaymentReturnIsland({ intentId, status, isEnded, title }: PaymentReturnIslandProps) {
  return (
    <Island
      name="paymentReturn"
      when="now"
      component={PaymentReturn}
      props={{ intentId, status, isEnded, ...(title === undefined ? {} : { documentTitle: `${title} | ${BRAND}` }) }}
    />
  );
}
