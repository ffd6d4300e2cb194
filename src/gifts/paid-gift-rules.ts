import { formatGiftCode, type GiftWish } from "../shared/gift.ts";
import { giftCardPath, giftCodePath } from "../shared/paths.ts";

/** A paid gift, for its giver. */
export type PaidGift = GiftWish & {
  /** The day of its mail if the shop has planned it, and when that was (ISO 8601). */
  plan?: { day: string; at: string };
  /** Grouped for people. */
  code: string;
  /** Absolute link that unwraps it. */
  link: string;
  /** Absolute link to its card, for printing. */
  cardLink: string;
};

/** A wish with its code and links; `origin` is the shop's. */
export function paidGift(wish: GiftWish, code: string, origin: string): PaidGift {
  return {
    ...wish,
    code: formatGiftCode(code),
    link: `${origin}${giftCodePath(code)}`,
    cardLink: `${origin}${giftCardPath(code)}`,
  };
}

/** The parts that a printed card shows. */
export function giftCardOf({ productId, recipient, giver, message, from, code, link }: PaidGift) {
  return { productId, recipient, giver, message, code, link, ...(from === "now" ? {} : { from }) };
}
