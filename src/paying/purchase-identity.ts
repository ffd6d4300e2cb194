import { digestOf, encodeBase64Url } from "../server/bytes.ts";
import type { GiftWish } from "../shared/gift.ts";

/** The gift's part of a `PurchaseIdentity`: it tells wishes apart without revealing them. */

/** The form of a wish's digest. */
export const GIFT_DIGEST = /^[\w-]{43}$/;

/** The digest of a checked wish: SHA-256, base64url. Its product is a separate part of the identity. */
export async function digestOfWish({ recipient, giver, message, from }: GiftWish): Promise<string> {
  return encodeBase64Url(await digestOf(JSON.stringify([recipient, giver, message, from])));
}
