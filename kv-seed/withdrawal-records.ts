import * as z from "zod/mini";
import { REPAYMENT_DAYS } from "../src/content/withdrawal.ts";
import { checkValue } from "../src/services/kv.ts";
import { boughtAt, moneyOf, type Order, orderFactSchema } from "../src/services/orders.ts";
import type { TokenKey } from "../src/services/token-keys.ts";
import {
  RECEIPT_PREFIX,
  receiptSchema,
  type SentReceipt,
  WITHDRAWAL_PREFIX,
  type Withdrawal,
  withdrawalSchema,
} from "../src/services/withdrawals.ts";
import { isOrderNumberOf } from "../src/shared/order.ts";
import { orderExpiration } from "../src/shared/retention.ts";
import { addDays, isoDateOf } from "../src/shared/time.ts";
import { findByAddress } from "./buyer-entries.ts";
import { listOrderNames, type OrderName, readOrders, type StoredOrder } from "./order-records.ts";
import type { KvEntry, KvStore } from "./wrangler.ts";

/** Withdrawals joined with other facts: their order, whether the right exists, and their outcome. */

/** An operator's answer to a withdrawal that no fact settles. `no-order`: nothing here was bought. */
export const ANSWERS = ["repaid", "refused", "no-order"] as const;
const answerSchema = z.strictObject({ answer: z.enum(ANSWERS), at: z.iso.datetime() });
export type Answer = z.infer<typeof answerSchema>;

/** The prefix of every key of an answer: `answer:{reference}`. */
export const ANSWER_PREFIX = "answer:";

/** The entry of an answer, which is kept as long as its withdrawal. */
export function answerEntry({ reference, receivedAt }: Withdrawal, answer: Answer["answer"], now: Date): KvEntry {
  const value: Answer = { answer, at: now.toISOString() };
  return { key: ANSWER_PREFIX + reference, value: JSON.stringify(value), expiration: orderExpiration(receivedAt) };
}

/** How a withdrawal names its order: by the order's signed link, by a typed number, or by the typed address. */
export type MeantBy = "link" | "number" | "address";

/** `withdrawal: null`: the entry cannot be read. `orders`: empty if none is known; an address may have several. */
export type WithdrawalRecord = {
  key: string;
  withdrawal: Withdrawal | null;
  orders: readonly StoredOrder[];
  meantBy: MeantBy | null;
  receipt: SentReceipt | null;
  answer: Answer | null;
};

/** Reads the withdrawals under these names. `keys`: of the index by address, which is not used without them. */
export async function readWithdrawals(
  store: KvStore,
  names: readonly string[],
  keys: readonly TokenKey[],
): Promise<readonly WithdrawalRecord[]> {
  const references = names.map((name) => name.slice(WITHDRAWAL_PREFIX.length));
  const [values, receipts, answers] = await Promise.all([
    store.get(names),
    store.get(references.map((reference) => RECEIPT_PREFIX + reference)),
    store.get(references.map((reference) => ANSWER_PREFIX + reference)),
  ]);
  const known = names.map((key) => ({ key, withdrawal: read(values.get(key), withdrawalSchema) }));
  const orders = await findOrders(
    store,
    known.flatMap(({ withdrawal }) => withdrawal ?? []),
    keys,
  );
  return known.map(({ key, withdrawal }, index) => {
    const reference = references[index] ?? "";
    return {
      key,
      withdrawal,
      ...(orders.get(reference) ?? { orders: [], meantBy: null }),
      receipt: read(receipts.get(RECEIPT_PREFIX + reference), receiptSchema),
      answer: read(answers.get(ANSWER_PREFIX + reference), answerSchema),
    };
  });
}

function read<T>(value: string | undefined, schema: z.ZodMiniType<T>): T | null {
  const checked = checkValue(value ?? "", schema);
  return checked.ok ? checked.value : null;
}

type Meant = Pick<WithdrawalRecord, "orders" | "meantBy">;

/** The paid orders that withdrawals are about, by reference. Reads no other orders. */
async function findOrders(
  store: KvStore,
  withdrawals: readonly Withdrawal[],
  keys: readonly TokenKey[],
): Promise<ReadonlyMap<string, Meant>> {
  if (withdrawals.length === 0) return new Map();
  const names = new Map((await listOrderNames(store)).map((name) => [name.intentId, name]));
  const meant = new Map<string, { names: readonly OrderName[]; meantBy: MeantBy }>();
  for (const withdrawal of withdrawals) {
    const byLink = names.get(withdrawal.intentId ?? "");
    const numbers = withdrawal.contract.match(/\bvk[-\s]?[a-z0-9]{10}\b/gi) ?? [];
    const byNumber = [...names.values()].filter(
      ({ intentId, isPaid }) => isPaid && numbers.some((number) => isOrderNumberOf(intentId, number)),
    );
    if (byLink !== undefined) meant.set(withdrawal.reference, { names: [byLink], meantBy: "link" });
    else if (byNumber.length > 0) meant.set(withdrawal.reference, { names: byNumber, meantBy: "number" });
    else {
      const found = await findByAddress(store, withdrawal.email, keys);
      const theirs = found.flatMap((intentId) => names.get(intentId) ?? []);
      if (theirs.length > 0) meant.set(withdrawal.reference, { names: theirs, meantBy: "address" });
    }
  }
  const wanted = new Set([...meant.values()].flatMap((one) => one.names));
  const orders = new Map((await readOrders(store, [...wanted])).map((order) => [order.intentId, order]));
  return new Map(
    [...meant].map(([reference, one]) => [
      reference,
      { meantBy: one.meantBy, orders: one.names.flatMap(({ intentId }) => orders.get(intentId) ?? []) },
    ]),
  );
}

