import { Checkout } from "../../../client/checkout/checkout.tsx";
import { Guarantee } from "../../courses/guarantee.tsx";
import { EXAM_APART } from "../../courses/prices-copy.ts";
import { Reviews } from "../../courses/reviews.tsx";
import { Trust } from "../../courses/trust.tsx";
import { printedEnd } from "../../gifts/card-message-rules.ts";
import {
  formatCardDay,
  formValuesOf,
  GIFT_CHANGE,
  GIFT_FIELDS,
  GIFT_MOMENTS,
  GIFT_STEP_FIELD,
  GIFT_SUMMARY_IDS,
} from "../../gifts/give-gift-rules.ts";
import { GIVE_GIFT_COPY, giftBenefits } from "../../gifts/giving/give-gift-copy.ts";
import { IN_PRODUCT_OFFER, PRODUCTS, priceOf } from "../../shared/courses.ts";
import { fillIn } from "../../shared/fill-in.ts";
import type { GiftWish } from "../../shared/gift.ts";
import type { PageContext } from "../../shared/page-context.ts";
import type { PageNeeds } from "../../shared/page-needs.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { BulletList } from "../../ui/bullet-list.tsx";
import { CarriedFields } from "../../ui/carried-fields.tsx";
import { CLIENT } from "../../ui/client-manifest.ts";
import { CompassSpinner } from "../../ui/compass-spinner.tsx";
import { Document } from "../../ui/document.tsx";
import { LegalLinks } from "../../ui/footer.tsx";
import { ArrowLeft } from "../../ui/icon.tsx";
import { Island } from "../../ui/island.tsx";
import { paymentLogos } from "../../ui/payment-logos.tsx";
import { InlinePicture, Picture } from "../../ui/picture.tsx";
import { BRAND, SITE_COPY } from "../../ui/site-copy.ts";
import { Logo } from "../../ui/symbols.tsx";
import { TraderIdentity } from "../../ui/trader-identity.tsx";
import type { PaymentConfig } from "../payment-rules.ts";
import { ACCOUNT_COPY } from "./account-copy.ts";
import { CHECKOUT_COPY, type CheckoutFormCopy, payLabel, sumInWords } from "./checkout-copy.ts";

type CheckoutPageProps = {
  pageContext: PageContext;
  /** Null when card payment is not configured. */
  payment: PaymentConfig | null;
  /** The address of Stripe's API; null if it is not configured. */
  stripeApiBase: string | null;
  /**
   * The hosted checkout of the same course at the same price, for browsers without JavaScript; null if it is not
   * configured.
   */
  hostedCheckoutUrl: string | null;
  /** The gift, and the address to change it; absent for a course for oneself. */
  gift?: CheckoutGift;
};

/**
 * `deliverTo`: the address to which the shop mails the gift on its day. `isDraft`: only the browser knows the gift, and
 * fills it in (client/checkout/gift-step.ts); the wish has its product alone.
 */
type CheckoutGift = { wish: GiftWish; deliverTo?: string; action: string; isDraft?: true };

/** Our own checkout (given 3.11): the purchase with its price, and the payment form. */
export function CheckoutPage({ pageContext, payment, hostedCheckoutUrl, gift }: CheckoutPageProps) {
  const { meta } = gift === undefined ? CHECKOUT_COPY : GIVE_GIFT_COPY.pay;
  return (
    <Document
      pageContext={pageContext}
      meta={meta}
      index="noindex"
      stylesheet="styles-checkout"
      chrome="none"
      head={gift?.isDraft ? <script type="module" blocking="render" src={CLIENT.giftStepScript} /> : null}
      scripts={payment === null ? [] : [CLIENT.paymentBeginning.module]}
    >
      {payment === null ? null : <PaymentHints stripeJsUrl={payment.stripeJsUrl} />}
      <div className="checkout stack">
        <div className="checkout-side">
          <div className="checkout-summary">
            <TopBar pageContext={pageContext} isGift={gift !== undefined} />
            <Summary pageContext={pageContext} gift={gift} />
          </div>
          <div className="checkout-trust">
            <Reviews pageContext={pageContext} isCompact />
          </div>
        </div>
        <div className="checkout-pay">
          <section className="checkout-main" aria-labelledby="betalen">
            <h2 className="checkout-pay-title" id="betalen" tabIndex={-1}>
              {CHECKOUT_COPY.payTitle}
            </h2>
            <noscript>
              {gift === undefined ? (
                <WithoutScript href={hostedCheckoutUrl} />
              ) : (
                <GiftWithoutScript mail={pageContext.trader.email} />
              )}
            </noscript>
            {payment === null ? (
              <FormFailed pageContext={pageContext} />
            ) : (
              <PaymentForm pageContext={pageContext} payment={payment} />
            )}
          </section>
        </div>
        <PageEnd pageContext={pageContext} />
      </div>
    </Document>
  );
}

