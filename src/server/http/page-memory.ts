import { escapeHtml, jsonMarkup } from "../../shared/html.ts";
import { carriedFields } from "../../shared/paths.ts";
import { PLACEHOLDERS, placeholdersOf, type Texts } from "../../shared/placeholders.ts";
import { joinBytes } from "../bytes.ts";

/**
 * Templates of pages and parts of pages, in the memory of an app (in production: of an isolate). Templates are rendered
 * with a placeholder (src/shared/placeholders.ts) for each text that differs between visitors, never with such a text.
 * A visitor's answer is made by joining bytes. A new deployment is a new isolate, so no old bytes remain.
 */

/** Markup in pieces with a visitor's texts between them, and the headers of the page. */
export type PageTemplate = {
  /** Markup as bytes, or a placeholder in the spelling of its place. */
  pieces: readonly (Uint8Array | string)[];
  /** As an object of the runtime: a response copies it in half the time of a record. */
  headers: Headers;
};

/** A template as it was rendered, and as the build stores it. */
export type BuiltPage = { markup: string; headers: Readonly<Record<string, string>> };

export type BuiltPages = {
  vars: Readonly<Record<string, string>>;
  pages: Readonly<Record<string, () => Promise<{ default: BuiltPage }>>>;
};

/**
 * Keys are made from the route table and from the names of the present texts: some ten pages x 3 flows, bridge pages,
 * gifts. There are more only if the site's origin is not configured.
 */
const MAX_PAGES = 128;

/** The name of each placeholder by its two spellings: in texts and attributes, and in JSON. */
const PLACES: ReadonlyMap<string, keyof typeof PLACEHOLDERS> = new Map(
  (Object.keys(PLACEHOLDERS) as (keyof typeof PLACEHOLDERS)[]).flatMap((name) => [
    [PLACEHOLDERS[name], name],
    [jsonText(PLACEHOLDERS[name]), name],
  ]),
);

/** The capturing group keeps the placeholders among the pieces. Backslashes are escaped for the pattern. */
const ANY_PLACEHOLDER = new RegExp(`(${[...PLACES.keys()].join("|").replaceAll("\\", "\\\\")})`);

const encoder = new TextEncoder();

export class PageMemory {
  readonly #pages = new Map<string, PageTemplate>();
  readonly #built: BuiltPages | null;

  constructor(built: BuiltPages | null = null) {
    this.#built = built;
  }

  recall(key: string): PageTemplate | undefined {
    return this.#pages.get(key);
  }

  /**
   * The template of a key: from memory, from the build, or rendered now and kept. `render` gets placeholders instead of
   * texts, so memory never holds a visitor's text.
   */
  async recallOrRender<T extends Texts>(
    key: string,
    env: Readonly<Record<string, unknown>>,
    texts: T,
    render: (texts: T) => Promise<BuiltPage>,
  ): Promise<PageTemplate> {
    const known = this.recall(key);
    if (known !== undefined) return known;
    const { markup, headers } = (await this.#loadBuilt(key, env)) ?? (await render(placeholdersOf(texts)));
    return this.remember(key, markup, headers);
  }

  /** Keeps markup that was rendered with placeholders. If memory is full, the oldest template is deleted. */
  remember(key: string, markup: string, headers: Readonly<Record<string, string>>): PageTemplate {
    const pieces = markup.split(ANY_PLACEHOLDER).map((piece) => (PLACES.has(piece) ? piece : encoder.encode(piece)));
    const page = { pieces, headers: new Headers(headers) };
    this.#pages.delete(key);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size >= MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    this.#pages.set(key, page);
    return page;
  }

  /** The build's template of a key, if it was made with exactly these vars. */
  async #loadBuilt(key: string, env: Readonly<Record<string, unknown>>): Promise<BuiltPage | undefined> {
    const load = this.#built?.pages[key];
    if (this.#built === null || load === undefined) return undefined;
    const isMadeFor = Object.entries(this.#built.vars).every(([name, value]) => env[name] === value);
    return isMadeFor ? (await load()).default : undefined;
  }

  builtPages(): ReadonlyMap<string, BuiltPage> {
    const decoder = new TextDecoder();
    const markupOf = ({ pieces }: PageTemplate) =>
      pieces.map((piece) => (typeof piece === "string" ? piece : decoder.decode(piece))).join("");
    return new Map(
      [...this.#pages].map(([key, page]) => [
        key,
        { markup: markupOf(page), headers: Object.fromEntries(page.headers) },
      ]),
    );
  }
}

/**
 * The bytes of a waiting page with these texts: before its late part, and after it. Throws for a page without a
 * late slot, and if a placeholder has no text.
 */
export function fillAround({ pieces }: PageTemplate, texts: Texts): [before: Uint8Array, after: Uint8Array] {
  const late = pieces.indexOf(PLACEHOLDERS.late);
  if (late === -1) throw new Error("A page that waits has no late slot.");
  return [
    fillTemplate({ pieces: pieces.slice(0, late) }, texts),
    fillTemplate({ pieces: pieces.slice(late + 1) }, texts),
  ];
}

/** The bytes of a template with these texts. Throws if a placeholder has no text. */
export function fillTemplate({ pieces }: Pick<PageTemplate, "pieces">, texts: Texts): Uint8Array<ArrayBuffer> {
  const filled = new Map<string, Uint8Array>();
  return joinBytes(
    pieces.map((piece) => {
      if (typeof piece !== "string") return piece;
      const part = filled.get(piece) ?? encoder.encode(markupOf(piece, texts));
      filled.set(piece, part);
      return part;
    }),
  );
}

/**
 * The markup that replaces a placeholder: hidden fields for the query's fields; else the text, escaped for HTML or for
 * JSON as the placeholder is spelled.
 */
function markupOf(mark: string, texts: Texts): string {
  const name = PLACES.get(mark) as keyof typeof PLACEHOLDERS;
  const text = name === "late" ? null : texts[name === "fields" ? "search" : name];
  if (typeof text !== "string") throw new Error(`The template has a place for ${name}, but no text was given.`);
  if (name === "fields") return fieldsMarkup(text);
  return mark === PLACEHOLDERS[name] ? escapeHtml(text) : jsonText(text);
}

/** The markup of `CarriedFields`, as React writes it. */
function fieldsMarkup(search: string): string {
  return carriedFields(search)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}"/>`)
    .join("");
}

/** A text as it is written between the quotes of JSON. */
function jsonText(text: string): string {
  return jsonMarkup(text).slice(1, -1);
}
