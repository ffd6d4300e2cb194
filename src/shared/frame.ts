import type { AuthAccess } from "./auth.ts";
import type { CourseId, Flow } from "./courses.ts";
import { PATHS, withSearch } from "./paths.ts";
import type { Trader } from "./trader.ts";

/** What every page knows of its request and of the configuration. Plain data, no Hono context, env or KV. */
export type Frame = {
  /** Scheme and host of the public site, without a trailing slash. */
  origin: string;
  /** Path of this request, as the route table spells it; empty on a page that is not there. */
  path: string;
  /** The query string to carry in links: empty, or `?...` encoded anew. */
  search: string;
  flow: Flow;
  /** Current year, four digits. */
  year: number;
  trader: Trader;
  /** Whether the practice popup is switched on. */
  practicePopup: boolean;
  /** Whether gifts are sold: only while they could be redeemed. */
  sellsGifts: boolean;
  /** Container of the tag manager; null = none configured, or a page whose address it must not see (`unmeasured`). */
  tagManagerId: string | null;
  /** The sign-in service, on pages where a visitor's session may be at work; otherwise null. */
  auth: AuthAccess | null;
  links: OutsideLinks;
};

/** Addresses outside the site. `null` = not configured; the page shows its state for that. */
export type OutsideLinks = {
  /** Hosted checkout of each course at this request's flow. */
  checkout: Readonly<Record<CourseId, string | null>>;
  practiceApp: string | null;
  introVideo: string | null;
  quizVideos: readonly (string | null)[];
  /** Leaflet tile template with {z}, {x} and {y}. */
  mapTileUrl: string | null;
  /** Whose map it is, plain text. */
  mapAttribution: string | null;
};

/** The frame of a page that is never measured, because its address may hold a gift's code or names. */
export function unmeasured(frame: Frame): Frame {
  return { ...frame, tagManagerId: null };
}

/** The practice app; while it is not configured, the five questions on this site take its place. */
export function practiceHref(frame: Frame): string {
  return frame.links.practiceApp ?? withSearch(PATHS.quiz, frame.search);
}
