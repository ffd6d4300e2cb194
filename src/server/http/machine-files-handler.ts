import type { AppContext } from "./context.ts";
import { createPageContext } from "./page-context.ts";
import { apiSecurityHeaders } from "./security.ts";
import { formatRobots, formatSitemap } from "./sitemap.ts";

/** Files that browsers and crawlers request by themselves. */

/** `GET /sitemap.xml`: the pages for search engines. */
export function serveSitemap(c: AppContext): Response {
  return c.body(formatSitemap(createPageContext(c)), 200, crawlerHeaders("application/xml; charset=utf-8"));
}

/** `GET /robots.txt`: the rules for crawlers. */
export function serveRobots(c: AppContext): Response {
  return c.body(formatRobots(createPageContext(c).origin), 200, crawlerHeaders("text/plain; charset=utf-8"));
}

function crawlerHeaders(contentType: string): Record<string, string> {
  return { ...apiSecurityHeaders(), "content-type": contentType, "cache-control": "public, max-age=3600" };
}
