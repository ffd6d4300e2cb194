import { type Bindings, readSecret, readSettings } from "../env.ts";
import { CODE_PLACE } from "../shared/targets.ts";

/**
 * Where a stored gift is redeemed. `{code}` in the address becomes the gift's stored code, the time, and a signature of
 * both, so that the course environment can check it without asking the shop. kv-seed/course-environment.md promises
 * this format to that environment, with a test vector.
 */

/** Part of the signed text, so that the signature has no other use. */
const PURPOSE = "vaarkoers gift activation";

/** Returns `{code}.{seconds since 1970}.{HMAC-SHA-256 in hex}`. Null if no key is configured. */
async function signGiftCode(env: Bindings, giftKey: string, now: Date): Promise<string | null> {
  const secret = readSecret(env, "GIFT_ACTIVATION_KEY");
  if (secret === null) return null;
  const seconds = Math.floor(now.getTime() / 1000);
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" } as const;
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const signed = encoder.encode(`${PURPOSE}\n${giftKey}\n${seconds}`);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, signed));
  const hex = Array.from(signature, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${giftKey}.${seconds}.${hex}`;
}

/**
 * The address of a stored gift's button: the gift's own, else the shop's. Null if there is none, or no key to sign
 * with. `giftKey` is the gift's key in KV.
 */
export async function activationUrlOf(
  env: Bindings,
  giftKey: string,
  ownUrl: string | undefined,
  now: Date,
): Promise<string | null> {
  const url = ownUrl ?? readSettings(env).activationUrl;
  if (url === null || !url.includes(CODE_PLACE)) return url;
  const code = await signGiftCode(env, giftKey, now);
  // A function, because a replacement string may hold special patterns such as `$&`.
  return code === null ? null : url.replace(CODE_PLACE, () => code);
}
