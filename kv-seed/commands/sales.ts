import { boughtAt, type Order } from "../../src/services/orders.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import { isoDateOf } from "../../src/shared/time.ts";
import { type Command, daysOption, describeTarget, table } from "../command.ts";
import { formatCsvFile } from "../csv.ts";
import { isWithin, listOrderNames, readOrders } from "../order-records.ts";

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
    const { openStore, target, terminal, values } = context;
    const days = daysOption(context);
    const store = openStore("ORDERS");
    const names = (await listOrderNames(store)).filter((name) => name.isPaid && isWithin(name, days));
    const read = (await readOrders(store, names)).filter((order) => isWithin(order, days));
    const orders = read.flatMap(({ order }) => (order?.status === "paid" ? [order] : []));
    const isSale = ({ productId, currency }: Order) => productId !== undefined && currency === "eur";
    const sold = sum(orders.filter(isSale));
    if (values.csv === true) terminal.data(formatCsvFile(COLUMNS, sold.map(csvCells)));
    else if (sold.length === 0) terminal.out(`No sales (${describeTarget(target)}).`);
    else
      terminal.out(table([COLUMNS.map((name) => name.toUpperCase()), ...sold.map(cellsOf), totalOf(sold)], [3, 4, 5]));
    const others = orders.length - orders.filter(isSale).length;
    if (others > 0) terminal.note(`not counted: ${others} paid for something else, or not in euros`);
    for (const { intentId, order } of read) if (order === null) terminal.note(`not counted, not readable: ${intentId}`);
    return read.some(({ order }) => order === null) ? 1 : 0;
  },
};

const COLUMNS = ["day", "product", "flow", "sales", "gifts", "amount"];

function sum(orders: readonly Order[]): readonly Sold[] {
  const sums = new Map<string, Sold>();
  for (const order of orders) {
    const { productId = "", flow = "none", gift, amountCents } = order;
    const day = isoDateOf(new Date(boughtAt(order)));
    const key = `${day} ${productId} ${flow}`;
    const { count, gifts, cents } = sums.get(key) ?? { count: 0, gifts: 0, cents: 0 };
    const isGift = gift === undefined ? 0 : 1;
    sums.set(key, {
      day,
      product: productId,
      flow,
      count: count + 1,
      gifts: gifts + isGift,
      cents: cents + amountCents,
    });
  }
  return [...sums].sort(([a], [b]) => a.localeCompare(b)).map(([, sold]) => sold);
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
