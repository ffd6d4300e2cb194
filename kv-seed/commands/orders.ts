import * as z from "zod";
import { type Command, describeTarget, textOption } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { printable } from "../terminal.ts";
import type { KvKey, KvStore } from "../wrangler.ts";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1000;

/**
 * What this list shows of an order. Everything is optional and other fields are ignored, so that an order in an older
 * form is still listed; buyers' names and addresses are never printed.
 */
const listedOrderSchema = z.object({
  amountCents: z.number().optional(),
  amount: z.number().optional(),
  currency: z.string().optional(),
  courseId: z.string().optional(),
  product: z.string().optional(),
  status: z.string().optional(),
  paidAt: z.union([z.string(), z.number()]).optional(),
  createdAt: z.union([z.string(), z.number()]).optional(),
});

type ListedOrder = { id: string; time: string; amount: string; product: string; status: string };

export const ordersCommand: Command = {
  name: "orders",
  usage: "[--limit N]",
  summary: "List recent paid orders",
  help: `Newest first: payment id, amount, product, status and time (UTC). Prints no personal data.

  --limit N   how many (default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT})

  npm run kv -- orders --remote --env production --limit 50`,
  options: { limit: { type: "string" } },
  async run(context) {
    const { target, openStore, terminal } = context;
    const text = textOption(context, "limit") ?? String(DEFAULT_LIMIT);
    const limit = /^\d+$/.test(text) ? Number(text) : 0;
    if (limit < 1 || limit > MAX_LIMIT) throw new UsageError(`--limit must be a number from 1 to ${MAX_LIMIT}`);

    const store = openStore("ORDERS");
    const keys = await store.list();
    if (keys.length === 0) {
      terminal.out(`No orders (${describeTarget(target)}).`);
      return 0;
    }
    const orders = (await readOrders(store, keys, limit)).slice(0, limit);
    const rows = [{ id: "PAYMENT", amount: "AMOUNT", product: "PRODUCT", status: "STATUS", time: "TIME" }, ...orders];
    const columns = ["id", "amount", "product", "status", "time"] as const;
    const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
    for (const row of rows) {
      terminal.out(
        columns
          .map((column, index) => row[column].padEnd(widths[index] ?? 0))
          .join("  ")
          .trimEnd(),
      );
    }
    if (keys.length > orders.length)
      terminal.note(`${keys.length - orders.length} older orders not shown; see --limit.`);
    return 0;
  },
};

/** Newest first. When every key carries its time as metadata, only the values that are shown are read. */
async function readOrders(store: KvStore, keys: readonly KvKey[], limit: number): Promise<readonly ListedOrder[]> {
  const timed = keys.map((key) => ({ name: key.name, time: metadataTime(key.metadata) }));
  const wanted = timed.every(({ time }) => time !== "")
    ? timed.sort((a, b) => b.time.localeCompare(a.time)).slice(0, limit)
    : timed;
  const values = await store.get(wanted.map(({ name }) => name));
  return wanted
    .map(({ name, time }) => describeOrder(name, values.get(name) ?? "", time))
    .sort((a, b) => b.time.localeCompare(a.time));
}

function metadataTime(metadata: unknown): string {
  if (metadata === null || typeof metadata !== "object") return "";
  const { paidAt, createdAt } = metadata as Record<string, unknown>;
  return formatTime(paidAt) || formatTime(createdAt);
}

function describeOrder(id: string, value: string, keyTime: string): ListedOrder {
  const unreadable = { id: printable(id), time: keyTime, amount: "?", product: "?", status: "unreadable record" };
  let json: unknown;
  try {
    json = JSON.parse(value);
  } catch {
    return unreadable;
  }
  const parsed = listedOrderSchema.safeParse(json);
  if (!parsed.success) return unreadable;
  const order = parsed.data;
  const cents = order.amountCents ?? order.amount;
  return {
    id: printable(id),
    time: formatTime(order.paidAt) || formatTime(order.createdAt) || keyTime,
    amount:
      cents === undefined ? "?" : `${(cents / 100).toFixed(2)} ${printable((order.currency ?? "eur").toUpperCase())}`,
    product: printable(order.courseId ?? order.product ?? "?"),
    status: printable(order.status ?? "?"),
  };
}

/** ISO text or seconds/milliseconds since 1970, as `2026-11-21 16:05:00`; empty when it is no time. */
function formatTime(value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") return "";
  // Stripe counts in seconds; a millisecond count has passed 1e11 since 1973.
  const date = new Date(typeof value === "number" && value < 1e11 ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
}
