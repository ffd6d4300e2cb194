import type Stripe from "stripe";
import { describeProduct, STRIPE_PRODUCT_DESCRIPTION } from "../../src/courses/products-copy.ts";
import { LINK_CONSENT } from "../../src/legal/purchase-consent-copy.ts";
import { CONFIRMATION_COPY } from "../../src/orders/order-mail-copy.ts";
import { LINK_CONSENT_FIELD, ORDER_EVENT_TYPES } from "../../src/paying/webhook/order-events.ts";
import { checkoutVar } from "../../src/server/env.ts";
import {
  bridgeKey,
  FLOWS,
  type Flow,
  isBundle,
  PRODUCT_IDS,
  type ProductId,
  priceOf,
} from "../../src/shared/courses.ts";
import { environmentMark, LOCAL_ENVIRONMENT, PRODUCTION } from "../../src/shared/environment.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { capitalise } from "../../src/ui/dutch-copy.ts";

/** The objects that the shop needs in its Stripe account, made only from its own courses, prices and paths. */

export type Site = {
  /** Scheme and host, as in `SITE_ORIGIN`. */
  origin: string;
  /** Environment in wrangler.toml. Two of them may share an account: each has its own links and endpoint. */
  environment: string;
};

/** The command that brings the present source and wrangler.toml to a site. */
export function deployCommand({ environment }: Site): string {
  if (environment === LOCAL_ENVIRONMENT) return "npm start";
  // package.json deploys production if nobody says otherwise.
  return environment === PRODUCTION ? "npm run deploy" : `CLOUDFLARE_ENV=${environment} npm run deploy`;
}

/** One product in one flow, with the var that names its payment link and the bridge page that its buyers come to. */
export type HostedSale = { productId: ProductId; flow: Flow; priceCents: number; varName: string; bridgePath: string };

export const HOSTED_SALES: readonly HostedSale[] = PRODUCT_IDS.flatMap((productId) =>
  FLOWS.map((flow) => {
    const { priceCents } = priceOf(productId, flow);
    const bridgePath = `/${bridgeKey(productId, priceCents)}`;
    return { productId, flow, priceCents, varName: checkoutVar(productId, flow), bridgePath };
  }),
);

export const CURRENCY = "eur";

/** Whether these vars offer a sale: a course always, a bundle once a var names its link. */
export function isOffered({ productId, varName }: HostedSale, vars: Readonly<Record<string, unknown>>): boolean {
  return !isBundle(productId) || (vars[varName] !== undefined && vars[varName] !== "");
}

/** Its name stands on Stripe's page, receipt and wallet sheets: a course, not the licence, and without the exam. */
export function wantedProduct(productId: ProductId) {
  return {
    name: capitalise(describeProduct(productId)),
    description: STRIPE_PRODUCT_DESCRIPTION,
    metadata: { product: productId },
  } satisfies Stripe.ProductCreateParams;
}

/** The price as the buyer sees it: VAT is part of it. */
export function wantedPrice(sale: HostedSale, productId: string) {
  return {
    product: productId,
    currency: CURRENCY,
    unit_amount: sale.priceCents,
    tax_behavior: "inclusive",
    metadata: saleMetadata(sale),
  } satisfies Stripe.PriceCreateParams;
}

/** The fields of a payment link that can be changed later; its price cannot. */
export function wantedLink(sale: HostedSale, { origin, environment }: Site) {
  const paymentMetadata = { ...saleMetadata(sale), ...environmentMark(environment) };
  return {
    // Stripe copies these to the checkout session, and the others below to the payment.
    metadata: { ...paymentMetadata, consent: LINK_CONSENT.version },
    payment_intent_data: { metadata: paymentMetadata },
    after_completion: {
      type: "redirect",
      redirect: { url: `${origin}${sale.bridgePath}?session_id={CHECKOUT_SESSION_ID}` },
    },
    consent_collection: { terms_of_service: "required" },
    custom_text: {
      // The duration of the contract must be stated right before the order (art. 6:230v lid 2 BW).
      submit: { message: CONFIRMATION_COPY.order.access(isBundle(sale.productId)) },
      terms_of_service_acceptance: { message: `Ik ga akkoord met de [algemene voorwaarden](${origin}${PATHS.terms}).` },
    },
    // A separate question: agreeing to terms is no express consent to lose a right (art. 6:230p sub g BW).
    custom_fields: [
      {
        key: LINK_CONSENT_FIELD.key,
        label: { type: "custom", custom: LINK_CONSENT.label },
        type: "dropdown",
        optional: false,
        dropdown: { options: [{ label: LINK_CONSENT.answer, value: LINK_CONSENT_FIELD.agreed }] },
      },
    ],
  } satisfies Stripe.PaymentLinkUpdateParams & Omit<Stripe.PaymentLinkCreateParams, "line_items">;
}

function saleMetadata({ productId, flow, priceCents }: HostedSale) {
  return { product: productId, flow, price: String(priceCents) };
}

export function wantedEndpoint({ origin, environment }: Site) {
  return {
    url: `${origin}${PATHS.stripeWebhook}`,
    enabled_events: [...ORDER_EVENT_TYPES],
    metadata: environmentMark(environment),
  } satisfies Stripe.WebhookEndpointUpdateParams & Stripe.WebhookEndpointCreateParams;
}

/** The version of Stripe's API that the installed package, and so the webhook's reader, was made for. */
export const API_VERSION: Stripe.LatestApiVersion & Stripe.WebhookEndpointCreateParams.ApiVersion = "2026-10-28.endive";
