import { type Delivery, toDelivery } from "../gifts/day/gift-delivery.ts";
import { type Ledger, sql } from "../ledger/database.ts";
import { ORDER_NUMBER_LENGTH } from "../ledger/order-rules.ts";
import { boughtAt, type Order, toOrder } from "../ledger/orders.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { normaliseGiftCode } from "../shared/gift.ts";
import { INTENT_ID } from "../shared/intent-id.ts";
import { plain, readEmailText } from "../shared/typed-values.ts";

/** Finds orders by what somebody on the telephone says: a name, an address, a number, a payment or a gift's code. */

/** The filters of the list, each as SQL for a row of `orders`. */
const FILTERS = {
  paid: "status = 'paid'",
  open: "status = 'open'",
  unpaid: "status IN ('failed', 'canceled')",
  repaid: "status = 'paid' AND refunded_cents > 0",
  disputed: "dispute IS NOT NULL",
  gift: "gift IS NOT NULL AND status = 'paid'",
  giftWaiting: "intent_id IN (SELECT intent_id FROM deliveries WHERE state IN ('awaited', 'planned', 'sending'))",
  giftUnmailed: "intent_id IN (SELECT intent_id FROM deliveries WHERE state IN ('refused', 'failed', 'lost'))",
  withdrawn: "intent_id IN (SELECT intent_id FROM withdrawals WHERE intent_id IS NOT NULL)",
  unconfirmed: `status = 'paid' AND NOT is_repaid AND is_sale
    AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'confirmation' AND about = orders.intent_id AND state = 'sent')`,
  all: "true",
} as const;
export type OrderFilter = keyof typeof FILTERS;
export const ORDER_FILTERS = Object.keys(FILTERS) as readonly OrderFilter[];

/** The orders of one screen. */
const PAGE_LENGTH = 50;

/**
 * Letters with signs, as SQL that takes the signs off: SQLite's `lower` knows the letters of ASCII only. A name that was
 * typed as Andre is found as André, and the other way round.
 */
const SIGNED_LETTERS: Readonly<Record<string, string>> = {
  a: "\u00e1\u00e0\u00e2\u00e4\u00e3\u00e5\u00c1\u00c4\u00c5",
  c: "\u00e7\u00c7",
  e: "\u00e9\u00e8\u00ea\u00eb\u00c9\u00c8",
  i: "\u00ed\u00ee\u00ef\u00cd",
  n: "\u00f1",
  o: "\u00f3\u00f2\u00f4\u00f6\u00f5\u00f8\u00d3\u00d6\u00d8",
  u: "\u00fa\u00f9\u00fb\u00fc\u00da\u00dc",
};
const SIGNED = Object.entries(SIGNED_LETTERS).flatMap(([letter, signed]) =>
  [...signed].map((one) => [one, letter] as const),
);

/** Most names have no such letter: then nothing is replaced, which keeps a search of all orders short. */
function foldedSql(column: string): string {
  const replaced = SIGNED.reduce((text, [signed, letter]) => `replace(${text}, '${signed}', '${letter}')`, column);
  return `lower(iif(${column} GLOB '*[^ -~]*', ${replaced}, ${column}))`;
}

/** A text as `foldedSql` makes it. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[\u00f8\u00d8]/g, "o")
    .toLowerCase();
}

/** An order, and the mail of its gift; null if none was ever to be mailed. */
type FoundOrder = { order: Order; delivery: Delivery | null };

/** The orders of one screen. `older`: the moment from which the next screen goes on; null if there is none. */
export type FoundOrders = { orders: readonly FoundOrder[]; older: string | null };

/** `before`: the moment at which the previous screen ended; null: the newest orders. */
export type Search = { text: string; filter: OrderFilter; before: string | null };

/** The orders that are meant, the newest first. Rejects if the ledger is away. */
export async function findOrders(ledger: Ledger, { text, filter, before }: Search): Promise<FoundOrders> {
  const sought = plain(text).trim();
  const [condition, ...values] = sought === "" ? (["true"] as const) : conditionOf(sought);
  const chosen = `SELECT intent_id FROM orders WHERE (${condition}) AND ${FILTERS[filter]} AND bought_at < ?4
    ORDER BY bought_at DESC, intent_id LIMIT ${PAGE_LENGTH + 1}`;
  const [first = null, second = null, third = null] = values;
  const chosenBy = [first, second, third, before ?? "~"] as const;
  const [rows = [], mailed = []] = await ledger([
    sql(`SELECT * FROM shown_orders WHERE intent_id IN (${chosen}) ORDER BY bought_at DESC, intent_id`, ...chosenBy),
    sql(`SELECT * FROM deliveries WHERE intent_id IN (${chosen})`, ...chosenBy),
  ]);
  const deliveries = new Map(mailed.map((row) => [row.intent_id, toDelivery(row)]));
  const found = rows.flatMap((row) => {
    const order = toOrder(row);
    return order === null ? [] : [{ order, delivery: deliveries.get(order.intentId) ?? null }];
  });
  const orders = found.slice(0, PAGE_LENGTH);
  const last = orders.at(-1);
  return { orders, older: found.length > PAGE_LENGTH && last !== undefined ? boughtAt(last.order) : null };
}

/** A condition for a row of `orders`, with its values `?1` to `?3`. */
function conditionOf(sought: string): readonly [condition: string, ...values: string[]] {
  const code = normaliseGiftCode(sought.slice(sought.lastIndexOf("/") + 1).replace(/^g-/i, ""));
  const number = sought.toUpperCase().replace(/[^A-Z0-9_]/g, "");
  const tail = number.replace(/^VK/, "").slice(-ORDER_NUMBER_LENGTH);
  const email = readEmailText(sought);
  if (isEmailAddress(email)) return ["email = ?1 COLLATE NOCASE", email];
  const intentId = sought.slice(sought.indexOf("pi_"));
  if (INTENT_ID.test(intentId)) return ["intent_id = ?1", intentId];
  return [
    `instr(${foldedSql("buyer_name")}, ?1) > 0 OR instr(lower(email), ?1) > 0
      OR instr(${foldedSql("(gift ->> 'recipient')")}, ?1) > 0
      OR upper(substr(intent_id, -10)) = ?2
      OR intent_id IN (SELECT intent_id FROM gifts WHERE code = ?3)`,
    fold(sought),
    tail,
    code,
  ];
}
