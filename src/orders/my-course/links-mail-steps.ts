import { giftCodeKey, readGiftStop } from "../../gifts/gift-entries.ts";
import { loadPaidGift } from "../../gifts/paid-gifts.ts";
import type { Composed } from "../../ledger/compose.ts";
import type { MailRow } from "../../ledger/mails.ts";
import { createOrderPath } from "../../ledger/order-token.ts";
import { findOrdersOf, leadsToCourses, type PaidOrder } from "../../ledger/orders.ts";
import type { Shop } from "../../server/shop.ts";
import { findLinks, loadOrder } from "../sale-mails-steps.ts";
import { composeOrderLinks, type OrderLinks } from "./order-links-mail.ts";

/** The most orders in a mail. The others are only counted. */
const MOST_ORDERS = 20;

/** The mail with the links to all orders of one address: that of the order which it is about, never a typed one. */
export async function composeLinks(shop: Shop, { about }: MailRow): Promise<Composed> {
  const { email } = await loadOrder(shop.ledger, about);
  if (email === undefined) return { withheld: "erased" };
  const orders = await findOrdersOf(shop.ledger, "email", email);
  const { siteOrigin, trader } = shop.settings;
  if (siteOrigin === null || shop.keys.length === 0) throw new Error("the site or its keys are not configured");
  const shown = await Promise.all(orders.slice(0, MOST_ORDERS).map((order) => linksOf(shop, order, siteOrigin)));
  return { mail: composeOrderLinks(shown, orders[0]?.email ?? email, { trader, more: orders.length - shown.length }) };
}

async function linksOf(shop: Shop, order: PaidOrder, siteOrigin: string): Promise<OrderLinks> {
  const path = await createOrderPath(shop, order.intentId);
  const gift = order.isUsable ? await loadPaidGift(shop, order, siteOrigin) : null;
  return {
    order,
    // If that cannot be read, the mail goes all the same.
    hasGiftLink: gift !== null && (await readGiftStop(shop.GIFTS, giftCodeKey(gift.code))) === "open",
    page: path === null ? null : siteOrigin + path,
    courses: leadsToCourses(order) ? await findLinks(shop, order) : [],
  };
}
