import type { PaymentIntent } from "../outside-world/stripe-intents.ts";
import type { World } from "./world.ts";

/** How long the promises wait for the shop, and the outages that excuse it. */

/** The only code after which an address never gets a mail (Email Service, "Error codes"). */
const STRUCK_OFF = "E_RECIPIENT_SUPPRESSED";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Mails are tried for a day. In an outage that is nearly as long, the last attempt may fail. */
const LONG_OUTAGE_MS = 20 * HOUR_MS;

/** After this long every KV place shows every write, milliseconds. */
export const KV_SHOWS_MS = 125_000;
/**
 * The longest time between the shop's knowledge of a sale and its mails: KV's minute, ten minutes of retries, and the
 * longest pause between two attempts.
 */
export const MAILED_WITHIN_MS = 45 * MINUTE_MS;

/** When the story's outages end, milliseconds since 1970. */
export function awayUntilMs({ mailTroubles, troubles }: World): number[] {
  return [...mailTroubles.map(({ untilMs }) => untilMs), troubles.kvAwayUntilMs, troubles.workflowsAwayUntilMs];
}

/** Whether the mail service struck off addresses, or was away for so long that a mail may have been given up. */
export function isMailHopeless({ mailTroubles }: World): boolean {
  return mailTroubles.some(({ code, fromMs, untilMs }) => code === STRUCK_OFF || untilMs - fromMs > LONG_OUTAGE_MS);
}

/** Whether all money went back at some time, so that there may have been nothing to mail. */
export function wasEverRepaid({ provider }: World, { id, amount }: PaymentIntent): boolean {
  const refunded = provider.account
    .all("refunds")
    .filter(({ payment_intent: of }) => of === id)
    .reduce((cents, { amount: part }) => cents + Number(part), 0);
  const dispute = provider.account.all("disputes").some(({ payment_intent: of }) => of === id);
  return refunded >= amount || dispute;
}
