import { escapeHtml } from "../../shared/html.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS } from "../../shared/paths.ts";
import type { AppContext } from "./context.ts";
import { createPageContext } from "./page-context.ts";
import { apiSecurityHeaders } from "./security.ts";

/** Files that browsers and crawlers request by themselves. */

/** `GET /sitemap.xml`: the pages for search engines, which are all that are not noindex. */
export function serveSitemap(c: AppContext, contentPaths: readonly string[]): Response {
  const sitemap = formatSitemap(contentPaths, createPageContext(c));
  return c.body(sitemap, 200, crawlerHeaders("application/xml; charset=utf-8"));
}

/** `GET /robots.txt`: the rules for crawlers (RFC 9309). They may read all but the API. */
export function serveRobots(c: AppContext): Response {
  const sitemap = createPageContext(c).origin + PATHS.sitemap;
  const rules = ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${sitemap}`, ""].join("\n");
  return c.body(rules, 200, crawlerHeaders("text/plain; charset=utf-8"));
}

function crawlerHeaders(contentType: string): Record<string, string> {
  return { ...apiSecurityHeaders(), "content-type": contentType, "cache-control": "public, max-age=3600" };
}

/** The sitemap (sitemaps.org protocol 0.9). `origin` is scheme and host, without a trailing slash. */
function formatSitemap(contentPaths: readonly string[], { origin, sellsGifts }: PageContext): string {
  const paths = [...contentPaths, PATHS.licenceCheck]
    .filter((path) => path !== PATHS.checkout)
    .filter((path) => sellsGifts || path !== PATHS.giveGift);
  const urls = paths.map((path) => `  <url><loc>${escapeHtml(origin + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}
