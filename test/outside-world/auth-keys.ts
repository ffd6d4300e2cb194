import { generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID, sign } from "node:crypto";

/** The public key that the shop sends with its calls. */
export const AUTH_ANON_KEY = "local-anon-key";

export type SigningKey = { privateKey: KeyObject; jwk: JsonWebKey };

/** A key pair (RFC 7518): for ES256, ECDSA on P-256, or for RS256, RSA of 2048 bits. */
export function createSigningKey(alg: "ES256" | "RS256" = "ES256"): SigningKey {
  const { privateKey, publicKey } =
    alg === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: "jwk" }), kid: randomUUID(), alg, use: "sig" };
  return { privateKey, jwk };
}

export function signToken({ privateKey, jwk }: SigningKey, claims: Readonly<Record<string, unknown>>): string {
  const header = { alg: jwk.alg, typ: "JWT", kid: jwk.kid };
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  // Only ECDSA knows the encoding.
  const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}
