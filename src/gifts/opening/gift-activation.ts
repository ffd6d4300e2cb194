import { encodeHex } from "../../server/bytes.ts";
import type { Shop } from "../../server/shop.ts";
import { signText } from "../../server/signing.ts";
import { DEFAULT_GIFT } from "../../shared/gift.ts";
import { CODE_PLACE } from "../../shared/targets.ts";
import type { GiftEntry } from "../gift-entries.ts";

/**
 * The address that redeems a stored gift. `{code}` in it becomes the gift's stored code, the time, the product if it
 * is not `DEFAULT_GIFT`, and a signature of all, so that the course environment can check it without asking the shop.
 * kv-seed/course-environment.md promises this format to that environment, with test vectors.
 */

/** The parts of a stored gift that decide where it is redeemed, and its key in KV. */
type StoredGift = { key: string } & Pick<GiftEntry, "product" | "activationUrl">;

/** Returns `{code}.{seconds since 1970}[.{product}].{HMAC-SHA-256 in hex}`. Null if no key is configured. */
async function signGiftCode(shop: Shop, gift: StoredGift): Promise<string | null> {
  const secret = shop.secret("GIFT_ACTIVATION_KEY");
  if (secret === null) return null;
  const { key, product = DEFAULT_GIFT } = gift;
  const parts = [key, Math.floor(shop.now.getTime() / 1000), ...(product === DEFAULT_GIFT ? [] : [product])];
  const signature = await signText(
    { secret: new TextEncoder().encode(secret) },
    "vaarkoers gift activation",
    parts.join("\n"),
  );
  return [...parts, encodeHex(signature)].join(".");
}

/** The address of a stored gift's button: the gift's own, else the shop's. Null without an address or signing key. */
export async function activationUrlOf(shop: Shop, gift: StoredGift): Promise<string | null> {
  const url = gift.activationUrl ?? shop.settings.activationUrl;
  if (url === null || !url.includes(CODE_PLACE)) return url;
  const code = await signGiftCode(shop, gift);
  // A function, because a replacement string may hold special patterns such as `$&`.
  return code === null ? null : url.replace(CODE_PLACE, () => code);
}
