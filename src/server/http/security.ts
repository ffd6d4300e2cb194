import type { HstsReach } from "../env.ts";

/** Headers that limit what a browser may do with an answer. Those of pages are in page-policy.ts. */

/** Headers of every answer. */
export const STATIC_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    'camera=(), geolocation=(), microphone=(), usb=(), browsing-topics=(), payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://pay.google.com")',
};

/**
 * Headers of a page whose address is a secret, or a mistyped one. No other page or site may learn the address, and no
 * search engine may index it.
 */
export const KEYED_PAGE_HEADERS = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" } as const;

/** Two years, seconds; browsers' preload list asks for at least one. */
const HSTS_MAX_AGE_S = 63_072_000;

/**
 * The header of every answer but files. A browser uses the last one that a host sent, and files do not know the vars.
 */
export const STRICT_TRANSPORT_SECURITY: Readonly<Record<HstsReach, string>> = {
  host: `max-age=${HSTS_MAX_AGE_S}`,
  subdomains: `max-age=${HSTS_MAX_AGE_S}; includeSubDomains`,
  preload: `max-age=${HSTS_MAX_AGE_S}; includeSubDomains; preload`,
};

/** The policy of an answer that is not a page: nothing may load. */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const API_HEADERS: Readonly<Record<string, string>> = { ...STATIC_HEADERS, "content-security-policy": API_POLICY };

/** Headers of JSON, text and redirects. */
export function apiSecurityHeaders(): Record<string, string> {
  return { ...API_HEADERS };
}
