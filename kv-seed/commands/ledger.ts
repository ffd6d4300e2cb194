import { readInvoiceNumbers } from "../../src/ledger/invoices.ts";
import {
  BOOK_KINDS,
  type BookLine,
  makeBooks,
  type OtherMoney,
  quarterOf,
  sumOf,
} from "../../src/paying/money/books.ts";
import { formatBooksCsv } from "../../src/paying/money/books-csv.ts";
import { readMoney } from "../../src/paying/money/stripe-money.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import { type Command, daysOption, describeTarget, environmentOf, table } from "../command.ts";
import { sayForeign } from "../foreign-text.ts";

export const ledgerCommand: Command = {
  name: "ledger",
  usage: "[--from DATE] [--to DATE] [--csv]",
  summary: "The bookkeeper's ledger: sales, refunds, disputes and Stripe's fees",
  help: `Asks Stripe what moved money: sales, refunds, refunds that failed, disputes and their fees, each on the day in Amsterdam
on which it did. Sales of this shop in euros only; what else moved money is named and not counted. No personal data.
Without --csv: sums for each quarter.

  --csv         a line for each fact, oldest first: UTF-8 with a byte order mark, semicolons, a comma in amounts, as Excel
                with Dutch settings opens it
                The column "invoices" has the numbers that a company's order has now: they come from the shop's database
  --from DATE   from this day on (2026-07-01)
  --to DATE     up to and including this day

"dispute opened": the bank took the money back. When it has decided against the shop, the same line of the same day is
called "dispute lost"; when for it, "dispute won back" follows on the day of that. Fees that Stripe bills by themselves, such as
that for countering a dispute, are named and not counted.
Stripe's secret key comes from STRIPE_SECRET_KEY in the environment or from .dev.vars.<env>; it needs to read balance,
charges, refunds and disputes. Locally, without a key, the local outside world is asked.

  npm run kv -- ledger --from 2026-07-01 --to 2026-09-30 --remote --env production
  npm run --silent kv -- ledger --csv --from 2026-07-01 --to 2026-09-30 --remote --env production > quarter-3.csv`,
  async run(context) {
    const { target, openStripe, terminal, values } = context;
    const days = daysOption(context);
    const { lines, others } = makeBooks(await readMoney(await openStripe(), days), days, environmentOf(target));
    if (values.csv === true) terminal.data(formatBooksCsv(lines, await readInvoiceNumbers(context.ledger)));
    else if (lines.length === 0) terminal.out(`Nothing moved money of this shop (${describeTarget(target)}).`);
    else terminal.out(table([HEADER, ...sumRows(lines)], [2, 3, 4, 5, 6, 7]));
    for (const other of others) terminal.note(sayOther(other));
    return 0;
  },
};

function sayOther({ category, of, reason, count, cents, currency }: OtherMoney): string {
  const what = of === null ? category : `${category} of ${of}`;
  const times = count === 1 ? "" : ` (${count} times)`;
  return `not counted: ${what}${times}, ${formatDecimal(cents)} ${currency.toUpperCase()}: ${sayNotCounted(reason)}`;
}

function sayNotCounted(reason: OtherMoney["reason"]): string {
  if (reason.why === "stray") return "not in its payment's history";
  return reason.why === "no-payment" ? "no sale" : sayForeign(reason);
}

const HEADER = ["QUARTER", "KIND", "COUNT", "GROSS", "VAT", "NET OF VAT", "STRIPE FEE", "NET PAYOUT"];

function sumRows(lines: readonly BookLine[]): readonly (readonly string[])[] {
  const quarters = [...new Set(lines.map(({ date }) => quarterOf(date)))];
  const rows = quarters.flatMap((quarter) => {
    const own = lines.filter(({ date }) => quarterOf(date) === quarter);
    const kinds = BOOK_KINDS.filter((kind) => own.some((line) => line.kind === kind));
    return [
      ...kinds.map((kind) =>
        sumRow(
          quarter,
          kind,
          own.filter((line) => line.kind === kind),
        ),
      ),
      sumRow(quarter, "all", own),
    ];
  });
  return quarters.length === 1 ? rows : [...rows, sumRow("all", "all", lines)];
}

function sumRow(quarter: string, kind: string, lines: readonly BookLine[]): readonly string[] {
  const { count, grossCents, vatCents, feeCents, payoutCents } = sumOf(lines);
  const amounts = [grossCents, vatCents, grossCents - vatCents, feeCents, payoutCents];
  return [quarter, kind, String(count), ...amounts.map(formatDecimal)];
}
