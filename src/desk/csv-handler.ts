import type { Invoice } from "../ledger/invoice-rules.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { type BookLine, CURRENCY } from "../paying/money/books.ts";
import { type CsvCell, formatCsvFile } from "../shared/csv.ts";
import { isoDateOf } from "../shared/time.ts";
import { DESK_COPY } from "./desk-copy.ts";

/** What the bookkeeper opens in a spreadsheet. No personal data: an order's number leads to it. */

const { csvColumns: COLUMNS, invoiceColumns, kinds, yes, no } = DESK_COPY.books;

type Cells<Names, T> = Readonly<Record<keyof Names, (one: T) => CsvCell>>;

function formatTable<Names extends Readonly<Record<string, string>>, T>(
  names: Names,
  cells: Cells<Names, T>,
  all: readonly T[],
) {
  const fields = Object.keys(names) as (keyof Names & string)[];
  return formatCsvFile(
    fields.map((field) => names[field] ?? field),
    all.map((one) => fields.map((field) => cells[field](one))),
  );
}

/** The lines of the books, the oldest first. `invoices`: the numbers of the invoices of each payment that has any. */
export function formatBooksCsv(lines: readonly BookLine[], invoices: ReadonlyMap<string, string>): string {
  const cells: Cells<typeof COLUMNS, BookLine> = {
    date: ({ date }) => date,
    kind: ({ kind }) => kinds[kind],
    orderNumber: ({ orderNumber }) => orderNumber,
    product: ({ product }) => product,
    flow: ({ flow }) => (flow === "none" ? "" : flow),
    gift: ({ isGift }) => (isGift ? yes : no),
    gross: ({ grossCents }) => ({ cents: grossCents }),
    vat: ({ vatCents }) => ({ cents: vatCents }),
    net: ({ grossCents, vatCents }) => ({ cents: grossCents - vatCents }),
    fee: ({ feeCents }) => ({ cents: feeCents }),
    payout: ({ payoutCents }) => ({ cents: payoutCents }),
    currency: () => CURRENCY.toUpperCase(),
    method: ({ method }) => method,
    country: ({ country }) => country,
    reference: ({ reference }) => reference,
    payment: ({ intentId }) => intentId,
    transaction: ({ transactionId }) => transactionId,
    invoices: ({ intentId }) => invoices.get(intentId) ?? "",
  };
  return formatTable(COLUMNS, cells, lines);
}

const dayOf = (iso: string) => isoDateOf(new Date(iso));

export function formatInvoicesCsv(invoices: readonly Invoice[]): string {
  const cells: Cells<typeof invoiceColumns, Invoice> = {
    number: ({ number }) => number,
    date: ({ issuedAt }) => dayOf(issuedAt),
    kind: ({ kind }) => DESK_COPY.order.invoiceKinds[kind],
    about: ({ about }) => about ?? "",
    orderNumber: ({ intentId }) => formatOrderNumber(intentId),
    supplied: ({ suppliedAt }) => dayOf(suppliedAt),
    company: ({ company }) => company,
    vatId: ({ vatId }) => vatId ?? "",
    net: ({ inclCents, vatCents }) => ({ cents: inclCents - vatCents }),
    vat: ({ vatCents }) => ({ cents: vatCents }),
    gross: ({ inclCents }) => ({ cents: inclCents }),
  };
  return formatTable(invoiceColumns, cells, invoices);
}
