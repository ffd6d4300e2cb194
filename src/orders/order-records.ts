import { type Delivery, toDelivery } from "../gifts/day/gift-delivery.ts";
import type { Invoice } from "../ledger/invoice-rules.ts";
import { toInvoice } from "../ledger/invoices.ts";
import { type Order, toOrder } from "../ledger/orders.ts";
import { type Ledger, sql, type Value } from "../server/database.ts";

/** Orders in the ledger, as the owner finds and names them. */

/**
 * An order, the mail of its gift, null if none was ever to be mailed, and its invoices and credit notes, the first first.
 */
export type OrderRecord = { order: Order; delivery: Delivery | null; invoices: readonly Invoice[] };

/**
 * The orders that a condition in SQL names, with what follows it, and the mails of their gifts. The condition is one for
 * `orders` and for `shown_orders`. Rejects if the ledger is away.
 */
export async function readOrderRecords(
  ledger: Ledger,
  condition: string,
  ...values: readonly Value[]
): Promise<readonly OrderRecord[]> {
  const [orders = [], deliveries = [], invoices = []] = await ledger([
    sql(`SELECT * FROM shown_orders WHERE ${condition}`, ...values),
    sql(`SELECT * FROM deliveries WHERE intent_id IN (SELECT intent_id FROM orders WHERE ${condition})`, ...values),
    sql(
      `SELECT * FROM invoices WHERE intent_id IN (SELECT intent_id FROM orders WHERE ${condition}) ORDER BY turn`,
      ...values,
    ),
  ]);
  const all = invoices.map(toInvoice);
  const byPayment = new Map(deliveries.map((row) => [row.intent_id, toDelivery(row)]));
  return orders.flatMap((row) => {
    const order = toOrder(row);
    if (order === null) return [];
    const delivery = byPayment.get(order.intentId) ?? null;
    return [{ order, delivery, invoices: all.filter(({ intentId }) => intentId === order.intentId) }];
  });
}

/** What went back of the shop's sales, through Stripe or otherwise, as SQL behind FROM, to go on with AND. Others may share the Stripe account. */
export const WENT_BACK = `(SELECT intent_id AS payment, created_at AS at, cents FROM refunds WHERE failed_at IS NULL
    UNION ALL SELECT intent_id, at, cents FROM settlements)
  WHERE (SELECT is_sale FROM orders AS o WHERE o.intent_id = payment)`;
