import type { PageContext } from "../../shared/page-context.ts";
import type { PageNeeds } from "../../shared/page-needs.ts";
import { PATHS } from "../../shared/paths.ts";
import { CLIENT } from "../../ui/client-manifest.ts";
import { TAG_MANAGER_ORIGIN } from "../../ui/consent-rules.ts";
import { STATIC_HEADERS } from "./security.ts";

/**
 * A page with a tag manager also needs these hosts: the tag manager, and Google Analytics, which a container loads.
 * Other parties' tags and tags of inline script stay blocked; allowing one takes a change here.
 */
const TAG_MANAGER_HOSTS = [TAG_MANAGER_ORIGIN, "https://*.google-analytics.com"] as const;
const TAG_MANAGER_CONNECTS = [...TAG_MANAGER_HOSTS, "https://*.analytics.google.com"] as const;

/** The name of the group of endpoints that gets policy reports. */
const REPORT_GROUP = "csp";

/**
 * Security headers of a page. Inline scripts are allowed by their hash. The hash is constant, so the page's bytes can
 * be kept.
 */
export function pageSecurityHeaders(pageContext: PageContext, needs: PageNeeds): Record<string, string> {
  return {
    ...STATIC_HEADERS,
    "content-security-policy": pagePolicy(withContextNeeds(pageContext, needs)),
    "reporting-endpoints": `${REPORT_GROUP}="${PATHS.cspReport}"`,
  };
}

/** A page's needs, and those of the tag manager and the sign-in service in its page context. */
function withContextNeeds({ tagManagerId, auth }: PageContext, needs: PageNeeds): PageNeeds {
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

const origins = new Map<string, string>();

/** The source for a policy: a hash as it is, an address as its origin. Origins are cached. */
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
    `script-src 'self' ${CLIENT.speculationRules.cspSource} ${sources(CLIENT.loader.cspSource, needs.scripts)}`,
    "style-src 'self'",
    `img-src 'self' ${sources("data:", needs.images)}`,
    "font-src 'self'",
    `connect-src ${sources("'self'", needs.connects)}`,
    ...(needs.iframes?.some((address) => address !== null) ? [`frame-src ${sources("", needs.iframes)}`] : []),
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

function sources(first: string, addresses: readonly (string | null)[] = []): string {
  const named = addresses.filter((address) => address !== null).map(sourceOf);
  return [...new Set([first, ...named])].filter(Boolean).join(" ");
}
