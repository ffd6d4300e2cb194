/** The line under a price: `offer` with flow A or B, else `normal` (given 1.4). */
export const PRICING_NOTES = {
  normal: "inclusief btw",
  offer: "inclusief btw, actieprijs",
} as const;

/**
 * Labels of prices. `original` and `current` (offers only) are for screen readers, which do not announce that a price
 * is struck through.
 */
export const PRICE_LABELS = {
  popular: "Populair",
  original: "Normale prijs",
  current: "Actieprijs",
} as const;
