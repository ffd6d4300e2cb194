import type Stripe from "stripe";
import { isGiftMetadata } from "../../gifts/gift-wish.ts";
import { formatOrderNumber } from "../../ledger/order-rules.ts";
import { FLOWS, PRODUCT_IDS } from "../../shared/courses.ts";
import { otherEnvironment } from "../../shared/environment.ts";
import { vatOfChange } from "../../shared/money.ts";
import type { Days } from "../../shared/time.ts";
import { stateOfDispute } from "../webhook/order-events.ts";
import { byTime, type ChargeHistory, dayOf, isWithinDays, type MoneyOfPeriod, type Movement } from "./stripe-money.ts";

/** The bookkeeper's list: a line, with its day, for each fact that moved money of a sale of this shop. */

/** In the order of the sums. */
export const BOOK_KINDS = [
  "sale",
  "sale failed",
  "refund",
  "refund failed",
  "settled",
  "dispute opened",
  "dispute lost",
  "dispute won back",
  "dispute fee",
] as const;
type BookKind = (typeof BOOK_KINDS)[number];

/** Amounts are cents: payments are positive, refunds negative; a fee is positive if Stripe takes it. */
export type BookLine = {
  /** The day in Amsterdam, ISO 8601. */
  date: string;
  kind: BookKind;
  orderNumber: string;
  product: string;
  flow: string;
  isGift: boolean;
  grossCents: number;
  vatCents: number;
  feeCents: number;
  /** The change of the account: gross less the fee. */
  payoutCents: number;
  /** How it was paid, such as `ideal` or `card apple_pay`. */
  method: string;
  country: string;
  reference: string;
  intentId: string;
  transactionId: string;
};

export type Books = {
  lines: readonly BookLine[];
  /** Movements that are not those of a sale of this shop in euros: not counted. */
  others: readonly OtherMoney[];
};
/**
 * `category`: Stripe's name of the movement. `cents`: the change of the account with Stripe's fees, so that all lines add up to Stripe's balance.
 */
export type OtherMoney = { category: string; reason: NotCounted; count: number; cents: number; currency: string };
type Foreign = "not-a-sale" | "currency" | "environment";
/** `stray`: the history of its payment lacks it. `no-payment`: it comes from no payment, such as a payout. */
type NotCounted = Foreign | "stray" | "no-payment";

export const CURRENCY = "eur";

/** The books of these days. `environment`: a sale that was marked for another one is not counted. */
export function makeBooks({ charges, others }: MoneyOfPeriod, days: Days, environment: string): Books {
  const booked: Booked[] = [];
  const apart: OtherMoney[] = [];
  for (const history of charges) {
    const reason = whyNotOurs(history, environment);
    if (reason === null) booked.push(...linesOf(history, days));
    else {
      const within = history.movements.filter((movement) => isWithinDays(movement, days));
      apart.push(...within.map((movement) => otherMoney(movement, reason)));
    }
  }
  const lines = booked.sort(([a], [b]) => byTime(a, b)).flatMap(([, ofMovement]) => ofMovement);
  apart.push(...others.filter(isOfPayment).map((movement) => otherMoney(movement, "stray")));
  return { lines, others: [...apart, ...byCategory(others.filter((movement) => !isOfPayment(movement)))] };
}

type Booked = readonly [Movement, readonly BookLine[]];

/** Whether Stripe says that a movement comes from a payment, a refund or a dispute. */
function isOfPayment({ source }: Movement): boolean {
  return typeof source === "object" && source !== null && ["charge", "refund", "dispute"].includes(source.object);
}

function otherMoney({ reporting_category: category, net, currency }: Movement, reason: NotCounted): OtherMoney {
  return { category, reason, count: 1, cents: net, currency };
}

/**
 * Why a charge is no sale of this shop in this environment; null: it is one. Sales are marked by our own checkout (paying/intents.ts)
 * and payment links (kv-seed/go-live/wishes.ts), and by nobody else.
 */
export function whyNotOurs(
  { charge, movements }: Omit<ChargeHistory, "disputes">,
  environment: string,
): Foreign | null {
  const { metadata, amount, currency } = charge;
  if (!PRODUCT_IDS.some((id) => id === metadata.product) || metadata.price !== String(amount)) {
    return "not-a-sale";
  }
  if (otherEnvironment(metadata, environment) !== null) return "environment";
  const isInEuros = [currency, ...movements.map((movement) => movement.currency)].every((one) => one === CURRENCY);
  return isInEuros ? null : "currency";
}

