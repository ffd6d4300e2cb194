import { CARRIED_FIELDS_MARK, CARRIED_QUERY_MARK, carriedFields } from "../shared/paths.ts";

/**
 * Finished pages, remembered by an app: in production by this isolate. A page differs between visitors only in the query
 * that its links and forms carry, so it is remembered as a template with marked places for that query, and any query is
 * answered by joining bytes. A new deployment is a new isolate, so old bytes never outlive it.
 */

/** A page in pieces, between which the carried query goes, and the headers it goes out with. */
export type PageTemplate = {
  /** Markup, or the mark of what goes there. */
  pieces: readonly (Uint8Array | typeof CARRIED_QUERY_MARK | typeof CARRIED_FIELDS_MARK)[];
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

/** The group keeps the marks among the pieces. */
const MARKS = new RegExp(`([${CARRIED_QUERY_MARK}${CARRIED_FIELDS_MARK}])`);

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
    const markupOf = ({ pieces }: PageTemplate) =>
      pieces.map((piece) => (typeof piece === "string" ? piece : decoder.decode(piece))).join("");
    return new Map(
      [...this.#pages].map(([key, page]) => [key, { markup: markupOf(page), etag: page.etag, headers: page.headers }]),
    );
  }

  #keep(key: string, { markup, etag, headers }: BuiltPage): PageTemplate {
    const pieces = markup
      .split(MARKS)
      .map((piece) => (piece === CARRIED_QUERY_MARK || piece === CARRIED_FIELDS_MARK ? piece : encoder.encode(piece)));
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
  const query = encoder.encode(search.replaceAll("&", "&amp;"));
  const fields = pieces.includes(CARRIED_FIELDS_MARK) ? encoder.encode(fieldsMarkup(search)) : query;
  const parts = pieces.map((piece) => {
    if (piece === CARRIED_QUERY_MARK) return query;
    return piece === CARRIED_FIELDS_MARK ? fields : piece;
  });
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** `CarriedFields` as React writes it. */
function fieldsMarkup(search: string): string {
  return carriedFields(search)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}"/>`)
    .join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Whether an If-None-Match header names this page (weak comparison, RFC 9110 section 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}
