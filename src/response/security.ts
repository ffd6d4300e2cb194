import { CLIENT } from "../client-manifest.ts";
import type { HstsReach } from "../env.ts";
import { TAG_MANAGER_ORIGIN } from "../shared/consent.ts";
import type { Frame } from "../shared/frame.ts";
import type { PageNeeds } from "../shared/page-needs.ts";
import { PATHS } from "../shared/paths.ts";

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
  "permissions-policy":
    'camera=(), geolocation=(), microphone=(), usb=(), browsing-topics=(), payment=(self "https://js.stripe.com" "https://pay.google.com")',
};

/** Two years, seconds; browsers' preload list asks for at least one. */
const HSTS_MAX_AGE_S = 63_072_000;

/** The header of every answer, files excepted: of all answers of a host the last one counts, and files know no vars. */
export const STRICT_TRANSPORT_SECURITY: Readonly<Record<HstsReach, string>> = {
  host: `max-age=${HSTS_MAX_AGE_S}`,
  subdomains: `max-age=${HSTS_MAX_AGE_S}; includeSubDomains`,
  preload: `max-age=${HSTS_MAX_AGE_S}; includeSubDomains; preload`,
};

/** A policy for answers that are no page: nothing may load. */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const API_HEADERS: Readonly<Record<string, string>> = { ...STATIC_HEADERS, "content-security-policy": API_POLICY };

/** The name under which browsers know where policy reports go. */
const REPORT_GROUP = "csp";

/** Headers of every page. The loader is allowed by its hash, which is constant, so a page's bytes can be remembered. */
export function pageSecurityHeaders(frame: Frame, needs: PageNeeds): Record<string, string> {
  return {
    ...STATIC_HEADERS,
    "content-security-policy": pagePolicy(withFrameNeeds(frame, needs)),
    "reporting-endpoints": `${REPORT_GROUP}="${PATHS.cspReport}"`,
  };
}

/** A page's needs with those of what its frame brings: the tag manager, and the sign-in service. */
function withFrameNeeds({ tagManagerId, auth }: Frame, needs: PageNeeds): PageNeeds {
  const connects = [...(needs.connects ?? []), auth?.url ?? null];
  if (tagManagerId === null) return { ...needs, connects };
  return {
    ...needs,
    scripts: [...(needs.scripts ?? []), TAG_MANAGER_ORIGIN],
    images: [...(needs.images ?? []), ...TAG_MANAGER_HOSTS],
    connects: [...connects, ...TAG_MANAGER_CONNECTS],
    trustedTypes: false,
  };
}

/** Headers of JSON, text and redirects. */
export function apiSecurityHeaders(): Record<string, string> {
  return { ...API_HEADERS };
}

const origins = new Map<string, string>();

/** An address as a policy names it: its origin, which is taken from each once; a hash as it is. */
function sourceOf(address: string): string {
  if (address.startsWith("'")) return address;
  let origin = origins.get(address);
  if (origin === undefined) {
    origin = new URL(address).origin;
    origins.set(address, origin);
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

function hasAny(addresses: readonly (string | null)[] = []): boolean {
  return addresses.some((address) => address !== null);
}

function sources(first: string, addresses: readonly (string | null)[] = []): string {
  const named = addresses.filter((address) => address !== null).map(sourceOf);
  return [...new Set([first, ...named])].filter(Boolean).join(" ");
}
