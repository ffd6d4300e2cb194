import { generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID, sign } from "node:crypto";

/** The public key that the shop sends with its calls. */
export const AUTH_ANON_KEY = "local-anon-key";

export type SigningKey = { kid: string; privateKey: KeyObject; jwk: JsonWebKey };

/** A key pair for ES256 (RFC 7518): ECDSA on P-256. */
export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid, alg: "ES256", use: "sig" } };
}

/** A signed token. Header fields can be replaced, to forge one; algorithm `none` leaves the signature out. */
export function signToken(
  key: SigningKey,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
): string {
  const full = { alg: "ES256", typ: "JWT", kid: key.kid, ...header };
  const text = [full, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  if (full.alg === "none") return `${text}.`;
  const signature = sign("sha256", Buffer.from(text), { key: key.privateKey, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}
