import type { Delivery } from "../../src/services/delivery-facts.ts";
import { moneyOf } from "../../src/services/orders.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import {
  type Command,
  type CommandContext,
  countOption,
  daysOption,
  describeTarget,
  formatTime,
  table,
} from "../command.ts";
import { readDeliveries, sayDelivery } from "../deliveries.ts";
import { isWithin, listOrderNames, newestFirst, readOrders, type StoredOrder } from "../order-records.ts";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1000;

export const ordersCommand: Command = {
  name: "orders",
  usage: "[--limit N] [--all] [--from DATE] [--to DATE]",
  summary: "List paid orders",
  help: `Newest first: number, payment, amount, course, status and when it was paid; of a gift also whether it is mailed, and on
which day. Prints no personal data. Times are Amsterdam's. What the bookkeeper needs is in "ledger", what sells in "sales".

  --limit N     how many (default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT})
  --all         also attempts that were not paid: failed or canceled
  --from DATE   from this day on (2026-07-01)
  --to DATE     up to and including this day

  npm run kv -- orders --remote --env production --limit 50
  npm run kv -- orders --remote --env production --from 2026-07-01 --to 2026-07-31`,
  run: listOrders,
};

async function listOrders(context: CommandContext): Promise<number> {
  const { target, openStore, terminal, values, now } = context;
  const limit = countOption(context, "limit", DEFAULT_LIMIT, MAX_LIMIT);
  const days = daysOption(context);
  const store = openStore("ORDERS");
  const all = (await listOrderNames(store)).filter((name) => isWithin(name, days));
  const names = values.all === true ? all : all.filter(({ isPaid }) => isPaid);
  const hidden = all.length - names.length;
  if (hidden > 0) terminal.note(`${hidden} unpaid ${hidden === 1 ? "attempt" : "attempts"} not shown; see --all.`);
  // When the keys carry their time, only the orders that are shown are read.
  const isTold = names.every(({ time }) => time !== "");
  const read = await readOrders(store, isTold ? newestFirst(names).slice(0, limit) : names);
  const orders = newestFirst(read)
    .filter((order) => isWithin(order, days))
    .slice(0, limit);
  if (orders.length === 0) {
    terminal.out(`No ${values.all === true ? "" : "paid "}orders (${describeTarget(target)}).`);
    return 0;
  }
  const deliveries = await readDeliveries(store, orders);
  const rows = orders.map((order) => describeOrder(order, deliveries.get(order.intentId), now));
  terminal.out(table([["NUMBER", "PAYMENT", "AMOUNT", "COURSE", "STATUS", "TIME"], ...rows]));
  const older = (isTold ? names.length : read.filter((order) => isWithin(order, days)).length) - orders.length;
  if (older > 0) terminal.note(`${older} older orders not shown; see --limit.`);
  return 0;
}

function describeOrder(
  { intentId, order, time }: StoredOrder,
  delivery: Delivery | undefined,
  now: Date,
): readonly string[] {
  const money = order === null ? "paid" : moneyOf(order);
  const mailed = order === null ? "" : sayDelivery(order, delivery, now);
  const notes = [
    money === "refunded" ? ", refunded" : (order?.refundedCents ?? 0) > 0 ? ", refunded in part" : "",
    order?.failedRefundCents === undefined ? "" : `, refund of ${formatDecimal(order.failedRefundCents)} failed`,
    order?.dispute === undefined ? "" : `, dispute ${order.dispute}`,
    mailed === "" ? "" : `, ${mailed}`,
  ];
  return [
    formatOrderNumber(intentId),
    intentId,
    order === null ? "?" : `${formatDecimal(order.amountCents)} ${order.currency.toUpperCase()}`,
    order?.productId ?? "?",
    order === null ? "not known" : `${order.status}${notes.join("")}`,
    formatTime(time),
  ];
}
