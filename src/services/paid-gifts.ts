import type { Bindings } from "../env.ts";
import { logEvent } from "../log.ts";
import type { GiftWish } from "../shared/gift.ts";
import { type PaidGift, paidGift } from "../shared/paid-gift.ts";
import { createGiftCode } from "./gift-code.ts";
import { type GiftEntry, type GiftStop, giftSchema, giftStopKey, giftStopSchema, writeKv } from "./kv.ts";
import { isRepaid, type Order } from "./orders.ts";

/**
 * Gifts that were paid, in KV (`GIFTS`). The return page and the Workflow both write them, in any order and as often as it
 * happens: the code and every byte follow from the payment alone. Nothing is read before it is written, because KV would
 * remember for a minute that there was nothing (record 0026).
 */

/** Stores the gift of a payment under its code, without what its giver wrote. Rejects when KV cannot be written. */
export async function storePaidGift(env: Bindings, code: string, intentId: string, wish: GiftWish): Promise<void> {
  const entry: GiftEntry = {
    recipient: wish.recipient,
    giver: wish.giver,
    ...(wish.from === "now" ? {} : { from: wish.from }),
  };
  // The payment goes beside the value, which holds only what the page shows for as long as the gift lasts. What its giver
  // wrote stands with the payment (services/orders.ts).
  await writeKv(env.GIFTS, code, JSON.stringify(giftSchema.parse(entry)), { metadata: { intentId } });
}

/** The code of an order's gift, as it was stored or as its payment makes it. Null as `createGiftCode`. */
export async function giftCodeOf(
  env: Bindings,
  { intentId, giftCode }: Pick<Order, "intentId" | "giftCode">,
): Promise<string | null> {
  return giftCode ?? createGiftCode(env, intentId);
}

/** An order's gift as its giver gets it. Null if the order is no gift, or if no key is configured to make its code. */
export async function loadPaidGift(
  env: Bindings,
  order: Pick<Order, "intentId" | "giftCode" | "gift">,
  origin: string,
): Promise<PaidGift | null> {
  if (order.gift === undefined) return null;
  const code = await giftCodeOf(env, order);
  return code === null ? null : paidGift(order.gift, code, origin);
}

/**
 * Stops the gift of a payment of which all went back, and lets it go on when that came back; leaves any other alone.
 * Rejects when KV cannot be written.
 */
export async function settleGift(env: Bindings, order: Order): Promise<void> {
  const stop = giftStopOf(order);
  if (stop === null) return;
  const code = await giftCodeOf(env, order);
  // Without a key there is no gift yet either; who stores it looks at this again.
  if (code === null) return;
  await writeKv(env.GIFTS, giftStopKey(code, "refund"), JSON.stringify(stop));
  logEvent("info", stop.stopped ? "gift.stopped" : "gift.resumed", { intentId: order.intentId });
}

/** What an order's money says of its gift, under `giftStopKey(code, "refund")`; null: nothing to say, or no gift. */
export function giftStopOf(order: Order): GiftStop | null {
  if (order.gift === undefined) return null;
  const hasComeBack = order.failedRefundCents !== undefined || order.dispute === "won" || order.dispute === "closed";
  if (!isRepaid(order) && !hasComeBack) return null;
  return giftStopSchema.parse({ stopped: isRepaid(order), at: order.updatedAt });
}
