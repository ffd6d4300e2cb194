/** The line under a price: `offer` with flow A or B, else `normal` (given 1.4). */
export const PRICING_NOTES = {
  normal: "inclusief btw",
  offer: "inclusief btw, actieprijs",
} as const;

/**
 * Labels of prices. `original` stands before a struck price, because screen readers do not say that it is struck;
 * `current` (offers only) is for them alone.
 */
export const PRICE_LABELS = {
  popular: "Populair",
  original: "Normale prijs",
  current: "Actieprijs",
} as const;
