import { EMAIL_MAX_LENGTH } from "../../shared/email-address.ts";
import { addDays, momentOf, today } from "../../shared/time.ts";

/** The delivery of a gift, which the shop mails to its recipient on a day: its times, and the form that changes it. */

/** The hour at which gifts are mailed, by the shop's clock. */
export const DELIVERY_HOUR = 8;
/** The last day that a giver can choose, days ahead. */
const MAX_DAYS_AHEAD = 364;

/** The field of the recipient's address, where a gift is made and where its day is changed. */
export const RECIPIENT_INPUT = { type: "email", autoComplete: "off", maxLength: EMAIL_MAX_LENGTH } as const;

/** Fields of the form on the order's page. */
export const DELIVERY_FIELDS = { day: "datum", to: "ontvanger-email", step: "bezorging" } as const;
export const DELIVERY_STEPS = { send: "versturen", stop: "stoppen" } as const;

export type TypedDelivery = { day: string; to: string };
export type DeliveryProblem = "missing" | "invalid" | "past" | "far";
export type DeliveryProblems = Partial<Record<keyof TypedDelivery, DeliveryProblem>>;

/** When a gift for that day (`2026-12-05`) is mailed: at eight by the shop's clock, or now if that is later. */
export function sendMoment(day: string, now: Date): Date {
  return day < today(now) ? now : new Date(Math.max(momentOf(day, DELIVERY_HOUR).getTime(), now.getTime()));
}

export function deliveryDays(now: Date): { first: string; last: string } {
  return { first: today(now), last: lastDeliveryDay(now) };
}

/** The last day on which a gift can be mailed: a year ahead, less a day. */
export function lastDeliveryDay(now: Date): string {
  return addDays(today(now), MAX_DAYS_AHEAD);
}
