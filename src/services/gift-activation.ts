import { type Bindings, readSecret, readSettings } from "../env.ts";
import { CODE_PLACE } from "../shared/targets.ts";

/**
 * Where a stored gift is redeemed. `{code}` in the address becomes the gift's code as it is stored, the time and a
 * signature of both, so that the course environment can check it without asking the shop. Its format is a promise to
 * that environment: kv-seed/course-environment.md has it, with a test vector.
 */

/** What is signed begins with what it is for. */
const PURPOSE = "vaarkoers gift activation";

/** `{code}.{seconds since 1970}.{HMAC-SHA-256 in hex}`; null while there is no key. */
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
 * The address of a stored gift's button: the gift's own, else the shop's. Null while there is none, or no key to sign
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
  // A function: what stands for itself in a replacement text must not.
  return code === null ? null : url.replace(CODE_PLACE, () => code);
}
