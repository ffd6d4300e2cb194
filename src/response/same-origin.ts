import type { AppContext } from "../context.ts";
import { readSettings } from "../env.ts";
import { readHeader } from "./header.ts";

/**
 * Whether one of our own pages sent this. Browsers name the origin of every POST, but for a form of a page with the policy
 * `no-referrer`, whose origin is `null` (Fetch Standard, "append a request `Origin` header"), and where something on the
 * way took it out: then Fetch Metadata tells, which every browser of ours sends. Without either it is no page of ours.
 */
export function isSameOrigin(c: AppContext): boolean {
  const origin = readHeader(c, "origin");
  if (origin === undefined || origin === "null") return readHeader(c, "sec-fetch-site") === "same-origin";
  return origin === new URL(c.req.url).origin || origin === readSettings(c.env).siteOrigin;
}
