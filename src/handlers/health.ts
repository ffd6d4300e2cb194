import type { AppContext } from "../context.ts";
import { apiSecurityHeaders } from "../response/security.ts";

/** Names the running version; touches neither KV nor Stripe, and needs no module but what every isolate has. */
export function serveHealth(c: AppContext): Response {
  const version = c.env.CF_VERSION_METADATA?.id || "local";
  return c.json({ status: "ok", version }, 200, { ...apiSecurityHeaders(), "cache-control": "no-store" });
}
