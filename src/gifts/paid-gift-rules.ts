import { formatGiftCode, type GiftWish } from "../shared/gift.ts";
import { giftCardPath, giftCodePath } from "../shared/paths.ts";

export type PaidGift = GiftWish & {
  /** The day of its mail if the shop is to mail it, and when that was (ISO 8601). `sent`: it has gone. */
  plan?: { day: string; at: string } | "sent";
  /** Grouped for people. */
  code: string;
  /** Absolute link that unwraps it. */
  link: string;
  cardLink: string;
};

export function paidGift(wish: GiftWish, code: string, origin: string): PaidGift {
  return {
    ...wish,
    code: formatGiftCode(code),
    link: `${origin}${giftCodePath(code)}`,
    cardLink: `${origin}${giftCardPath(code)}`,
  };
}

export function giftCardOf({ productId, recipient, giver, message, from, code, link }: PaidGift) {
  return { productId, recipient, giver, message, code, link, ...(from === "now" ? {} : { from }) };
}
