import { type Bindings, readSecret, readSettings } from "../env.ts";
import { DEFAULT_GIFT } from "../shared/gift.ts";
import { CODE_PLACE } from "../shared/targets.ts";
import type { GiftEntry } from "./kv.ts";

/**
 * Where a stored gift is redeemed. `{code}` in the address becomes the gift's code as it is stored, the time, what was
 * given if it is not `DEFAULT_GIFT`, and a signature of all, so that the course environment can check it without asking the
 * shop. Its format is a promise to that environment: kv-seed/course-environment.md has it, with test vectors.
 */

/** What of a stored gift says where it is redeemed, and its key in KV. */
type StoredGift = { key: string } & Pick<GiftEntry, "product" | "activationUrl">;

/** What is signed begins with what it is for. */
const PURPOSE = "vaarkoers gift activation";

/** `{code}.{seconds since 1970}[.{product}].{HMAC-SHA-256 in hex}`; null while there is no key. */
async function signGiftCode(env: Bindings, gift: StoredGift, now: Date): Promise<string | null> {
  const secret = readSecret(env, "GIFT_ACTIVATION_KEY");
  if (secret === null) return null;
  const { key, product = DEFAULT_GIFT } = gift;
  const parts = [key, Math.floor(now.getTime() / 1000), ...(product === DEFAULT_GIFT ? [] : [product])];
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" } as const;
  const signingKey = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const signed = encoder.encode([PURPOSE, ...parts].join("\n"));
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", signingKey, signed));
  const hex = Array.from(signature, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [...parts, hex].join(".");
}

/**
 * The address of a stored gift's button: the gift's own, else the shop's. Null while there is none, or no key to sign
 * with.
 */
export async function activationUrlOf(env: Bindings, gift: StoredGift, now: Date): Promise<string | null> {
  const url = gift.activationUrl ?? readSettings(env).activationUrl;
  if (url === null || !url.includes(CODE_PLACE)) return url;
  const code = await signGiftCode(env, gift, now);
  // A function: what stands for itself in a replacement text must not.
  return code === null ? null : url.replace(CODE_PLACE, () => code);
}
