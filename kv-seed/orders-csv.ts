import type { Order } from "../src/services/orders.ts";
import { formatDecimal, vatBreakdown } from "../src/shared/money.ts";
import { formatOrderNumber } from "../src/shared/order.ts";
import { isoDateOf } from "../src/shared/time.ts";
import { formatCsvRow } from "./csv.ts";

/** The bookkeeper's list: a line for each order, with the VAT of its price apart. */

const COLUMNS: Readonly<Record<string, (order: Order) => string | undefined>> = {
  "order number": ({ intentId }) => formatOrderNumber(intentId),
  date: ({ paidAt, createdAt }) => isoDateOf(new Date(paidAt ?? createdAt)),
  course: ({ courseId }) => courseId,
  flow: ({ flow }) => flow,
  "amount incl": ({ amountCents }) => formatDecimal(amountCents),
  "amount excl": ({ amountCents }) => formatDecimal(vatBreakdown(amountCents).exclCents),
  VAT: ({ amountCents }) => formatDecimal(vatBreakdown(amountCents).vatCents),
  currency: ({ currency }) => currency.toUpperCase(),
  refunded: ({ refundedCents = 0 }) => formatDecimal(refundedCents),
  "e-mail": ({ email }) => email,
  name: ({ buyerName }) => buyerName,
  source: ({ source }) => source,
  "payment intent": ({ intentId }) => intentId,
};

/** CSV after RFC 4180: a comma between fields, CRLF after every line, the names of the columns first. */
export function formatOrdersCsv(orders: readonly Order[]): string {
  const rows = orders.map((order) => Object.values(COLUMNS).map((fieldOf) => fieldOf(order) ?? ""));
  return [Object.keys(COLUMNS), ...rows].map((fields) => `${formatCsvRow(fields)}\r\n`).join("");
}
