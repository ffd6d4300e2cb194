import { HTTPException } from "hono/http-exception";
import type Stripe from "stripe";
import { LINK_CONSENT } from "../../src/legal/purchase-consent-copy.ts";
import { LINK_CONSENT_VERSIONS } from "../../src/legal/purchase-consent-rules.ts";
import { LINK_CONSENT_FIELD } from "../../src/paying/webhook/order-events.ts";
import { randomId } from "./identifiers.ts";
import type { StripeAccountStore } from "./stripe-account.ts";
import { feeOfSale, moveBalance } from "./stripe-balance.ts";
import type { Charge } from "./stripe-charges.ts";
import { type Dispute, type DisputeEventType, disputeCharge, disputeEventType } from "./stripe-disputes.ts";
import { type IntentStore, nowInSeconds, type PaymentIntent } from "./stripe-intents.ts";
import { REFUND, SESSION } from "./stripe-objects.ts";

/** A finished hosted checkout, as Stripe's events have it. */
export type CheckoutSession = Stripe.Checkout.Session & {
  amount_total: number;
  consent: { terms_of_service: "accepted" | null };
  currency: string;
  /** Answers to the payment link's questions; empty if it has none. */
  customer_details: { email: string; name: string };
  metadata: Record<string, string>;
  payment_intent: string;
};

export type Refund = Stripe.Refund & {
  balance_transaction: string;
  /** The balance transaction of the amount that came back after a failure. */
  failure_balance_transaction?: string;
  charge: string;
  metadata: Record<string, string>;
  payment_intent: string;
};

export type SaleEventType =
  | DisputeEventType
  | Extract<
      Stripe.Event.Type,
      | "checkout.session.completed"
      | "checkout.session.async_payment_succeeded"
      | "checkout.session.async_payment_failed"
      | "charge.refunded"
      | "charge.refund.updated"
      | "refund.created"
      | "refund.updated"
      | "refund.failed"
    >;

export type HostedPurchase = {
  product: string;
  flow: string;
  amount: number;
  name: string;
  email: string;
  /**
   * Whether the link asked, and the buyer agreed, that the right of withdrawal lapses. Every buyer agrees to the terms.
   */
  hasConsented: boolean;
  /** `later`: the bank has the order, but the money is still on its way. */
  isPaid: "now" | "later";
  /** The environment of the payment link. */
  environment?: string;
};

/** The answer to the link's own question (kv-seed/go-live/wishes.ts). */
const WAIVER: Stripe.Checkout.Session.CustomField = {
  key: LINK_CONSENT_FIELD.key,
  type: "dropdown",
  label: { custom: LINK_CONSENT.label, type: "custom" },
  optional: false,
  dropdown: {
    default_value: null,
    options: [{ label: LINK_CONSENT.answer, value: LINK_CONSENT_FIELD.agreed }],
    value: LINK_CONSENT_FIELD.agreed,
  },
};

/** The time for a payer in the hosted checkout, seconds. */
const SESSION_S = 24 * 60 * 60;

export type SaleStore = {
  /** Records a payment's money: the part of the balance that its charge makes. */
  paid(intent: PaymentIntent): void;
  /** Processes a payer's order in the hosted checkout. */
  buy(purchase: HostedPurchase): CheckoutSession;
  /** Applies the bank's decision on a hosted order that was waiting for its money. */
  settled(intent: PaymentIntent): void;
  /**
   * Refunds this many cents more, or all that is left; that ends an inquiry of the buyer's bank. Throws a 409 if that
   * is not possible.
   */
  refund(intent: PaymentIntent, cents?: number, reason?: string): Refund;
  /** Makes the last refund fail: the bank returns it. Throws a 409 if there is none. */
  failRefund(intent: PaymentIntent): Refund;
  /** Sets a dispute's status; the first call opens it. Throws a 409 after its end: only a lost one can be appealed. */
  dispute(intent: PaymentIntent, status: Dispute["status"]): Dispute;
  clear(): void;
};

/**
 * A payment's events other than its own state: the hosted checkout before it, refunds and disputes after it. Each is
 * added to the account, which lists it in its present state.
 */
