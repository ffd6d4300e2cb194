import type { AppContext } from "../context.ts";
import { readSettings } from "../env.ts";
import { readHeader } from "./header.ts";

/**
 * Whether a page of ours sent this request. Browsers name the origin of every POST, with two exceptions: a form on a
 * page with the policy `no-referrer` has the origin `null` (Fetch Standard, "append a request `Origin` header"), and a
 * proxy may remove the header. Then `sec-fetch-site` decides, which every supported browser sends. Returns false
 * without either.
 */
export function isSameOrigin(c: AppContext): boolean {
  const origin = readHeader(c, "origin");
  if (origin === undefined || origin === "null") return readHeader(c, "sec-fetch-site") === "same-origin";
  return origin === new URL(c.req.url).origin || origin === readSettings(c.env).siteOrigin;
}
