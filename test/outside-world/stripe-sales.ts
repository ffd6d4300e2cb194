import { HTTPException } from "hono/http-exception";
import type Stripe from "stripe";
import { LINK_CONSENT } from "../../src/content/order-mail.ts";
import type { DISPUTE_STATUSES } from "../../src/services/order-events.ts";
import { LINK_CONSENT_FIELD, LINK_CONSENT_VERSIONS } from "../../src/shared/payment.ts";
import { randomId } from "./identifiers.ts";
import type { StripeAccountStore } from "./stripe-account.ts";
import { type BalanceTransaction, DISPUTE_FEE_CENTS, feeOfSale, moveBalance } from "./stripe-balance.ts";
import { EMPTY_FIELDS } from "./stripe-empty-fields.ts";
import { type IntentStore, nowInSeconds, type PaymentIntent } from "./stripe-intents.ts";

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

export type Charge = Stripe.Charge & {
  balance_transaction: string;
  billing_details: { address: { country: string | null } };
  payment_intent: string;
  payment_method_details: { type: string };
};

export type Refund = Stripe.Refund & {
  balance_transaction: string;
  /** The balance transaction of the amount that came back after a failure. */
  failure_balance_transaction?: string;
  charge: string;
  metadata: Record<string, string>;
  payment_intent: string;
};

export type Dispute = Stripe.Dispute & {
  balance_transactions: BalanceTransaction[];
  charge: string;
  payment_intent: string;
  status: (typeof DISPUTE_STATUSES)[number];
};

export type SaleEventType = Extract<
  Stripe.Event.Type,
  | "checkout.session.completed"
  | "checkout.session.async_payment_succeeded"
  | "checkout.session.async_payment_failed"
  | "charge.refunded"
  | "charge.refund.updated"
  | "refund.created"
  | "refund.updated"
  | "refund.failed"
  | "charge.dispute.created"
  | "charge.dispute.updated"
  | "charge.dispute.closed"
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

/** The time for a payer in the hosted checkout, and for a shop to answer a dispute, seconds. */
const SESSION_S = 24 * 60 * 60;
const EVIDENCE_S = 10 * 24 * 60 * 60;

/** Statuses that end a dispute. */
const FINAL_STATUSES: readonly Dispute["status"][] = ["won", "lost", "warning_closed", "prevented"];

