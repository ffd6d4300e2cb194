/**
 * Finished pages, remembered by an app: in production by this isolate. A page differs between visitors only in the query
 * that its links carry, so it is remembered as a template with marked places for that query, and any query is answered
 * by joining bytes. A new deployment is a new isolate, so old bytes never outlive it.
 */

/**
 * Stands in a page where the carried query goes while its template is rendered. A character of a private use area
 * (Unicode, U+E000): no copy holds it, and nothing on the way into markup changes it.
 */
export const CARRIED_QUERY_MARK = "\uE000";

/** A page in pieces, between which the carried query goes, and the headers it goes out with. */
export type PageTemplate = {
  pieces: readonly Uint8Array[];
  /** The same for every query: an entity tag is only ever compared for one address (RFC 9110 section 8.8.3). */
  etag: string;
  headers: Readonly<Record<string, string>>;
};

/** A finished page as the build writes it down. */
export type BuiltPage = { markup: string; etag: string; headers: Readonly<Record<string, string>> };

/** Pages that were finished by the build, for one configuration. */
export type BuiltPages = {
  /** Every var that the pages were made with. */
  vars: Readonly<Record<string, string>>;
  /** By the key under which a memory knows them. */
  pages: Readonly<Record<string, () => Promise<{ default: BuiltPage }>>>;
};

/** Keys come from the route table: some ten pages x 3 flows. More come only where the site's own origin is not configured. */
const MAX_PAGES = 48;

const encoder = new TextEncoder();

/** What one app remembers. */
export class PageMemory {
  readonly #pages = new Map<string, PageTemplate>();
  readonly #built: BuiltPages | null;

  constructor(built: BuiltPages | null = null) {
    this.#built = built;
  }

  /** The template of a key. */
  recall(key: string): PageTemplate | undefined {
    return this.#pages.get(key);
  }

  /** The template that the build made of a key, if it was made with these very vars; remembered from then on. */
  async recallBuilt(key: string, env: Readonly<Record<string, unknown>>): Promise<PageTemplate | undefined> {
    const load = this.#built?.pages[key];
    if (this.#built === null || load === undefined) return undefined;
    if (!Object.entries(this.#built.vars).every(([name, value]) => env[name] === value)) return undefined;
    return this.#keep(key, (await load()).default);
  }

  /** Remembers a page that was rendered with `CARRIED_QUERY_MARK` as its query; the oldest page makes room. */
  async remember(key: string, markup: string, headers: Readonly<Record<string, string>>): Promise<PageTemplate> {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(markup)));
    const etag = `"${Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
    return this.#keep(key, { markup, etag, headers });
  }

  /** All that is remembered, for the build to write down. */
  builtPages(): ReadonlyMap<string, BuiltPage> {
    const decoder = new TextDecoder();
    return new Map(
      [...this.#pages].map(([key, page]) => {
        const { etag, headers } = page;
        return [key, { markup: decoder.decode(fillTemplate(page, CARRIED_QUERY_MARK)), etag, headers }];
      }),
    );
  }

  #keep(key: string, { markup, etag, headers }: BuiltPage): PageTemplate {
    const pieces = markup.split(CARRIED_QUERY_MARK).map((piece) => encoder.encode(piece));
    const page = { pieces, etag, headers: { ...headers, etag } };
    this.#pages.delete(key);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size >= MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    this.#pages.set(key, page);
    return page;
  }
}

/**
 * The bytes of a page that carries this query: empty, or `?` and parameters as `URLSearchParams` encodes them. That
 * leaves one character that markup escapes, the ampersand.
 */
export function fillTemplate({ pieces }: PageTemplate, search: string): Uint8Array<ArrayBuffer> {
  const carried = encoder.encode(search.replaceAll("&", "&amp;"));
  let length = carried.length * (pieces.length - 1);
  for (const piece of pieces) length += piece.length;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    if (offset > 0) {
      bytes.set(carried, offset);
      offset += carried.length;
    }
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

/** Whether an If-None-Match header names this page (weak comparison, RFC 9110 section 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}
