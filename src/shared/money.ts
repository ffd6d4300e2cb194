/** Dutch VAT on courses, percent (given 1.8). */
export const VAT_PERCENT = 21;

export type VatBreakdown = { inclCents: number; exclCents: number; vatCents: number };

/** Splits a price including VAT. The net price is rounded and the VAT is the rest, so both always add up. */
export function vatBreakdown(inclCents: number): VatBreakdown {
  const exclCents = Math.round((inclCents * 100) / (100 + VAT_PERCENT));
  return { inclCents, exclCents, vatCents: inclCents - exclCents };
}

/**
 * The VAT of a change to a sale, from the amounts before and after it, cents including VAT. So the VAT of several
 * refunds adds up to the sale's, to the cent.
 */
export function vatOfChange(beforeCents: number, afterCents: number): number {
  return vatBreakdown(afterCents).vatCents - vatBreakdown(beforeCents).vatCents;
}

/** Whole euros without decimals, else two after a comma: `€59`, `€32,23`. */
export function formatPrice(cents: number): string {
  return cents % 100 === 0 ? `€${cents / 100}` : `€${formatAmount(cents)}`;
}

/** `€39,00`, and below zero `-€39,00`. */
export function formatEuros(cents: number): string {
  return `${cents < 0 ? "-" : ""}€${formatAmount(Math.abs(cents))}`;
}

/** The same in a currency that Stripe names, such as `eur`: `USD 39,00`. */
export function formatMoney(cents: number, currency: string): string {
  return currency === "eur" ? formatEuros(cents) : `${currency.toUpperCase()} ${formatAmount(cents)}`;
}

/** Two decimals after a comma, no sign: `39,00`. */
export function formatAmount(cents: number): string {
  return formatDecimal(cents).replace(".", ",");
}

/** Two decimals after a point, no sign: `39.00`. The payment button and analytics use it (given 3.11, 7.2). */
export function formatDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Cents of a typed amount, `19,50`, `19.50` or `19`. Null if it is none, or nothing. */
export function parseEuros(text: string): number | null {
  const [, euros, decimals = ""] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  const cents = Number(euros) * 100 + Number(decimals.padEnd(2, "0"));
  return euros === undefined || cents === 0 ? null : cents;
}
