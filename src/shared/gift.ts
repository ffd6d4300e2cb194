import { readOwnGiftCode } from "./gift-code.ts";
import type { PRICES } from "./prices.ts";

/** The products that can be given: all that have a price. An import of courses.ts would make a circle. */
type ProductId = keyof typeof PRICES;

/** The form's first choice, and the product of a gift made by hand that names none (given 5.1). */
export const DEFAULT_GIFT = "KVB1" satisfies ProductId;

/** A gift for its page: no text is blank or too long. */
export type Gift = {
  productId: ProductId;
  recipient: string;
  giver: string;
  message: string;
  /** The address that redeems the gift, with its code. Null if there is none, or if the gift is not stored. */
  activationUrl: string | null;
  from?: string;
};

/** Longest name and message of a gift, in user-perceived characters. */
export const NAME_MAX_LENGTH = 60;
export const MESSAGE_MAX_LENGTH = 2000;

/** Analytics names: the links to the page where a gift is made, and its form's button. */
export const GIFT_DATA_EVT = { start: "gift_start", toPayment: "gift_checkout_start" } as const;

/** The giver's wish. It may be printed once it has been checked (gifts/gift-wish.ts). */
export type GiftWish = {
  productId: ProductId;
  recipient: string;
  giver: string;
  /** May be empty. Lines are separated by `\n`. */
  message: string;
  /** `now`, or the day for which the card is, `2026-12-05`. */
  from: "now" | (string & {});
  /**
   * The shop mails the gift on that day: the name of the draft with the address (gifts/day/gift-delivery.ts). The wish
   * does not contain the address.
   */
  deliveryDraftId?: string | undefined;
};

/** The names in a gift that has none any more: their time is over, or its giver or its recipient asked to erase them. */
export const ERASED_GIFT_NAMES = { recipient: "de ontvanger", giver: "de gever" } as const;

/** Whether a gift has lost its names. One of them alone may be what somebody typed. */
export function isNameless(gift: { recipient?: string | undefined; giver?: string | undefined }): boolean {
  return gift.recipient === ERASED_GIFT_NAMES.recipient && gift.giver === ERASED_GIFT_NAMES.giver;
}

/**
 * The spelling of a code under which it is stored: upper case, without hyphens. A text that can only be a misread code
 * of ours is corrected; in any other the letters O, I and L stay.
 */
export function normaliseGiftCode(code: string): string {
  const text = code.toUpperCase().replaceAll("-", "");
  return readOwnGiftCode(text) ?? text;
}

/** A code in groups of four, `ABCD-EFGH-JK`, however it was typed or stored: its spelling on cards and in links. */
export function formatGiftCode(code: string): string {
  return normaliseGiftCode(code).replace(/.{4}(?=.)/gs, "$&-");
}

/** How many groups of a code's characters stand on its first line, if it needs two. */
const FIRST_LINE_GROUPS = 3;

/**
 * A printed code in the parts that stay whole where a line breaks: three groups and the rest, so that people who type
 * it keep their place. A short code is one part.
 */
export function codeParts(code: string): readonly string[] {
  const groups = code.split("-");
  if (groups.length <= FIRST_LINE_GROUPS) return [code];
  return [`${groups.slice(0, FIRST_LINE_GROUPS).join("-")}-`, groups.slice(FIRST_LINE_GROUPS).join("-")];
}
