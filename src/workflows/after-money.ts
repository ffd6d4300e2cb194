import type { Bindings } from "../env.ts";
import { readOrder } from "../services/orders.ts";
import { settleGift } from "../services/paid-gifts.ts";
import { FOR_A_DAY, type Step } from "./steps.ts";

/** Longer than a place may show what was there before: a list is a minute late, and what it names another. */
const EVERY_PLACE_SHOWS_IT = "3 minutes";

/**
 * The steps after money went back, came back or was disputed: when every place shows every fact that was known at that
 * moment, the gift is stopped or goes on as they say together. So the last word is right, in whatever order and place
 * the events were looked at. A payment of which no sale is known has no gift yet; who stores it looks at this again.
 */
export async function followMoney(env: Bindings, intentId: string, step: Step): Promise<"settled" | "unknown"> {
  await step.sleep("until every place shows it", EVERY_PLACE_SHOWS_IT);
  return step.do("settle the gift", FOR_A_DAY, async () => {
    const read = await readOrder(env.ORDERS, intentId);
    if (read.status === "unavailable") throw new Error("the order could not be read");
    if (read.status !== "found") return "unknown";
    await settleGift(env, read.value);
    return "settled";
  });
}
