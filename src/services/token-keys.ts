import { type Bindings, readSecret } from "../env.ts";

/** The keys with which the shop signs or seals data for its buyers, and base64url without alternative spellings. */

/** `secret` is 32 bytes or more, of which nothing is used but what a purpose makes of it. */
export type TokenKey = { id: string; secret: Uint8Array<ArrayBuffer> };

/** The keys of `id:base64url,id:base64url`; the first makes tokens, all of them read. None while it is not configured. */
export function readTokenKeys(env: Bindings): readonly TokenKey[] {
  const keys = readSecret(env, "ORDER_TOKEN_KEYS");
  if (keys === null) return [];
  return keys.split(",").map((pair) => {
    const [id = "", secret = ""] = pair.split(":");
    return { id, secret: decodeBase64Url(secret) };
  });
}

/** Base64url without padding (RFC 4648, section 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Of characters and a length that the callers' patterns have checked. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
