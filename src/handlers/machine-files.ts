import type { AppContext } from "../context.ts";
import { createFrame } from "../response/frame.ts";
import { apiSecurityHeaders } from "../response/security.ts";
import { formatRobots, formatSitemap } from "../response/sitemap.ts";
import { formatSpeculationRules } from "../response/speculation.ts";
import { traced } from "../response/trace.ts";
import { readInterstitialMap } from "../services/kv.ts";

/** What programs ask for: browsers, crawlers and monitors. */

/** The JSON map of every configured target (specification section 7). */
export async function serveInterstitialTargets(c: AppContext): Promise<Response> {
  const headers = { ...apiSecurityHeaders(), "cache-control": "no-cache" };
  const map = await traced(c, "kv", readInterstitialMap(c.env.INTERSTITIALS), ({ status }) => status);
  if (map.status === "found") return c.json(map.value, 200, headers);
  return c.json({ error: { code: "unavailable", message: "Tijdelijk niet beschikbaar. Probeer het opnieuw." } }, 503, {
    ...headers,
    "retry-after": "5",
  });
}

/** The pages that search engines should know. */
export function serveSitemap(c: AppContext): Response {
  return c.body(formatSitemap(createFrame(c).origin), 200, crawlerHeaders("application/xml; charset=utf-8"));
}

/** What crawlers may visit. */
export function serveRobots(c: AppContext): Response {
  return c.body(formatRobots(createFrame(c).origin), 200, crawlerHeaders("text/plain; charset=utf-8"));
}

/** Which links a browser may render ahead of a click. */
export function serveSpeculationRules(c: AppContext): Response {
  return c.body(formatSpeculationRules(), 200, crawlerHeaders("application/speculationrules+json"));
}

function crawlerHeaders(contentType: string): Record<string, string> {
  return { ...apiSecurityHeaders(), "content-type": contentType, "cache-control": "public, max-age=3600" };
}

/** Names the running version; touches neither KV nor Stripe. */
export function serveHealth(c: AppContext): Response {
  const version = c.env.CF_VERSION_METADATA?.id || "local";
  return c.json({ status: "ok", version }, 200, { ...apiSecurityHeaders(), "cache-control": "no-store" });
}
