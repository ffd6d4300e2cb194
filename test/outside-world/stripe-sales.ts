import type Stripe from "stripe";
import { LINK_CONSENT } from "../../src/legal/purchase-consent-copy.ts";
import { LINK_CONSENT_VERSIONS } from "../../src/legal/purchase-consent-rules.ts";
import { LINK_CONSENT_FIELD } from "../../src/paying/webhook/order-events.ts";
import { formatAmount } from "../../src/shared/money.ts";
import type { StripeAccountStore } from "./stripe-account.ts";
import type { IntentStore } from "./stripe-intents.ts";
import {
  BALANCE_TRANSACTION,
  type BalanceTransaction,
  type Charge,
  type CheckoutSession,
  DISPUTE,
  type Dispute,
  nowInSeconds,
  type PaymentIntent,
  REFUND,
  type Refund,
  randomId,
  SESSION,
} from "./stripe-objects.ts";
import { ApiError } from "./stripe-parameters.ts";

/**
 * A payment's events other than its own state: the hosted checkout before it, refunds and disputes after it, and what they
 * move and cost (docs, "How disputes work" and "Respond to disputes"). Each is added to the account, which lists it.
 *
 * An inquiry, `warning_*`, moves nothing, its payment can still be refunded, and a refund of everything closes it. A
 * chargeback takes the amount with Stripe's fee in one movement, and nothing can be refunded until it is won. Countering
 * one, `under_review`, costs a fee of its own. Its movement names no dispute, as far as a published example shows; it
 * comes back if the dispute is won.
 *
 * Not modelled: a second dispute of a payment, a dispute of a part, a refund that fails because its inquiry becomes a
 * chargeback, what a `prevented` dispute costs, and the time that Stripe takes to bill a fee.
 */

export type SaleEventType = Extract<
  Stripe.Event.Type,
  | `charge.dispute.${"created" | "updated" | "closed"}`
  | `checkout.session.${"completed" | "async_payment_succeeded" | "async_payment_failed"}`
  | `charge.${"refunded" | "refund.updated"}`
  | `refund.${"created" | "updated" | "failed"}`
>;

