import { sign } from "hono/utils/jwt/jwt";
import { nowS } from "../clock.ts";

/** Access tokens as the sign-in service makes them, and the keys that sign them. */

export type TestKey = { kid: string; privateJwk: JsonWebKey; publicJwk: JsonWebKey & { kid: string } };

export async function createKey(kid: string, alg: "ES256" | "RS256" = "ES256"): Promise<TestKey> {
  const rsa = { hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const algorithm = alg === "ES256" ? { name: "ECDSA", namedCurve: "P-256" } : { name: "RSASSA-PKCS1-v1_5", ...rsa };
  const pair = (await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as CryptoKeyPair;
  const [privateJwk, publicJwk] = (await Promise.all([
    crypto.subtle.exportKey("jwk", pair.privateKey),
    crypto.subtle.exportKey("jwk", pair.publicKey),
  ])) as [JsonWebKey, JsonWebKey];
  return {
    kid,
    privateJwk: { ...privateJwk, alg, key_ops: ["sign"] },
    publicJwk: { ...publicJwk, kid, alg, key_ops: ["verify"] },
  };
}

export type Claims = Readonly<Record<string, unknown>>;

let services = 0;

/** A sign-in service with a key of its own: the shop remembers the keys of each, so each test has another. */
export async function openService(alg?: "ES256" | "RS256") {
  services += 1;
  const url = `https://auth-${services}.example/auth/v1`;
  const key = await createKey("key-1", alg);
  const tokenOf = (userId: string, claims: Claims = {}) => signToken({ ...claimsOf(url, userId), ...claims }, key);
  return { url, published: { keys: [key.publicJwk] }, tokenOf };
}

export type Service = Awaited<ReturnType<typeof openService>>;

/** The claims of a good token, an hour long. */
function claimsOf(authUrl: string, userId: string): Claims {
  const now = nowS();
  return { iss: authUrl, sub: userId, aud: "authenticated", role: "authenticated", iat: now, exp: now + 3600 };
}

export function signToken(claims: Claims, { kid, privateJwk }: TestKey): Promise<string> {
  return sign({ ...claims }, { ...privateJwk, kid } as never, privateJwk.alg as "ES256" | "RS256");
}
