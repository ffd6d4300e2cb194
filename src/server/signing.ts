import { decodeBase64Url, encodeBase64Url } from "./bytes.ts";

/** How the shop signs: names that its buyers keep, a gift's code, and what the course environment redeems. */

/**
 * The first line of what is signed or sealed. So what was made for one purpose serves no other. These words are in
 * signatures that are in mails and on paper: they never change.
 */
export type Purpose =
  /** `{key id}.{payment intent id}.{signature}` */
  | "vaarkoers order page"
  /** `{UUID}.{milliseconds since 1970}.{key id}.{signature}` */
  | "vaarkoers withdrawal form"
  /** `{key id}.{reference}.{signature}` */
  | "vaarkoers withdrawal receipt"
  /** Eighty bits of a signature by the oldest key. */
  | "vaarkoers gift code"
  /** `{code}.{seconds since 1970}[.{product}].{signature in hex}`, by a key of its own. */
  | "vaarkoers gift activation"
  /** `{UUID}.{milliseconds since 1970}.{digest of what was shown}`, for an hour. */
  | "vaarkoers desk act"
  /** Sealed, not signed: `{key id}.{nonce, sealed text and tag}`. Both are in addresses. */
  | "vaarkoers desk form"
  | "vaarkoers payment ticket";

/** `secret` is 32 bytes or more. It is only used for a `Purpose`. */
export type TokenKey = { id: string; secret: Uint8Array<ArrayBuffer> };

/** Who has the keys: the shop of a request or a step. */
type Signer = { keys: readonly TokenKey[] };

const HMAC_SHA_256 = { name: "HMAC", hash: "SHA-256" } as const;

export async function signText({ secret }: Pick<TokenKey, "secret">, purpose: Purpose, text: string) {
  const key = await crypto.subtle.importKey("raw", secret, HMAC_SHA_256, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${purpose}\n${text}`)));
}

/** A name's signature in base64url, and the id of the key that made it: the first. Null if none is configured. */
export async function signName({ keys }: Signer, purpose: Purpose, name: string) {
  const [key] = keys;
  if (key === undefined) return null;
  return { keyId: key.id, signature: encodeBase64Url(await signText(key, purpose, `${key.id}\n${name}`)) };
}

/**
 * Whether one of our keys signed a name for this purpose. The caller's pattern has checked the signature's characters. It
 * has one spelling: the unused bits at the end of the base64 must be zero. Web Crypto compares in constant time.
 */
export async function isSigned({ keys }: Signer, purpose: Purpose, name: string, keyId: string, signature: string) {
  const found = keys.find(({ id }) => id === keyId);
  const given = decodeBase64Url(signature);
  if (found === undefined || encodeBase64Url(given) !== signature) return false;
  const key = await crypto.subtle.importKey("raw", found.secret, HMAC_SHA_256, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, given, new TextEncoder().encode(`${purpose}\n${keyId}\n${name}`));
}
