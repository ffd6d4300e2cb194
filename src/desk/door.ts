import * as z from "zod/mini";
import type { DeskAccess } from "../server/env.ts";
import { type JwtCheck, verifyJwt } from "../server/jwt.ts";
import { isEmailAddress } from "../shared/email-address.ts";

/**
 * What Cloudflare Access says of a visitor: an application token, which it adds to each request that it lets through.
 * From "Application token" and "Validate JWTs" of Cloudflare's documents (developers.cloudflare.com/cloudflare-one), read
 * in a stored copy on 26 November 2026. Not tried at Cloudflare: a real token, a real key set, a rotation of its keys, and
 * whether Access always replaces a header of this name that a visitor sends. So header and cookie are verified alike.
 */

/**
 * The claims of a person. A service token has no address and an empty `sub`. `org` is the type of a session with the
 * whole team, which says nothing of this application.
 */
const personSchema = z.object({
  type: z.literal("app"),
  sub: z.string().check(z.minLength(1)),
  email: z.string().check(z.refine(isEmailAddress)),
});

/** Whom an assertion is about (`verifyJwt`). Never rejects. */
export function checkAssertion(
  { teamOrigin, audience }: DeskAccess,
  assertion: string,
): Promise<JwtCheck<{ email: string }>> {
  const keysUrl = `${teamOrigin}/cdn-cgi/access/certs`;
  return verifyJwt({ issuer: teamOrigin, keysUrl, audience, algorithms: ["RS256"] }, assertion, personSchema);
}
