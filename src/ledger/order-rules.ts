import { plain } from "../shared/plain-text.ts";

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

/** The state in its buyer's words: without a word of the bank, what was paid back, all or a part, also otherwise than through Stripe, is that. */
export function stateForBuyer<State extends OrderState>(order: {
  state: State;
  amountCents: number;
  keptCents: number;
}): State | "refunded" | "partlyRefunded" {
  const { state, amountCents, keptCents } = order;
  if (state === "paid" && keptCents > 0 && keptCents < amountCents) return "partlyRefunded";
  return keptCents === 0 && state !== "disputed" && state !== "reversed" ? "refunded" : state;
}

/** The signed name of an order, `{key id}.{payment intent id}.{signature}` (ledger/order-token.ts). */
export const ORDER_TOKEN = /^([a-z0-9]{1,16})\.(pi_[A-Za-z0-9]{1,200})\.([\w-]{43})$/;

/** A token in what was pasted: its signature has a fixed length, so what follows it is not a part of it. */
const LINKED_TOKEN = new RegExp(`^[^a-z0-9]*(${ORDER_TOKEN.source.slice(1, -1)})(?:[^A-Za-z0-9-].*)?$`, "s");

/** The token in an address, without what came along with its link. Null if malformed. */
export function spellOrderToken(text: string): string | null {
  return LINKED_TOKEN.exec(plain(text))?.[1] ?? null;
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

/** A number as people write it: `VK-1A2B3C4D5E`, in any case, with another sign or none after `VK`, in two parts. */
const TYPED_NUMBER = new RegExp(`^(?:VK)?([A-Z0-9]{${ORDER_NUMBER_LENGTH}})$`);

/**
 * The order numbers that a text may name, without `VK-`, in capitals. A word of that length counts too: no order has it as
 * its number.
 */
export function orderNumbersIn(text: string): readonly string[] {
  const parts = plain(text)
    .toUpperCase()
    .split(/[^A-Z0-9]+/);
  const found = parts.flatMap((_, index) =>
    // `VK`, then a number in one or two parts.
    [1, 2, 3].flatMap((count) => TYPED_NUMBER.exec(parts.slice(index, index + count).join(""))?.[1] ?? []),
  );
  return [...new Set(found)];
}