/**
 * The outcome of a withdrawal. `open`: there is none yet. `part`: `cents` of `ofCents` went back. `day`: of the last
 * refund or dispute, or of the operator's answer.
 */
export type Outcome =
  | { state: "open" }
  | { state: "part"; cents: number; ofCents: number; day: string }
  | { state: "repaid" | "refused" | "no-order"; day: string };

/** The outcome, by the operator's answer, else by the money of the one order that is meant. */
export function outcomeOf({ orders, answer }: WithdrawalRecord): Outcome {
  if (answer !== null) return { state: answer.answer, day: isoDateOf(new Date(answer.at)) };
  const [only, ...others] = orders;
  if (only?.order === undefined || only.order === null || others.length > 0) return { state: "open" };
  const { refundedCents = 0, amountCents } = only.order;
  const money = moneyOf(only.order);
  const day = dayOfMoney(only);
  if (money === "refunded" || money === "reversed") return { state: "repaid", day };
  return refundedCents > 0 ? { state: "part", cents: refundedCents, ofCents: amountCents, day } : { state: "open" };
}

/** The day on which an order's money last went back, as far as its facts tell. */
function dayOfMoney({ values }: StoredOrder): string {
  const times = [...values].flatMap(([key, value]) => {
    const checked = /\.(refund-|dispute-)/.test(key) ? checkValue(value, orderFactSchema) : null;
    return checked?.ok === true ? [checked.value.updatedAt] : [];
  });
  const last = times.sort().at(-1);
  return last === undefined ? "" : isoDateOf(new Date(last));
}

/** Days after the sale in which a buyer may withdraw (art. 6:230o BW). */
export const WITHDRAWAL_DAYS = 14;

/**
 * Whether there was a right to withdraw, by the order's facts. `waived`: the buyer asked for delivery at once, and had
 * the confirmation before the withdrawal. `late`: it came after the period. `unknown`: no single paid order is known.
 */
export type Right = { status: "unknown" } | { status: "exists" | "waived" | "late"; why: string };

/** The right to withdraw from the one order that is meant. */
export function rightOf({ withdrawal, orders }: WithdrawalRecord): Right {
  const [only, ...others] = orders;
  const order = only?.order ?? null;
  if (withdrawal === null || order === null || order.status !== "paid" || others.length > 0)
    return { status: "unknown" };
  const { receivedAt } = withdrawal;
  const days = daysBetween(boughtAt(order), receivedAt);
  const after = days === 0 ? "on the day of the sale" : `${days} ${days === 1 ? "day" : "days"} after the sale`;
  if (days > WITHDRAWAL_DAYS) return { status: "late", why: after };
  const why = whyNotWaived(order, receivedAt);
  return why === null
    ? { status: "waived", why: `consent ${order.consent}` }
    : { status: "exists", why: `${why}, ${after}` };
}

/** Why the buyer kept the right; null if it was given up. */
function whyNotWaived({ gift, consent, confirmedAt }: Order, receivedAt: string): string | null {
  if (gift !== undefined) return "a gift";
  if (consent === undefined) return "no waiver";
  return confirmedAt === undefined || confirmedAt > receivedAt ? "not confirmed by mail" : null;
}

function daysBetween(earlier: string, later: string): number {
  const dayOf = (iso: string) => Date.parse(isoDateOf(new Date(iso)));
  return Math.round((dayOf(later) - dayOf(earlier)) / (24 * 60 * 60 * 1000));
}

/** The last day to repay, `2026-07-16`: `REPAYMENT_DAYS` after the day on which it was received (art. 6:230r BW). */
export function repayBy({ receivedAt }: Withdrawal): string {
  return addDays(isoDateOf(new Date(receivedAt)), REPAYMENT_DAYS);
}

/** Whether somebody has to do something: nothing or only a part went back, and no operator has answered. */
export function isOpen(record: WithdrawalRecord): boolean {
  const { state } = outcomeOf(record);
  return state === "open" || state === "part";
}

/** Whether the bank decides on the money of the one order that is meant, and may have taken it back already. */
export function isDisputed({ orders: [only, ...others] }: WithdrawalRecord): boolean {
  return others.length === 0 && moneyOf(only?.order ?? {}) === "disputed";
}

/** Whether a withdrawal is open after the last day to repay, and the right exists or may exist. */
export function isOverdue(record: WithdrawalRecord, today: string): boolean {
  if (record.withdrawal === null || !isOpen(record) || isDisputed(record)) return false;
  const { status } = rightOf(record);
  return (status === "exists" || status === "unknown") && today > repayBy(record.withdrawal);
}
