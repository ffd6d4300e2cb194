import { generateKeyPairSync, type JsonWebKey, randomUUID, sign } from "node:crypto";

/** The public key that the shop sends with its calls. */
export const AUTH_ANON_KEY = "local-anon-key";

export type SigningKey = { kid: string; privateJwk: JsonWebKey; publicJwk: JsonWebKey & { alg: string } };

/** A key pair (RFC 7518): for ES256, ECDSA on P-256, or for RS256, RSA of 2048 bits. */
export function createSigningKey(alg: "ES256" | "RS256" = "ES256", kid: string = randomUUID()): SigningKey {
  const { privateKey, publicKey } =
    alg === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  const publicJwk = { ...publicKey.export({ format: "jwk" }), kid, alg, use: "sig" };
  return { kid, privateJwk: privateKey.export({ format: "jwk" }), publicJwk };
}

export function signToken(
  { kid, privateJwk, publicJwk: { alg } }: SigningKey,
  claims: Readonly<Record<string, unknown>>,
): string {
  const text = [{ alg, typ: "JWT", kid }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  // Only ECDSA knows the encoding.
  const signature = sign("sha256", Buffer.from(text), { key: privateJwk, format: "jwk", dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}
