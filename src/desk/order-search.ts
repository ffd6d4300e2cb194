import { type Delivery, toDelivery } from "../gifts/day/gift-delivery.ts";
import { spellGiftCode } from "../gifts/gift-address-rules.ts";
import { orderNumbersIn } from "../ledger/order-rules.ts";
import { type Order, toOrder } from "../ledger/orders.ts";
import { type Ledger, sql, type Value } from "../server/database.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { foldedWords } from "../shared/folded-text.ts";
import { normaliseGiftCode } from "../shared/gift.ts";
import { parseEuros } from "../shared/money.ts";
import { plain } from "../shared/plain-text.ts";
import { readEmailText } from "../shared/typed-values.ts";

/**
 * Finds orders by what somebody on the telephone says: parts of names, of a company, of an address or of numbers, an amount, a
 * payment or a gift's code.
 */

/** The filters of the list, each as SQL for a row of `orders`. */
const FILTERS = {
  paid: "status = 'paid'",
  open: "status = 'open'",
  unpaid: "status IN ('failed', 'canceled')",
  repaid: "status = 'paid' AND (refunded_cents > 0 OR intent_id IN (SELECT intent_id FROM settlements))",
  disputed: "dispute IS NOT NULL",
  gift: "gift IS NOT NULL AND status = 'paid'",
  giftWaiting: "intent_id IN (SELECT intent_id FROM deliveries WHERE state IN ('awaited', 'planned', 'sending'))",
  giftUnmailed: "intent_id IN (SELECT intent_id FROM deliveries WHERE is_unmailed)",
  withdrawn: "intent_id IN (SELECT intent_id FROM withdrawals WHERE intent_id IS NOT NULL)",
  unconfirmed: "intent_id IN (SELECT intent_id FROM shown_orders WHERE is_unconfirmed)",
  all: "true",
} as const;
export type OrderFilter = keyof typeof FILTERS;
export const ORDER_FILTERS = Object.keys(FILTERS) as readonly OrderFilter[];

const PAGE_LENGTH = 50;

/** More words than these say nothing new. */
const MOST_WORDS = 10;

/** An order, and the mail of its gift; null if none was ever to be mailed. */
type FoundOrder = { order: Order; delivery: Delivery | null };

/** The orders of one screen. `older`: the name of the last of them, from which the next screen goes on; null if there is none. */
export type FoundOrders = { orders: readonly FoundOrder[]; older: string | null };

/** `after`: the name with which the previous screen ended; null: the newest orders. */
export type Search = { text: string; filter: OrderFilter; after: string | null };

/** The orders that are meant, the newest first. Rejects if the ledger is away. */
export async function findOrders(ledger: Ledger, { text, filter, after }: Search): Promise<FoundOrders> {
  const [condition, ...values] = conditionOf(text);
  const [, moment = "~", last = ""] = PLACE.exec(after ?? "") ?? [];
  const chosen = `SELECT intent_id FROM orders WHERE (${condition}) AND ${FILTERS[filter]} AND (bought_at, intent_id) < (?1, ?2)
    ORDER BY bought_at DESC, intent_id DESC LIMIT ${PAGE_LENGTH + 1}`;
  const chosenBy = [moment, last, ...values];
  const [rows = [], mailed = []] = await ledger([
    sql(
      `SELECT * FROM shown_orders WHERE intent_id IN (${chosen}) ORDER BY bought_at DESC, intent_id DESC`,
      ...chosenBy,
    ),
    sql(`SELECT * FROM deliveries WHERE intent_id IN (${chosen})`, ...chosenBy),
  ]);
  const deliveries = new Map(mailed.map((row) => [row.intent_id, toDelivery(row)]));
  const found = rows.flatMap((row) => {
    const order = toOrder(row);
    return order === null ? [] : [{ order, delivery: deliveries.get(order.intentId) ?? null }];
  });
  const orders = found.slice(0, PAGE_LENGTH);
  const end = orders.at(-1)?.order;
  const isMore = found.length > PAGE_LENGTH && end !== undefined;
  return { orders, older: isMore ? `${end.boughtAt}_${end.intentId}` : null };
}

