import type { Settings } from "../../server/env.ts";
import { serveSharedPage } from "../../server/http/content-pages.tsx";
import type { AppContext } from "../../server/http/context.ts";
import { seeOther } from "../../server/http/json.ts";
import { createPageContext } from "../../server/http/page-context.ts";
import { IN_PRODUCT_FLOW, IN_PRODUCT_OFFER, ownCheckoutPrice } from "../../shared/courses.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { type PaymentConfig, type Purchase, type PurchaseIdentity, RETURN_PARAMETERS } from "../payment-rules.ts";
import { CHECKOUT_COPY } from "./checkout-copy.ts";
import { CheckoutPage } from "./checkout-page.tsx";

/**
 * The checkout page. It is the same for everybody at an address and has no secrets, so that going back to it is
 * instant.
 */
export const serveCheckoutPage = serveSharedPage((pageContext, c) => {
  const settings = c.get("shop").settings;
  return (
    <CheckoutPage
      pageContext={pageContext}
      payment={paymentConfig(
        settings,
        { flow: pageContext.flow, giftDigest: null },
        { consent: CHECKOUT_COPY.form.consent.version },
      )}
      stripeApiBase={settings.stripeApiBase}
      hostedCheckoutUrl={hostedCheckoutUrl(settings)}
    />
  );
});

/**
 * `POST` to the checkout: its form by a browser without scripts, which cannot pay here. The page offers Stripe's own. What
 * was typed is neither read nor kept.
 */
export function answerUnscriptedForm(c: AppContext): Response {
  const { search } = createPageContext(c);
  return seeOther(c, withSearch(PATHS.checkout, search));
}

/** The settings of the payment form. Null if payment is not configured, or if the product is not sold here. */
export function paymentConfig(
  settings: Settings,
  { flow, giftDigest }: Pick<PaymentConfig, "flow"> & Pick<PurchaseIdentity, "giftDigest">,
  purchase: Purchase,
): PaymentConfig | null {
  const { stripeJsUrl, stripePublishableKey } = settings;
  const productId = "gift" in purchase ? purchase.gift.productId : IN_PRODUCT_OFFER.productId;
  const priceCents = ownCheckoutPrice(productId, flow, "gift" in purchase);
  if (stripeJsUrl === null || stripePublishableKey === null || priceCents === null) return null;
  return {
    stripeJsUrl,
    publishableKey: stripePublishableKey,
    createIntentUrl: PATHS.createPaymentIntent,
    detailsUrl: PATHS.paymentDetails,
    identity: { productId, priceCents, giftDigest },
    flow,
    purchase,
    returnPath: `${PATHS.interstitial}?${new URLSearchParams({
      [RETURN_PARAMETERS.type]: IN_PRODUCT_OFFER.key,
      ...("gift" in purchase ? { [RETURN_PARAMETERS.gift]: "1" } : {}),
      // A buyer who has not paid comes back to the same purchase.
      ...(flow === "none" ? {} : { flow }),
    })}`,
    currency: IN_PRODUCT_OFFER.currency,
    asksReceipt: settings.asksReceipt,
  };
}

/** The hosted checkout that sells the same course at the same price. */
function hostedCheckoutUrl(settings: Settings): string | null {
  const ofCourse = settings.checkoutLinks[IN_PRODUCT_OFFER.productId];
  return IN_PRODUCT_FLOW === undefined ? null : ofCourse[IN_PRODUCT_FLOW];
}
