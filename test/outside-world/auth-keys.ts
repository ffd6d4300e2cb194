import { generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID, sign } from "node:crypto";

/** The public key that the shop sends with its calls. */
export const AUTH_ANON_KEY = "local-anon-key";

export type SigningKey = { privateKey: KeyObject; jwk: JsonWebKey };

/** A key pair for ES256 (RFC 7518): ECDSA on P-256. */
export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid: randomUUID(), alg: "ES256", use: "sig" } };
}

/** A signed token. */
export function signToken({ privateKey, jwk }: SigningKey, claims: Readonly<Record<string, unknown>>): string {
  const header = { alg: "ES256", typ: "JWT", kid: jwk.kid };
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}