/** The lines of each movement, which changes the kept amount of the sale, and its VAT. */
function linesOf({ charge, movements, disputes }: ChargeHistory, days: Days): readonly Booked[] {
  const lines: Booked[] = [];
  let keptCents = 0;
  for (const movement of movements) {
    const before = keptCents;
    keptCents += movement.amount;
    const kind = kindOf(movement, disputes);
    if (!isWithinDays(movement, days)) continue;
    const isDispute = kind.startsWith("dispute");
    const feeCents = isDispute ? 0 : movement.fee;
    const payoutCents = movement.net + movement.fee - feeCents;
    const common = {
      ...saleOf(charge),
      date: dayOf(movement.created),
      reference: sourceOf(movement),
      transactionId: movement.id,
    };
    const vatCents = vatOfChange(before, keptCents);
    const money = { grossCents: movement.amount, vatCents, feeCents, payoutCents };
    // The bank's fee for a dispute is not a part of its sale.
    const fee = { grossCents: 0, vatCents: 0, feeCents: movement.fee, payoutCents: -movement.fee };
    const hasFeeLine = isDispute && movement.fee !== 0;
    lines.push([
      movement,
      [{ ...common, ...money, kind }, ...(hasFeeLine ? [{ ...common, ...fee, kind: "dispute fee" as const }] : [])],
    ]);
  }
  return lines;
}

/** The id of what a movement comes from; empty if Stripe names nothing. */
function sourceOf({ source }: Movement): string {
  return typeof source === "string" ? source : (source?.id ?? "");
}

const KINDS: Readonly<Record<string, BookKind>> = {
  charge: "sale",
  charge_failure: "sale failed",
  partial_capture_reversal: "sale failed",
  refund: "refund",
  refund_failure: "refund failed",
  settled: "settled",
  dispute_reversal: "dispute won back",
};

/** The bank takes the money back when a dispute opens. If the dispute is lost later, the same line says so. */
function kindOf(movement: Movement, disputes: readonly Stripe.Dispute[]): BookKind {
  const { reporting_category: category, id } = movement;
  if (category !== "dispute") return KINDS[category] ?? (movement.amount < 0 ? "refund" : "refund failed");
  const dispute = disputes.find(({ balance_transactions: own }) => own.some((candidate) => candidate.id === id));
  return dispute !== undefined && stateOfDispute(dispute) === "lost" ? "dispute lost" : "dispute opened";
}

function saleOf({
  id,
  metadata,
  payment_intent: intent,
  payment_method_details: details,
  billing_details,
}: Stripe.Charge) {
  const intentId = typeof intent === "string" ? intent : (intent?.id ?? id);
  const { card, ideal } = details ?? {};
  const wallet = card?.wallet?.type;
  return {
    intentId,
    orderNumber: formatOrderNumber(intentId),
    product: metadata.product ?? "",
    flow: FLOWS.find((flow) => flow === metadata.flow) ?? "",
    isGift: isGiftMetadata(metadata),
    method: [details?.type ?? "", wallet ?? ""].join(" ").trim(),
    // A BIC has its country in the fifth and sixth letter (ISO 9362).
    country: billing_details.address?.country ?? card?.country ?? ideal?.bic?.slice(4, 6) ?? "",
  };
}

function byCategory(movements: readonly Movement[]): readonly OtherMoney[] {
  const sums = new Map<string, OtherMoney>();
  for (const { reporting_category: category, currency, net } of movements) {
    const name = `${category} ${currency}`;
    const none: OtherMoney = { category, reason: "no-payment", count: 0, cents: 0, currency };
    const sum = sums.get(name) ?? none;
    sums.set(name, { ...sum, count: sum.count + 1, cents: sum.cents + net });
  }
  return [...sums.values()];
}

export type BookSum = { count: number; grossCents: number; vatCents: number; feeCents: number; payoutCents: number };

export function sumOf(lines: readonly BookLine[]): BookSum {
  const none: BookSum = { count: 0, grossCents: 0, vatCents: 0, feeCents: 0, payoutCents: 0 };
  return lines.reduce(
    (sum, line) => ({
      count: sum.count + 1,
      grossCents: sum.grossCents + line.grossCents,
      vatCents: sum.vatCents + line.vatCents,
      feeCents: sum.feeCents + line.feeCents,
      payoutCents: sum.payoutCents + line.payoutCents,
    }),
    none,
  );
}

export function quarterOf(date: string): string {
  return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}
