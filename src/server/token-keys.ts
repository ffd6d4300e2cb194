import { type Bindings, readSecret } from "./env.ts";

/** The keys with which the shop signs or seals data for its buyers, and base64url without alternative spellings. */

/** `secret` is 32 bytes or more. It is only used through keys that are derived for one purpose. */
export type TokenKey = { id: string; secret: Uint8Array<ArrayBuffer> };

/** The keys in `id:base64url,id:base64url`. The first signs; all of them verify. Empty if none is configured. */
export function readTokenKeys(env: Bindings): readonly TokenKey[] {
  const keys = readSecret(env, "ORDER_TOKEN_KEYS");
  if (keys === null) return [];
  return keys.split(",").map((pair) => {
    const [id = "", secret = ""] = pair.split(":");
    return { id, secret: decodeBase64Url(secret) };
  });
}

const HMAC_SHA_256 = { name: "HMAC", hash: "SHA-256" } as const;

/** The signature of a text: HMAC with SHA-256. */
export async function signText({ secret }: Pick<TokenKey, "secret">, text: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", secret, HMAC_SHA_256, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
}

/** Whether a signature is that of a text. Web Crypto compares signatures in constant time. */
export async function verifyText(
  { secret }: TokenKey,
  signature: Uint8Array<ArrayBuffer>,
  text: string,
): Promise<boolean> {
  const key = await crypto.subtle.importKey("raw", secret, HMAC_SHA_256, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, signature, new TextEncoder().encode(text));
}

/**
 * Base64url without padding (RFC 4648, section 5). `Uint8Array.prototype.toBase64` does the same, but only in workerd:
 * Node 24, which runs the operators' tool, the build and the simulator, does not have it.
 */
export function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Decodes base64url. The caller's pattern must have checked its characters and length. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
