import { formatDecimal, vatBreakdown } from "../../shared/money.ts";

/** The entry in `window.dataLayer` for a sale (given 7.2). `value` is euros excluding VAT. */
export type PurchaseEvent = { event: "purchase"; transaction_id: string; value: number; currency: "EUR" };

/**
 * Session storage key of a sale's number; the page's path follows it. The number is stored only after consent to
 * measuring.
 */
export const SALE_STORAGE_KEY = "transaction:";

/** The moments at which a bridge page pushes its purchase event, milliseconds after it is shown (given 7.3). */
export const PURCHASE_PUSH_DELAYS_MS: readonly number[] = [0, 5_000, 10_000];

/** How long a waiting page waits before it goes to its target, milliseconds (given 6.4). */
export const REDIRECT_DELAY_MS = 10_000;

/**
 * The purchase value in a path key, euros excluding VAT with at most two decimals. Null for any other key.
 * `bridge-59incl-vb1` -> 48.76, `bridge-49excl` -> 49.
 */
export function purchaseValueOfKey(key: string): number | null {
  const match = /^bridge-(\d{1,6})(incl|excl)(-|$)/.exec(key);
  if (match === null) return null;
  const amount = Number(match[1]);
  return match[2] === "excl" ? amount : netEuros(amount * 100);
}

/** Converts a price in cents including VAT to net euros, as analytics counts. */
export function netEuros(inclCents: number): number {
  return Number(formatDecimal(vatBreakdown(inclCents).exclCents));
}

declare global {
  interface Window {
    /** The tag manager's queue; filled even when no tag manager is configured (given 7.4). */
    dataLayer?: unknown[];
  }
}
