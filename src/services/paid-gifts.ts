import type { Bindings } from "../env.ts";
import { logEvent } from "../log.ts";
import { DEFAULT_GIFT, type GiftWish } from "../shared/gift.ts";
import { type PaidGift, paidGift } from "../shared/paid-gift.ts";
import { createGiftCode } from "./gift-code.ts";
import { type GiftEntry, type GiftStop, giftSchema, giftStopKey, giftStopSchema, writeKv } from "./kv.ts";
import { isRepaid, type Order } from "./orders.ts";

/**
 * Paid gifts in KV (`GIFTS`). The return page and the Workflow both write them, in any order and any number of times:
 * the code and every byte follow from the payment alone. Neither reads before it writes, because KV would remember for
 * a minute that the key was missing (record 0026).
 */

/** Stores the gift of a payment under its code, without the giver's message. Rejects if KV cannot be written. */
export async function storePaidGift(env: Bindings, code: string, intentId: string, wish: GiftWish): Promise<void> {
  const entry: GiftEntry = {
    // The default is not stored, so that a gift from before there was a choice gets the same bytes again.
    ...(wish.productId === DEFAULT_GIFT ? {} : { product: wish.productId }),
    recipient: wish.recipient,
    giver: wish.giver,
    ...(wish.from === "now" ? {} : { from: wish.from }),
  };
  // The payment's id is metadata: the value holds only what the page shows for as long as the gift lasts. The giver's
  // message is stored with the payment (services/orders.ts).
  await writeKv(env.GIFTS, code, JSON.stringify(giftSchema.parse(entry)), { metadata: { intentId } });
}

/** The code of an order's gift: the stored one, else computed from its payment. Null as for `createGiftCode`. */
export async function giftCodeOf(
  env: Bindings,
  { intentId, giftCode }: Pick<Order, "intentId" | "giftCode">,
): Promise<string | null> {
  return giftCode ?? createGiftCode(env, intentId);
}

/** An order's gift, for its giver. Null if the order is not for a gift, or if no key is configured to make its code. */
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
 * Stops the gift of a payment that was repaid in full, and lets it work again if the money came back. Leaves any other
 * gift alone. Rejects if KV cannot be written.
 */
export async function settleGift(env: Bindings, order: Order): Promise<void> {
  const stop = giftStopOf(order);
  if (stop === null) return;
  const code = await giftCodeOf(env, order);
  // Without a key the gift is not stored yet. The code that stores it settles it.
  if (code === null) return;
  await writeKv(env.GIFTS, giftStopKey(code, "refund"), JSON.stringify(stop));
  logEvent("info", stop.stopped ? "gift.stopped" : "gift.resumed", { intentId: order.intentId });
}

/**
 * The entry under `giftStopKey(code, "refund")` that follows from an order's money. Null if there is nothing to write,
 * or no gift.
 */
export function giftStopOf(order: Order): GiftStop | null {
  if (order.gift === undefined) return null;
  const hasComeBack = order.failedRefundCents !== undefined || order.dispute === "won" || order.dispute === "closed";
  if (!isRepaid(order) && !hasComeBack) return null;
  return giftStopSchema.parse({ stopped: isRepaid(order), at: order.updatedAt });
}
