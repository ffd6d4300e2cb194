import { BOUGHT_COPY, describeItem } from "../../courses/products-copy.ts";
import type { PaidGift } from "../../gifts/paid-gift-rules.ts";
import { formatOrderNumber } from "../../ledger/order-rules.ts";
import { IN_PRODUCT_OFFER } from "../../shared/courses.ts";
import { formatEuros } from "../../shared/money.ts";
import type { PageContext } from "../../shared/page-context.ts";
import type { PageNeeds } from "../../shared/page-needs.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { CLIENT } from "../../ui/client-manifest.ts";
import { CompassSpinner } from "../../ui/compass-spinner.tsx";
import { DataBlock } from "../../ui/data-block.tsx";
import { Facts } from "../../ui/facts.tsx";
import { BRAND } from "../../ui/site-copy.ts";
import { BuoyDot } from "../../ui/symbols.tsx";
import { RETURN_PARAMETERS, type ReturnedPayment } from "../payment-rules.ts";
import { netEuros } from "./analytics-rules.ts";
import { ConfirmationLine } from "./confirmation-line.tsx";
import { ContactLine } from "./contact-line.tsx";
import { GiftHandOver, handOverTitle } from "./gift-hand-over.tsx";
import { INTERSTITIAL_COPY } from "./interstitial-copy.ts";
import { TargetLink } from "./interstitial-page.tsx";
import {
  askAgainAfterMs,
  BRIDGE_STATE_ID,
  type BridgeState,
  INTERSTITIAL_ENTRY_ID,
  type TargetLookup,
} from "./interstitial-rules.ts";
import { OrderLink } from "./order-link.tsx";
import { PAYMENT_RETURN_COPY } from "./payment-return-copy.ts";
import { LaterText, ShownLater } from "./shown-later.tsx";
import { Progress, type Waiting, WaitingPage } from "./waiting-frame.tsx";

/**
 * The shell of the payment return page, sent before Stripe has answered; `PaymentOutcome` follows. If that does not
 * arrive, the script asks again, as for a payment whose state could not be read.
 */
export function PaymentReturnPage({ pageContext, retryHref, noScriptHref }: Waiting) {
  const state = bridgeState({ status: "unavailable" }, "");
  return (
    <WaitingPage
      pageContext={pageContext}
      noScriptHref={noScriptHref}
      script={{ pathKey: IN_PRODUCT_OFFER.key, mapUrl: PATHS.interstitialTargets, state }}
      stylesheet="styles-return"
      isOfPayment
    >
      <NotKnownYet
        pageContext={pageContext}
        retryHref={retryHref}
        status="unavailable"
        text={PAYMENT_RETURN_COPY.checking}
        className="return-checking"
      />
    </WaitingPage>
  );
}

PaymentReturnPage.needs = (): PageNeeds => ({ scripts: [CLIENT.bridge.cspSource] });

type PaymentOutcomeProps = Pick<Waiting, "pageContext" | "retryHref"> & {
  intentId: string;
  state: ReturnedPayment;
  target: TargetLookup;
  /** The page of a paid order; null when it cannot be signed. */
  orderPath: string | null;
  /** The address of the confirmation. Absent if it is not known, or if nothing personal may be shown (record 0024). */
  mailTo?: string | undefined;
  /** The gift that was paid; null when its code could not be made. */
  gift?: PaidGift | null | undefined;
  /** Whether a browser without JavaScript has used all its attempts. */
  gaveUp?: boolean;
};

/** The payment's state at Stripe. It replaces the shell's line under the spinner. */
export function PaymentOutcome({ gift, ...page }: PaymentOutcomeProps) {
  const { state, intentId } = page;
  return (
    <>
      <DataBlock type="application/json" id={BRIDGE_STATE_ID} data={bridgeState(state, intentId, gift)} />
      {gift === undefined ? (
        <Outcome {...page} />
      ) : (
        <GiftHandOver pageContext={page.pageContext} gift={gift} orderPath={page.orderPath} mailTo={page.mailTo} />
      )}
    </>
  );
}

