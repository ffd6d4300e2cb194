import type { ReactElement } from "react";
import type { Texts } from "../../shared/placeholders.ts";
import { thisYear } from "../../shared/time.ts";
import { digestOf, encodeHex } from "../bytes.ts";
import type { AppContext } from "./context.ts";
import { siteOrigin } from "./page-context.ts";
import type { PageTemplate } from "./page-memory.ts";
import type { RenderOptions } from "./render.tsx";

/** A page, or a part of one, whose only difference between visitors is its texts. */
export type TextPage<T extends Texts> = {
  /** The page's name in memory: from the route table and a few switches, never from visitor input. */
  name: string;
  texts: T;
  /** Renders the page from these texts or from placeholders, and uses nothing else of the request. */
  make: (texts: T) => ReactElement | Promise<ReactElement>;
};

/**
 * The template of a page: from memory, from the build, or rendered now. A part of a page (`options` null) has no
 * headers. A shared page has one entity tag for all texts, because browsers compare it for one address only (RFC 9110
 * section 8.8.3).
 */
export function recallTemplate<T extends Texts>(
  c: AppContext,
  { name, texts, make }: TextPage<T>,
  options: Pick<RenderOptions, "cache" | "headers"> | null,
): Promise<PageTemplate> {
  const said = Object.keys(texts).filter((text) => texts[text as keyof T] !== null);
  const key = `${siteOrigin(c)} ${name} ${said} ${thisYear(c.get("shop").now)}`;
  return c.get("pages").recallOrRender(key, c.env, texts, async (placeholders) => {
    const [{ pageHeaders, renderToString }, element] = await Promise.all([import("./render.tsx"), make(placeholders)]);
    const markup = await renderToString(element);
    if (options === null) return { markup, headers: {} };
    const tag = options.cache === "shared" ? { etag: `"${encodeHex((await digestOf(markup)).subarray(0, 12))}"` } : {};
    return { markup, headers: { ...pageHeaders(element, options), ...tag } };
  });
}

/** Whether an If-None-Match header names this page, or any (`*`; weak comparison, RFC 9110 section 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string | null): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}
