import { nowS } from "../clock.ts";
import { createSigningKey, signToken } from "../outside-world/auth-keys.ts";

/** Access tokens as the sign-in service makes them. */

export type Claims = Readonly<Record<string, unknown>>;

let services = 0;

/** A sign-in service with a key of its own: the shop remembers the keys of each, so each test has another. */
export function openService(alg?: "ES256" | "RS256") {
  services += 1;
  const url = `https://auth-${services}.example/auth/v1`;
  const key = createSigningKey(alg);
  const tokenOf = (userId: string, claims: Claims = {}) => signToken(key, { ...claimsOf(url, userId), ...claims });
  return { url, published: { keys: [{ kty: "oct" }, key.publicJwk] }, tokenOf };
}

export type Service = ReturnType<typeof openService>;

/** The claims of a good token, an hour long. */
function claimsOf(authUrl: string, userId: string): Claims {
  const now = nowS();
  return { iss: authUrl, sub: userId, aud: "authenticated", role: "authenticated", iat: now, exp: now + 3600 };
}