function Outcome({ state, gaveUp = false, ...page }: Omit<PaymentOutcomeProps, "gift">) {
  const { pageContext, retryHref } = page;
  const { payAgain, unknown, unseen } = PAYMENT_RETURN_COPY;
  switch (state.status) {
    case "paid":
      return <Paid amountCents={state.amountCents} gaveUp={gaveUp} {...page} />;
    case "open":
    case "refunded":
    case "canceled":
    case "unknown": {
      const { title, text } = PAYMENT_RETURN_COPY[state.status];
      return (
        <Message
          pageContext={pageContext}
          title={title}
          text={text}
          href={checkoutHref(pageContext)}
          label={state.status === "unknown" ? unknown.retry : payAgain}
        />
      );
    }
    case "unseen": {
      const { title, text, links } = unseen;
      return <Message pageContext={pageContext} title={title} text={text} href={PATHS.myCourse} label={links} isOpen />;
    }
    default:
      return (
        <NotKnownYet
          pageContext={pageContext}
          retryHref={retryHref}
          status={state.status}
          text={PAYMENT_RETURN_COPY[state.status].text}
          gaveUp={gaveUp}
        />
      );
  }
}

function bridgeState(state: ReturnedPayment, intentId: string, gift?: PaidGift | null): BridgeState {
  switch (state.status) {
    case "paid": {
      const saleEuros = netEuros(state.amountCents);
      const sale = { status: state.status, intentId, endedIntent: intentId, saleEuros };
      return gift === undefined
        ? { ...sale, title: pageTitle(PAYMENT_RETURN_COPY.paid.title), leadsOn: true }
        : { ...sale, title: pageTitle(handOverTitle(gift)) };
    }
    case "refunded":
    case "canceled":
      return { status: state.status, title: pageTitle(PAYMENT_RETURN_COPY[state.status].title), endedIntent: intentId };
    case "open":
    case "unknown":
    case "unseen":
      return { status: state.status, title: pageTitle(PAYMENT_RETURN_COPY[state.status].title) };
    default:
      return { status: state.status, askAfterMs: askAgainAfterMs(state) };
  }
}

function pageTitle(title: string): string {
  return `${title} | ${BRAND}`;
}

type PaidProps = Omit<PaymentOutcomeProps, "state"> & { amountCents: number };

function Paid({ pageContext, retryHref, intentId, amountCents, target, orderPath, mailTo, gaveUp }: PaidProps) {
  return (
    <div className="return-outcome return-paid stack">
      <DataBlock type="application/json" id={INTERSTITIAL_ENTRY_ID} data={target} />
      <div className="return-buoy">
        <BuoyDot state="right" />
      </div>
      <div className="return-state" role="status">
        <h1 className="return-title">{PAYMENT_RETURN_COPY.paid.title}</h1>
        <ConfirmationLine mailTo={mailTo} />
      </div>
      {target.status === "found" ? <LedOn target={target.target} /> : null}
      {target.status === "missing" ? <PaidWithoutTarget pageContext={pageContext} /> : null}
      {target.status === "unavailable" && !gaveUp ? (
        <Searching pageContext={pageContext} retryHref={retryHref} />
      ) : null}
      {target.status === "unavailable" && gaveUp ? (
        <PaidButStuck pageContext={pageContext} retryHref={retryHref} />
      ) : null}
      <div className="return-bought card">
        <Facts
          rows={[
            [BOUGHT_COPY.product, describeItem(IN_PRODUCT_OFFER.productId, false)],
            [BOUGHT_COPY.amount, formatEuros(amountCents)],
            [BOUGHT_COPY.number, formatOrderNumber(intentId)],
          ]}
        />
      </div>
      <OrderLink orderPath={orderPath} />
      {target.status === "found" ? <ContactLine pageContext={pageContext} /> : null}
    </div>
  );
}

function LedOn({ target }: { target: string }) {
  return (
    <>
      <a className="button" href={target} rel="noreferrer">
        {INTERSTITIAL_COPY.goNow}
      </a>
      <StillWaiting text={PAYMENT_RETURN_COPY.paid.text} />
      <Progress />
    </>
  );
}

function Searching({ pageContext, retryHref }: Pick<Waiting, "pageContext" | "retryHref">) {
  return (
    <>
      <StillWaiting />
      <p className="interstitial-text return-searching">{PAYMENT_RETURN_COPY.paid.searching}</p>
      <ShownLater name="found">
        <TargetLink href={retryHref} />
      </ShownLater>
      <ShownLater name="missing">
        <PaidWithoutTarget pageContext={pageContext} />
      </ShownLater>
      <ShownLater name="unavailable">
        <PaidButStuck pageContext={pageContext} retryHref={retryHref} />
      </ShownLater>
    </>
  );
}

/**
 * The waiting page's text (given 6.4) as a quiet line: the payment's state is the heading now. It says what goes on, and
 * `text` what comes next.
 */
