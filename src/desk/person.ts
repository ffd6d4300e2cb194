import type { Delivery } from "../gifts/day/gift-delivery.ts";
import { giftTextsKey, giftTextsSchema, storedGiftSchema } from "../gifts/gift-entries.ts";
import { listBoughtCodes } from "../gifts/gift-state.ts";
import { type Erasable, eraseStatements, paymentOfPlan } from "../ledger/erasure.ts";
import type { Invoice } from "../ledger/invoice-rules.ts";
import { type MailRow, toMail } from "../ledger/mails.ts";
import { type Order, recordStatements } from "../ledger/orders.ts";
import { type OrderRecord, readOrderRecords } from "../orders/order-records.ts";
import { readWithdrawals, type WithdrawalRecord } from "../orders/withdrawal/withdrawal-records.ts";
import type { NamedPayment } from "../paying/money/payments-of.ts";
import { type Ledger, type Statement, sql } from "../server/database.ts";
import { checkValue } from "../server/kv.ts";
import { type KvEntry, type KvStore, storedEntry } from "../server/kv-store.ts";
import { ERASED_GIFT_NAMES } from "../shared/gift.ts";
import { DAY_MS, today } from "../shared/time.ts";

/** The shop's data about an address, and the part that can be erased. */

/**
 * A payment of the address. `order`: as the ledger has it, or as Stripe says that it was paid; null if neither can be read.
 * `payment`: what Stripe says of one that the ledger does not know as paid. `isKnown`: the ledger has it.
 */
export type PersonOrder = {
  intentId: string;
  order: Order | null;
  delivery: Delivery | null;
  invoices: readonly Invoice[];
  payment: NamedPayment | null;
  isKnown: boolean;
};

/** A bought gift in KV. `message`: of its giver; empty if it has none. */
type KeptGift = { code: string; message: string };

export type Person = {
  orders: readonly PersonOrder[];
  /** Payments of somebody else in which the address was typed, while another one counts. */
  mentions: readonly string[];
  /** The gifts of the orders, by payment: also those that only the return page has stored. */
  gifts: ReadonlyMap<string, KeptGift>;
  /** Declared with this address, or by the link of one of these orders. */
  withdrawals: readonly WithdrawalRecord[];
  mails: readonly MailRow[];
  /** Plans of somebody else to mail a gift to the address, or that just did (`Erasable`). */
  deliveries: readonly string[];
};

/** ?1: the address, ?2: payments that Stripe names. */
const THEIRS = `intent_id IN (SELECT intent_id FROM orders WHERE email = ?1 COLLATE NOCASE
  UNION SELECT value FROM json_each(?2)) ORDER BY bought_at DESC, intent_id`;
const NAMED_IN = `SELECT intent_id FROM payment_reports WHERE email = ?1 COLLATE NOCASE
  UNION SELECT about FROM undos WHERE address = ?1 COLLATE NOCASE`;
const MAILED_TO = `SELECT intent_id || '.' || version AS plan FROM deliveries WHERE address = ?1 COLLATE NOCASE
  UNION SELECT intent_id || '.' || id FROM delivery_drafts WHERE address = ?1 COLLATE NOCASE
  UNION SELECT about || '.' || CAST(version AS INTEGER) FROM mails WHERE is_owed AND kind = 'delivery-report' AND detail = ?1 COLLATE NOCASE`;

/** ?2: orders and withdrawals. Before its address was changed an order's mails went elsewhere, and notices go to the owner. */
const MAILED = `SELECT m.* FROM mails AS m LEFT JOIN orders AS o ON o.intent_id = m.about LEFT JOIN withdrawals AS w ON w.reference = m.about
    LEFT JOIN corrections AS c ON c.intent_id = m.about
  WHERE m.about IN (SELECT value FROM json_each(?2)) AND m.state = 'sent' AND m.kind NOT IN ('notice', 'withdrawal-notice')
    AND ifnull(o.email, w.email) = ?1 COLLATE NOCASE AND m.ended_at >= ifnull(c.changed_at, '') ORDER BY m.ended_at`;

const DECLARED = `SELECT reference FROM withdrawals
  WHERE email = ?1 COLLATE NOCASE OR intent_id IN (SELECT value FROM json_each(?2))`;

