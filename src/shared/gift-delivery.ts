import { addDays, TIME_ZONE, today } from "./time.ts";

/** The delivery of a gift, which the shop mails to its recipient on a day: its times, and the form that changes it. */

/** The hour at which gifts are mailed, by the shop's clock. */
export const DELIVERY_HOUR = 8;
/** A Workflow sleeps for 365 days at most (Cloudflare Workflows, "Limits"). The hours until eight are added. */
const MAX_DAYS_AHEAD = 364;
const MINUTE_MS = 60_000;
/** Longer than KV takes to show a change in every place. Even a gift that is mailed at once waits this long. */
const SHOWN_EVERYWHERE_MS = 3 * MINUTE_MS;
/** This long before the mail, changes end, so that the Workflow that mails sees the last one. */
const CLOSED_BEFORE_MS = 5 * MINUTE_MS;
/** Longer than the attempts to send the mail: they go on for a day, and each may take a minute. */
const TRIED_MS = 27 * 60 * MINUTE_MS;
/** A plan is made within minutes after Stripe's event of the payment. Stripe delivers it again for three days. */
const PLANNED_WITHIN_MS = 3 * 24 * 60 * MINUTE_MS;
/** After this many changes a plan can only be stopped: each change starts a Workflow that waits for the day. */
export const DELIVERY_MAX_CHANGES = 20;

/** Fields of the form on the order's page. */
export const DELIVERY_FIELDS = { day: "datum", to: "ontvanger-email", step: "bezorging" } as const;
/** The values of the form's two buttons. */
export const DELIVERY_STEPS = { send: "versturen", stop: "stoppen" } as const;

export type TypedDelivery = { day: string; to: string };
export type DeliveryProblem = "missing" | "invalid" | "past" | "far";
export type DeliveryProblems = Partial<Record<keyof TypedDelivery, DeliveryProblem>>;

/** The moment of a day (`2026-12-05`) at which gifts are mailed: eight o'clock Dutch time, in summer and winter. */
export function deliveryMoment(day: string): Date {
  const guess = new Date(`${day}T0${DELIVERY_HOUR}:00:00Z`);
  const hour = Number(guess.toLocaleString("nl-NL", { hour: "2-digit", hourCycle: "h23", timeZone: TIME_ZONE }));
  return new Date(guess.getTime() - (hour - DELIVERY_HOUR) * 60 * MINUTE_MS);
}

/** When a gift for that day is mailed: at eight, or as soon as KV shows the plan if that is later. */
export function sendMoment(day: string, now: Date): Date {
  return new Date(Math.max(deliveryMoment(day).getTime(), shownEverywhereAt(now).getTime()));
}

/** The moment from which KV shows a write of now in every place. */
export function shownEverywhereAt(now: Date): Date {
  return new Date(now.getTime() + SHOWN_EVERYWHERE_MS);
}

/** The last day on which a gift can be mailed: a year ahead, less a day. */
export function lastDeliveryDay(now: Date): string {
  return addDays(today(now), MAX_DAYS_AHEAD);
}

/** Whether a gift for that moment (ISO 8601) is being mailed, or will be in minutes: it cannot be changed. */
export function isDeliveryClosed(sendAt: string, now: Date): boolean {
  return now.getTime() >= Date.parse(sendAt) - CLOSED_BEFORE_MS && !isDeliveryOver(sendAt, now);
}

/** Whether all attempts to mail a gift for that moment (ISO 8601) have ended. */
export function isDeliveryOver(sendAt: string, now: Date): boolean {
  return now.getTime() >= Date.parse(sendAt) + TRIED_MS;
}

/** Whether it is too late for a first plan after a payment of that moment (ISO 8601). */
export function isPlanningOver(paidAt: string, now: Date): boolean {
  return now.getTime() >= Date.parse(paidAt) + PLANNED_WITHIN_MS;
}