/** The name of an order in the list: its moment, and its payment, because several may have one moment. */
const PLACE = /^(\d{4}-[\dT:.Z-]{6,20})_(pi_\w{1,200})$/;

/** A condition for a row of `orders`, with its values from `?3` on. */
function conditionOf(text: string): readonly [condition: string, ...values: Value[]] {
  const sought = plain(text).trim();
  if (sought === "") return ["true"];
  const email = readEmailText(sought);
  if (isEmailAddress(email)) return ["email = ?3 COLLATE NOCASE", email];
  const intentId = /pi_[A-Za-z0-9]+/.exec(sought)?.[0];
  if (intentId !== undefined) return ["intent_id = ?3", intentId];
  const name = nameIn(sought);
  if (name !== undefined) return [IS_OF_NAME, name];
  const values: Value[] = [JSON.stringify(orderNumbersIn(sought)), normaliseGiftCode(spellGiftCode(sought))];
  const bind = (value: Value) => `?${values.push(value) + 2}`;
  const words = sought.split(/\s+/).flatMap(wordConditions).slice(0, MOST_WORDS);
  return [
    `number IN (SELECT value FROM json_each(?3))
      OR intent_id IN (SELECT intent_id FROM gifts WHERE code = ?4)
      OR ${words.length === 0 ? "false" : words.map((word) => word(bind)).join(" AND ")}`,
    ...values,
  ];
}

/** The names of refunds and disputes at Stripe, and of withdrawals. */
const NAME = /\b(?:(?:re|pyr|du|dp)_[A-Za-z0-9]+|HR(?:[- ][0-9A-Z]{4}){3}\b)/i;
const IS_OF_NAME = `intent_id IN (SELECT intent_id FROM refunds WHERE id = ?3 UNION SELECT intent_id FROM disputes WHERE id = ?3
  UNION SELECT value FROM shown_withdrawals AS w, json_each(w.orders) WHERE reference = upper(?3))`;

function nameIn(sought: string): string | undefined {
  return NAME.exec(sought)?.[0].replaceAll(" ", "-");
}

/** The reference of a withdrawal, if it is sought by that. */
export function soughtWithdrawal(text: string): string | undefined {
  const name = nameIn(plain(text))?.toUpperCase();
  return name?.startsWith("HR-") ? name : undefined;
}

/** A condition, with its values bound: a statement has no value that it does not use. */
type Condition = (bind: (value: Value) => string) => string;

/** The conditions of what was typed without a blank: an amount, or words that stand anywhere, in any of their spellings. */
function wordConditions(typed: string): readonly Condition[] {
  const amount = AMOUNT.exec(typed);
  const cents = amount === null ? null : parseEuros(amount[1] ?? "");
  const isAmount: readonly Condition[] = cents === null ? [] : [(bind) => `amount_cents = ${bind(cents)}`];
  // `39` may be a part of a number, too.
  if (cents !== null && typed !== amount?.[1]?.split(/[.,]/)[0]) return isAmount;
  return foldedWords(typed).map((spellings) => (bind) => {
    const values = spellings.map(bind);
    const standsIn = (text: string) => values.map((value) => `instr(${text}, ${value}) > 0`).join(" OR ");
    return `(${[
      ...isAmount.map((condition) => condition(bind)),
      // A shorter one stands in a code by chance.
      ...(spellings.some((word) => word.length < CODE_GROUP)
        ? []
        : [`intent_id IN (SELECT intent_id FROM gifts WHERE ${standsIn("lower(code)")})`]),
      standsIn("lower(ifnull(email, '')) || ' vk' || lower(number)"),
      `intent_id IN (SELECT intent_id FROM counting_reports WHERE ${standsIn("names")})`,
      `intent_id IN (SELECT intent_id FROM invoices WHERE ${standsIn("lower(number) || ' ' || names")})`,
    ].join(" OR ")})`;
  });
}

/** A gift's code is written in groups of so many characters. */
const CODE_GROUP = 4;

/** An amount in euros, as people write it: `39`, `€39,00`, `39.00`, `39,-`. */
const AMOUNT = /^\u20ac?(\d{1,6}(?:[.,]\d{2})?)(?:[.,]-)?\u20ac?$/;
