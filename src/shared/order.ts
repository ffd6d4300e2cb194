import type { CourseId } from "./courses.ts";

/** The states of a paid order's money. */
export type MoneyState =
  | "paid"
  | "partlyRefunded"
  | "refunded"
  /** The buyer's bank examines a complaint about the payment. */
  | "disputed"
  /** The buyer's bank took the money back. */
  | "reversed";

/**
 * The states of an order on its page. `awaited`: its payment was made, but is not recorded as paid yet. `withdrawn`: its buyer
 * has withdrawn, and the money has not all gone back yet.
 */
export type OrderState = MoneyState | "awaited" | "withdrawn";

/** A link into one of the bought courses, or without `courseId` into the whole purchase. */
export type CourseLink = { courseId?: CourseId; href: string };

/** The signed name of an order, `{key id}.{payment intent id}.{signature}` (services/order-token.ts). */
export const ORDER_TOKEN = /^([a-z0-9]{1,16})\.(pi_[A-Za-z0-9]{1,200})\.([\w-]{43})$/;

/** A token, and characters that may follow its link. */
const LINKED_TOKEN = new RegExp(`^(${ORDER_TOKEN.source.slice(1, -1)})[^\\w-]*$`);

/** The token in an address, without a full stop or bracket that followed its link in a text. Null if malformed. */
export function spellOrderToken(text: string): string | null {
  return LINKED_TOKEN.exec(text)?.[1] ?? null;
}

/** The characters of a payment's id in its order number. Ten make 36^10 numbers, enough to tell orders apart. */
const ORDER_NUMBER_LENGTH = 10;

/**
 * The order number for buyers and operators: `VK-` and the end of the payment intent's id, in capitals. Nothing is
 * looked up by it alone, so two ids that differ only in case may share one.
 */
export function formatOrderNumber(intentId: string): string {
  return `VK-${intentId.slice(-ORDER_NUMBER_LENGTH).toUpperCase()}`;
}

/** Whether a typed number means this payment's order: without `VK-`, with spaces, in any case. */
export function isOrderNumberOf(intentId: string, typed: string): boolean {
  const spell = (number: string) => number.toUpperCase().replace(/[\s-]/g, "");
  const number = spell(formatOrderNumber(intentId));
  return spell(typed) === number || `VK${spell(typed)}` === number;
}