export function createSaleStore(
  intents: IntentStore,
  account: Pick<StripeAccountStore, "add">,
  onEvent: (type: SaleEventType, object: CheckoutSession | Charge | Refund | Dispute) => void,
): SaleStore {
  const sessions = new Map<string, CheckoutSession>();
  const refunds = new Map<string, Refund[]>();
  const disputes = new Map<string, Dispute>();
  intents.onCharge((charge) => account.add("charges", charge));

  function chargeOf(intent: PaymentIntent): Charge {
    const charge = intents.latestCharge(intent);
    if (intent.status !== "succeeded" || charge === undefined) {
      throw new HTTPException(409, { message: `payment ${intent.id} is ${intent.status}` });
    }
    return charge;
  }

  function setDispute(charge: Charge, status: Dispute["status"]): Dispute {
    const known = disputes.get(charge.payment_intent);
    const dispute = disputeCharge(account, charge, known, status);
    disputes.set(charge.payment_intent, dispute);
    onEvent(disputeEventType(dispute, known === undefined), dispute);
    return dispute;
  }

  return {
    paid(intent) {
      const charge = chargeOf(intent);
      if (charge.balance_transaction !== null) return;
      const { id: source, amount, currency, payment_method_details: method } = charge;
      const fee = feeOfSale(amount, method.type);
      charge.balance_transaction = moveBalance(account, { what: "sale", source, amount, currency, fee }).id;
    },
    buy({ product, flow, amount, name, email, hasConsented, isPaid, environment = "local" }) {
      // A payment link's metadata go to its session, those for the payment to the payment intent.
      const offer = { product, flow, price: String(amount), environment };
      const intent = intents.create({ amount, currency: "eur", metadata: offer });
      const session: CheckoutSession = {
        ...SESSION,
        id: randomId("cs_test_"),
        amount_subtotal: amount,
        amount_total: amount,
        consent: { promotions: null, terms_of_service: "accepted" },
        created: intent.created,
        custom_fields: hasConsented ? [WAIVER] : [],
        customer_details: { ...SESSION.customer_details, email, name },
        expires_at: intent.created + SESSION_S,
        metadata: { ...offer, consent: LINK_CONSENT_VERSIONS.at(-1) ?? "" },
        payment_intent: intent.id,
        payment_status: isPaid === "now" ? "paid" : "unpaid",
      };
      sessions.set(intent.id, session);
      account.add("checkout/sessions", session);
      intents.attempt(intent, { type: "card", name, email });
      intents.settle(intent, isPaid === "now" ? "succeeded" : "processing");
      onEvent("checkout.session.completed", session);
      return session;
    },
    settled(intent) {
      const session = sessions.get(intent.id);
      if (session?.payment_status !== "unpaid") return;
      if (intent.status === "succeeded") {
        session.payment_status = "paid";
        onEvent("checkout.session.async_payment_succeeded", session);
      } else if (intent.status === "requires_payment_method") {
        onEvent("checkout.session.async_payment_failed", session);
      }
    },
    refund(intent, wanted, reason) {
      const charge = chargeOf(intent);
      const left = charge.amount - charge.amount_refunded;
      const cents = wanted ?? left;
      if (!(Number.isInteger(cents) && cents > 0 && cents <= left)) {
        const message = `of payment ${intent.id} at most ${left} cents can be paid back`;
        throw new HTTPException(409, { message });
      }
      charge.amount_refunded += cents;
      charge.refunded = charge.amount_refunded === charge.amount;
      const id = randomId("re_1");
      const { currency } = charge;
      const paidBack = moveBalance(account, { what: "refund", source: id, amount: -cents, currency });
      const refund: Refund = {
        ...REFUND,
        id,
        amount: cents,
        balance_transaction: paidBack.id,
        charge: charge.id,
        created: nowInSeconds(),
        currency,
        metadata: {},
        payment_intent: intent.id,
        reason: reason ?? null,
      };
      refunds.set(intent.id, [...(refunds.get(intent.id) ?? []), refund]);
      account.add("refunds", refund);
      onEvent("refund.created", refund);
      onEvent("charge.refunded", charge);
      const asked = disputes.get(intent.id)?.status;
      const isInquiry = asked === "warning_needs_response" || asked === "warning_under_review";
      if (charge.refunded && isInquiry) setDispute(charge, "warning_closed");
      return refund;
    },
    failRefund(intent) {
      const charge = chargeOf(intent);
      const refund = refunds.get(intent.id)?.findLast(({ status }) => status === "succeeded");
      if (refund === undefined)
        throw new HTTPException(409, { message: `payment ${intent.id} has no refund to return` });
      refund.status = "failed";
      const { id: source, amount, currency } = refund;
      refund.failure_balance_transaction = moveBalance(account, {
        what: "failed refund",
        source,
        amount,
        currency,
      }).id;
      charge.amount_refunded -= refund.amount;
      charge.refunded = false;
      for (const type of ["refund.failed", "refund.updated", "charge.refund.updated"] as const) onEvent(type, refund);
      return refund;
    },
    dispute: (intent, status) => setDispute(chargeOf(intent), status),
    clear() {
      for (const known of [sessions, refunds, disputes]) known.clear();
    },
  };
}
