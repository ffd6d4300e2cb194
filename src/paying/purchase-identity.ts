import { encodeBase64Url } from "../server/token-keys.ts";
import type { GiftWish } from "../shared/gift.ts";

/** The gift's part of a `PurchaseIdentity`: it tells wishes apart without revealing them. */

/** The form of a wish's digest. */
export const GIFT_DIGEST = /^[\w-]{43}$/;

/** The digest of a checked wish: SHA-256, base64url. Its product is a separate part of the identity. */
export async function digestOfWish({ recipient, giver, message, from }: GiftWish): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([recipient, giver, message, from]));
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
}
