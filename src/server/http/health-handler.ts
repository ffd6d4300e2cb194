import type { AppContext } from "./context.ts";
import { apiSecurityHeaders } from "./security.ts";

/** Names the running version. It reads neither KV nor Stripe, and needs only modules that every isolate has loaded. */
export function serveHealth(c: AppContext): Response {
  const version = c.env.CF_VERSION_METADATA?.id || "local";
  return c.json({ status: "ok", version }, 200, { ...apiSecurityHeaders(), "cache-control": "no-store" });
}
