import { CLIENT } from "./client-manifest.ts";
import { TAG_MANAGER_ORIGIN } from "./shared/consent.ts";
import type { Frame } from "./shared/frame.ts";
import { PATHS } from "./shared/paths.ts";

/** What a page needs from outside the site, beyond nothing at all. Origins such as `https://video.example`. */
export type PageNeeds = {
  frames?: readonly (string | null)[];
  images?: readonly (string | null)[];
  scripts?: readonly (string | null)[];
  connects?: readonly (string | null)[];
  /**
   * `false`: a script of others on this page writes markup or script addresses as plain text (Leaflet, Stripe.js, the
   * tag manager). Everywhere else the browser refuses that (Trusted Types): React needs it for nothing that we render.
   */
  trustedTypes?: false;
};

/**
 * What a page that may be measured needs besides: the tag manager, and Google Analytics, which a container loads. Tags
 * of other parties, and tags made of inline script, stay blocked: they would need a change here, on purpose.
 */
const TAG_MANAGER_HOSTS = [TAG_MANAGER_ORIGIN, "https://*.google-analytics.com"] as const;
const TAG_MANAGER_CONNECTS = [...TAG_MANAGER_HOSTS, "https://*.analytics.google.com"] as const;

const STATIC_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
  "permissions-policy":
    'camera=(), geolocation=(), microphone=(), usb=(), browsing-topics=(), payment=(self "https://js.stripe.com" "https://pay.google.com")',
};

/** A policy for answers that are no page: nothing may load. */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const API_HEADERS: Readonly<Record<string, string>> = { ...STATIC_HEADERS, "content-security-policy": API_POLICY };

/** The name under which browsers know where policy reports go. */
const REPORT_GROUP = "csp";

/** Headers of every page. The loader is allowed by its hash, which is constant, so a page's bytes can be remembered. */
export function pageSecurityHeaders(needs: PageNeeds = {}): Record<string, string> {
  return {
    ...STATIC_HEADERS,
    "content-security-policy": pagePolicy(needs),
    "reporting-endpoints": `${REPORT_GROUP}="${PATHS.cspReport}"`,
  };
}

/** A page's needs with those of the tag manager among them, where its frame names one. */
export function tagManagerNeeds(frame: Frame, needs: PageNeeds = {}): PageNeeds {
  if (frame.tagManagerId === null) return needs;
  return {
    ...needs,
    scripts: [...(needs.scripts ?? []), TAG_MANAGER_ORIGIN],
    images: [...(needs.images ?? []), ...TAG_MANAGER_HOSTS],
    connects: [...(needs.connects ?? []), ...TAG_MANAGER_CONNECTS],
    trustedTypes: false,
  };
}

/** Headers of JSON, text and redirects. */
export function apiSecurityHeaders(): Record<string, string> {
  return { ...API_HEADERS };
}

const origins = new Map<string, string>();

/** The origin of a URL of the configuration, for a policy; null stays null. Each is taken apart once. */
export function originOf(url: string | null): string | null {
  if (url === null) return null;
  let origin = origins.get(url);
  if (origin === undefined) {
    origin = new URL(url).origin;
    origins.set(url, origin);
  }
  return origin;
}

function pagePolicy(needs: PageNeeds): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${sources(CLIENT.loader.cspSource, needs.scripts)}`,
    "style-src 'self'",
    `img-src 'self' ${sources("data:", needs.images)}`,
    "font-src 'self'",
    `connect-src ${sources("'self'", needs.connects)}`,
    ...(hasAny(needs.frames) ? [`frame-src ${sources("", needs.frames)}`] : []),
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(needs.trustedTypes === false ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
    `report-uri ${PATHS.cspReport}`,
    `report-to ${REPORT_GROUP}`,
  ].join("; ");
}

function hasAny(origins: readonly (string | null)[] = []): boolean {
  return origins.some((origin) => origin !== null);
}

function sources(first: string, origins: readonly (string | null)[] = []): string {
  return [...new Set([first, ...origins])].filter(Boolean).join(" ");
}
