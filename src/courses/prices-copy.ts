import { formatPrice } from "../shared/money.ts";
import { EXAM_FACTS } from "./exam-facts-copy.ts";

/** The line under a price: `offer` with flow A or B, else `normal` (given 1.4). */
export const PRICING_NOTES = { normal: "inclusief btw", offer: "inclusief btw, actieprijs" } as const;

/**
 * Labels of prices. `original` stands before a struck price, because screen readers do not say that it is struck;
 * `current` (offers only) is for them alone.
 */
export const PRICE_LABELS = {
  popular: "Populair",
  original: "Normale prijs",
  current: "Actieprijs",
  /** Before and behind the lowest price of a course. */
  from: "Vanaf",
  perCourse: "per cursus",
  /** To the terms of the offer. */
  about: "Over deze prijs",
} as const;

/** Where the order page says what an offer is. */
export const OFFER_ID = "actieprijs";

/** The shop's promise to whoever fails the exam: the course stays open (given 1.1). */
export const GUARANTEE = "Zak je? Je betaalt ons nooit een tweede keer.";

export const BEGINS_AT_ONCE = "Direct na je betaling beginnen";

/** The price of an exam, below the promise that a page sells with; the exam's page has the whole sum. */
export const EXAM_APART = `CBR-examen apart: ${formatPrice(EXAM_FACTS.feeCents)}`;

/** No fee is given for the exam of the radio certificate (given 9.3), and not the CBR alone examines. */
export const RADIO_EXAM_APART = "Examen apart, bij een erkend exameninstituut";