/** Stripe's own hosts (its documentation on content security policies); they frame each other. */
const STRIPE_SCRIPT_HOSTS = ["https://js.stripe.com", "https://*.js.stripe.com"] as const;

CheckoutPage.needs = ({ payment, stripeApiBase }: CheckoutPageProps): PageNeeds => {
  const script = payment?.stripeJsUrl ?? null;
  return {
    scripts: [...STRIPE_SCRIPT_HOSTS, script],
    iframes: [...STRIPE_SCRIPT_HOSTS, "https://hooks.stripe.com", script],
    connects: ["https://api.stripe.com", stripeApiBase, script],
    images: ["https://*.stripe.com", script],
    trustedTypes: false,
  };
};

/**
 * Makes the browser connect to Stripe and fetch the script that begins the payment. React puts these into the head.
 * Stripe's own script is not among them: it would come beside the font, and the first paint later (record 0072).
 */
function PaymentHints({ stripeJsUrl }: { stripeJsUrl: string }) {
  return (
    <>
      <link rel="preconnect" href={new URL(stripeJsUrl).origin} />
      {CLIENT.paymentBeginning.files.map((path) => (
        <link key={path} rel="modulepreload" href={path} fetchPriority="low" />
      ))}
    </>
  );
}

function TopBar({ pageContext, isGift }: { pageContext: PageContext; isGift: boolean }) {
  return (
    <p className="checkout-top">
      <a
        className="round-button icon-button"
        href={withSearch(isGift ? PATHS.giveGift : PATHS.home, pageContext.search)}
      >
        <ArrowLeft />
        <span className="visually-hidden">{isGift ? GIVE_GIFT_COPY.pay.backLabel : CHECKOUT_COPY.backLabel}</span>
      </a>{" "}
      <span className="brand">
        <Logo />
        {BRAND}
      </span>
    </p>
  );
}

function Summary({ pageContext, gift }: { pageContext: PageContext; gift: CheckoutGift | undefined }) {
  const { prices } = CHECKOUT_COPY;
  const { eyebrow } = gift === undefined ? CHECKOUT_COPY : GIVE_GIFT_COPY.pay;
  const { productId, priceCents } =
    gift === undefined ? IN_PRODUCT_OFFER : { ...gift.wish, ...priceOf(gift.wish.productId, pageContext.flow) };
  const sum = sumInWords(priceCents);
  return (
    <>
      <div className="checkout-product">
        {gift === undefined ? (
          <div className="checkout-picture">
            <Picture name="scene-kvb1" className="scene" />
          </div>
        ) : (
          <InlinePicture name="gift-box" className="checkout-picture checkout-parcel" />
        )}
        <div>
          <p className="checkout-eyebrow note">{eyebrow}</p>
          <h1 className="checkout-title">{PRODUCTS[productId].name}</h1>
        </div>
      </div>
      {gift === undefined ? null : <GiftSummary gift={gift} search={pageContext.search} />}
      <BulletList items={gift === undefined ? CHECKOUT_COPY.benefits : giftBenefits(gift.wish.productId)} />
      <dl className="checkout-prices">
        <div>
          <dt>{prices.exclLabel}</dt>
          <dd>{sum.excl}</dd>
        </div>
        <div>
          <dt>{prices.vatLabel}</dt>
          <dd>{sum.vat}</dd>
        </div>
        <div className="checkout-total">
          <dt>{prices.totalLabel}</dt>
          <dd>{sum.total}</dd>
        </div>
      </dl>
      <p className="checkout-total-small">
        <span>{prices.totalLabel}</span> <b>{sum.total}</b> <small className="note">{sum.included}</small>
      </p>
      {gift === undefined ? (
        <Guarantee note={EXAM_APART} />
      ) : (
        <Guarantee promise={GIVE_GIFT_COPY.hero.guarantee.promise} note={GIVE_GIFT_COPY.pay.access} />
      )}
      <Trust pageContext={pageContext} withPayment={false} />
    </>
  );
}

