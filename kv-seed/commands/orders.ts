import { formatDecimal } from "../../src/shared/money.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { isoDateOf } from "../../src/shared/time.ts";
import { type Command, type CommandContext, countOption, describeTarget, textOption } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { listOrderNames, newestFirst, type OrderName, readOrders, type StoredOrder } from "../order-records.ts";
import { formatOrdersCsv } from "../orders-csv.ts";
import type { KvStore } from "../wrangler.ts";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1000;

export const ordersCommand: Command = {
  name: "orders",
  usage: "[--limit N] [--all] | --csv [--from DATE] [--to DATE]",
  summary: "List paid orders, or make the bookkeeper's list",
  help: `Newest first: number, payment, amount, course, status and time (UTC). Prints no personal data.

  --limit N     how many (default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT})
  --all         also attempts that were not paid: failed or canceled
  --csv         every paid order, oldest first, as CSV (RFC 4180, UTF-8) with the VAT apart, for the bookkeeper.
                Holds names and e-mail addresses. Amounts are euros with a point; "refunded" is what has been paid
                back up to now, whenever that was.
  --from DATE   with --csv: from this day on (2026-07-01), in Dutch time
  --to DATE     with --csv: up to and including this day

  npm run kv -- orders --remote --env production --limit 50
  npm run --silent kv -- orders --csv --from 2026-07-01 --to 2026-09-30 --remote --env production > quarter-3.csv`,
  async run(context) {
    if (context.values.csv === true) return writeCsv(context);
    if (textOption(context, "from") !== undefined || textOption(context, "to") !== undefined) {
      throw new UsageError("--from and --to go with --csv");
    }
    return listOrders(context);
  },
};

async function listOrders(context: CommandContext): Promise<number> {
  const { target, openStore, terminal, values } = context;
  const limit = countOption(context, "limit", DEFAULT_LIMIT, MAX_LIMIT);
  const store = openStore("ORDERS");
  const all = await listOrderNames(store);
  const names = values.all === true ? all : all.filter(({ isPaid }) => isPaid);
  const hidden = all.length - names.length;
  if (hidden > 0) terminal.note(`${hidden} unpaid ${hidden === 1 ? "attempt" : "attempts"} not shown; see --all.`);
  if (names.length === 0) {
    terminal.out(`No ${values.all === true ? "" : "paid "}orders (${describeTarget(target)}).`);
    return 0;
  }
  const orders = await readNewest(store, names, limit);
  const rows = [["NUMBER", "PAYMENT", "AMOUNT", "COURSE", "STATUS", "TIME"], ...orders.map(describeOrder)];
  const widthOf = (column: number) => Math.max(...rows.map((row) => (row[column] ?? "").length));
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widthOf(column)));
    terminal.out(cells.join("  ").trimEnd());
  }
  if (names.length > orders.length)
    terminal.note(`${names.length - orders.length} older orders not shown; see --limit.`);
  return 0;
}

/** When the keys carry their time, only the orders that are shown are read. */
async function readNewest(store: KvStore, names: readonly OrderName[], limit: number): Promise<readonly StoredOrder[]> {
  const wanted = names.every(({ time }) => time !== "") ? newestFirst(names).slice(0, limit) : names;
  return newestFirst(await readOrders(store, wanted)).slice(0, limit);
}

function describeOrder({ intentId, order, time }: StoredOrder): readonly string[] {
  const refunded = order?.refundedCents ?? 0;
  const notes = [
    refunded === 0 ? "" : refunded === order?.amountCents ? ", refunded" : ", refunded in part",
    order?.dispute === undefined ? "" : `, dispute ${order.dispute}`,
  ];
  return [
    formatOrderNumber(intentId),
    intentId,
    order === null ? "?" : `${formatDecimal(order.amountCents)} ${order.currency.toUpperCase()}`,
    order?.courseId ?? "?",
    order === null ? "not known" : `${order.status}${notes.join("")}`,
    formatTime(time),
  ];
}

/** `2026-11-21 16:05:00`; empty when it is no time. */
function formatTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
}

async function writeCsv(context: CommandContext): Promise<number> {
  const { openStore, terminal } = context;
  const from = dayOption(context, "from") ?? "";
  const to = dayOption(context, "to") ?? "9999-12-31";
  if (from > to) throw new UsageError("--from must not come after --to");
  const store = openStore("ORDERS");
  const paid = (await listOrderNames(store)).filter(({ isPaid }) => isPaid);
  const all = newestFirst(await readOrders(store, paid)).toReversed();
  const orders = all.flatMap(({ order, time }) => {
    const day = order === null ? "" : isoDateOf(new Date(time));
    return order !== null && day >= from && day <= to ? [order] : [];
  });
  const unreadable = all.filter(({ order }) => order === null);
  // The terminal ends what it prints with the second half of the last line break.
  terminal.out(formatOrdersCsv(orders).slice(0, -1));
  for (const { intentId } of unreadable) terminal.note(`not in the list, not readable: ${intentId}`);
  return unreadable.length === 0 ? 0 : 1;
}

function dayOption(context: CommandContext, name: string): string | undefined {
  const text = textOption(context, name);
  if (text === undefined) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
  if (!isDay) throw new UsageError(`--${name} must be a day such as 2026-07-01`);
  return text;
}
