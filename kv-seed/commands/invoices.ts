import { sql } from "../../src/ledger/database.ts";
import type { Invoice } from "../../src/ledger/invoice-rules.ts";
import { toInvoice } from "../../src/ledger/invoices.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { momentsOf } from "../../src/orders/order-records.ts";
import { type CsvCell, formatCsvFile } from "../../src/shared/csv.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import { type Command, dayOf, daysOption, describeTarget, table } from "../command.ts";

export const invoicesCommand: Command = {
  name: "invoices",
  usage: "[--from DATE] [--to DATE] [--csv]",
  summary: "The invoices and credit notes that companies asked for",
  help: `Every invoice and credit note, by the day in Amsterdam on which it was made, in the order of their numbers, in euros. A credit note
(refund or correction) is below zero and names its invoice. Prints the companies' names and VAT numbers. Buyers make them on the
order's page, and a refund makes its credit note by itself: this command changes nothing.

  --from DATE   from this day on (2026-07-01)
  --to DATE     up to and including this day
  --csv         as CSV, in the form that "ledger" has

  npm run kv -- invoices --from 2026-11-01 --to 2026-11-30 --remote --env production
  npm run --silent kv -- invoices --csv --remote --env production > invoices.csv`,
  async run(context) {
    const { ledger, target, terminal, values } = context;
    const [rows = []] = await ledger([
      sql(
        "SELECT * FROM invoices WHERE issued_at >= ?1 AND issued_at < ?2 ORDER BY series, serial",
        ...momentsOf(daysOption(context)),
      ),
    ]);
    const invoices = rows.map(toInvoice);
    if (values.csv === true) terminal.data(formatCsvFile(COLUMNS, invoices.map(cellsOf)));
    else if (invoices.length === 0) terminal.out(`No invoices (${describeTarget(target)}).`);
    else {
      const lines = invoices.map((invoice) => cellsOf(invoice).map(textOf));
      terminal.out(table([COLUMNS.map((name) => name.toUpperCase()), ...lines], [8, 9, 10]));
    }
    return 0;
  },
};

const COLUMNS = [
  "number",
  "day",
  "kind",
  "about",
  "order number",
  "day of supply",
  "company",
  "VAT number",
  "net of VAT",
  "VAT",
  "gross",
];

function cellsOf({ number, issuedAt, kind, about, intentId, suppliedAt, ...rest }: Invoice): readonly CsvCell[] {
  const { company, vatId, inclCents, vatCents } = rest;
  const sums = [inclCents - vatCents, vatCents, inclCents].map((cents) => ({ cents }));
  const texts = [number, dayOf(issuedAt), kind, about ?? "", formatOrderNumber(intentId), dayOf(suppliedAt), company];
  return [...texts, vatId ?? "", ...sums];
}

function textOf(cell: CsvCell): string {
  return typeof cell === "string" ? cell : formatDecimal(cell.cents);
}