/** The texts of the gift's card, and a form that goes back to the gift's fields with them filled in. */
function GiftSummary({ gift, search }: { gift: CheckoutGift; search: string }) {
  const { facts, change, messageCut } = GIVE_GIFT_COPY.pay;
  const { wish, deliverTo = "", action, isDraft = false } = gift;
  // The form's script says it of a draft.
  const end = printedEnd(wish.message);
  const { isForDay, ...texts } = formValuesOf(wish, deliverTo);
  const rows = [
    ["recipient", wish.recipient],
    ["giver", wish.giver],
    ["day", isForDay ? formatCardDay(wish.from) : ""],
    ["deliverTo", deliverTo],
    ["message", wish.message],
  ] as const;
  return (
    <form
      className="checkout-gift"
      // The form's script fills a draft in again.
      action={isDraft ? PATHS.giveGift : action}
      method={isDraft ? "get" : "post"}
      hidden={isDraft}
    >
      <dl>
        {rows.map(([name, text]) =>
          text === "" && !isDraft ? null : (
            <div key={name} hidden={isDraft}>
              <dt>{facts[name]}</dt>
              <dd
                className={name === "message" ? "checkout-gift-message" : undefined}
                dir={name === "day" || name === "deliverTo" ? undefined : "auto"}
                id={isDraft ? GIFT_SUMMARY_IDS[name] : undefined}
              >
                {text}
              </dd>
            </div>
          ),
        )}
      </dl>
      {end === null ? null : <p className="note">{fillIn(messageCut, { end })}</p>}
      {isDraft ? (
        <button className="button button-quiet button-small" type="submit">
          {change}
        </button>
      ) : (
        <>
          {(["product", "recipient", "giver", "message", "day", "deliverTo"] as const).map((field) => (
            <input key={field} type="hidden" name={GIFT_FIELDS[field]} value={texts[field]} />
          ))}
          <input type="hidden" name={GIFT_FIELDS.moment} value={isForDay ? GIFT_MOMENTS.day : GIFT_MOMENTS.now} />
          <button className="button button-quiet button-small" type="submit" name={GIFT_STEP_FIELD} value={GIFT_CHANGE}>
            {change}
          </button>
        </>
      )}
      {isDraft ? <CarriedFields search={search} /> : null}
    </form>
  );
}

const GIFT_FORM: CheckoutFormCopy = {
  ...CHECKOUT_COPY.form,
  email: { ...CHECKOUT_COPY.form.email, hint: GIVE_GIFT_COPY.pay.form.emailHint },
  consent: null,
  note: GIVE_GIFT_COPY.pay.form.note,
};

function PaymentForm({ pageContext, payment }: { pageContext: PageContext; payment: PaymentConfig }) {
  const isGift = "gift" in payment.purchase;
  const { search } = pageContext;
  const props = {
    payment,
    links: {
      terms: withSearch(PATHS.terms, search),
      withdrawal: withSearch(PATHS.terms, search, "artikel-7"),
      myCourse: withSearch(PATHS.myCourse, search),
    },
    help: pageContext.trader.email ?? null,
    logos: paymentLogos(),
    copy: isGift ? { ...GIFT_FORM, pay: payLabel(payment.identity.priceCents) } : CHECKOUT_COPY.form,
    accountCopy: pageContext.auth === null ? null : ACCOUNT_COPY,
  };
  return (
    <div className="checkout-form">
      {isGift ? <p className="checkout-giver note">{GIVE_GIFT_COPY.pay.ownDetails}</p> : null}
      <div className="checkout-compass">
        <CompassSpinner size={72} />
      </div>
      <Island name="checkout" when={0} props={props}>
        <Checkout {...props} />
      </Island>
      <FormFailed pageContext={pageContext} />
    </div>
  );
}

/** Replaces the form if its code could not be loaded; hidden otherwise. */
function FormFailed({ pageContext }: { pageContext: PageContext }) {
  const { failed } = CHECKOUT_COPY.form;
  return (
    <div className="pay-failed checkout-form-failed">
      <p>{failed.text}</p>
      <a className="button" href={withSearch(pageContext.path, pageContext.search)}>
        {failed.retry}
      </a>
    </div>
  );
}

function WithoutScript({ href }: { href: string | null }) {
  const { withoutScript } = CHECKOUT_COPY;
  return (
    <div className="checkout-without-script">
      <p>{withoutScript.text}</p>
      {href === null ? (
        <p>{SITE_COPY.orderUnavailable}</p>
      ) : (
        <a className="button button-wide" href={href}>
          {`${withoutScript.label} (${sumInWords(IN_PRODUCT_OFFER.priceCents).total})`}
        </a>
      )}
    </div>
  );
}

/** For browsers without JavaScript: a hosted checkout cannot know the recipient. */
function GiftWithoutScript({ mail }: { mail: string | undefined }) {
  const { text, unconfigured, subject } = GIVE_GIFT_COPY.pay.withoutScript;
  return (
    <div className="checkout-without-script">
      <p>{mail === undefined ? unconfigured : text}</p>
      {mail === undefined ? null : (
        <p>
          <a href={`mailto:${mail}?subject=${encodeURIComponent(subject)}`}>{mail}</a>
        </p>
      )}
    </div>
  );
}

function PageEnd({ pageContext }: { pageContext: PageContext }) {
  return (
    <footer className="checkout-end">
      <div className="checkout-end-row wrap">
        <LegalLinks pageContext={pageContext} />
        <TraderIdentity trader={pageContext.trader} />
      </div>
    </footer>
  );
}
