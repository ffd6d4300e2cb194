import type { AppContext } from "../context.ts";
import { readSettings, type Settings } from "../env.ts";
import { CheckoutPage } from "../pages/checkout.tsx";
import { createAccountFrame } from "../response/frame.ts";
import { renderPage } from "../response/render.tsx";
import { FLOWS, type Flow, IN_PRODUCT_OFFER, PRICE_CENTS } from "../shared/courses.ts";
import { PATHS } from "../shared/paths.ts";
import { type PaymentConfig, RETURN_PARAMETERS } from "../shared/payment.ts";

/** The page on which a course is paid. What comes after it is in interstitial.tsx. */

/** The same for everybody at an address, and without secrets, so that going back to it is instant. */
export function serveCheckoutPage(c: AppContext): Promise<Response> {
  const frame = createAccountFrame(c);
  const settings = readSettings(c.env);
  const page = (
    <CheckoutPage
      frame={frame}
      payment={paymentConfig(settings, frame.flow)}
      stripeApiBase={settings.stripeApiBase}
      hostedCheckoutUrl={hostedCheckoutUrl(settings)}
    />
  );
  return renderPage(page, { cache: "shared" });
}

function paymentConfig(settings: Settings, flow: Flow): PaymentConfig | null {
  const { stripeJsUrl, stripePublishableKey } = settings;
  if (stripeJsUrl === null || stripePublishableKey === null) return null;
  return {
    stripeJsUrl,
    publishableKey: stripePublishableKey,
    createIntentUrl: PATHS.createPaymentIntent,
    detailsUrl: PATHS.paymentDetails,
    flow,
    returnPath: `${PATHS.interstitial}?${RETURN_PARAMETERS.type}=${IN_PRODUCT_OFFER.key}`,
    amountCents: IN_PRODUCT_OFFER.priceCents,
    currency: IN_PRODUCT_OFFER.currency,
  };
}

/** The hosted checkout that sells the same course at the same price. */
function hostedCheckoutUrl(settings: Settings): string | null {
  const flow = FLOWS.find((candidate) => PRICE_CENTS[candidate] === IN_PRODUCT_OFFER.priceCents);
  return flow === undefined ? null : settings.checkoutLinks[IN_PRODUCT_OFFER.courseId][flow];
}
