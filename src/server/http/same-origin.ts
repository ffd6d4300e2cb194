import type { AppContext } from "./context.ts";
import { readHeader } from "./header.ts";

/**
 * Whether a page of ours sent this request. Browsers name the origin of every POST, with two exceptions: a form on a
 * page with the policy `no-referrer` has the origin `null` (Fetch Standard, "append a request `Origin` header"), and a
 * proxy may remove the header. Then `sec-fetch-site` decides, which every supported browser sends. Text browsers (w3m, Lynx,
 * Links, Dillo, NetSurf) send neither: then the page from which the form was sent decides, which they name. Returns false
 * without any of them.
 */
export function isSameOrigin(c: AppContext): boolean {
  const origin = readHeader(c, "origin");
  const isOwn = (from: string) => from === new URL(c.req.url).origin || from === c.get("shop").settings.siteOrigin;
  if (origin !== undefined && origin !== "null") return isOwn(origin);
  const site = readHeader(c, "sec-fetch-site");
  if (site !== undefined || origin !== undefined) return site === "same-origin";
  return isOwn(URL.parse(readHeader(c, "referer") ?? "")?.origin ?? "");
}
