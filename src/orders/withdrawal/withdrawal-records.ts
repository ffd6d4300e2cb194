import { type Ledger, type Row, sql, type Value } from "../../ledger/database.ts";
import { type MailRow, toMail } from "../../ledger/mails.ts";
import { isOrderNumberOf, orderNumbersIn } from "../../ledger/order-rules.ts";
import { boughtAt, isRepaid, type Order, toOrder } from "../../ledger/orders.ts";
import { isoDateOf } from "../../shared/time.ts";
import { repayBy } from "./withdrawal-rules.ts";
import { toWithdrawal, type Withdrawal } from "./withdrawals.ts";

/** Withdrawals with the orders that they are about, whether the right exists, and their outcome. */

/** How a withdrawal names its order: by the order's signed link, by a typed number, or by the typed address. */
type MeantBy = "link" | "number" | "address";

/**
 * `orders`: empty if none is known; an address may have several. `receipt`: the one that was sent last, else the last that
 * is owed or could not go; null if none ever was.
 */
export type WithdrawalRecord = {
  withdrawal: Withdrawal;
  orders: readonly Order[];
  meantBy: MeantBy | null;
  receipt: MailRow | null;
};

/**
 * The withdrawals that a condition in SQL names, with what follows it, such as an order; without it all, the newest first.
 * Rejects if the ledger is away.
 */
export async function readWithdrawals(
  ledger: Ledger,
  condition = "true ORDER BY received_at DESC, reference",
  ...values: readonly Value[]
): Promise<readonly WithdrawalRecord[]> {
  const [rows = [], mails = []] = await ledger([
    sql(`SELECT * FROM withdrawals WHERE ${condition}`, ...values),
    sql(
      `SELECT * FROM mails WHERE kind = 'receipt' AND about IN (SELECT reference FROM withdrawals WHERE ${condition})
        ORDER BY state = 'sent', ifnull(ended_at, '~'), version`,
      ...values,
    ),
  ]);
  const withdrawals = rows.flatMap((row) => toWithdrawal(row) ?? []);
  // The last of each counts.
  const receipts = new Map(mails.map((row) => [row.about, toMail(row)]));
  const meant = await findOrders(ledger, withdrawals);
  return withdrawals.map((withdrawal) => ({
    withdrawal,
    ...meant(withdrawal),
    receipt: receipts.get(withdrawal.reference) ?? null,
  }));
}

type Meant = Pick<WithdrawalRecord, "orders" | "meantBy">;

/** Finds the orders that withdrawals may be about: by link any, otherwise only paid ones. */
async function findOrders(
  ledger: Ledger,
  withdrawals: readonly Withdrawal[],
): Promise<(withdrawal: Withdrawal) => Meant> {
  if (withdrawals.length === 0) return () => ({ orders: [], meantBy: null });
  const among = (texts: readonly string[]) => JSON.stringify([...new Set(texts)]);
  // The plus keeps the database from an index by status, which most orders share.
  const [linked = [], numbered = [], addressed = []] = await ledger([
    sql(
      "SELECT * FROM shown_orders WHERE intent_id IN (SELECT value FROM json_each(?1))",
      among(withdrawals.flatMap(({ intentId }) => intentId ?? [])),
    ),
    sql(
      "SELECT * FROM shown_orders WHERE upper(substr(intent_id, -10)) IN (SELECT value FROM json_each(?1)) AND +status = 'paid'",
      among(withdrawals.flatMap(({ contract }) => orderNumbersIn(contract))),
    ),
    sql(
      "SELECT * FROM shown_orders WHERE email COLLATE NOCASE IN (SELECT value FROM json_each(?1)) AND +status = 'paid'",
      among(withdrawals.flatMap(({ email }) => (email === "" ? [] : email))),
    ),
  ]);
  const ordersIn = (found: readonly Row[]) => found.flatMap((row) => toOrder(row) ?? []);
  const [byLink, byNumber, byAddress] = [ordersIn(linked), ordersIn(numbered), ordersIn(addressed)];
  return (withdrawal) => {
    const address = withdrawal.email.toLowerCase();
    const meant: readonly (readonly [MeantBy, readonly Order[]])[] = [
      ["link", byLink.filter(({ intentId }) => intentId === withdrawal.intentId)],
      ["number", byNumber.filter(({ intentId }) => isOrderNumberOf(intentId, withdrawal.contract))],
      ["address", byAddress.filter(({ email }) => email?.toLowerCase() === address)],
    ];
    const [meantBy = null, orders = []] = meant.find(([, found]) => found.length > 0) ?? [];
    return { meantBy, orders };
  };
}

/**
 * The outcome of a withdrawal. `open`: there is none yet. `part`: `cents` of `ofCents` went back. `day`: of the last
 * news of the order's money, or of the operator's answer.
 */
