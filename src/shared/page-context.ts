import type { AuthAccess } from "./auth.ts";
import type { Flow, ProductId } from "./courses.ts";
import { PATHS, withSearch } from "./paths.ts";
import type { Trader } from "./trader.ts";

/** The facts of the request and the configuration that every page gets. Plain data: no Hono context, shop or KV. */
export type PageContext = {
  /** Scheme and host of the public site, without a trailing slash. */
  origin: string;
  /** Path of this request, as the route table spells it; empty on a page that does not exist. */
  path: string;
  /** The query string that links carry: empty, or `?...` encoded again. */
  search: string;
  flow: Flow;
  /** The last day of its price, ISO 8601; null = it has none. */
  offerEnds: string | null;
  /** The current year by the shop's clock. */
  year: number;
  trader: Trader;
  /** The makers of the courses; null = not named. */
  courseMakers: string | null;
  /** The path of their picture; null = a drawing. */
  makersPicture: string | null;
  practicePopup: boolean;
  /** Whether gifts are sold, which needs a way to redeem them. */
  sellsGifts: boolean;
  /**
   * The tag manager's container. Null if none is configured, or if it must not see the page's address (`unmeasured`).
   */
  tagManagerId: string | null;
  /** The sign-in service, on pages that may use a visitor's session; otherwise null. */
  auth: AuthAccess | null;
  links: OutsideLinks;
};

/** Addresses outside the site. `null` = not configured; the page shows its state for that. */
type OutsideLinks = {
  /** Hosted checkout of each product in this request's flow. A bundle without one is not offered. */
  checkout: Readonly<Record<ProductId, string | null>>;
  practiceApp: string | null;
  introVideo: string | null;
  quizVideos: readonly (string | null)[];
  /** Leaflet tile template with {z}, {x} and {y}. */
  mapTileUrl: string | null;
  mapAttribution: string | null;
};

/** The page context of a page that is never measured: its address may hold a gift's code, or answers about the visitor. */
export function unmeasured(pageContext: PageContext): PageContext {
  return { ...pageContext, tagManagerId: null };
}

/** The address of the practice app. If none is configured, the five questions on this site. */
export function practiceHref(pageContext: PageContext): string {
  return pageContext.links.practiceApp ?? withSearch(PATHS.quiz, pageContext.search);
}
