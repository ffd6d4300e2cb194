import type { AppContext } from "./request.ts";

/**
 * Finished bytes of pages that are the same for everybody, remembered in this isolate. A page may be remembered when
 * its address has no query, or only a flow: anything else is carried into links and makes its own bytes. A new
 * deployment is a new isolate, so old bytes never outlive it.
 */

/** A page's bytes and the headers they go out with; the policy among them names what these bytes may load. */
export type RememberedPage = { bytes: Uint8Array; etag: string; headers: Readonly<Record<string, string>> };

/** Bounds the memory: 9 pages x 3 flows fit several times over. */
const MAX_PAGES = 96;

const pages = new Map<string, RememberedPage>();

/** The key under which a request's page may be remembered, or null when its bytes are its own. */
export function rememberKey(c: AppContext): string | null {
  const { url } = c.req;
  const query = url.indexOf("?");
  if (query !== -1 && url !== `${url.slice(0, query)}?flow=A` && url !== `${url.slice(0, query)}?flow=B`) return null;
  return `${url} ${new Date().getUTCFullYear()}`;
}

/** The remembered page of a key. */
export function recallPage(key: string): RememberedPage | undefined {
  return pages.get(key);
}

/** Remembers a page's bytes and headers, and gives them their entity tag. */
export async function rememberPage(
  key: string,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<RememberedPage> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  const etag = `"${Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
  const page = { bytes, etag, headers: { ...headers, etag } };
  if (pages.size >= MAX_PAGES) pages.clear();
  pages.set(key, page);
  return page;
}

/** Whether an If-None-Match header names this page (weak comparison, RFC 9110 section 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}
