import { formatOrderNumber } from "../ledger/order-rules.ts";
import { type Order, toOrder } from "../ledger/orders.ts";
import { sayBy } from "../orders/owner-mail-copy.ts";
import { readOpenWithdrawals, type WithdrawalRecord } from "../orders/withdrawal/withdrawal-records.ts";
import { sql } from "../server/database.ts";
import { paymentPage } from "../server/stripe.ts";
import { PRODUCTS } from "../shared/courses.ts";
import { deskOrderPath } from "../shared/paths.ts";
import { formatDayOfYear, today } from "../shared/time.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, euros } from "./desk-copy.ts";
import { type Cell, type Screen, type Section, those } from "./desk-rules.ts";
import { sayDay, sayProduct } from "./order-words-handler.ts";
import { readSales, type Sales, SPANS, type Span, type Sum } from "./sales.ts";
import { unsentItems } from "./unsent-handler.ts";
import { moreWithdrawals, type Waiting, withdrawalItem } from "./withdrawal-words-handler.ts";

/** `GET /beheer`: what waits for the owner, the oldest first, and what was sold. */

const COPY = DESK_COPY.today;

/** Orders with something at the bank, or with money that is on its way or did not arrive. */
const WAITING = `SELECT * FROM shown_orders WHERE intent_id IN (SELECT intent_id FROM disputes WHERE is_at_bank
    UNION SELECT intent_id FROM orders WHERE owed_cents > 0)
  UNION ALL SELECT * FROM shown_orders WHERE status = 'open' AND dispute IS NULL ORDER BY updated_at LIMIT 100`;

export async function showToday({ shop: { ledger, now }, visitor }: Desk): Promise<Screen> {
  const [sales, withdrawals, [rows = []], unsent] = await Promise.all([
    readSales(ledger, now),
    readOpenWithdrawals(ledger),
    ledger([sql(WAITING)]),
    unsentItems(ledger, now),
  ]);
  const day = today(now);
  const sold = sumOf(sales, "today");
  const orders = rows.flatMap((row) => toOrder(row) ?? []);
  const underWay = orders.filter(({ status }) => status === "open").map(orderWaits);
  const isDue = ({ payBy }: WithdrawalRecord) => payBy !== undefined;
  const waiting: readonly Waiting[] = [
    ...withdrawals.shown.filter((record) => !isDue(record)).map((record) => withdrawalItem(record, day)),
    ...moreWithdrawals(withdrawals, visitor.mayAct),
    ...orders.filter(({ status }) => status !== "open").map(orderWaits),
    ...unsent,
  ].toSorted((one, other) => one.since.localeCompare(other.since));
  // Money that is owed by a day comes first.
  const due = withdrawals.shown.filter(isDue).map((record) => withdrawalItem(record, day));
  return {
    title: COPY.title,
    sections: those<Section>(
      { blocks: [{ kind: "text", text: COPY.soldToday(sold.count, euros(sold.cents)) }] },
      { title: COPY.waiting, blocks: [{ kind: "list", items: [...due, ...waiting], empty: COPY.nothingWaits }] },
      { title: COPY.sold, isAside: true, blocks: soldBlocks(sales) },
      underWay.length > 0 && { title: COPY.underWay, blocks: [{ kind: "list", items: underWay, empty: "" }] },
    ),
  };
}

function orderWaits(order: Order): Waiting {
  const { waits } = COPY;
  const { intentId, updatedAt, dispute, owedCents, answerBankBy, disputedAt, isAtBank } = order;
  const by = sayBy(answerBankBy);
  const [title, text, tone] = isAtBank
    ? dispute === "inquiry"
      ? ([waits.inquiry, waits.inquiryText(by), "wait"] as const)
      : ([waits.dispute, waits.disputeText(by), "bad"] as const)
    : owedCents !== undefined
      ? ([waits.failedRefund, waits.failedRefundText(euros(owedCents)), "bad"] as const)
      : ([waits.open, waits.openText, "plain"] as const);
  const since = (isAtBank ? disputedAt : undefined) ?? updatedAt;
  return {
    title: { text: `${title}: ${order.buyerName ?? formatOrderNumber(intentId)}`, href: deskOrderPath(intentId) },
    said: text,
    lines: [
      `${sayProduct(order)} · ${euros(order.amountCents)} · ${waits.since(sayDay(since))}`,
      ...(isAtBank ? [{ text: waits.toStripe, href: paymentPage(intentId) }] : []),
    ],
    tone,
    since,
  };
}

function sumOf({ lines }: Sales, span: Span): Sum {
  return lines.reduce((sum, { sold }) => plus(sum, sold[span]), { count: 0, cents: 0 } satisfies Sum);
}

function soldBlocks(sales: Sales): Screen["sections"][number]["blocks"] {
  const { lines, refunded, days } = sales;
  const isEmpty = [...days, ...SPANS.map((span) => refunded[span])].every(({ count }) => count === 0);
  if (lines.length === 0 && isEmpty) return [{ kind: "text", text: COPY.nothingSold }];
  const sums = SPANS.map((span) => sumOf(sales, span));
  const rows: readonly (readonly Cell[])[] = [
    [COPY.all, ...sums.map(saySum)],
    ...lines.map(({ productId, sold }) => [
      productId === null ? COPY.unknownProduct : PRODUCTS[productId].name,
      ...SPANS.map((span) => saySum(sold[span])),
    ]),
    [COPY.repaid, ...SPANS.map((span) => saySum(refunded[span]))],
  ];
  return [
    { kind: "table", caption: COPY.sold, head: COPY.head, rows, numeric: [1, 2, 3], strong: 0, isCompact: true },
    {
      kind: "chart",
      title: COPY.chart,
      most: COPY.most(euros(Math.max(...days.map(({ cents }) => cents)))),
      bars: days.map(({ day, count, cents }) => ({
        label: formatDayOfYear(day),
        value: cents,
        text: saySum({ count, cents }),
      })),
    },
  ];
}

function plus(one: Sum, other: Sum): Sum {
  return { count: one.count + other.count, cents: one.cents + other.cents };
}

function saySum({ count, cents }: Sum): string {
  return count === 0 ? COPY.none : COPY.sum(count, euros(cents));
}
