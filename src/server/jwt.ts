import { decodeHeader, verify } from "hono/utils/jwt/jwt";
import * as z from "zod/mini";
import { errorMessage } from "./log.ts";

/**
 * The only file that verifies signed tokens (JWT). An isolate keeps a service's public keys for a while, so a request
 * usually needs no call.
 */

/** How long keys are used, milliseconds. A withdrawn key keeps working here for as long. */
const KEYS_MAX_AGE_MS = 10 * 60_000;
/** A token can name any key. So an unknown key, or a service that fails, causes one call in this time, milliseconds. */
export const KEYS_RETRY_MS = 30_000;
/** The longest wait of a visitor for the keys, milliseconds. */
const KEYS_TIMEOUT_MS = 3_000;
/** The tokens of both services are about a kilobyte. */
const TOKEN_MAX_LENGTH = 8_192;
/**
 * Only algorithms with a private key that only the service has. A shared secret (HS256) or no signature never counts.
 */
const KEY_TYPES = { ES256: "EC", RS256: "RSA" } as const;
type Algorithm = keyof typeof KEY_TYPES;

/** A service that signs tokens, and what one for the shop must say. */
export type TokenIssuer = {
  /** The claim `iss`. */
  issuer: string;
  /** The address of its public keys, a JSON Web Key Set (RFC 7517). */
  keysUrl: string;
  /** The claim `aud`, or one of its texts: RFC 7519, 4.1.3, allows a text or a list. */
  audience: string;
  /** The algorithms that the service signs with. */
  algorithms: readonly Algorithm[];
};

/** The result of checking a token. `reason` is a fixed text and never holds a part of the token. */
export type JwtCheck<Claims> =
  | { status: "valid"; claims: Claims }
  | { status: "invalid"; reason: string }
  /** The service's keys could not be fetched, so the token could not be checked. `reason` says why. */
  | { status: "unavailable"; reason: string };

const keySchema = z.looseObject({ kid: z.string(), kty: z.string(), alg: z.exactOptional(z.string()) });
const keySetSchema = z.object({ keys: z.array(z.unknown()) });
type Key = z.infer<typeof keySchema>;

/** `answer`: of the last call. A call that its visitor left never answers. */
type KeySet = { keys: readonly Key[]; fetchedAt: number; askedAt: number; answer: "awaited" | "keys" | "none" };

const NEVER = Number.NEGATIVE_INFINITY;
/** By the address of the keys. */
const keySets = new Map<string, KeySet>();

const headerSchema = z.object({ alg: z.enum(["ES256", "RS256"]), kid: z.string().check(z.minLength(1)) });
/** Without an end a token would be valid for ever. */
const endingSchema = z.object({ exp: z.number() });

/**
 * Verifies a token: signature, algorithm, issuer, audience, begin and end (RFC 7519, RFC 8725), and that its claims are
 * those of the schema. Never rejects.
 */
export async function verifyJwt<Claims>(
  issuer: TokenIssuer,
  token: string,
  schema: z.ZodMiniType<Claims>,
): Promise<JwtCheck<Claims>> {
  const header = readHeader(token);
  if (header === null || !issuer.algorithms.includes(header.alg)) return refuse("JWT header not accepted");
  let key: Key | undefined;
  try {
    key = await findKey(issuer.keysUrl, header.kid);
  } catch (error) {
    return { status: "unavailable", reason: errorMessage(error) };
  }
  // The key states its use; a token must not use it in another way.
  const isFitting = key?.kty === KEY_TYPES[header.alg] && (key.alg === undefined || key.alg === header.alg);
  if (key === undefined || !isFitting) return refuse("JWT signed with an unknown key");
  try {
    // `iat` is not checked: it grants nothing, and two clocks may differ by a second.
    const options = { alg: header.alg, iss: issuer.issuer, aud: issuer.audience, iat: false };
    const claims = await verify(token, key, options);
    const found = schema.safeParse(claims);
    const isWhole = found.success && endingSchema.safeParse(claims).success;
    return isWhole ? { status: "valid", claims: found.data } : refuse("JWT claims missing");
  } catch (error) {
    return refuse(REASONS[error instanceof Error ? error.name : ""] ?? "JWT malformed");
  }
}

/** Hono's messages hold the whole token, so only its names are used. */
const REASONS: Readonly<Record<string, string>> = {
  JwtTokenSignatureMismatched: "Invalid JWT signature",
  JwtTokenExpired: "JWT has expired",
  JwtTokenNotBefore: "JWT not valid yet",
  JwtTokenIssuer: "JWT from another issuer",
  JwtTokenAudience: "JWT for another audience",
  JwtPayloadRequiresAud: "JWT for another audience",
};

function refuse(reason: string): { status: "invalid"; reason: string } {
  return { status: "invalid", reason };
}

function readHeader(token: string): z.infer<typeof headerSchema> | null {
  if (token.length > TOKEN_MAX_LENGTH) return null;
  try {
    return headerSchema.safeParse(decodeHeader(token)).data ?? null;
  } catch {
    return null;
  }
}

/** How often somebody who waits for the answer to another visitor's call looks, milliseconds. */
const LOOK_MS = 25;

/** The service's key of that id. Rejects if no keys can be fetched. */
async function findKey(keysUrl: string, kid: string): Promise<Key | undefined> {
  for (;;) {
    const now = Date.now();
    const known = keySets.get(keysUrl) ?? { keys: [], fetchedAt: NEVER, askedAt: NEVER, answer: "none" as const };
    const isFresh = now - known.fetchedAt < KEYS_MAX_AGE_MS;
    const found = isFresh ? known.keys.find((key) => key.kid === kid) : undefined;
    if (found !== undefined) return found;
    if (known.answer === "awaited" && now - known.askedAt < KEYS_TIMEOUT_MS) {
      // A promise of another request must not be awaited in this one (Workers, "I/O on behalf of a different request").
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      continue;
    }
    // The key is new, or the token is forged, or the service failed a moment ago.
    if (now - known.askedAt < KEYS_RETRY_MS) {
      if (isFresh && known.answer === "keys") return undefined;
      throw new Error("asked a moment ago");
    }
    keySets.set(keysUrl, { ...known, askedAt: now, answer: "awaited" });
    try {
      const keys = await fetchKeys(keysUrl);
      keySets.set(keysUrl, { keys, fetchedAt: now, askedAt: now, answer: "keys" });
      return keys.find((key) => key.kid === kid);
    } catch (error) {
      keySets.set(keysUrl, { ...known, askedAt: now, answer: "none" });
      throw error;
    }
  }
}

async function fetchKeys(keysUrl: string): Promise<readonly Key[]> {
  const response = await fetch(keysUrl, { signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the service answered ${response.status}`);
  const { keys } = keySetSchema.parse(await response.json());
  // The set may hold kinds of keys that the shop does not use.
  return keys.map((key) => keySchema.safeParse(key).data).filter((key) => key !== undefined);
}
