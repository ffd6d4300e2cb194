import type { ConsentVersion } from "../legal/purchase-consent-rules.ts";
import type { Flow, ProductId } from "../shared/courses.ts";
import type { GiftWish } from "../shared/gift.ts";

/**
 * The states of a payment in the checkout, our API and the return page. Each of these uses some of them. An order has
 * states of its own (`OrderState` in `ledger/order-rules.ts`).
 */
export type PaymentState =
  | "paid"
  /** Approved: the money is on its way. */
  | "processing"
  /** A bank was asked and has not answered. */
  | "pending"
  /** Unpaid: it can still be paid, perhaps after an attempt that was declined. */
  | "open"
  /** It ended unpaid. */
  | "canceled"
  /** Stripe does not know it, or it belongs to another visitor. */
  | "unknown"
  | "unavailable";

/**
 * The state of a payment intent with this status (Stripe, "How PaymentIntents work"). A status that is new to us is
 * `pending`, because nobody may read "paid" or "not paid" then.
 */
export function stateOfIntent(status: string): Exclude<PaymentState, "unknown" | "unavailable"> {
  switch (status) {
    case "succeeded":
      return "paid";
    case "processing":
    case "requires_capture":
      return "processing";
    case "requires_payment_method":
      return "open";
    case "canceled":
      return "canceled";
    default:
      // requires_action and requires_confirmation
      return "pending";
  }
}

/** Whether a payment needs no further step of its buyer. */
export function isSettled(state: PaymentState): state is "paid" | "processing" {
  return state === "paid" || state === "processing";
}

export type ReturnedPayment =
  /** `gift`: the giver's wish. `email`: the address of the confirmation. */
  /** `begunMs`: when it was opened, milliseconds since 1970. */
  | { status: "paid"; amountCents: number; begunMs: number; gift?: GiftWish; email?: string }
  /**
   * `unseen`: this browser does not have its secret, because it was paid in another browser, or too long ago.
   * `limited`: this client has asked too often. `refunded`: all of it went back, and what it bought with it.
   */
  | { status: Exclude<PaymentState, "paid"> | "unseen" | "limited" | "refunded" };

/**
 * Query parameters of the return address. `type`, `gift` and `ticket` are ours (`src/paying/return/payment-ticket.ts`), the
 * others Stripe's; `redirectStatus` is never trusted. `gift` only says where a buyer who has not paid can try again.
 */
export const RETURN_PARAMETERS = {
  type: "payment_type",
  gift: "gift",
  intent: "payment_intent",
  clientSecret: "payment_intent_client_secret",
  redirectStatus: "redirect_status",
  ticket: "payment_ticket",
} as const;

export const VISIT_KEY_HEADER = "idempotency-key";

/** A payment of another visit of the same browser, with that visit's key. */
export type OtherVisit = { intentId: string; visitKey: string };

/** The most other visits that a browser may ask about. */
export const MAX_OTHER_VISITS = 3;

/** How long a visit lasts, in which a buyer may come back to its payment; milliseconds. */
export const VISIT_LIFE_MS = 24 * 60 * 60_000;
/**
 * How long a visit lasts after its payment is known to be settled, and the cookie with which its browser sees it: long enough for
 * reloads and a slow bank; milliseconds.
 */
export const SETTLED_LIFE_MS = 60 * 60_000;

/**
 * Whether our API wrote the buyer's account on a payment. `unavailable`: there was a token, but the keys to check it
 * could not be fetched.
 */
export type WrittenAccount = "none" | "written" | "unavailable";

/**
 * A purchase: a course for the buyer, who consents to start at once, or a gift. `deliverTo`: the address to which the
 * shop mails the gift on its day.
 */
export type Purchase = { consent: ConsentVersion } | { gift: GiftWish; deliverTo?: string };

/**
 * The identity of a purchase. Two payments with the same identity are one sale; with another they are two. It has the
 * price, not the flow. `giftDigest` is that of the gift's wish (`src/paying/purchase-identity.ts`), null for a course
 * for oneself.
 */
export type PurchaseIdentity = { productId: ProductId; priceCents: number; giftDigest: string | null };

/**
 * An identity as text, for a payment's metadata and a browser's storage: `KVB1.3900`, and for a gift `.` and its
 * digest.
 */
export function spellIdentity({ productId, priceCents, giftDigest }: PurchaseIdentity): string {
  return [productId, priceCents, ...(giftDigest === null ? [] : [giftDigest])].join(".");
}

/**
 * The states of an earlier payment of this browser that need a message, in our API's answer. Several payments show one
 * message: the first state in this list.
 */
export const LEFT_STATES = ["paid", "processing", "pending"] as const satisfies readonly PaymentState[];
export type LeftPayment = (typeof LEFT_STATES)[number];

export type PaymentConfig = {
  stripeJsUrl: string;
  publishableKey: string;
  createIntentUrl: string;
  /** The endpoint that takes the buyer's details before a payment is confirmed. */
  detailsUrl: string;
  identity: PurchaseIdentity;
  /** The flow of the page; a visit keeps the flow in which it began. */
  flow: Flow;
  purchase: Purchase;
  returnPath: string;
  currency: string;
  /** Whether Stripe is given the buyer's address for a receipt of its own. */
  asksReceipt: boolean;
};

type ToastCopy = { title: string; text: string };
/** A message of the payment form, with a link behind its text. */
export type PaymentNotice = ToastCopy & { link?: { label: string; href: string } };

/**
 * Why a buyer's details were not written on a payment: the service's word, which is the checkout's too, and the code by
 * which the API tells it.
 */
export const DETAILS_REFUSALS = {
  /** It is paid, or being paid. */
  settled: "payment_settled",
  canceled: "payment_canceled",
  /** A bank decides on it for another buyer. It was neither changed nor canceled, because it may be paid already. */
  "other-buyer": "payment_of_other_buyer",
  /** Stripe does not know it, it belongs to another visitor, or it pays for another gift or a course. */
  unknown: "payment_unknown",
  /** The API alone refuses this: it asks to wait a minute. */
  limited: "rate_limited",
  /** It may not have been written; the service has logged that. */
  failed: "payment_provider_unreachable",
} as const;
export type DetailsRefusal = keyof typeof DETAILS_REFUSALS;
