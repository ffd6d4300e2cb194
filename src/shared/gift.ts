import { readOwnGiftCode } from "./gift-code.ts";

/** A gift as its page shows it: nothing blank, nothing too long. */
export type Gift = {
  recipient: string;
  giver: string;
  message: string;
  /** Where it is redeemed, its code filled in; null = nowhere, or not a gift that is stored. */
  activationUrl: string | null;
  /** The day that it is for, `2026-12-24`. */
  from?: string;
};

/** Longest name and message of a gift, in user-perceived characters. */
export const NAME_MAX_LENGTH = 60;
export const MESSAGE_MAX_LENGTH = 2000;
/** How much of a message is on the printed gift card, user-perceived characters. */
export const PRINTED_MESSAGE_LENGTH = 300;

/** Analytics names: the links to the page where a gift is made, and its form's button. */
export const GIFT_DATA_EVT = { start: "gift_start", toPayment: "gift_checkout_start" } as const;

/** How long the code of a bought gift can be used, years; null = until it is used (record 0025). */
export const GIFT_VALID_YEARS: number | null = null;

/** What a giver asks for; fit to print once it has been checked (services/gift-wish.ts). */
export type GiftWish = {
  recipient: string;
  giver: string;
  /** May be empty. Lines are separated by `\n`. */
  message: string;
  /** `now`, or the day for which the card is, `2026-12-05`. */
  from: "now" | (string & {});
};

/**
 * The one spelling of a code under which it is stored: upper case, without hyphens. What can only be a misread code of
 * ours is read as that code; in any other the letters O, I and L may stand for themselves.
 */
export function normaliseGiftCode(code: string): string {
  const text = code.toUpperCase().replaceAll("-", "");
  return readOwnGiftCode(text) ?? text;
}

/** A code in groups of four, `ABCD-EFGH-JK`, whatever way it was typed or stored: its spelling on cards and in links. */
export function formatGiftCode(code: string): string {
  return normaliseGiftCode(code).replace(/.{4}(?=.)/gs, "$&-");
}