export type SaleStore = {
  /** Records a payment's money: a charge, and its part of the balance. */
  paid(intent: PaymentIntent): void;
  /** Processes a payer's order in the hosted checkout. */
  buy(purchase: HostedPurchase): CheckoutSession;
  /** Applies the bank's decision on a hosted order that was waiting for its money. */
  settled(intent: PaymentIntent): void;
  /** Refunds so many cents more, or all that is left. Throws a 409 if that is not possible. */
  refund(intent: PaymentIntent, cents?: number, reason?: string): Refund;
  /** Makes the last refund fail: the bank returns it. Throws a 409 if there is none. */
  failRefund(intent: PaymentIntent): Refund;
  /** Sets a dispute's status; the first call opens it. Throws a 409 after its end: only a lost one can still be won. */
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
  const charges = new Map<string, Charge>();
  const refunds = new Map<string, Refund[]>();
  const disputes = new Map<string, Dispute>();

  function chargeOf(intent: PaymentIntent): Charge {
    if (intent.status !== "succeeded" || intent.latest_charge === null) {
      throw new HTTPException(409, { message: `payment ${intent.id} is ${intent.status}` });
    }
    const known = charges.get(intent.id);
    if (known !== undefined) return known;
    const { amount, currency, latest_charge: id } = intent;
    const method = intents.methodOf(intent.id);
    const sale = { what: "sale", source: id, amount, currency, fee: feeOfSale(amount, method) } as const;
    const charge: Charge = {
      ...EMPTY_FIELDS.charge,
      id,
      object: "charge",
      amount,
      amount_captured: amount,
      amount_refunded: 0,
      balance_transaction: moveBalance(account, sale).id,
      billing_details: {
        address: { ...EMPTY_FIELDS.address, country: "NL" },
        email: intent.receipt_email,
        name: null,
        phone: null,
        tax_id: null,
      },
      captured: true,
      created: intent.created,
      currency,
      disputed: false,
      livemode: false,
      metadata: intent.metadata,
      paid: true,
      payment_intent: intent.id,
      payment_method_details: { type: method },
      refunded: false,
      status: "succeeded",
    };
    charges.set(intent.id, charge);
    account.add("charges", charge);
    return charge;
  }

  function openDispute(disputed: Charge, status: Dispute["status"]): Dispute {
    const { id: charge, amount, currency, payment_intent: intentId } = disputed;
    disputed.disputed = true;
    const id = randomId("du_1");
    const fee = DISPUTE_FEE_CENTS;
    // An inquiry takes no money.
    const taken = status.startsWith("warning_")
      ? []
      : [moveBalance(account, { what: "dispute", source: id, amount: -amount, currency, fee })];
    const dispute: Dispute = {
      ...EMPTY_FIELDS.dispute,
      id,
      object: "dispute",
      amount,
      balance_transactions: taken,
      charge,
      created: nowInSeconds(),
      currency,
      enhanced_eligibility_types: [],
      evidence: { ...EMPTY_FIELDS.evidence, enhanced_evidence: {} },
      evidence_details: {
        due_by: nowInSeconds() + EVIDENCE_S,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_method: "not_submitted",
        submission_count: 0,
      },
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
      payment_intent: intentId,
      reason: "fraudulent",
      status,
    };
    disputes.set(intentId, dispute);
    account.add("disputes", dispute);
    return dispute;
  }

  return {
    paid: (intent) => void chargeOf(intent),
    buy({ product, flow, amount, name, email, hasConsented, isPaid, environment = "local" }) {
      // A payment link's metadata go to its session, those for the payment to the payment intent.
      const offer = { product, flow, price: String(amount), environment };
      const intent = intents.create({ amount, currency: "eur", metadata: offer });
      const session: CheckoutSession = {
        ...EMPTY_FIELDS.session,
        id: randomId("cs_test_"),
        object: "checkout.session",
        amount_subtotal: amount,
        amount_total: amount,
        automatic_tax: { enabled: false, liability: null, provider: null, status: null },
        consent: { promotions: null, terms_of_service: "accepted" },
        created: intent.created,
        currency: "eur",
        custom_fields: hasConsented ? [WAIVER] : [],
        custom_text: EMPTY_FIELDS.customText,
        customer_details: { ...EMPTY_FIELDS.customerDetails, email, name },
        expires_at: intent.created + SESSION_S,
        livemode: false,
        metadata: { ...offer, consent: LINK_CONSENT_VERSIONS.at(-1) ?? "" },
        mode: "payment",
        payment_intent: intent.id,
        payment_method_types: intent.payment_method_types,
        payment_status: isPaid === "now" ? "paid" : "unpaid",
        shipping_options: [],
        status: "complete",
      };
      sessions.set(intent.id, session);
      account.add("checkout/sessions", session);
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
        ...EMPTY_FIELDS.refund,
        id,
        object: "refund",
        amount: cents,
        balance_transaction: paidBack.id,
        charge: charge.id,
        created: nowInSeconds(),
        currency,
        metadata: {},
        payment_intent: intent.id,
        reason: reason ?? null,
        status: "succeeded",
      };
      refunds.set(intent.id, [...(refunds.get(intent.id) ?? []), refund]);
      account.add("refunds", refund);
      onEvent("refund.created", refund);
      onEvent("charge.refunded", charge);
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
    dispute(intent, status) {
      const charge = chargeOf(intent);
      const known = disputes.get(intent.id);
      if (
        known !== undefined &&
        FINAL_STATUSES.includes(known.status) &&
        !(known.status === "lost" && status === "won")
      )
        throw new HTTPException(409, { message: `the dispute of payment ${intent.id} has ended: ${known.status}` });
      const dispute = known ?? openDispute(charge, status);
      if (status === "won" && dispute.status !== "won") {
        const { id: source, amount, currency } = dispute;
        dispute.balance_transactions.push(moveBalance(account, { what: "won dispute", source, amount, currency }));
      }
      dispute.status = status;
      const change = FINAL_STATUSES.includes(status) ? "charge.dispute.closed" : "charge.dispute.updated";
      onEvent(known === undefined ? "charge.dispute.created" : change, dispute);
      return dispute;
    },
    clear() {
      for (const known of [sessions, charges, refunds, disputes]) known.clear();
    },
  };
}
