import type { AppContext } from "../context.ts";
import type { DeliveryView } from "../pages/gift-delivery.tsx";
import { traced } from "../response/trace.ts";
import { type Delivery, readDelivery, whyUnchanged } from "../services/gift-delivery.ts";
import type { Order } from "../services/orders.ts";
import { isDeliveryClosed, lastDeliveryDay, type TypedDelivery } from "../shared/gift-delivery.ts";
import { isDay, today } from "../shared/time.ts";

/** What has just been asked of a gift's delivery: what came of it, and what stands in the form again. */
export type DeliveryAnswer = Partial<Pick<DeliveryView, "problems" | "done" | "unchanged">> & {
  /** As it is now, which KV may not show here yet. */
  delivery?: Delivery;
  typed?: TypedDelivery;
};

/** What the order's page shows of the delivery of its gift; null: it is not for a day, and nothing was planned. */
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
  const state = delivery === null ? "unavailable" : stateOf(delivery, order.gift.byMail === true, now);
  const isOpen = delivery !== null && state !== "expected" && whyUnchanged(delivery, now) === null;
  const days = { first: today(now), last: lastDeliveryDay(now) };
  const { from } = order.gift;
  // The day that it is for, unless nothing can be mailed on it any more.
  const day = from < days.first || from > days.last ? "" : from;
  return {
    state,
    plan,
    sentAt: delivery?.state === "sent" ? delivery.at : null,
    cardDay: from,
    typed: isOpen ? (answer.typed ?? plan ?? { day, to: "" }) : null,
    days,
    problems: answer.problems ?? {},
    done: answer.done ?? null,
    unchanged: answer.unchanged ?? null,
  };
}

function stateOf(delivery: Delivery, isByMail: boolean, now: Date): DeliveryView["state"] {
  switch (delivery.state) {
    case "unplanned":
      return isByMail ? "expected" : "none";
    case "planned":
      return isDeliveryClosed(delivery.plan.sendAt, now) ? "sending" : "planned";
    case "stopped":
      return delivery.by === "withdrawal" ? "withdrawn" : "stopped";
    default:
      return delivery.state;
  }
}

/** What is wrong with what was typed. */
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
