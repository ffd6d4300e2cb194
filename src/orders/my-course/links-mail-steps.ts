import type { Composed } from "../../ledger/compose.ts";
import type { Ledger } from "../../ledger/database.ts";
import type { MailRow } from "../../ledger/mails.ts";
import { createOrderPath } from "../../ledger/order-token.ts";
import { findOrdersOf, type PaidOrder } from "../../ledger/orders.ts";
import { type Bindings, readSecret, readSettings } from "../../server/env.ts";
import { findLinks, loadOrder } from "../sale-mails-steps.ts";
import { composeOrderLinks, type OrderLinks } from "./order-links-mail.ts";

/** The most orders in a mail. The others are only counted. */
const MOST_ORDERS = 20;

/** The mail with the links to all orders of one address: that of the order which it is about, never a typed one. */
export async function composeLinks(env: Bindings, ledger: Ledger, { about }: MailRow): Promise<Composed> {
  const { email } = await loadOrder(ledger, about);
  if (email === undefined) return { withheld: "erased" };
  const orders = await findOrdersOf(ledger, "email", email);
  const { siteOrigin, trader } = readSettings(env);
  if (siteOrigin === null || readSecret(env, "ORDER_TOKEN_KEYS") === null)
    throw new Error("the site or its keys are not configured");
  const shown = await Promise.all(orders.slice(0, MOST_ORDERS).map((order) => linksOf(env, order, siteOrigin)));
  return { mail: composeOrderLinks(shown, orders[0]?.email ?? email, { trader, more: orders.length - shown.length }) };
}

async function linksOf(env: Bindings, order: PaidOrder, siteOrigin: string): Promise<OrderLinks> {
  const path = await createOrderPath(env, order.intentId);
  const hasCourse = order.gift === undefined && !order.isRepaid && !order.isWithdrawn;
  return {
    order,
    page: path === null ? null : siteOrigin + path,
    courses: hasCourse ? await findLinks(env, order) : [],
  };
}