/**
 * Finds all data about an address, whatever its case. `payments`: those of the address at Stripe. `most`: of the withdrawals,
 * which anybody can declare; below zero all. Rejects if the ledger or KV is away.
 */
export async function findPerson(
  ledger: Ledger,
  gifts: KvStore,
  email: string,
  payments: readonly NamedPayment[],
  most = -1,
): Promise<Person> {
  const byPayment = new Map(payments.map((payment) => [payment.intentId, payment]));
  const [records, [named = [], mailed = []]] = await Promise.all([
    readOrderRecords(ledger, THEIRS, email, JSON.stringify([...byPayment.keys()])),
    ledger([sql(NAMED_IN, email), sql(MAILED_TO, email)]),
  ]);
  const isTheirs = ({ email: own }: Order) => own === undefined || own.toLowerCase() === email.toLowerCase();
  const known = new Set(records.map(({ order }) => order.intentId));
  const others = records.filter(({ order }) => !isTheirs(order)).map(({ order }) => order.intentId);
  const orders = [
    ...payments.filter(({ intentId }) => !known.has(intentId)).map(onlyAtStripe),
    ...records
      .filter(({ order }) => isTheirs(order))
      .map((record) => withStripe(record, byPayment.get(record.order.intentId) ?? null)),
  ];
  const intentIds = orders.map(({ intentId }) => intentId);
  const withdrawals = await readWithdrawals(
    ledger,
    `reference IN (${DECLARED} ORDER BY is_proven DESC, received_at DESC, reference LIMIT ?3)
      ORDER BY is_proven DESC, received_at DESC, reference`,
    email,
    JSON.stringify(intentIds),
    most,
  );
  const abouts = [...intentIds, ...withdrawals.map(({ reference }) => reference)];
  const [mails = []] = await ledger([sql(MAILED, email, JSON.stringify(abouts))]);
  return {
    orders,
    mentions: [...new Set([...others, ...named.map((row) => String(row.intent_id))])].filter(
      (intentId) => !intentIds.includes(intentId),
    ),
    gifts: await findGifts(gifts, orders),
    withdrawals,
    mails: mails.map(toMail),
    // The mail of their own gift stays or stops with their order.
    deliveries: mailed.map((row) => String(row.plan)).filter((plan) => !intentIds.includes(paymentOfPlan(plan))),
  };
}

function onlyAtStripe(payment: NamedPayment): PersonOrder {
  return { intentId: payment.intentId, order: payment.order, delivery: null, invoices: [], payment, isKnown: false };
}

function withStripe(record: OrderRecord, payment: NamedPayment | null): PersonOrder {
  const { order } = record;
  const { intentId, status } = order;
  if (status === "paid" || payment === null) return { ...record, intentId, payment: null, isKnown: true };
  return { ...record, intentId, order: payment.state === "paid" ? payment.order : order, payment, isKnown: true };
}

async function findGifts(gifts: KvStore, orders: readonly PersonOrder[]): Promise<Person["gifts"]> {
  const isMissing = ({ order }: PersonOrder) => order?.gift !== undefined && order.giftCode === undefined;
  const listed = orders.some(isMissing) ? await listBoughtCodes(gifts) : new Map<string, string>();
  const codes = orders.flatMap(({ intentId, order }) => {
    const code = order?.giftCode ?? listed.get(intentId);
    return code === undefined ? [] : [[intentId, code] as const];
  });
  const values = codes.length === 0 ? new Map() : await gifts.get(codes.map(([, code]) => giftTextsKey(code)));
  return new Map(
    codes.map(([intentId, code]) => {
      const checked = checkValue(values.get(giftTextsKey(code)) ?? "", giftTextsSchema);
      return [intentId, { code, message: checked.ok ? checked.value.message : "" }];
    }),
  );
}

/**
 * Why an order's data are still needed for its contract. `may-be-paid`: until tomorrow. `under-way`: its money is.
 * `unreadable`: it was paid, and Stripe's answer cannot be read. `owed`: a refund failed, and was not settled. `withdrawable`: its
 * buyer may still withdraw. `moved`: its money did lately. `withdrawn`: a withdrawal of it has to be answered.
 */
