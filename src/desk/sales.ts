import { WENT_BACK } from "../orders/order-records.ts";
import { type Ledger, type Row, sql, type Value } from "../server/database.ts";
import type { ProductId } from "../shared/courses.ts";
import { startOf } from "../shared/day-moments.ts";
import { addDays, isoDateOf, today, weekdayOf } from "../shared/time.ts";

/** What was sold and paid back: today, this week, this quarter, and each of the last days. */

export const SPANS = ["today", "week", "quarter"] as const;
export type Span = (typeof SPANS)[number];

/** A number of sales and their sum, cents including VAT. */
export type Sum = { count: number; cents: number };

/** The sales of a product. `productId` is null if it is not known what was bought. */
type SoldLine = { productId: ProductId | null; sold: Readonly<Record<Span, Sum>> };

type SoldDay = { day: string } & Sum;

export type Sales = {
  lines: readonly SoldLine[];
  /** What went back in each span, whenever it was sold. */
  refunded: Readonly<Record<Span, Sum>>;
  /** The last days, the first first. */
  days: readonly SoldDay[];
};

const CHART_DAYS = 14;

/** The first day of each span that holds `day`. A week begins on Monday. */
export function firstDays(day: string): Readonly<Record<Span, string>> {
  const month = Number(day.slice(5, 7));
  const quarterMonth = String(month - ((month - 1) % 3)).padStart(2, "0");
  return {
    today: day,
    week: addDays(day, -((weekdayOf(day) + 6) % 7)),
    quarter: `${day.slice(0, 4)}-${quarterMonth}-01`,
  };
}

const spans = (at: string, cents: string) =>
  SPANS.map(
    (span, index) =>
      `sum(${at} >= ?${index + 1}) AS ${span}_count, sum(iif(${at} >= ?${index + 1}, ${cents}, 0)) AS ${span}_cents`,
  ).join(", ");

/** ?4: the first moment that counts. */
const SOLD = `SELECT product_id, ${spans("bought_at", "amount_cents")}
  FROM orders WHERE bought_at >= ?4 AND +status = 'paid' AND is_sale GROUP BY product_id ORDER BY product_id`;
const REFUNDED = `SELECT ${spans("at", "cents")} FROM ${WENT_BACK} AND at >= ?4`;
/** By hour in UTC: no zone of the shop begins a day at another minute. */
const BY_HOUR = `SELECT substr(bought_at, 1, 13) AS hour, count(*) AS count, sum(amount_cents) AS cents FROM orders
  WHERE bought_at >= ?1 AND +status = 'paid' AND is_sale GROUP BY 1`;

/** Reads the sales up to this moment. Rejects if the ledger is away. */
export async function readSales(ledger: Ledger, now: Date): Promise<Sales> {
  const day = today(now);
  const first = firstDays(day);
  const starts: Value[] = SPANS.map((span) => startOf(first[span]));
  const earliest = starts.toSorted()[0] ?? "";
  const firstOfChart = addDays(day, 1 - CHART_DAYS);
  const [sold = [], [refunded = {}] = [], hours = []] = await ledger([
    sql(SOLD, ...starts, earliest),
    sql(REFUNDED, ...starts, earliest),
    sql(BY_HOUR, startOf(firstOfChart)),
  ]);
  return {
    lines: sold.map((row) => ({ productId: row.product_id as ProductId | null, sold: sumsOf(row) })),
    refunded: sumsOf(refunded),
    days: Array.from({ length: CHART_DAYS }, (_, index) => {
      const shown = addDays(firstOfChart, index);
      const own = hours.filter(({ hour }) => isoDateOf(new Date(`${hour}:00:00Z`)) === shown);
      return { day: shown, count: total(own, "count"), cents: total(own, "cents") };
    }),
  };
}

function sumsOf(row: Row): Readonly<Record<Span, Sum>> {
  const sum = (span: Span) => ({ count: Number(row[`${span}_count`] ?? 0), cents: Number(row[`${span}_cents`] ?? 0) });
  return { today: sum("today"), week: sum("week"), quarter: sum("quarter") };
}

function total(rows: readonly Row[], column: string): number {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0);
}
