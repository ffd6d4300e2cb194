import type { PageContext } from "../../shared/page-context.ts";
import { PATHS } from "../../shared/paths.ts";
import type { AppContext } from "./context.ts";
import { createPageContext } from "./page-context.ts";
import { apiSecurityHeaders } from "./security.ts";

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

/** The pages for search engines: every page that is not noindex. */
const PUBLIC_PATHS: readonly string[] = [
  PATHS.home,
  PATHS.kvb1,
  PATHS.kvb2,
  PATHS.marifonie,
  PATHS.order,
  PATHS.giveGift,
  PATHS.exam,
  PATHS.licenceCheck,
  PATHS.studyPlan,
  PATHS.mockExam,
  PATHS.faq,
  PATHS.myCourse,
  PATHS.terms,
  PATHS.privacy,
  PATHS.accessibility,
];

/** The sitemap (sitemaps.org protocol 0.9). `origin` is scheme and host, without a trailing slash. */
function formatSitemap({ origin, sellsGifts }: Pick<PageContext, "origin" | "sellsGifts">): string {
  const paths = PUBLIC_PATHS.filter((path) => sellsGifts || path !== PATHS.giveGift);
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
