import type { ReactElement } from "react";
import type { AppContext } from "../context.ts";
import { sellsGifts } from "../env.ts";
import { createAccountFrame, readQuery } from "../response/frame.ts";
import { readHeader } from "../response/header.ts";
import { fillTemplate } from "../response/page-memory.ts";
import type { Page } from "../response/render.tsx";
import { matchesEtag, recallTemplate } from "../response/templates.ts";
import type { Frame } from "../shared/frame.ts";

export type Handler = (c: AppContext) => Response | Promise<Response>;

/** A page of content. */
export function serveContentPage(load: () => Promise<Page<{ frame: Frame }>>): Handler {
  return serveSharedPage(async (frame) => {
    const ContentPage = await load();
    return <ContentPage frame={frame} />;
  });
}

/**
 * A page that is the same for everybody but for the query that its links carry. The build has made it for each flow of
 * the configuration that it knows; otherwise it is rendered once. Then it is sent from memory, whatever is asked: its
 * template is known by the route's path and the flow, never by the request's spelling.
 */
export function serveSharedPage(make: (frame: Frame, c: AppContext) => ReactElement | Promise<ReactElement>): Handler {
  return async (c) => {
    const { flow, search } = readQuery(c);
    const page = {
      // A secret has a say in it too, and the build knows none: what it made is for a shop that sells gifts.
      name: `${c.get("path")} ${flow}${sellsGifts(c.env) ? "" : ", no gifts"}`,
      texts: { search },
      make: (texts: { search: string }) => make({ ...createAccountFrame(c), ...texts }, c),
    };
    const template = await recallTemplate(c, page, { cache: "shared" });
    const { headers: sent } = template;
    if (matchesEtag(readHeader(c, "if-none-match"), sent.etag))
      return new Response(null, { status: 304, headers: sent });
    return new Response(fillTemplate(template, page.texts), { headers: sent });
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
