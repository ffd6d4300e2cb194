import { readWaitingGifts, type WaitingGift } from "../../gifts/day/gift-delivery.ts";
import { type MailRow, toMail } from "../../ledger/mails.ts";
import type { Order } from "../../ledger/orders.ts";
import type { WithdrawalState } from "../../ledger/withdrawal-life-rules.ts";
import { fromRow, type Ledger, type Statement, sql, type Value } from "../../server/database.ts";
import type { WithdrawalFacts } from "./withdrawal-rules.ts";
import { countUnknown, mayMean, type Withdrawal } from "./withdrawals.ts";

/**
 * A withdrawal with what follows from it and from the one order that it means, as the view `shown_withdrawals` says. `receiptMail`:
 * the one that was sent last, else the last that is owed or could not go; null if none ever was.
 */
export type WithdrawalRecord = Withdrawal &
  WithdrawalFacts & {
    receiptMail: MailRow | null;
    /** The payments that it may mean: by the order's signed link, by a typed number, or by the typed address. */
    orders: readonly string[];
    meantBy?: "link" | "number" | "address";
    /** The only one of them. */
    orderId?: string;
    /** What was answered, else where the order's money is. `part`: `refundedCents` of `amountCents` went back. */
    outcome: WithdrawalState | "part";
    refundedCents?: number;
    amountCents?: number;
    /** What went back otherwise than through Stripe, and what the answer that it was repaid would add to that. */
    paidOtherwiseCents?: number;
    leftCents?: number;
    /** When the operator answered, or else the order last changed. */
    newsAt?: string;
    /** The bank decides on the money, and may have taken it back already. An inquiry has taken nothing. */
    isDisputed: boolean;
    /** Its money is to go back, if it is its buyer's. */
    isPayable: boolean;
    /** Why the right was not given up. */
    kept: "gift" | "no-waiver" | "unconfirmed";
    /** Calendar days of the shop since the sale. */
    days?: number;
  };

/**
 * The withdrawals that a condition in SQL names, for a row of `shown_withdrawals`, with what follows it, such as an order; without it
 * all, the newest first. Rejects if the ledger is away.
 */
export async function readWithdrawals(
  ledger: Ledger,
  condition = "true ORDER BY received_at DESC, reference",
  ...values: readonly Value[]
): Promise<readonly WithdrawalRecord[]> {
  const [rows = [], mails = []] = await ledger([
    sql(`SELECT * FROM shown_withdrawals WHERE ${condition}`, ...values),
    sql(
      `SELECT * FROM mails WHERE kind = 'receipt' AND about IN (SELECT reference FROM shown_withdrawals WHERE ${condition})
        ORDER BY state = 'sent', ifnull(ended_at, '~'), version`,
      ...values,
    ),
  ]);
  // The last of each counts.
  const receipts = new Map(mails.map((row) => [row.about, toMail(row)]));
  return rows.map((row) => ({
    ...fromRow<Omit<WithdrawalRecord, "receiptMail">>(row, "orders"),
    receiptMail: receipts.get(row.reference ?? null) ?? null,
  }));
}

/** The gifts that open ones of these may mean, and that are mailed on their day if nobody stops them. Rejects if the ledger is away. */
export function readGiftsOf(
  ledger: Ledger,
  ...withdrawals: readonly WithdrawalRecord[]
): Promise<readonly WaitingGift[]> {
  return readWaitingGifts(
    ledger,
    withdrawals.flatMap(({ isOpen, orders }) => (isOpen ? orders : [])),
  );
}

/** The most withdrawals that a screen or a mail shows: anybody can fill in the form. Those of buyers come first. */
const MOST_SHOWN = 20;
/** More are only many. */
export const MOST_COUNTED = 1000;
const OPEN = "answer IS NULL AND is_open AND received_at >= ?1";

/**
 * The open withdrawals that were received since a moment: those of buyers by their last day, then the oldest. `more`: how many others there
 * are, counted to `MOST_COUNTED`; `hasUnknown`: then, whether any of all names no order of the shop. Rejects if the ledger is away.
 */
export async function readOpenWithdrawals(
  ledger: Ledger,
  since = "",
): Promise<{ shown: readonly WithdrawalRecord[]; more: number; hasUnknown: boolean }> {
  const [proven, others, [[counted = {}] = []]] = await Promise.all([
    readWithdrawals(
      ledger,
      `${OPEN} AND is_proven ORDER BY repay_by, received_at, reference LIMIT ${MOST_SHOWN}`,
      since,
    ),
    readWithdrawals(ledger, `${OPEN} AND NOT is_proven ORDER BY received_at, reference LIMIT ${MOST_SHOWN}`, since),
    ledger([
      sql(`SELECT count(*) AS open FROM (SELECT 1 FROM shown_withdrawals WHERE ${OPEN} LIMIT ${MOST_COUNTED})`, since),
    ]),
  ]);
  const shown = [...proven, ...others].slice(0, MOST_SHOWN);
  const more = Number(counted.open) - shown.length;
  return { shown, more, hasUnknown: more > 0 && (await countUnknown(ledger)).count > 0 };
}

/** The withdrawals of a day that the owner is told of together: the first of them, the gifts that these may mean, and how many there are. */
type Digest = { shown: readonly WithdrawalRecord[]; gifts: readonly WaitingGift[]; count: number };
/** The most in a digest; the others are only counted. */
const DIGEST_MAX_LINES = 100;
const OF_DIGEST = "substr(recorded_at, 1, 10) = ?1 AND notice = 'digest'";

/** The digest of a day (`2026-11-22`, in UTC). Rejects if the ledger is away. */
export async function readDigest(ledger: Ledger, day: string): Promise<Digest> {
  const [shown, [[counted = {}] = []]] = await Promise.all([
    readWithdrawals(ledger, `${OF_DIGEST} ORDER BY recorded_at, reference LIMIT ${DIGEST_MAX_LINES}`, day),
    ledger([sql(`SELECT count(*) AS count FROM withdrawals WHERE ${OF_DIGEST}`, day)]),
  ]);
  return { shown, gifts: await readGiftsOf(ledger, ...shown), count: Number(counted.count) };
}

/** What is so about the withdrawal of an order that counts (`shown_orders`), as a row of `WithdrawalFacts`. */
export function selectFactsOf({ intentId }: Pick<Order, "intentId">): Statement {
  return sql(
    `SELECT ${FACTS} FROM shown_withdrawals WHERE reference = (SELECT withdrawal FROM shown_orders WHERE intent_id = ?1)`,
    intentId,
  );
}

export const FACTS = "proof, order_hint, has_right, withdraw_until, pay_by";

/** Whether a withdrawal is open after the last day to repay. */
export function isOverdue({ payBy }: WithdrawalFacts, today: string): boolean {
  return payBy !== undefined && today > payBy;
}

/** The withdrawals that may mean an order, those of its buyer first, the first of many. Rejects if the ledger is away. */
export function readWithdrawalsOf(
  ledger: Ledger,
  { intentId }: Pick<Order, "intentId">,
  condition = "true",
): Promise<readonly WithdrawalRecord[]> {
  const order = `ORDER BY is_proven DESC, received_at, reference LIMIT ${MOST_SHOWN}`;
  return readWithdrawals(ledger, `${mayMean("?1")} AND ${condition} ${order}`, intentId);
}
