import type { Flow, ProductId } from "./courses.ts";
import type { GiftWish } from "./gift.ts";

/** What is known of a payment on the return page. */
export type PaymentState =
  /** `gift`: what its giver asked for; `email`: where the confirmation goes. */
  | { status: "succeeded"; amountCents: number; gift?: GiftWish; email?: string }
  | { status: "processing" }
  /** The buyer came back before the bank had an answer. */
  | { status: "incomplete" }
  | { status: "failed"; reason: "declined" | "canceled" }
  /** Stripe does not know it, or it is not this visitor's. */
  | { status: "unknown" }
  /** This browser does not hold its secret: another browser's, or too long ago. */
  | { status: "unseen" }
  /** This client has asked too often. */
  | { status: "limited" }
  /** Stripe could not be asked. */
  | { status: "unavailable" };

/**
 * Query parameters of the return address. `type`, `gift` and `ticket` are ours (`src/services/payment-ticket.ts`), the
 * others Stripe's; `redirectStatus` is never believed. `gift` says where somebody who has not paid tries again, and
 * nothing else.
 */
export const RETURN_PARAMETERS = {
  type: "payment_type",
  gift: "gift",
  intent: "payment_intent",
  clientSecret: "payment_intent_client_secret",
  redirectStatus: "redirect_status",
  ticket: "payment_ticket",
} as const;

/** Header that carries the visit's key to our API. */
export const VISIT_KEY_HEADER = "idempotency-key";

/** Versions of the consent to start at once (`CHECKOUT_COPY.form.consent`), newest last; a changed text is a new version. */
export const CONSENT_VERSIONS = ["2026-11", "2026-11-22"] as const;
/** The same of what a payment link asks (`LINK_CONSENT`); they never share a version, because the texts differ. */
export const LINK_CONSENT_VERSIONS = ["2026-11-22-link"] as const;
export type LinkConsentVersion = (typeof LINK_CONSENT_VERSIONS)[number];
export type ConsentVersion = (typeof CONSENT_VERSIONS)[number] | LinkConsentVersion;

/** The field of a payment link that asks for that consent, and the value of its one answer: letters and digits only. */
export const LINK_CONSENT_FIELD = { key: "herroepingsrecht", agreed: "vervalt" } as const;

/**
 * Whether the buyer's account is on a payment, in our API's answer. `unavailable`: there was a token, and the keys to
 * check it could not be had.
 */
export type WrittenAccount = "none" | "written" | "unavailable";

/** Whose course it will be: the buyer's own, who consents to start at once, or somebody else's. */
export type Purchase = { consent: ConsentVersion } | { gift: GiftWish };

/**
 * What is bought: two payments for the same are one sale, and two for something else are never one. A flow is no part of
 * it, the price is. `giftDigest` is of the gift's wish (`src/services/purchase-identity.ts`), null for a course of one's own.
 */
export type PurchaseIdentity = { productId: ProductId; priceCents: number; giftDigest: string | null };

/** An identity as one text, `KVB1.3900`, with `.` and the digest of a gift: in a payment's metadata, and in a browser's storage. */
export function spellIdentity({ productId, priceCents, giftDigest }: PurchaseIdentity): string {
  return [productId, priceCents, ...(giftDigest === null ? [] : [giftDigest])].join(".");
}

/** How a payment stands that this browser left behind, in our API's answer; only of those there is something to tell. `pending`: a bank has been asked and has not answered. */
export type LeftPayment = "paid" | "processing" | "pending";

/** What the page gives the payment form to work with. */
export type PaymentConfig = {
  stripeJsUrl: string;
  publishableKey: string;
  /** Where payment intents come from. */
  createIntentUrl: string;
  /** Where the buyer's details go before a payment is confirmed. */
  detailsUrl: string;
  identity: PurchaseIdentity;
  /** In which the page is read; a visit stays in the one that it began in. */
  flow: Flow;
  purchase: Purchase;
  /** Path and query of the return page. */
  returnPath: string;
  amountCents: number;
  currency: string;
};

/** Everything that the payment form says; it travels to the island as props. */
export type CheckoutFormCopy = {
  loading: string;
  failed: { text: string; retry: string };
  /** In the form's place while nobody can say whether the payment went through; `later`: once asking has been given up. */
  unknown: { title: string; text: string; later: string; again: string; toPayment: string; help: string };
  /** A bank has been asked for this payment already, from here or from another tab. */
  underWay: ToastCopy;
  /** A payment that this browser left behind, perhaps somebody else's: nothing of what it was for. */
  left: Record<LeftPayment, ToastCopy>;
  /** Between the express buttons and the form. */
  divider: string;
  name: { label: string; missing: string };
  email: { label: string; missing: string; invalid: string; hint: string };
  method: string;
  /** Null for a gift: nothing begins before it is unwrapped, so the giver has nothing to consent to. */
  consent: { version: ConsentVersion; label: string; missing: string } | null;
  /** What holds instead of a consent. */
  note?: string;
  /** The line under the consent; `{terms}` and `{withdrawal}` become links. */
  terms: { text: string; termsLabel: string; withdrawalLabel: string; newTab: string };
  /** Under the button while something is not filled in; `{fields}` becomes a list of the names here, `and` before the last. */
  missing: { text: string; name: string; email: string; consent: string; and: string };
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
    /** Our own server asks for a minute's pause. */
    limited: ToastCopy;
    /** The payment had ended, and another stands ready. */
    restarted: ToastCopy;
    fieldsMissing: ToastCopy;
    emailInvalid: ToastCopy;
    consentMissing: ToastCopy;
  };
};

export type ToastCopy = { title: string; text: string };
