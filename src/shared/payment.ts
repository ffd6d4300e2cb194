import type { Flow } from "./courses.ts";

/** What is known of a payment on the return page. */
export type PaymentState =
  | { status: "succeeded"; amountCents: number }
  | { status: "processing" }
  | { status: "failed"; reason: "declined" | "canceled" | "incomplete" }
  /** Stripe does not know it, or it is not this visitor's. */
  | { status: "unknown" }
  /** Stripe could not be asked. */
  | { status: "unavailable" };

/** Query parameters that Stripe adds to the return address; `redirect_status` is never believed. */
export const RETURN_PARAMETERS = {
  type: "payment_type",
  intent: "payment_intent",
  clientSecret: "payment_intent_client_secret",
} as const;

/** Header that carries the visit's key to our API. */
export const VISIT_KEY_HEADER = "idempotency-key";

/** What the page gives the payment form to work with. */
export type PaymentConfig = {
  stripeJsUrl: string;
  publishableKey: string;
  /** Where payment intents come from. */
  createIntentUrl: string;
  flow: Flow;
  /** Path and query of the return page. */
  returnPath: string;
  amountCents: number;
  currency: string;
};

/** Everything that the payment form says; it travels to the island as props. */
export type CheckoutFormCopy = {
  loading: string;
  failed: { text: string; retry: string };
  /** Between the express buttons and the form. */
  divider: string;
  name: { label: string; missing: string };
  email: { label: string; missing: string; invalid: string; hint: string };
  method: string;
  consent: { label: string; missing: string };
  /** The line under the consent; `{terms}` and `{withdrawal}` become links. */
  terms: { text: string; termsLabel: string; withdrawalLabel: string; newTab: string };
  pay: string;
  processing: string;
  secure: string;
  toasts: {
    regionLabel: string;
    dismiss: string;
    /** A payment could not be started. */
    unavailable: ToastCopy;
    /** Its text is the provider's, or `refusedText` when that says nothing to a buyer. */
    refusedTitle: string;
    refusedText: string;
    unexpected: ToastCopy;
    fieldsMissing: ToastCopy;
    emailInvalid: ToastCopy;
    consentMissing: ToastCopy;
  };
};

export type ToastCopy = { title: string; text: string };
