import type { ReactElement } from "react";
import type { AppContext } from "../context.ts";
import { createAccountFrame, readQuery, siteOrigin } from "../response/frame.ts";
import { fillTemplate, matchesEtag, type PageTemplate } from "../response/page-memory.ts";
import type { Page } from "../response/render.tsx";
import { SPECULATION_RULES_HEADER } from "../response/speculation.ts";
import type { Frame } from "../shared/frame.ts";
import { CARRIED_QUERY_MARK } from "../shared/paths.ts";

export type Handler = (c: AppContext) => Response | Promise<Response>;

/**
 * A page that is the same for everybody but for the query that its links carry. The build has made it for each flow of
 * the configuration that it knows; otherwise it is rendered once. Then it is sent from memory, whatever is asked: its key is made of what the page is made of (the origin that it names, the
 * route's path, the flow and the year), never of the request's spelling.
 */
export function serveContentPage(load: () => Promise<Page<{ frame: Frame }>>): Handler {
  async function render(c: AppContext, key: string): Promise<PageTemplate> {
    const [ContentPage, { pageHeaders, renderToString }] = await Promise.all([
      load(),
      import("../response/render.tsx"),
    ]);
    const page = <ContentPage frame={{ ...createAccountFrame(c), search: CARRIED_QUERY_MARK }} />;
    const headers = pageHeaders(page, {
      cache: "shared",
      headers: { "speculation-rules": SPECULATION_RULES_HEADER },
    });
    return c.get("pages").remember(key, await renderToString(page), headers);
  }

  return async (c) => {
    const pages = c.get("pages");
    const { flow, search } = readQuery(c);
    const key = `${siteOrigin(c)} ${c.get("path")} ${flow} ${new Date().getUTCFullYear()}`;
    const page = pages.recall(key) ?? (await pages.recallBuilt(key, c.env)) ?? (await render(c, key));
    const { etag, headers } = page;
    if (matchesEtag(c.req.header("if-none-match"), etag)) return new Response(null, { status: 304, headers });
    return new Response(fillTemplate(page, search), { headers });
  };
}

/** A page that its address alone makes, path and query; without one (null) it is not found. */
export function serveLoadedPage(
  load: (frame: Frame, params: URLSearchParams, c: AppContext) => ReactElement | null,
): Handler {
  return async (c) => {
    const page = load(createAccountFrame(c), new URL(c.req.url).searchParams, c);
    if (page === null) return c.notFound();
    const { renderPage } = await import("../response/render.tsx");
    return renderPage(page, { cache: "address" });
  };
}
