/**
 * THE price table: every price of the shop, one line per product, euro cents including VAT, whole euros (given 1.5 to
 * 1.7). Cards, sums, structured data, mails, hosted links, bridge pages and the operators' tool use it.
 * kv-seed/README.md lists the other steps of a change.
 */
export const PRICES = {
  KVB1: { none: 5900, A: 3900, B: 1900 },
  KVB2: { none: 5900, A: 3900, B: 1900 },
  MARIFONIE: { none: 5900, A: 3900, B: 1900 },
  KVB1_KVB2: { none: 11800, A: 7800, B: 3800 },
} as const;

/** KVB1 for oneself in the shop's own checkout, in every flow (given 1.7). A gift has its product's price. */
export const OWN_CHECKOUT_PRICE = 3900;

/** Prices that no card shows. Their bridge pages stay, because buyers who paid them may still come back. */
export const FURTHER_BRIDGE_PRICES = { KVB1: [2900], KVB2: [], MARIFONIE: [], KVB1_KVB2: [] } as const;