type Needed = "may-be-paid" | "under-way" | "unreadable" | "disputed" | "owed" | "withdrawable" | "moved" | "withdrawn";
/** A bank that returns a refund mostly does so within ten days. */
const MOVED_MS = 10 * DAY_MS;

/** Why an order's data are still needed; null if they are not. `open`: the open withdrawals. */
function whyStillNeeded({ order, payment }: PersonOrder, open: readonly WithdrawalRecord[], now: Date): Needed | null {
  if (payment?.state === "open") return "may-be-paid";
  if (payment?.state === "under-way" || (order?.status === "open" && payment === null)) return "under-way";
  if (order === null) return payment?.state === "paid" ? "unreadable" : null;
  if (order.status !== "paid") return null;
  if (order.isAtBank) return "disputed";
  if (order.owedCents !== undefined) return "owed";
  const isNew = order.withdrawUntil !== undefined && today(now) <= order.withdrawUntil;
  if (isNew && !order.isRepaid) return "withdrawable";
  if (isNew || Date.parse(order.moneyMovedAt ?? "") > now.getTime() - MOVED_MS) return "moved";
  return !order.isRepaid && open.some((record) => isAbout(record, order)) ? "withdrawn" : null;
}

/** Whether a withdrawal may be of this order, which perhaps only Stripe knows. */
function isAbout({ intentId: linked, orders }: WithdrawalRecord, { intentId }: Order): boolean {
  return linked === intentId || orders.includes(intentId);
}

/**
 * What can be erased of a person now. `needed`: why an order stays whole, by payment. `staying`: the withdrawals that are open, or of
 * such an order.
 */
export type Split = { going: Person; needed: ReadonlyMap<string, Needed>; staying: readonly WithdrawalRecord[] };

/** Splits what is known of a person into what can be erased and what is still needed. */
export function splitPerson(person: Person, now: Date): Split {
  const open = person.withdrawals.filter(({ isOpen }) => isOpen);
  const needed = new Map(
    person.orders.flatMap((order) => {
      const reason = whyStillNeeded(order, open, now);
      return reason === null ? [] : [[order.intentId, reason] as const];
    }),
  );
  const staying = person.withdrawals.filter(
    ({ isOpen, intentId = "", orders }) => isOpen || [intentId, ...orders].some((id) => needed.has(id)),
  );
  const going: Person = {
    ...person,
    orders: person.orders.filter(({ intentId }) => !needed.has(intentId)),
    withdrawals: person.withdrawals.filter((record) => !staying.includes(record)),
  };
  return { going, needed, staying };
}

export function erasableOf({ orders, mentions, withdrawals, deliveries }: Person): Erasable {
  return {
    payments: orders.map(({ intentId }) => intentId),
    mentions,
    deliveries,
    withdrawals: withdrawals.map(({ reference }) => reference),
  };
}

/** The transaction that erases. A sale that only Stripe knows is written down, without the person: the books need it. */
export function erasureOf(going: Person, now: Date): readonly Statement[] {
  const sales = going.orders.flatMap(({ payment }) =>
    payment?.state === "paid" && payment.event !== null ? recordStatements(payment.event.news) : [],
  );
  return [...eraseStatements(erasableOf(going), now), ...sales];
}

/**
 * What an erasure changes in `GIFTS`: the gifts lose their names and, under the keys, their messages; they open as
 * before. Rejects if KV is away.
 */
export async function planGiftErasure(
  gifts: KvStore,
  codes: readonly string[],
): Promise<{ nameless: readonly KvEntry[]; textKeys: readonly string[] }> {
  const values = codes.length === 0 ? new Map<string, string>() : await gifts.get(codes);
  const nameless: KvEntry[] = [];
  for (const [code, value] of values) {
    const checked = checkValue(value, storedGiftSchema);
    if (!checked.ok) continue;
    const { message: _message, ...rest } = checked.value;
    const listed = (await gifts.list(code)).find(({ name }) => name === code) ?? { name: code };
    nameless.push(storedEntry(listed, JSON.stringify({ ...rest, ...ERASED_GIFT_NAMES })));
  }
  return { nameless, textKeys: codes.map(giftTextsKey) };
}
