import { CLIENT } from "../client-manifest.ts";
import { TAG_MANAGER_ORIGIN } from "../shared/consent.ts";
import type { Frame } from "../shared/frame.ts";
import type { PageNeeds } from "../shared/page-needs.ts";
import { PATHS } from "../shared/paths.ts";
import { STATIC_HEADERS } from "./security.ts";

/**
 * What a page that may be measured needs besides: the tag manager, and Google Analytics, which a container loads. Tags
 * of other parties, and tags made of inline script, stay blocked: they would need a change here, on purpose.
 */
const TAG_MANAGER_HOSTS = [TAG_MANAGER_ORIGIN, "https://*.google-analytics.com"] as const;
const TAG_MANAGER_CONNECTS = [...TAG_MANAGER_HOSTS, "https://*.analytics.google.com"] as const;

/** The name under which browsers know where policy reports go. */
const REPORT_GROUP = "csp";

/** Headers of every page. What stands in it is allowed by its hash, which is constant, so a page's bytes can be remembered. */
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
    `script-src 'self' ${CLIENT.speculationRules.cspSource} ${sources(CLIENT.loader.cspSource, needs.scripts)}`,
    "style-src 'self'",
    `img-src 'self' ${sources("data:", needs.images)}`,
    "font-src 'self'",
    `connect-src ${sources("'self'", needs.connects)}`,
    ...(hasAny(needs.iframes) ? [`frame-src ${sources("", needs.iframes)}`] : []),
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