function StillWaiting({ text }: { text?: string }) {
  return (
    <p className="return-wait note">
      <CompassSpinner size={24} />
      <span>
        {INTERSTITIAL_COPY.title} {PAYMENT_RETURN_COPY.paid.opening} {text}
      </span>
    </p>
  );
}

/** The text for a key without a target (given 8.1), and the facts that stay true without it. */
function PaidWithoutTarget({ pageContext }: { pageContext: PageContext }) {
  return (
    <div className="interstitial-error stack">
      <p role="alert">
        <LaterText>{INTERSTITIAL_COPY.notConfigured}</LaterText>
      </p>
      <p className="interstitial-help">
        <LaterText>{PAYMENT_RETURN_COPY.paid.missing}</LaterText>
      </p>
      <ContactLine pageContext={pageContext} />
    </div>
  );
}

function PaidButStuck({ pageContext, retryHref }: Pick<Waiting, "pageContext" | "retryHref">) {
  const { unavailable, retry } = PAYMENT_RETURN_COPY.paid;
  return (
    <div className="return-later">
      <p className="interstitial-text" role="alert">
        <LaterText>{unavailable}</LaterText>
      </p>
      <a className="button" href={retryHref}>
        <LaterText>{retry}</LaterText>
      </a>
      <ContactLine pageContext={pageContext} />
    </div>
  );
}

type NotKnownYetProps = Pick<Waiting, "pageContext" | "retryHref"> & {
  status: "processing" | "pending" | "limited" | "unavailable";
  text: string;
  gaveUp?: boolean;
  className?: string;
};

/** A payment whose state is not known yet. Once the page has stopped asking: help, and a link to ask again. */
function NotKnownYet({ pageContext, retryHref, status, text, gaveUp = false, className = "" }: NotKnownYetProps) {
  const { later } = PAYMENT_RETURN_COPY[status];
  const message = (
    <div className="return-later">
      <h1 className="interstitial-title">
        <LaterText>{later.title}</LaterText>
      </h1>
      <p className="interstitial-text">
        <LaterText>{later.text}</LaterText>
      </p>
      {"finish" in later ? null : <PayOnce />}
      <a className="button" href={retryHref}>
        <LaterText>{PAYMENT_RETURN_COPY.retry}</LaterText>
      </a>
      {"finish" in later ? (
        <a className="button button-quiet" href={checkoutHref(pageContext)}>
          <LaterText>{later.finish}</LaterText>
        </a>
      ) : null}
      <ContactLine pageContext={pageContext} />
    </div>
  );
  return (
    <div className={`return-outcome stack return-waiting ${className}`.trimEnd()} role="status">
      {gaveUp ? (
        message
      ) : (
        <>
          <p className="interstitial-text">{text}</p>
          <PayOnce />
          {status === "processing" || status === "pending" ? <ContactLine pageContext={pageContext} /> : null}
          <ShownLater name="later">{message}</ShownLater>
        </>
      )}
    </div>
  );
}

function PayOnce() {
  return (
    <p className="interstitial-text">
      <strong>
        <LaterText>{PAYMENT_RETURN_COPY.payOnce}</LaterText>
      </strong>
    </p>
  );
}

type MessageProps = {
  pageContext: PageContext;
  title: string;
  text: string;
  href: string;
  label: string;
  /** Whether the payment may have been made. */
  isOpen?: boolean;
};

/** A message that replaces the spinner and its title, because there is nothing to wait for. */
function Message({ pageContext, title, text, href, label, isOpen = false }: MessageProps) {
  return (
    <div className="return-outcome return-message stack">
      {isOpen ? <CompassSpinner /> : <BuoyDot state="wrong" />}
      <h1 className="interstitial-title">{title}</h1>
      {isOpen ? <PayOnce /> : null}
      <p className="interstitial-text">{text}</p>
      <a className="button" href={href}>
        {label}
      </a>
      <ContactLine pageContext={pageContext} />
    </div>
  );
}

/**
 * The checkout's address, with the flow but without the rest of this page's query, which is about an earlier payment. A
 * gift is filled into its form again (client/checkout/gift-draft.ts).
 */
function checkoutHref(pageContext: PageContext): string {
  const isGift = new URLSearchParams(pageContext.search).has(RETURN_PARAMETERS.gift);
  return withSearch(
    isGift ? PATHS.giveGift : PATHS.checkout,
    pageContext.flow === "none" ? "" : `?flow=${pageContext.flow}`,
  );
}
