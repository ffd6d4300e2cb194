import { HOUR_MS, MINUTE_MS } from "../../src/shared/time.ts";
import type { PaymentIntent } from "../outside-world/stripe-objects.ts";
import { nightAfterMs } from "./crons.ts";
import { STRUCK_OFF } from "./story.ts";
import type { World } from "./world.ts";

/** How long the promises wait for the shop, and the outages that excuse it. */

/** A gift's mail, and one with links, is tried for a day. In an outage that is nearly as long, the last attempt may fail. */
const LONG_OUTAGE_MS = 20 * HOUR_MS;

/** After this long every KV place shows every write, milliseconds. */
export const KV_SHOWS_MS = 125_000;
/**
 * The longest time between the shop's knowledge of a sale and its mails: the schedule's ten minutes, a claim's ten minutes,
 * and the longest pause between two attempts.
 */
export const MAILED_WITHIN_MS = 45 * MINUTE_MS;

/** When the story's outages end, milliseconds since 1970. */
export function awayUntilMs({ outages }: World): number[] {
  return outages.map(({ untilMs }) => untilMs);
}

/** Whether the mail service struck off addresses: then nobody may get a mail. */
export function isMailHopeless({ outages }: World): boolean {
  return outages.some((one) => one.of === "mail" && one.code === STRUCK_OFF);
}

/** Whether a mail that is tried for a day may have been given up. */
export function isMailGivenUp(world: World): boolean {
  return (
    isMailHopeless(world) || world.outages.some((one) => one.of === "mail" && one.untilMs - one.fromMs > LONG_OUTAGE_MS)
  );
}

/**
 * When the shop knew of a sale, milliseconds since 1970: by Stripe's event or, if that was lost, by the comparison of the
 * first night in which it could begin.
 */
export function heardOfSaleMs({ provider, outages }: World, intentId: string): number {
  const toldMs = provider.toldAtMs(intentId);
  if (toldMs !== null) return toldMs;
  let nightMs = nightAfterMs(provider.paidAtMs(intentId) ?? 0);
  while (outages.some(({ of, fromMs, untilMs }) => of === "workflows" && fromMs <= nightMs && untilMs > nightMs))
    nightMs = nightAfterMs(nightMs);
  return nightMs;
}

/** Whether all money went back at some time, so that there may have been nothing to mail. */
export function wasEverRepaid({ provider }: World, { id, amount }: PaymentIntent): boolean {
  const refunded = provider.account.of("refunds", id).reduce((cents, { amount: part }) => cents + part, 0);
  return refunded >= amount || provider.account.of("disputes", id).length > 0;
}