export type HostedPurchase = {
  product: string;
  flow: string;
  amount: number;
  name: string;
  email: string;
  /** Whether the link asked, and the buyer agreed, that the right of withdrawal lapses. Every buyer agrees to the terms. */
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

type Status = Dispute["status"];

/** The statuses that end a dispute, with those that may follow: a lost one can be appealed. */
const AFTER_THE_END: ReadonlyMap<string, readonly string[]> = new Map([
  ["won", []],
  ["lost", ["appeal_needs_response", "appeal_under_review", "won"]],
  ["warning_closed", []],
  ["prevented", []],
]);
/** The time for a shop to answer a dispute, seconds. */
const EVIDENCE_S = 10 * 24 * 60 * 60;

const isInquiry = (status: string) => status.startsWith("warning_");
/** `is_charge_refundable` of a dispute in this status. */
export const isRefundable = (status: string): boolean => isInquiry(status) || status === "won";

/** Stripe's fee for a dispute, whatever its outcome, and its fee for countering one. Cents; that there are fees matters. */
const [DISPUTE_FEE_CENTS, COUNTER_FEE_CENTS] = [2000, 2000];
/** Like those of a Dutch account. */
const feeOfSale = (amount: number, method: string) => (method === "card" ? Math.round(amount * 0.015) + 25 : 29);

/** Records a change of the account's balance. `category`: as Stripe reports it (docs, "Reporting categories"). */
export function moveBalance(
  account: Pick<StripeAccountStore, "add">,
  category: string,
  move: Pick<BalanceTransaction, "source" | "amount" | "currency"> & { fee?: number; description?: string },
): BalanceTransaction {
  const { amount, fee = 0 } = move;
  const own = { id: randomId("txn_3"), created: nowInSeconds(), fee, net: amount - fee, reporting_category: category };
  const transaction = { ...BALANCE_TRANSACTION, ...move, ...own } as BalanceTransaction;
  account.add("balance_transactions", transaction);
  return transaction;
}

/** A refusal that comes after the parameters were read: the same idempotency key gets it again. */
function refused(message: string, fields: { code?: string } = {}): ApiError {
  return Object.assign(new ApiError(message, fields), { isKept: true });
}

export type SaleStore = ReturnType<typeof createSaleStore>;

export function createSaleStore(
  intents: IntentStore,
  account: StripeAccountStore,
  onEvent: (type: SaleEventType, object: CheckoutSession | Charge | Refund | Dispute) => void,
) {
  function chargeOf(intent: PaymentIntent): Charge {
    const charge = intents.latestCharge(intent);
    if (charge?.status === "succeeded") return charge;
    throw refused(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  }

  function newDispute({ id: charge, payment_intent, amount, currency }: Charge): Dispute {
    const created = nowInSeconds();
    const evidence_details = { ...DISPUTE.evidence_details, due_by: created + EVIDENCE_S };
    const dispute: Dispute = {
      ...DISPUTE,
      ...{ id: randomId("du_1"), charge, payment_intent, amount, currency, created, evidence_details },
      balance_transactions: [],
    };
    account.add("disputes", dispute);
    return dispute;
  }

  function moveMoney(dispute: Dispute, before: Status | undefined): void {
    const { id: source, amount, currency, status, balance_transactions: own, evidence_details: evidence } = dispute;
    if (!isInquiry(status) && own.length === 0)
      own.push(moveBalance(account, "dispute", { source, amount: -amount, currency, fee: DISPUTE_FEE_CENTS }));
    const bill = (cents: number) =>
      moveBalance(account, "fee", { source: null, amount: cents, currency, description: "Card Dispute Countered Fee" });
    if (status === "under_review" && before !== "under_review") {
      evidence.submission_count += 1;
      bill(-COUNTER_FEE_CENTS);
    }
    if (status !== "won") return;
    own.push(moveBalance(account, "dispute_reversal", { source, amount, currency }));
    if (evidence.submission_count > 0) bill(COUNTER_FEE_CENTS * evidence.submission_count);
  }

  const store = {
    /** Records a payment's money: the part of the balance that its charge makes. */
    paid(intent: PaymentIntent): void {
      const charge = chargeOf(intent);
      if (charge.balance_transaction !== null) return;
      const { id: source, amount, currency, payment_method_details: method } = charge;
      const sale = { source, amount, currency, fee: feeOfSale(amount, method.type) };
      charge.balance_transaction = moveBalance(account, "charge", sale).id;
    },
    /** Processes a payer's order in the hosted checkout. */
    buy(purchase: HostedPurchase): CheckoutSession {
      const { product, flow, amount, name, email, hasConsented, isPaid, environment = "local" } = purchase;
      // A payment link's metadata go to its session, those for the payment to the payment intent.
      const offer = { product, flow, price: String(amount), environment };
      const intent = intents.create({ amount, currency: "eur", metadata: offer });
      const session: CheckoutSession = {
        ...SESSION,
        id: randomId("cs_test_"),
        amount_total: amount,
        consent: { promotions: null, terms_of_service: "accepted" },
        created: intent.created,
        custom_fields: hasConsented ? [WAIVER] : [],
        customer_details: { ...SESSION.customer_details, email, name },
        metadata: { ...offer, consent: LINK_CONSENT_VERSIONS.at(-1) ?? "" },
        payment_intent: intent.id,
        payment_status: isPaid === "now" ? "paid" : "unpaid",
      };
      account.add("checkout/sessions", session);
      intents.attempt(intent, { type: "card", name, email });
      intents.settle(intent, isPaid === "now" ? "succeeded" : "processing");
      onEvent("checkout.session.completed", session);
      return session;
    },
    /** Applies the bank's decision on a hosted order that was waiting for its money. */
    settled(intent: PaymentIntent): void {
      const [session] = account.of("checkout/sessions", intent.id);
      if (session?.payment_status !== "unpaid") return;
      if (intent.status === "succeeded") {
        session.payment_status = "paid";
        onEvent("checkout.session.async_payment_succeeded", session);
      } else if (intent.status === "requires_payment_method") {
        onEvent("checkout.session.async_payment_failed", session);
      }
    },
    /** Refunds this many cents more, or all that is left; that ends an inquiry of the buyer's bank. Throws Stripe's refusal. */
    refund(intent: PaymentIntent, wanted?: number, reason: Refund["reason"] = null): Refund {
      const charge = chargeOf(intent);
      const [dispute] = account.of("disputes", intent.id);
      if (dispute?.is_charge_refundable === false)
        throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: "charge_disputed" });
      const left = charge.amount - charge.amount_refunded;
      if (left === 0)
        throw refused(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
      const amount = wanted ?? left;
      if (amount > left) {
        const message = `Refund amount (€${formatAmount(amount)}) is greater than unrefunded amount on charge (€${formatAmount(left)})`;
        throw refused(message);
      }
      charge.amount_refunded += amount;
      charge.refunded = charge.amount_refunded === charge.amount;
      const [id, { currency }, created] = [randomId("re_1"), charge, nowInSeconds()];
      const balance_transaction = moveBalance(account, "refund", { source: id, amount: -amount, currency }).id;
      const own = { id, amount, balance_transaction, charge: charge.id, created, currency, payment_intent: intent.id };
      const refund = { ...REFUND, ...own, reason, metadata: {} } as Refund;
      account.add("refunds", refund);
      onEvent("refund.created", refund);
      onEvent("charge.refunded", charge);
      if (charge.refunded && dispute !== undefined && dispute.status !== "warning_closed" && isInquiry(dispute.status))
        store.dispute(intent, "warning_closed");
      return refund;
    },
    /** Makes the last refund fail: the bank returns it. Throws if there is none. */
    failRefund(intent: PaymentIntent): void {
      const charge = chargeOf(intent);
      const refund = account.of("refunds", intent.id).findLast(({ status }) => status === "succeeded");
      if (refund === undefined) throw refused(`Payment ${intent.id} has no refund to return.`);
      const { id: source, amount, currency } = refund;
      const { id } = moveBalance(account, "refund_failure", { source, amount, currency });
      Object.assign(refund, { status: "failed", failure_balance_transaction: id });
      charge.amount_refunded -= amount;
      charge.refunded = false;
      for (const type of ["refund.failed", "refund.updated", "charge.refund.updated"] as const) onEvent(type, refund);
    },
    /** Sets a dispute's status; the first call opens it. Throws after its end: only a lost one can be appealed. */
    dispute(intent: PaymentIntent, status: Status): void {
      const charge = chargeOf(intent);
      const [known] = account.of("disputes", intent.id);
      const before = known?.status;
      if (before !== undefined && AFTER_THE_END.get(before)?.includes(status) === false)
        throw refused(`The dispute of payment ${intent.id} has ended: ${before}`);
      const dispute = known ?? newDispute(charge);
      Object.assign(dispute, { status, is_charge_refundable: isRefundable(status) });
      charge.disputed = true;
      moveMoney(dispute, before);
      const change = known === undefined ? "created" : AFTER_THE_END.has(status) ? "closed" : "updated";
      onEvent(`charge.dispute.${change}`, dispute);
    },
  };
  return store;
}
