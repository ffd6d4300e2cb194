import { firstOf, type Ledger, type Row, sql } from "../../src/ledger/database.ts";
import { BOUGHT_AT } from "../../src/ledger/orders.ts";
import { momentsOf, startOf } from "../../src/orders/order-records.ts";
import { formatCsvFile } from "../../src/shared/csv.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import type { Days } from "../../src/shared/time.ts";
import { addDays } from "../../src/shared/time.ts";
import { type Command, dayOf, daysOption, describeTarget, table } from "../command.ts";

/** The sales of one product in one flow on one day; cents including VAT. */
type Sold = { day: string; product: string; flow: string; count: number; gifts: number; cents: number };

export const salesCommand: Command = {
  name: "sales",
  usage: "[--from DATE] [--to DATE] [--csv]",
  summary: "What sells: for each day, product and flow",
  help: `Paid orders by the day in Amsterdam on which they were paid, oldest first, in euros including VAT. What was paid back
later stays counted here: money is in "ledger". Prints no personal data.

  --from DATE   from this day on (2026-07-01)
  --to DATE     up to and including this day
  --csv         as CSV, in the form that "ledger" has

  npm run kv -- sales --remote --env production --from 2026-07-01
  npm run --silent kv -- sales --csv --remote --env production > sales.csv`,
  async run(context) {
    const { ledger, target, terminal, values } = context;
    const rows = await readSales(ledger, daysOption(context));
    const isSale = ({ product, currency }: Row) => product !== null && currency === "eur";
    const sold = rows.filter(isSale).map(soldOf);
    if (values.csv === true) terminal.data(formatCsvFile(COLUMNS, sold.map(csvCells)));
    else if (sold.length === 0) terminal.out(`No sales (${describeTarget(target)}).`);
    else
      terminal.out(table([COLUMNS.map((name) => name.toUpperCase()), ...sold.map(cellsOf), totalOf(sold)], [3, 4, 5]));
    const others = rows.filter((row) => !isSale(row)).reduce((sum, { count }) => sum + Number(count), 0);
    if (others > 0) terminal.note(`not counted: ${others} paid for something else, or not in euros`);
    return 0;
  },
};

const COLUMNS = ["day", "product", "flow", "sales", "gifts", "amount"];

/** The plus keeps the database from an index by status, which most orders share. */
const PAID = `+status = 'paid' AND ${BOUGHT_AT} >= ?1 AND ${BOUGHT_AT} < ?2`;
/** The database knows no time zones, so it is told when each day begins and ends. */
const SOLD = `SELECT d.value ->> 'day' AS day, product_id AS product, ifnull(flow, 'none') AS flow, currency, count(*) AS count,
    count(gift) AS gifts, sum(amount_cents) AS cents
  FROM json_each(?1) AS d CROSS JOIN orders ON ${BOUGHT_AT} >= d.value ->> 'from' AND ${BOUGHT_AT} < d.value ->> 'before'
  WHERE +status = 'paid' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3`;

/** The sales of each of these days, product and flow. */
async function readSales(ledger: Ledger, days: Days): Promise<readonly Row[]> {
  const period = await ledger([
    sql(`SELECT min(${BOUGHT_AT}) AS first, max(${BOUGHT_AT}) AS last FROM orders WHERE ${PAID}`, ...momentsOf(days)),
  ]);
  const { first, last } = firstOf(period, 0) ?? {};
  if (typeof first !== "string" || typeof last !== "string") return [];
  const wanted: object[] = [];
  let from = startOf(dayOf(first));
  for (let day = dayOf(first); day <= dayOf(last); day = addDays(day, 1)) {
    const before = startOf(addDays(day, 1));
    wanted.push({ day, from, before });
    from = before;
  }
  const [rows = []] = await ledger([sql(SOLD, JSON.stringify(wanted))]);
  return rows;
}

function soldOf({ day, product, flow, count, gifts, cents }: Row): Sold {
  return {
    day: String(day),
    product: String(product),
    flow: String(flow),
    count: Number(count),
    gifts: Number(gifts),
    cents: Number(cents),
  };
}

function cellsOf({ day, product, flow, count, gifts, cents }: Sold): readonly string[] {
  return [day, product, flow, String(count), String(gifts), formatDecimal(cents)];
}

function csvCells(sold: Sold) {
  return [...cellsOf(sold).slice(0, -1), { cents: sold.cents }];
}

function totalOf(sold: readonly Sold[]): readonly string[] {
  const total = (field: "count" | "gifts" | "cents") => sold.reduce((all, one) => all + one[field], 0);
  return cellsOf({
    day: "all",
    product: "",
    flow: "",
    count: total("count"),
    gifts: total("gifts"),
    cents: total("cents"),
  });
}
