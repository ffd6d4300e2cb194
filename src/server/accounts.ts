import { decodeHeader, verify } from "hono/utils/jwt/jwt";
import * as z from "zod/mini";
import { errorMessage, logEvent } from "./log.ts";

/**
 * The only file that verifies access tokens. An isolate keeps the service's public keys for a while, so a signed-in
 * visitor's request usually needs no call.
 */

/** How long keys are used, milliseconds. A withdrawn key keeps working here for as long. */
const KEYS_MAX_AGE_MS = 10 * 60_000;
/** A token can name any key. So an unknown key, or a service that fails, causes one call in this time, milliseconds. */
const KEYS_RETRY_MS = 30_000;
/** The longest wait of a buyer for the keys, milliseconds. */
const KEYS_TIMEOUT_MS = 3_000;
/** Ours are about a kilobyte. */
const TOKEN_MAX_LENGTH = 8_192;
/** The audience of the service's tokens for signed-in people. */
const AUDIENCE = "authenticated";
/**
 * Only algorithms with a private key that only the service has. A shared secret (HS256) or no signature never counts.
 */
const KEY_TYPES = { ES256: "EC", RS256: "RSA" } as const;

/** The result of checking a token. `reason` is a fixed text and never holds a part of the token. */
export type TokenCheck =
  | { status: "valid"; userId: string }
  | { status: "invalid"; reason: string }
  /** The service's keys could not be fetched, so the token could not be checked. */
  | { status: "unavailable" };

const keySchema = z.looseObject({ kid: z.string(), kty: z.string(), alg: z.exactOptional(z.string()) });
const keySetSchema = z.object({ keys: z.array(z.unknown()) });
type Key = z.infer<typeof keySchema>;

type KeySet = { keys: readonly Key[]; fetchedAt: number; askedAt: number };

const NEVER = Number.NEGATIVE_INFINITY;
const keySets = new Map<string, KeySet>();

const headerSchema = z.object({ alg: z.enum(["ES256", "RS256"]), kid: z.string().check(z.minLength(1)) });
const claimsSchema = z.object({ sub: z.uuid(), exp: z.number() });

/** The token of an `Authorization` header. Null for other schemes, such as a test site's password. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** Verifies an access token: signature, algorithm, issuer, audience and expiry (RFC 7519, RFC 8725). Never rejects. */
export async function checkAccessToken(authUrl: string, token: string, requestId: string): Promise<TokenCheck> {
  const header = readHeader(token);
  if (header === null) return refuse("JWT header not accepted", requestId);
  let key: Key | undefined;
  try {
    key = await findKey(authUrl, header.kid);
  } catch (error) {
    logEvent("error", "auth.unavailable", { requestId, reason: errorMessage(error) });
    return { status: "unavailable" };
  }
  // The key states its use; a token must not use it in another way.
  const isFitting = key?.kty === KEY_TYPES[header.alg] && (key.alg === undefined || key.alg === header.alg);
  if (key === undefined || !isFitting) return refuse("JWT signed with an unknown key", requestId);
  try {
    // `iat` is not checked: it grants nothing, and two clocks may differ by a second.
    const claims = await verify(token, key, { alg: header.alg, iss: authUrl, aud: AUDIENCE, iat: false });
    const { success, data } = claimsSchema.safeParse(claims);
    return success ? { status: "valid", userId: data.sub } : refuse("JWT claims missing", requestId);
  } catch (error) {
    return refuse(REASONS[error instanceof Error ? error.name : ""] ?? "JWT malformed", requestId);
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

function refuse(reason: string, requestId: string): TokenCheck {
  logEvent("warn", "auth.refused", { requestId, reason });
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

/** The service's key of that id. Rejects if no keys can be fetched. */
async function findKey(authUrl: string, kid: string): Promise<Key | undefined> {
  const now = Date.now();
  const known = keySets.get(authUrl);
  const isFresh = known !== undefined && now - known.fetchedAt < KEYS_MAX_AGE_MS;
  const found = isFresh ? known.keys.find((key) => key.kid === kid) : undefined;
  if (found !== undefined) return found;
  // The key is new, or the token is forged, or the service failed a moment ago.
  if (known !== undefined && now - known.askedAt < KEYS_RETRY_MS) {
    if (isFresh) return undefined;
    throw new Error("asked a moment ago");
  }
  try {
    const keys = await fetchKeys(authUrl);
    keySets.set(authUrl, { keys, fetchedAt: now, askedAt: now });
    return keys.find((key) => key.kid === kid);
  } catch (error) {
    keySets.set(authUrl, { keys: known?.keys ?? [], fetchedAt: known?.fetchedAt ?? NEVER, askedAt: now });
    throw error;
  }
}

async function fetchKeys(authUrl: string): Promise<readonly Key[]> {
  const response = await fetch(`${authUrl}/.well-known/jwks.json`, { signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the service answered ${response.status}`);
  const { keys } = keySetSchema.parse(await response.json());
  // The set may hold kinds of keys that the shop does not use.
  return keys.map((key) => keySchema.safeParse(key).data).filter((key) => key !== undefined);
}
