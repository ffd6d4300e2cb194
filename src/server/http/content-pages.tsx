import type { ReactElement } from "react";
import { type PageContext, unmeasured } from "../../shared/page-context.ts";
import { keptModule } from "../kept-module.ts";
import type { AppContext, Handler } from "./context.ts";
import { readHeader } from "./header.ts";
import { createAccountPageContext, readQuery } from "./page-context.ts";
import { fillTemplate } from "./page-memory.ts";
import type { Page } from "./render.tsx";
import { matchesEtag, recallTemplate } from "./templates.ts";

const render = keptModule(() => import("./render.tsx"));

/** Serves a page of content; `frame` changes its context (`unmeasured`). */
export function serveContentPage(
  load: () => Promise<Page<{ pageContext: PageContext }>>,
  frame = (pageContext: PageContext) => pageContext,
): Handler {
  return serveSharedPage(async (pageContext) => {
    const ContentPage = await load();
    return <ContentPage pageContext={frame(pageContext)} />;
  });
}

/**
 * Serves a page that is the same for everybody, except for the query in its links. The build renders it for each flow
 * with the vars that it knows; with other vars it is rendered once. Then it is sent from memory. Its template's key is
 * the route's path and the flow, never the spelling of the request.
 */
export function serveSharedPage(
  make: (pageContext: PageContext, c: AppContext) => ReactElement | Promise<ReactElement>,
): Handler {
  return async (c) => {
    const { flow, search } = readQuery(c);
    const page = {
      // Without its secrets a shop sells no gifts. The build knows no secret, and renders for a shop that sells them.
      name: `${c.get("path")} ${flow}${c.get("shop").sellsGifts ? "" : ", no gifts"}`,
      texts: { search },
      make: (texts: { search: string }) => make({ ...createAccountPageContext(c), ...texts }, c),
    };
    const template = await recallTemplate(c, page, { cache: "shared" });
    const { headers: sent } = template;
    if (matchesEtag(readHeader(c, "if-none-match"), sent.get("etag")))
      return new Response(null, { status: 304, headers: sent });
    return new Response(fillTemplate(template, page.texts), { headers: sent });
  };
}

/**
 * Serves a page of the quiz: it depends only on its path and query. Its address has the visitor's answers, so it is never
 * measured. Null from `load` is a 404.
 */
export function serveLoadedPage(
  load: (pageContext: PageContext, params: URLSearchParams, c: AppContext) => ReactElement | null,
): Handler {
  return async (c) => {
    const page = load(unmeasured(createAccountPageContext(c)), new URL(c.req.url).searchParams, c);
    if (page === null) return c.notFound();
    const { renderPage } = await render();
    return renderPage(page, { cache: "address" });
  };
}
