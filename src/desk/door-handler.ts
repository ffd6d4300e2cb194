import type { AppContext } from "../server/http/context.ts";
import { readHeader } from "../server/http/header.ts";
import { KEYS_RETRY_MS } from "../server/jwt.ts";
import { logEvent } from "../server/log.ts";
import { visitorOf } from "./desk-visitor-rules.ts";
import { checkAssertion } from "./door.ts";

/** Cloudflare's names. Each request that Access lets through has the header; a browser's also has the cookie. */
const ASSERTION_HEADER = "cf-access-jwt-assertion";
const ASSERTION_COOKIE = "CF_Authorization";

/**
 * Answers any request of the desk. Only a visitor whom Cloudflare Access let in gets further. Everybody else gets the
 * shop's own 404, whatever the method, so that nobody learns that there is a desk.
 */
export async function serveDeskDoor(c: AppContext): Promise<Response> {
  const { access, deskEditors } = c.get("shop").settings;
  const assertion = readHeader(c, ASSERTION_HEADER) ?? readCookie(c, ASSERTION_COOKIE);
  if (access === null || assertion === undefined) return refuse(c, "no assertion");
  const check = await checkAssertion(access, assertion);
  if (check.status === "invalid") return refuse(c, check.reason);
  if (check.status === "unavailable") {
    logEvent("error", "desk.unavailable", { requestId: c.get("shop").requestId, reason: check.reason });
    return (await import("./desk-handler.tsx")).sendUnknownVisitor(c, KEYS_RETRY_MS / 1000);
  }
  return (await import("./desk-handler.tsx")).serveDesk(c, visitorOf(check.claims.email, deskEditors));
}

/** `reason`: a fixed text, which never holds a part of the assertion. */
function refuse(c: AppContext, reason: string): Response | Promise<Response> {
  logEvent("warn", "desk.refused", { requestId: c.get("shop").requestId, reason });
  return c.notFound();
}

/** The value of a cookie of the request. A browser sends the one with the longest path first. */
function readCookie(c: AppContext, name: string): string | undefined {
  const cookies = (readHeader(c, "cookie") ?? "").split(";").map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}
