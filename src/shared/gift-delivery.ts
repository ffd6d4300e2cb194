import { addDays, TIME_ZONE, today } from "./time.ts";

/** The delivery of a gift: the shop mails it to its recipient, on a day. When that is, and the form that changes it. */

/** The hour at which gifts are mailed, by the shop's clock. */
export const DELIVERY_HOUR = 8;
/** A Workflow sleeps for 365 days at most (Cloudflare Workflows, "Limits"); the day itself has eight hours or nine. */
const MAX_DAYS_AHEAD = 364;
const MINUTE_MS = 60_000;
/** Longer than KV takes to show a change in every place: what goes at once waits for it. */
const SHOWN_EVERYWHERE_MS = 3 * MINUTE_MS;
/** From so long before the mail nothing can be changed, so that who mails sees the last change. */
const CLOSED_BEFORE_MS = 5 * MINUTE_MS;
/** Longer than the mail is tried: a day of attempts, each of which may take a minute. */
const TRIED_MS = 27 * 60 * MINUTE_MS;
/** The plan follows within minutes on Stripe's event of the payment, which Stripe delivers again for three days. */
const PLANNED_WITHIN_MS = 3 * 24 * 60 * MINUTE_MS;
/** A plan can be changed so often, and then only stopped: each change is work that waits for its day. */
export const DELIVERY_MAX_CHANGES = 20;

/** Fields of the form on the order's page. */
export const DELIVERY_FIELDS = { day: "datum", to: "ontvanger-email", step: "bezorging" } as const;
/** What the button asks for. */
export const DELIVERY_STEPS = { send: "versturen", stop: "stoppen" } as const;

export type TypedDelivery = { day: string; to: string };
export type DeliveryProblem = "missing" | "invalid" | "past" | "far";
export type DeliveryProblems = Partial<Record<keyof TypedDelivery, DeliveryProblem>>;

/** The moment of a day (`2026-12-05`) at which gifts are mailed: eight o'clock in the Netherlands, in summer and winter. */
export function deliveryMoment(day: string): Date {
  const guess = new Date(`${day}T0${DELIVERY_HOUR}:00:00Z`);
  const hour = Number(guess.toLocaleString("nl-NL", { hour: "2-digit", hourCycle: "h23", timeZone: TIME_ZONE }));
  return new Date(guess.getTime() - (hour - DELIVERY_HOUR) * 60 * MINUTE_MS);
}

/** When a gift for that day is mailed: at eight, or at once when that has been. */
export function sendMoment(day: string, now: Date): Date {
  return new Date(Math.max(deliveryMoment(day).getTime(), shownEverywhereAt(now).getTime()));
}

/** When KV shows in every place what is stored now. */
export function shownEverywhereAt(now: Date): Date {
  return new Date(now.getTime() + SHOWN_EVERYWHERE_MS);
}

/** The last day on which a gift can be mailed: a year ahead, but a day. */
export function lastDeliveryDay(now: Date): string {
  return addDays(today(now), MAX_DAYS_AHEAD);
}

/** Whether what goes at that moment (ISO 8601) is being mailed, or nearly: nothing can be changed. */
export function isDeliveryClosed(sendAt: string, now: Date): boolean {
  return now.getTime() >= Date.parse(sendAt) - CLOSED_BEFORE_MS && !isDeliveryOver(sendAt, now);
}

/** Whether nobody works any more on what was to go at that moment (ISO 8601). */
export function isDeliveryOver(sendAt: string, now: Date): boolean {
  return now.getTime() >= Date.parse(sendAt) + TRIED_MS;
}

/** Whether no plan follows any more on a payment of that moment (ISO 8601). */
export function isPlanningOver(paidAt: string, now: Date): boolean {
  return now.getTime() >= Date.parse(paidAt) + PLANNED_WITHIN_MS;
}
