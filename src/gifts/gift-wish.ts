import * as z from "zod/mini";
import { PRODUCT_IDS } from "../shared/courses.ts";
import { type GiftWish, MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH } from "../shared/gift.ts";
import { cut, tameMessage, tameName } from "./gift-texts.ts";
import { type GiftProblem, MESSAGE_MAX_UNITS, NAME_MAX_UNITS } from "./give-gift-rules.ts";

/** Checks the giver's wish, and stores it in its payment's metadata at Stripe. */

/** Longest value in Stripe's metadata, characters; there is room for 50 keys (Stripe's API reference, Metadata). */
const VALUE_MAX_LENGTH = 500;
/**
 * Keys that a message may take; the payment has 15 others. A part may be one unit shorter than `VALUE_MAX_LENGTH`, so
 * that no surrogate pair is split.
 */
const MESSAGE_PARTS = MESSAGE_MAX_UNITS / (VALUE_MAX_LENGTH - 1);

/** No gift is older than the shop. */
const FIRST_DAY = "2020-01-01";

/** The form of a draft's name (gifts/day/gift-delivery.ts). */
const DRAFT_ID = /^[0-9a-f]{1,8}$/;

/** A new draft's name, for one writing of a payment's details. */
export function newDraftId(): string {
  return crypto.randomUUID().slice(0, 8);
}

const nameSchema = z.string("missing" satisfies GiftProblem).check(
  z.overwrite(tameName),
  z.minLength(1, "missing" satisfies GiftProblem),
  z.refine((name) => isWithin(name, NAME_MAX_LENGTH, NAME_MAX_UNITS), "too-long" satisfies GiftProblem),
);
const messageSchema = z.string("invalid" satisfies GiftProblem).check(
  z.overwrite(tameMessage),
  z.refine((message) => isWithin(message, MESSAGE_MAX_LENGTH, MESSAGE_MAX_UNITS), "too-long" satisfies GiftProblem),
);

/**
 * A giver's wish, trimmed and cleaned for the gift's page. A text that is too long is refused, not cut: its writer can
 * shorten it. Each issue's message is a `GiftProblem`.
 */
export const giftWishSchema = z.strictObject({
  productId: z.enum(PRODUCT_IDS, "missing" satisfies GiftProblem),
  recipient: nameSchema,
  giver: nameSchema,
  message: messageSchema,
  from: z
    .string("invalid" satisfies GiftProblem)
    .check(
      z.refine(
        (from) => from === "now" || (from >= FIRST_DAY && z.iso.date().safeParse(from).success),
        "invalid" satisfies GiftProblem,
      ),
    ),
  deliveryDraftId: z.optional(z.string().check(z.regex(DRAFT_ID))),
});

/** Limits user-perceived characters, and UTF-16 units too, because one emoji can have any number of parts. */
function isWithin(text: string, maxLength: number, maxUnits: number): boolean {
  return text.length <= maxUnits && cut(text, maxLength) === text;
}

export const GIFT_METADATA = { gift: "1" } as const;

/**
 * A checked wish as metadata, without the product, which is there from the payment's creation. Parts that this message
 * does not need are empty, so Stripe removes them.
 */
export function wishToMetadata(wish: GiftWish): Record<string, string> {
  const parts = splitMessage(wish.message);
  return {
    ...GIFT_METADATA,
    gift_recipient: wish.recipient,
    gift_giver: wish.giver,
    gift_from: wish.from,
    gift_by_mail: wish.deliveryDraftId ?? "",
    ...Object.fromEntries(MESSAGE_KEYS.map((key, index) => [key, parts[index] ?? ""])),
  };
}

/** The wish in a payment's metadata. Null if the payment is not for a gift, or the wish is invalid. */
export function wishFromMetadata(metadata: Readonly<Record<string, string>>): GiftWish | null {
  if (!isGiftMetadata(metadata)) return null;
  const wish = giftWishSchema.safeParse({
    productId: metadata.product,
    recipient: metadata.gift_recipient,
    giver: metadata.gift_giver,
    message: MESSAGE_KEYS.map((key) => metadata[key] ?? "").join(""),
    from: metadata.gift_from,
    ...(metadata.gift_by_mail ? { deliveryDraftId: metadata.gift_by_mail } : {}),
  });
  return wish.success ? wish.data : null;
}

/** Whether a payment was started for a gift, with or without a wish yet. */
export function isGiftMetadata(metadata: Readonly<Record<string, string>> | null | undefined): boolean {
  return metadata?.gift === GIFT_METADATA.gift;
}

const MESSAGE_KEYS = Array.from({ length: MESSAGE_PARTS }, (_, index) => `gift_message_${index + 1}`);

function splitMessage(message: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < message.length; ) {
    let end = start + VALUE_MAX_LENGTH;
    // A surrogate pair is not split.
    if (/[\uD800-\uDBFF]/.test(message.charAt(end - 1)) && end < message.length) end -= 1;
    parts.push(message.slice(start, end));
    start = end;
  }
  return parts;
}
