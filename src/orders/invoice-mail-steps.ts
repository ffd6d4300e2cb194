import type { Composed } from "../ledger/compose.ts";
import { selectInvoices, toInvoice } from "../ledger/invoices.ts";
import type { MailRow } from "../ledger/mails.ts";
import { createOrderPath } from "../ledger/order-token.ts";
import type { Shop } from "../server/shop.ts";
import { composeInvoiceMail } from "./invoice/invoice-mail.ts";
import { loadOrder } from "./sale-mails-steps.ts";

/** The mail with an order's invoices and credit notes, which the owner sends. */
export async function composeInvoices(shop: Shop, { about: intentId }: MailRow): Promise<Composed> {
  const order = await loadOrder(shop.ledger, intentId);
  if (order.email === undefined) return { withheld: "erased" };
  const [rows = []] = await shop.ledger([selectInvoices(intentId)]);
  const { trader, siteOrigin } = shop.settings;
  const path = siteOrigin === null ? null : await createOrderPath(shop, intentId);
  const page = path === null ? null : `${siteOrigin}${path}`;
  return { mail: composeInvoiceMail(order, order.email, rows.map(toInvoice), trader, page) };
}
