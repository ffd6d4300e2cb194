import type { Delivery } from "../gifts/day/gift-delivery.ts";
import type { Invoice } from "../ledger/invoice-rules.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import type { Order } from "../ledger/orders.ts";
import type { WithdrawalState } from "../ledger/withdrawal-life-rules.ts";
import { PRODUCTS } from "../shared/courses.ts";
import { deskOrderPath } from "../shared/paths.ts";
import { formatDay, formatDayOfYear, isoDateOf } from "../shared/time.ts";
import { DESK_COPY, euros } from "./desk-copy.ts";
import type { Cell, Item, Tone } from "./desk-rules.ts";

export function orderCell(intentId: string): Cell {
  return { text: formatOrderNumber(intentId), href: deskOrderPath(intentId) };
}

export function sayProduct({ productId, gift }: Pick<Order, "productId" | "gift">): string {
  const name = productId === undefined ? DESK_COPY.today.unknownProduct : PRODUCTS[productId].name;
  return gift === undefined ? name : `${name}, ${DESK_COPY.today.gift(gift.recipient)}`;
}

/** The shop's day of a moment, without its year, because it is not long ago. `iso` is a time in UTC. */
export function sayDay(iso: string): string {
  return formatDayOfYear(isoDateOf(new Date(iso)));
}

export function sayInvoice({ number, kind, inclCents }: Invoice): string {
  return `${DESK_COPY.order.invoiceKinds[kind]} ${number}, ${euros(inclCents)}`;
}

export function sayState(order: Order): string {
  if (order.state === "disputed" && order.dispute === "inquiry") return DESK_COPY.order.disputes.inquiry;
  return DESK_COPY.states[order.state === "awaited" ? order.money : order.state];
}

/** An answer to a withdrawal. `otherwiseCents`: what it says was paid back otherwise than through Stripe, as far as that is known. */
export function sayAnswer(answer: WithdrawalState, otherwiseCents = 0): string {
  const { answers } = DESK_COPY.withdrawals;
  return answer === "repaid" && otherwiseCents === 0 ? DESK_COPY.states.refunded : answers[answer];
}

/** Whether it is work, a loss or nothing special. */
function toneOf(order: Order): Tone {
  if (order.status !== "paid") return "plain";
  const { state, keptCents } = order;
  if ((state === "withdrawn" && keptCents > 0) || state === "disputed") return "wait";
  return state === "paid" ? "good" : "plain";
}

/** What an order still waits for, beside its state. */
export function saysOpen({ owedCents, isUnconfirmed }: Order): readonly string[] {
  return [
    ...(owedCents === undefined ? [] : [DESK_COPY.order.owes(euros(owedCents))]),
    ...(isUnconfirmed ? [DESK_COPY.order.unconfirmed] : []),
  ];
}

/** An order as a line of a list. `delivery`: the mail of its gift, null if none was ever to be mailed. */
export function orderItem(order: Order, delivery: Delivery | null): Item {
  const { intentId, buyerName, email, amountCents, gift } = order;
  return {
    title: { text: buyerName ?? email ?? DESK_COPY.orders.unknownBuyer, href: deskOrderPath(intentId) },
    aside: euros(amountCents),
    said: [
      sayProduct(order),
      sayState(order),
      ...(gift === undefined ? [] : [sayDelivery(delivery)]),
      ...saysOpen(order),
    ].join(" · "),
    lines: [[formatOrderNumber(intentId), formatDay(order.boughtAt)].join(" · ")],
    tone: delivery?.isUnmailed || order.owedCents !== undefined ? "bad" : toneOf(order),
  };
}

/** What becomes of the mail of a gift. Null: its giver hands it over. */
export function sayDelivery(delivery: Delivery | null): string {
  const words = DESK_COPY.deliveries;
  if (delivery === null) return words.none;
  switch (delivery.state) {
    case "planned":
      return words.planned(formatDay(delivery.day));
    case "stopped":
      return words.stopped[delivery.by];
    default:
      return words[delivery.state];
  }
}
