import type { AppContext } from "../context.ts";
import { readSettings } from "../env.ts";
import { readHeader } from "./header.ts";

/**
 * Whether one of our own pages sent this. Browsers name the origin of every POST; when something on the way took it
 * out, Fetch Metadata still tells. Without either it is no page of ours. (A page with `no-referrer` sends its forms with
 * the origin `null`, so a page with a form must have another policy.)
 */
export function isSameOrigin(c: AppContext): boolean {
  const origin = readHeader(c, "origin");
  if (origin === undefined) return readHeader(c, "sec-fetch-site") === "same-origin";
  return origin === new URL(c.req.url).origin || origin === readSettings(c.env).siteOrigin;
}
