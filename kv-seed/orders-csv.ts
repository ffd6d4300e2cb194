import type { Order } from "../src/services/orders.ts";
import { formatDecimal, vatBreakdown } from "../src/shared/money.ts";
import { formatOrderNumber } from "../src/shared/order.ts";
import { isoDateOf } from "../src/shared/time.ts";
import { formatCsvRow } from "./csv.ts";

/** The bookkeeper's list: a line for each order, with the VAT of its price apart. */

const HEADER = [
  "order number",
  "date",
  "course",
  "flow",
  "amount incl",
  "amount excl",
  "VAT",
  "currency",
  "refunded",
  "e-mail",
  "name",
  "source",
  "payment intent",
];

/** CSV after RFC 4180: a comma between fields, CRLF after every line, the names of the columns first. */
export function formatOrdersCsv(orders: readonly Order[]): string {
  return [HEADER, ...orders.map(orderFields)].map((fields) => `${formatCsvRow(fields)}\r\n`).join("");
}

function orderFields(order: Order): readonly string[] {
  const { inclCents, exclCents, vatCents } = vatBreakdown(order.amountCents);
  return [
    formatOrderNumber(order.intentId),
    isoDateOf(new Date(order.paidAt ?? order.createdAt)),
    order.courseId ?? "",
    order.flow ?? "",
    formatDecimal(inclCents),
    formatDecimal(exclCents),
    formatDecimal(vatCents),
    order.currency.toUpperCase(),
    formatDecimal(order.refundedCents ?? 0),
    order.email ?? "",
    order.buyerName ?? "",
    order.source ?? "",
    order.intentId,
  ];
}
