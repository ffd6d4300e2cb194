import { DEFAULT_GIFT, type GiftWish } from "../shared/gift.ts";
import { formatDay, isDay } from "../shared/time.ts";

/** The form that makes a gift: its fields, their possible errors, and the ids of what the scripts fill in. */

export const GIFT_FIELDS = {
  product: "cursus",
  recipient: "ontvanger",
  giver: "gever",
  message: "bericht",
  /** One of `GIFT_MOMENTS`. */
  moment: "moment",
  /** A day, `2026-12-05`; counts only with `GIFT_MOMENTS.day`. */
  day: "datum",
  /** The address to which the shop mails the gift on that day; may be empty. Counts only with a day. */
  deliverTo: "ontvanger-email",
} as const;
export const GIFT_MOMENTS = { now: "nu", day: "dag" } as const;

/** Field of the payment step's form: `GIFT_CHANGE` goes back to the fields. */
export const GIFT_STEP_FIELD = "stap";
export const GIFT_CHANGE = "wijzigen";

/**
 * Longest texts that a browser accepts in the fields, UTF-16 units. A payment's metadata has room for no longer ones
 * (gifts/gift-wish.ts). Most texts with the most characters allowed need less.
 */
export const NAME_MAX_UNITS = 500;
export const MESSAGE_MAX_UNITS = 30 * 499;

export type TypedGift = {
  product: string;
  recipient: string;
  giver: string;
  message: string;
  isForDay: boolean;
  day: string;
  deliverTo: string;
};
export const EMPTY_GIFT: TypedGift = {
  product: DEFAULT_GIFT,
  recipient: "",
  giver: "",
  message: "",
  isForDay: false,
  day: "",
  deliverTo: "",
};

/** What stands in the fields; empty where the form has no such field. */
export function typedGift(form: { get(name: string): unknown }): TypedGift {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    product: text(GIFT_FIELDS.product),
    recipient: text(GIFT_FIELDS.recipient),
    giver: text(GIFT_FIELDS.giver),
    message: text(GIFT_FIELDS.message),
    isForDay: text(GIFT_FIELDS.moment) === GIFT_MOMENTS.day,
    day: text(GIFT_FIELDS.day),
    deliverTo: text(GIFT_FIELDS.deliverTo),
  };
}

/** The values of the fields for a checked wish and the address to which it is mailed. */
export function formValuesOf({ productId, recipient, giver, message, from }: GiftWish, deliverTo = ""): TypedGift {
  const isForDay = from !== "now";
  return { product: productId, recipient, giver, message, isForDay, day: isForDay ? from : "", deliverTo };
}

/** A checked gift on its way to its payment. `digest`: the wish's (src/paying/purchase-identity.ts). */
export type GiftDraft = {
  wish: GiftWish;
  digest: string;
  /** The address to which the shop mails the gift on its day. */
  deliverTo?: string | undefined;
};

/** The answer to the form's script: the checked gift and the address of its payment, or what is wrong. */
export type GiftFormAnswer =
  | { draft: GiftDraft; href: string }
  | { title: string; errorTitle: string; errors: readonly { fieldId: string; text: string }[] };

/** Ids of the payment step's texts that only the browser knows. */
export const GIFT_SUMMARY_IDS = {
  recipient: "cadeau-ontvanger",
  giver: "cadeau-gever",
  day: "cadeau-dag",
  deliverTo: "cadeau-versturen",
  message: "cadeau-bericht",
} as const;

/** `unsendable`: too far away to be mailed. */
export type GiftProblem = "missing" | "too-long" | "invalid" | "past" | "far" | "unsendable";
/** The fields that can have an error, in the form's order. */
export const CHECKED_GIFT_FIELDS = ["product", "recipient", "giver", "message", "day", "deliverTo"] as const;
export type CheckedGiftField = (typeof CHECKED_GIFT_FIELDS)[number];
export type GiftProblems = Partial<Record<CheckedGiftField, GiftProblem>>;

/** Ids of the texts that follow the form: the example's, and the price. */
export const EXAMPLE_IDS = {
  title: "voorbeeld-cursus",
  recipient: "voorbeeld-ontvanger",
  giver: "voorbeeld-gever",
  message: "voorbeeld-bericht",
  day: "voorbeeld-dag",
  /** The same on the small card of a phone. */
  smallRecipient: "kaartje-ontvanger",
  smallGiver: "kaartje-gever",
  smallMessage: "kaartje-bericht",
  /** The price of the chosen course. */
  total: "totaal",
} as const;

export type GiftChoice = {
  id: string;
  name: string;
  /** As people read it. */
  price: string;
  waters: string;
  title: string;
};

/** A text's length as people count it: an emoji is one character. */
export function countCharacters(text: string): number {
  return charactersOf(text).length;
}

/** A text's characters as people count them: an emoji is one. */
export function charactersOf(text: string): string[] {
  if (!("Segmenter" in Intl)) return Array.from(text);
  return Array.from(new Intl.Segmenter("nl", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
}

/** `2026-12-05` as people read it, `5 december 2026`. Empty if the text is not a day. */
export function formatCardDay(day: string): string {
  return isDay(day) ? formatDay(day) : "";
}
