import type { Bindings } from "../env.ts";
import { stopDelivery } from "../services/gift-delivery.ts";
import { isRepaid, readOrder } from "../services/orders.ts";
import { settleGift } from "../services/paid-gifts.ts";
import { EVERY_PLACE_SHOWS_IT, FOR_A_DAY, type Step } from "./steps.ts";

/**
 * The steps after a refund, a failed refund or a dispute. They wait until every place shows every fact of that moment;
 * then all facts together decide whether the gift is stopped. So the decision is right, whatever the order and place of
 * the events. A payment without a known sale has no gift yet; the Workflow that stores it decides again.
 */
export async function followMoney(env: Bindings, intentId: string, step: Step): Promise<"settled" | "unknown"> {
  await step.sleep("until every place shows it", EVERY_PLACE_SHOWS_IT);
  return step.do("settle the gift", FOR_A_DAY, async () => {
    const read = await readOrder(env.ORDERS, intentId);
    if (read.status === "unavailable") throw new Error("the order could not be read");
    if (read.status !== "found") return "unknown";
    await settleGift(env, read.value);
    if (read.value.gift !== undefined && isRepaid(read.value)) {
      await stopDelivery(env, intentId, "money", new Date(read.value.updatedAt));
    }
    return "settled";
  });
}
