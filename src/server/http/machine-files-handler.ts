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

/** `GET /robots.txt`: the rules for crawlers. */
export function serveRobots(c: AppContext): Response {
  return c.body(formatRobots(createPageContext(c).origin), 200, crawlerHeaders("text/plain; charset=utf-8"));
}

function crawlerHeaders(contentType: string): Record<string, string> {
  return { ...apiSecurityHeaders(), "content-type": contentType, "cache-control": "public, max-age=3600" };
}

/** The sitemap (sitemaps.org protocol 0.9). `origin` is scheme and host, without a trailing slash. */
function formatSitemap(contentPaths: readonly string[], { origin, sellsGifts }: PageContext): string {
  const paths = [...contentPaths, PATHS.licenceCheck]
    .filter((path) => path !== PATHS.checkout)
    .filter((path) => sellsGifts || path !== PATHS.giveGift);
  const urls = paths.map((path) => `  <url><loc>${escapeXml(origin + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/** robots.txt (RFC 9309): allows all but the API, and names the sitemap. */
function formatRobots(origin: string): string {
  return ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${origin}${PATHS.sitemap}`, ""].join("\n");
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