export type Outcome =
  | { state: "open" }
  | { state: "part"; cents: number; ofCents: number; day: string }
  | { state: "repaid" | "refused" | "no-order"; day: string };

/** The outcome, by the operator's answer, else by the money of the one order that is meant. */
export function outcomeOf({ withdrawal: { answer, answeredAt }, ...record }: WithdrawalRecord): Outcome {
  if (answer !== undefined && answeredAt !== undefined) {
    return { state: answer, day: dayOf(answeredAt) };
  }
  const order = onlyOrderOf(record);
  if (order === null) return { state: "open" };
  const { refundedCents = 0, amountCents } = order;
  const day = dayOf(order.updatedAt);
  if (isRepaid(order)) return { state: "repaid", day };
  return refundedCents > 0 ? { state: "part", cents: refundedCents, ofCents: amountCents, day } : { state: "open" };
}

/** The one order that is meant; null if none is, or several may be. */
function onlyOrderOf({ orders: [only, ...others] }: Pick<WithdrawalRecord, "orders">): Order | null {
  return only !== undefined && others.length === 0 ? only : null;
}

/** Days after the sale in which a buyer may withdraw (art. 6:230o BW). */
export const WITHDRAWAL_DAYS = 14;

/**
 * Whether there was a right to withdraw, by the order's facts. `waived`: the buyer asked for delivery at once, with the text
 * of that version, and had the confirmation before the withdrawal. `late`: it came after the period. `unknown`: no single
 * paid order is known. `days`: those after the sale. `kept`: why the right was not given up.
 */
export type Right =
  | { status: "unknown" }
  | { status: "exists"; kept: "gift" | "no-waiver" | "unconfirmed"; days: number }
  | { status: "waived"; consent: string }
  | { status: "late"; days: number };

/** The right to withdraw from the one order that is meant. */
export function rightOf({ withdrawal: { receivedAt }, ...record }: WithdrawalRecord): Right {
  const order = onlyOrderOf(record);
  if (order?.status !== "paid") return { status: "unknown" };
  const days = daysBetween(boughtAt(order), receivedAt);
  if (days > WITHDRAWAL_DAYS) return { status: "late", days };
  const { gift, consent, confirmedAt } = order;
  if (gift !== undefined) return { status: "exists", kept: "gift", days };
  if (consent === undefined) return { status: "exists", kept: "no-waiver", days };
  const isConfirmed = confirmedAt !== undefined && confirmedAt <= receivedAt;
  return isConfirmed ? { status: "waived", consent } : { status: "exists", kept: "unconfirmed", days };
}

/** Calendar days of the shop between two moments, ISO 8601. The period of withdrawal ends with its last day. */
export function daysBetween(earlier: string, later: string): number {
  return Math.round((Date.parse(dayOf(later)) - Date.parse(dayOf(earlier))) / (24 * 60 * 60 * 1000));
}

/** Whether somebody has to do something: nothing or only a part went back, and no operator has answered. */
export function isOpen(record: WithdrawalRecord): boolean {
  const { state } = outcomeOf(record);
  return state === "open" || state === "part";
}

/**
 * Whether the bank decides on the money of the one order that is meant, and may have taken it back already. An inquiry has
 * taken nothing: the buyer is repaid as any other.
 */
export function isDisputed(record: WithdrawalRecord): boolean {
  return onlyOrderOf(record)?.dispute === "open";
}

/** Whether a withdrawal is open after the last day to repay, and the right exists or may exist. */
export function isOverdue(record: WithdrawalRecord, today: string): boolean {
  if (!isOpen(record) || isDisputed(record)) return false;
  const { status } = rightOf(record);
  return (status === "exists" || status === "unknown") && today > repayBy(record.withdrawal);
}

/** The shop's day of a moment, ISO 8601. */
function dayOf(iso: string): string {
  return isoDateOf(new Date(iso));
}

/** Withdrawals without an answer that may mean a payment: by its link, by the end of its number, or by its address. */
const MAY_MEAN = `answer IS NULL AND
  (intent_id = ?1 OR instr(upper(contract), upper(substr(?1, -10))) > 0 OR email = ?2 COLLATE NOCASE)`;

/** The references of the withdrawals that are still open and mean this one order. Rejects if the ledger is away. */
export async function findOpenWithdrawalsOf(
  ledger: Ledger,
  { intentId, email = "" }: Pick<Order, "intentId" | "email">,
): Promise<readonly string[]> {
  const records = await readWithdrawals(ledger, MAY_MEAN, intentId, email);
  return records
    .filter((record) => onlyOrderOf(record)?.intentId === intentId && isOpen(record))
    .map(({ withdrawal: { reference } }) => reference);
}
