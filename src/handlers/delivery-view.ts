import type { AppContext } from "../context.ts";
import type { DeliveryView } from "../pages/gift-delivery.tsx";
import { traced } from "../response/trace.ts";
import type { Delivery } from "../services/delivery-facts.ts";
import { readDelivery, whyUnchanged } from "../services/gift-delivery.ts";
import { boughtAt, type Order } from "../services/orders.ts";
import {
  isDeliveryClosed,
  isDeliveryOver,
  isPlanningOver,
  lastDeliveryDay,
  sendMoment,
  type TypedDelivery,
} from "../shared/gift-delivery.ts";
import { isDay, today } from "../shared/time.ts";

/** The answer to a change of a gift's delivery: its outcome, and the typed values for the form. */
export type DeliveryAnswer = Partial<Pick<DeliveryView, "problems" | "done" | "unchanged">> & {
  /** The delivery after the change, which KV may not show here yet. */
  delivery?: Delivery;
  typed?: TypedDelivery;
};

/** The order page's view of its gift's delivery. Null if the gift is not for a day and has no plan. */
export async function loadDelivery(
  c: AppContext,
  order: Order,
  answer: DeliveryAnswer = {},
): Promise<DeliveryView | null> {
  if (order.gift === undefined || order.gift.from === "now") return null;
  const now = new Date();
  const read =
    answer.delivery === undefined
      ? await traced(c, "kv", readDelivery(c.env, order.intentId), ({ status }) => status)
      : ({ status: "found", value: answer.delivery } as const);
  const delivery = read.status === "found" ? read.value : null;
  const plan = delivery?.state === "planned" ? { day: delivery.plan.day, to: delivery.plan.to } : null;
  const state = delivery === null ? "unavailable" : stateOf(delivery, order, now);
  const reason = delivery === null ? null : whyUnchanged(delivery, now);
  // While KV cannot be read, the form is shown only to send typed values again.
  const isOpen = delivery === null ? answer.typed !== undefined : state !== "expected" && reason === null;
  const days = { first: today(now), last: lastDeliveryDay(now) };
  const { from } = order.gift;
  const { day, to } = plan ?? { day: from, to: "" };
  // The day of the gift, unless it is too late to mail anything on it.
  const offered = { day: day < days.first || day > days.last ? "" : day, to };
  return {
    state,
    plan,
    sentAt: delivery?.state === "sent" ? delivery.at : null,
    cardDay: from,
    typed: isOpen ? (answer.typed ?? offered) : null,
    hasNoChangesLeft: reason === "too-often",
    days,
    problems: answer.problems ?? {},
    done: answer.done ?? null,
    unchanged: answer.unchanged ?? null,
  };
}

function stateOf(delivery: Delivery, order: Order, now: Date): DeliveryView["state"] {
  switch (delivery.state) {
    case "unplanned": {
      if (order.gift?.byMail === undefined) return "none";
      const soldAt = boughtAt(order);
      const sendAt = sendMoment(order.gift.from, new Date(soldAt)).toISOString();
      if (isDeliveryOver(sendAt, now)) return "unsure";
      return isPlanningOver(soldAt, now) ? "lost" : "expected";
    }
    case "planned": {
      const { sendAt } = delivery.plan;
      if (isDeliveryOver(sendAt, now)) return "unsure";
      return isDeliveryClosed(sendAt, now) ? "sending" : "planned";
    }
    case "stopped":
      return delivery.by === "withdrawal" ? "withdrawn" : "stopped";
    default:
      return delivery.state;
  }
}

/** The problems of the typed values. */
export function problemsOf({ day, to }: TypedDelivery, isAddress: (text: string) => boolean, now: Date) {
  const problems: DeliveryView["problems"] = {};
  if (day === "") problems.day = "missing";
  else if (!isDay(day)) problems.day = "invalid";
  else if (day < today(now)) problems.day = "past";
  else if (day > lastDeliveryDay(now)) problems.day = "far";
  if (to === "") problems.to = "missing";
  else if (!isAddress(to)) problems.to = "invalid";
  return problems;
}
