import type { Order } from "../ledger/orders.ts";
import { sayWithdrawal } from "../orders/withdrawal/withdrawal-facts-copy.ts";
import { readWithdrawalsOf, type WithdrawalRecord } from "../orders/withdrawal/withdrawal-records.ts";
import { minutesSince, payBack, type Refundable, type Refusal, readRefundable } from "../paying/money/refunds.ts";
import { hasFailed } from "../paying/webhook/order-events.ts";
import { parseEuros } from "../shared/money.ts";
import { formatMoment } from "../shared/time.ts";
import { defineAct } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { askedOrder } from "./asked-order-handler.ts";
import { DESK_COPY, euros } from "./desk-copy.ts";
import { stripeOrNull } from "./stripe-or-null.ts";

/** Money back through Stripe, whole or in part. Stripe tells the shop, as after a refund in its dashboard. */

const COPY = ACTS_COPY.refund;

export const previewRefund = defineAct(COPY, askedOrder, async (desk, { order, number }) => {
  const wanted = readAmount(desk.params.get(ACT_FIELDS.amount) ?? "");
  if (wanted === "malformed") return COPY.badAmount;
  const asked = await stripeOrNull(desk, "retrieve", async ({ stripe, environment }) => ({
    stripe,
    refundable: await readRefundable(stripe, order.intentId, environment),
  }));
  if (asked === null) return DESK_COPY.trouble.stripe;
  const { stripe, refundable } = asked;
  if ("refusal" in refundable) return sayRefusal(refundable.refusal);
  const { charge, refunds } = refundable;
  // Stripe does not know what the owner paid otherwise.
  const { paidOtherwiseCents } = order;
  const leftCents = Math.max(0, refundable.leftCents - paidOtherwiseCents);
  const cents = wanted ?? leftCents;
  if (leftCents === 0) return COPY.none;
  if (cents > leftCents) return COPY.tooMuch(euros(leftCents));
  const minutes = minutesSince(refundable, cents, desk.shop.now);
  const withdrawals = await readWithdrawalsOf(desk.shop.ledger, order, "answer IS NULL AND is_open AND order_id = ?1");
  const unproven = withdrawals.filter(({ isProven }) => !isProven).map(({ reference }) => reference);
  const ticks = [
    ...(minutes === null ? [] : [COPY.again(euros(cents), minutes)]),
    ...(unproven.length === 0 ? [] : [COPY.unproven(unproven.join(", "))]),
  ];
  const earlier = refunds.map(
    ({ amount, created, status }) =>
      `${euros(amount)}, ${formatMoment(new Date(created * 1000).toISOString())}, ${sayStatus(status)}`,
  );
  return {
    what: COPY.what(euros(cents), number),
    before: COPY.couldGo(euros(leftCents)),
    facts: [[COPY.now, `${euros(cents)} ${COPY.left(euros(leftCents))}`]],
    alsoFacts: [
      [COPY.paid, euros(charge.amount)],
      [COPY.before, earlier.length === 0 ? COPY.nothing : earlier],
      [DESK_COPY.order.settled, paidOtherwiseCents === 0 ? undefined : euros(paidOtherwiseCents)],
    ],
    follows: whatFollows(order, refundable, withdrawals, cents === leftCents, cents === refundable.leftCents),
    ...(ticks.length === 0 ? {} : { tick: ticks.join(" ") }),
    button: COPY.button(euros(cents)),
    isLive: charge.livemode,
    async perform() {
      const outcome = await payBack(stripe, refundable, order.intentId, cents);
      if (outcome.status === "refused") return { state: "refused", said: COPY.stripeRefused(outcome.error.message) };
      if (outcome.status === "unknown") return { state: "unknown", said: COPY.stripeUnknown(outcome.error.message) };
      const { refund } = outcome;
      if (hasFailed(refund)) return { state: "refused", said: COPY.madeFailed(refund.id) };
      return {
        state: "done",
        said: COPY.made(refund.id, sayStatus(refund.status)),
        made: refund.id,
        saidTwice: COPY.madeTwice(refund.id),
      };
    },
  };
});

/** Cents of `19,50`, `19.50`, `€ 19` or `€19,-`; null of nothing. */
function readAmount(text: string): number | null | "malformed" {
  const trimmed = text.replace(/[€\s]/g, "").replace(/[.,]-$/, "");
  return trimmed === "" ? null : (parseEuros(trimmed) ?? "malformed");
}

function sayStatus(status: string | null): string {
  return COPY.statuses[status ?? ""] ?? status ?? "?";
}

function sayRefusal(refusal: Refusal): string {
  const { refusals } = COPY;
  switch (refusal.why) {
    case "unpaid":
      return refusals.unpaid(refusals.statuses[refusal.status] ?? refusals.otherStatus);
    default:
      return refusals[refusal.why];
  }
}

/** The consequences of a refund, and the work that it leaves. `isAll`: nothing is kept. `isLast`: all of it went back through Stripe. */
function whatFollows(
  order: Order,
  { isInquiry }: Refundable,
  open: readonly WithdrawalRecord[],
  isAll: boolean,
  isLast: boolean,
): readonly string[] {
  const { follows } = COPY;
  const course = isAll ? follows.courseEnds : follows.courseStays;
  const gift = isLast ? follows.giftEnds : isAll ? ACTS_COPY.answer.staysRepaid.gift : follows.giftStays;
  return [
    follows.stripe,
    order.gift === undefined ? course : gift,
    ...(isInquiry ? [isLast ? follows.inquiryEnds : follows.inquiryStays] : []),
    ...(isLast && order.confirmedAt === undefined ? [follows.noConfirmation] : []),
    ...open.map((one) => (isAll ? follows.withdrawal : follows.withdrawalStays)(one.reference, sayWithdrawal(one))),
    follows.later,
  ];
}
