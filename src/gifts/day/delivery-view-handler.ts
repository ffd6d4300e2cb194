import { CLAIM_MS } from "../../ledger/mails.ts";
import type { Order } from "../../ledger/orders.ts";
import { isDay, today } from "../../shared/time.ts";
import type { Delivery, UnchangedReason } from "./gift-delivery.ts";
import type { DeliveryView } from "./gift-delivery-form.tsx";
import { deliveryDays, lastDeliveryDay, type TypedDelivery } from "./gift-delivery-rules.ts";

/** The answer to a change of a gift's delivery: its outcome, and the typed values for the form. */
export type DeliveryAnswer = Partial<Pick<DeliveryView, "problems" | "done" | "unchanged">> & { typed?: TypedDelivery };

/** The order page's view of its gift's delivery. Null if the gift is not for a day. */
export function viewDelivery(
  order: Order,
  { delivery, why }: { delivery: Delivery | null; why: UnchangedReason | null },
  now: Date,
  answer: DeliveryAnswer = {},
): DeliveryView | null {
  if (order.gift === undefined || order.gift.from === "now") return null;
  const isPlan = delivery?.state === "planned" || delivery?.state === "sending";
  const plan = isPlan ? { day: delivery.day, to: delivery.address } : null;
  const state = stateOf(delivery, order, now);
  const reason = FIXED.has(state) ? "closed" : why;
  const days = deliveryDays(now);
  const { from } = order.gift;
  const { day, to } = plan ?? { day: from, to: "" };
  // The day of the gift, unless it is too late to mail anything on it.
  const offered = { day: day < days.first || day > days.last ? "" : day, to };
  return {
    state,
    plan,
    sentAt: delivery?.state === "sent" ? delivery.at : null,
    cardDay: from,
    typed: reason === null ? (answer.typed ?? offered) : null,
    reason,
    days,
    problems: answer.problems ?? {},
    done: answer.done ?? null,
    unchanged: answer.unchanged ?? null,
  };
}

/** The states in which the page offers no change. */
const FIXED: ReadonlySet<DeliveryView["state"]> = new Set(["withdrawn", "sending", "expected"]);

/** A plan whose moment has come is being sent; after the time of an attempt it was not, and may be changed until the next one. */
function stateOf(delivery: Delivery | null, order: Order, now: Date): DeliveryView["state"] {
  if (order.isWithdrawn && (delivery === null || delivery.isUnmailed || delivery.state === "stopped"))
    return "withdrawn";
  if (delivery === null) return order.gift?.deliveryDraftId === undefined || order.erasedAt ? "none" : "expected";
  if (delivery.state === "awaited") return "expected";
  if (delivery.state !== "planned") return delivery.state;
  const lateMs = now.getTime() - Date.parse(delivery.sendAt);
  return lateMs < 0 ? "planned" : lateMs < CLAIM_MS ? "sending" : "late";
}

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
