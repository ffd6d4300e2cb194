import * as z from "zod/mini";
import { verifyJwt } from "./jwt.ts";
import { logEvent } from "./log.ts";

/** The access tokens of signed-in buyers, as the sign-in service makes them (Supabase Auth). */

/** The audience of the service's tokens for signed-in people. */
const AUDIENCE = "authenticated";
const claimsSchema = z.object({ sub: z.uuid() });

/** The result of checking a token. `reason` is a fixed text and never holds a part of the token. */
export type TokenCheck =
  | { status: "valid"; userId: string }
  | { status: "invalid"; reason: string }
  /** The service's keys could not be fetched, so the token could not be checked. */
  | { status: "unavailable" };

/** The token of an `Authorization` header. Null for other schemes, such as a test site's password. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** Whose token it is (`verifyJwt`). Logs why one does not count, and why it cannot be checked. Never rejects. */
export async function checkAccessToken(authUrl: string, token: string, requestId: string): Promise<TokenCheck> {
  const issuer = {
    issuer: authUrl,
    keysUrl: `${authUrl}/.well-known/jwks.json`,
    audience: AUDIENCE,
    algorithms: ["ES256", "RS256"],
  } as const;
  const check = await verifyJwt(issuer, token, claimsSchema);
  if (check.status === "valid") return { status: "valid", userId: check.claims.sub };
  const { status, reason } = check;
  if (status === "invalid") {
    logEvent("warn", "auth.refused", { requestId, reason });
    return check;
  }
  logEvent("error", "auth.unavailable", { requestId, reason });
  return { status: "unavailable" };
}
