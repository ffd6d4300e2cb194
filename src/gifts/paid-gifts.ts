import { type Order, readOrder } from "../ledger/orders.ts";
import { sql } from "../server/database.ts";
import { writeKv } from "../server/kv.ts";
import { logEvent } from "../server/log.ts";
import type { Shop } from "../server/shop.ts";
import { connectStripe, findIntent } from "../server/stripe.ts";
import { type GiftWish, isNameless } from "../shared/gift.ts";
import { giftTextsTtl } from "../shared/retention.ts";
import { createGiftCode } from "./gift-code.ts";
import {
  type GiftStop,
  giftStopKey,
  giftStopSchema,
  giftTextsKey,
  giftTextsSchema,
  type StoredGift,
  storedGiftSchema,
} from "./gift-entries.ts";
import { wishFromMetadata } from "./gift-wish.ts";
import { type PaidGift, paidGift } from "./paid-gift-rules.ts";

/**
 * Paid gifts in KV (`GIFTS`). The return page and the work after the sale both write them, in any order and any number of
 * times: the code and every byte follow from the payment alone. Neither reads before it writes, because KV would remember
 * for a minute that the key was missing (record 0026).
 */

/**
 * Stores the gift of a payment under its code, and the names and the message beside it for as long as `RETENTION` says.
 * Rejects if KV cannot be written.
 */
export async function storePaidGift(
  { GIFTS, now }: Shop,
  code: string,
  intentId: string,
  wish: GiftWish,
): Promise<void> {
  const entry: StoredGift = { product: wish.productId, ...(wish.from === "now" ? {} : { from: wish.from }) };
  const { message, recipient, giver } = wish;
  const texts = giftTextsSchema.parse({ message, recipient, giver });
  await writeKv(GIFTS, giftTextsKey(code), JSON.stringify(texts), { expirationTtl: giftTextsTtl(wish.from, now) });
  // The payment's id is metadata: the value holds only what the page shows for as long as the gift lasts.
  await writeKv(GIFTS, code, JSON.stringify(storedGiftSchema.parse(entry)), { metadata: { intentId } });
}

/**
 * Stores the gift of an order once, from what its payment says: the message is nowhere else. So what an operator corrected
 * later stays. Returns whether it stored it now. Rejects if Stripe, KV or the ledger cannot do their part.
 */
export async function storeGiftOf(shop: Shop, order: Order): Promise<boolean> {
  const { intentId, gift, giftStoredAt } = order;
  if (gift === undefined || giftStoredAt !== undefined) return false;
  const code = await giftCodeOf(shop, order);
  if (code === null) {
    logEvent("error", "gift.unstored", { intentId });
    return false;
  }
  const access = shop.stripe;
  if (access === null) throw new Error("Stripe is not configured");
  const intent = await findIntent(await connectStripe(access), intentId);
  // What was erased here does not come back from there.
  const wish = (isNameless(gift) ? null : wishFromMetadata(intent?.metadata ?? {})) ?? gift;
  await storePaidGift(shop, code, intentId, wish);
  await shop.ledger([
    sql(
      `INSERT INTO gifts (intent_id, code, stored_at) VALUES (?1, ?2, ?3)
        ON CONFLICT (intent_id) DO UPDATE SET stored_at = ifnull(stored_at, excluded.stored_at)`,
      intentId,
      code,
      shop.now.toISOString(),
    ),
  ]);
  logEvent("info", "gift.stored", { intentId });
  return true;
}

/** The code of an order's gift: the stored one, else computed from its payment. Null as for `createGiftCode`. */
export async function giftCodeOf(
  shop: Shop,
  { intentId, giftCode }: Pick<Order, "intentId" | "giftCode">,
): Promise<string | null> {
  return giftCode ?? createGiftCode(shop, intentId);
}

/** An order's gift, for its giver. Null if the order is not for a gift, or if no key is configured to make its code. */
export async function loadPaidGift(
  shop: Shop,
  order: Pick<Order, "intentId" | "giftCode" | "gift">,
  origin: string,
): Promise<PaidGift | null> {
  if (order.gift === undefined) return null;
  const code = await giftCodeOf(shop, order);
  return code === null ? null : paidGift(order.gift, code, origin);
}

/** The most times that the money is read again after a write; it does not change as often in that time. */
const LOOKS = 5;

/**
 * Tells KV whether the gift of an order works, by its money in the ledger. After each write it reads the money again,
 * so the last entry is that of the last change, whichever change was told first. Leaves any other gift alone. Rejects
 * if KV cannot be written, or the ledger is away.
 */
export async function stopOrResumeGift(shop: Shop, order: Order): Promise<void> {
  let told: boolean | undefined;
  for (let look = 0, known: Order | null = order; look < LOOKS && known !== null; look += 1) {
    const stop = giftStopOf(known);
    const code = stop === null || stop.stopped === told ? null : await giftCodeOf(shop, order);
    if (stop === null || code === null) return;
    await writeKv(shop.GIFTS, giftStopKey(code, "refund"), JSON.stringify(stop));
    logEvent("info", stop.stopped ? "gift.stopped" : "gift.resumed", { intentId: order.intentId });
    told = stop.stopped;
    known = await readOrder(shop.ledger, order.intentId);
  }
}

/**
 * The entry under `giftStopKey(code, "refund")` that follows from an order's money. Null if there is nothing to write,
 * or no gift.
 */
export function giftStopOf(order: Order): GiftStop | null {
  if (order.gift === undefined) return null;
  const hasComeBack = order.failedRefundCents !== undefined || order.dispute === "won" || order.dispute === "closed";
  if (!order.isRepaid && !hasComeBack) return null;
  return giftStopSchema.parse({ stopped: order.isRepaid, at: order.moneyMovedAt ?? order.updatedAt });
}
