import { type CsvCell, formatCsvFile } from "../../shared/csv.ts";
import { type BookLine, CURRENCY } from "./books.ts";

const COLUMNS: Readonly<Record<string, (line: BookLine) => CsvCell>> = {
  date: ({ date }) => date,
  kind: ({ kind }) => kind,
  "order number": ({ orderNumber }) => orderNumber,
  product: ({ product }) => product,
  flow: ({ flow }) => flow,
  gift: ({ isGift }) => (isGift ? "yes" : "no"),
  gross: ({ grossCents }) => ({ cents: grossCents }),
  VAT: ({ vatCents }) => ({ cents: vatCents }),
  "net of VAT": ({ grossCents, vatCents }) => ({ cents: grossCents - vatCents }),
  "Stripe fee": ({ feeCents }) => ({ cents: feeCents }),
  "net payout": ({ payoutCents }) => ({ cents: payoutCents }),
  currency: () => CURRENCY.toUpperCase(),
  method: ({ method }) => method,
  country: ({ country }) => country,
  reference: ({ reference }) => reference,
  "payment intent": ({ intentId }) => intentId,
  "balance transaction": ({ transactionId }) => transactionId,
};

/**
 * The lines as CSV, oldest first. No personal data: an order's number leads to it. `invoices`: the numbers of the invoices of
 * each payment that has any.
 */
export function formatBooksCsv(lines: readonly BookLine[], invoices: ReadonlyMap<string, string>): string {
  const rows = lines.map((line) => [
    ...Object.values(COLUMNS).map((cellOf) => cellOf(line)),
    invoices.get(line.intentId) ?? "",
  ]);
  return formatCsvFile([...Object.keys(COLUMNS), "invoices"], rows);
}
