import { type GiftWords, readGiftWords } from "../../src/gifts/gift-state.ts";
import { sql } from "../../src/ledger/database.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { BOUGHT_AT, boughtAt, isRepaid, moneyOf } from "../../src/ledger/orders.ts";
import { momentsOf, type OrderRecord, readOrderRecords } from "../../src/orders/order-records.ts";
import { formatDecimal } from "../../src/shared/money.ts";
import {
  type Command,
  type CommandContext,
  countOption,
  daysOption,
  describeTarget,
  formatTime,
  table,
} from "../command.ts";
import { sayGift } from "../deliveries.ts";
import { sayStatus } from "../order-text.ts";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1000;

export const ordersCommand: Command = {
  name: "orders",
  usage: "[--limit N] [--all] [--from DATE] [--to DATE]",
  summary: "List orders: paid, and those whose money is on its way",
  help: `Newest first: number, payment, amount, course, status and when it was paid; of a gift also whether it was stopped, and
whether and on which day it is mailed. Prints no personal data. Times are Amsterdam's. What the bookkeeper needs is in "ledger",
what sells in "sales".

  --limit N     how many (default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT})
  --all         also attempts that were not paid: failed or canceled
  --from DATE   from this day on (2026-07-01)
  --to DATE     up to and including this day

  npm run kv -- orders --remote --env production --limit 50
  npm run kv -- orders --remote --env production --from 2026-07-01 --to 2026-07-31`,
  run: listOrders,
};

async function listOrders(context: CommandContext): Promise<number> {
  const { ledger, openStore, target, terminal, values, now } = context;
  const limit = countOption(context, "limit", DEFAULT_LIMIT, MAX_LIMIT);
  const moments = momentsOf(daysOption(context));
  const isAll = values.all === true;
  const during = `${BOUGHT_AT} >= ?1 AND ${BOUGHT_AT} < ?2`;
  // The plus keeps the database from an index by status, which most orders share.
  const wanted = isAll ? during : `${during} AND +status IN ('paid', 'open')`;
  const [records, [counts = []]] = await Promise.all([
    readOrderRecords(ledger, `${wanted} ORDER BY ${BOUGHT_AT} DESC, intent_id LIMIT ?3`, ...moments, limit),
    ledger([
      sql(
        `SELECT count(*) AS n, sum(status IN ('failed', 'canceled')) AS attempts FROM orders WHERE ${during}`,
        ...moments,
      ),
    ]),
  ]);
  const attempts = isAll ? 0 : Number(counts[0]?.attempts ?? 0);
  if (attempts > 0)
    terminal.note(`${attempts} unpaid ${attempts === 1 ? "attempt" : "attempts"} not shown; see --all.`);
  if (records.length === 0) {
    terminal.out(`No orders (${describeTarget(target)}).`);
    return 0;
  }
  const codes = records.flatMap(({ order: { giftCode } }) => giftCode ?? []);
  const wordsOf = await readGiftWords(openStore("GIFTS"), codes);
  const rows = records.map((record) => describeOrder(record, wordsOf(record.order.giftCode), now));
  terminal.out(table([["NUMBER", "PAYMENT", "AMOUNT", "COURSE", "STATUS", "TIME"], ...rows]));
  const older = Number(counts[0]?.n ?? 0) - attempts - records.length;
  if (older > 0) terminal.note(`${older} older orders not shown; see --limit.`);
  return 0;
}

function describeOrder(record: OrderRecord, words: GiftWords, now: Date): readonly string[] {
  const { order } = record;
  const { intentId, amountCents, currency, productId, refundedCents = 0, failedRefundCents, dispute } = order;
  const notes = [
    order.status === "paid" ? "paid" : sayStatus(order),
    moneyOf(order) === "refunded" ? "refunded" : refundedCents > 0 ? "refunded in part" : undefined,
    failedRefundCents === undefined ? undefined : `refund of ${formatDecimal(failedRefundCents)} failed`,
    dispute === undefined ? undefined : `dispute ${dispute}`,
    order.withdrawal === undefined || isRepaid(order) ? undefined : "withdrawn",
    sayGift(record, words, now),
  ];
  return [
    formatOrderNumber(intentId),
    intentId,
    `${formatDecimal(amountCents)} ${currency.toUpperCase()}`,
    productId ?? "?",
    notes.filter((note) => note !== undefined).join(", "),
    formatTime(boughtAt(order)),
  ];
}
