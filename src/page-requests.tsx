import type { ReactElement } from "react";
import { accountNeeds, createAccountFrame } from "./account-pages.ts";
import { matchesEtag, type RememberedPage, recallPage, rememberKey, rememberPage } from "./remembered-pages.ts";
import { pageHeaders, type RenderOptions, renderPage, renderToBytes } from "./render.tsx";
import type { AppContext } from "./request.ts";
import { type PageNeeds, tagManagerNeeds } from "./security.ts";
import type { Frame } from "./shared/frame.ts";
import { SPECULATION_RULES_HEADER } from "./speculation.ts";

export type Handler = (c: AppContext) => Response | Promise<Response>;

/** A page that is the same for everybody who asks for the same address; its bytes are remembered when they can be. */
export function serveContentPage(
  Page: (props: { frame: Frame }) => ReactElement,
  needs?: (frame: Frame) => PageNeeds,
): Handler {
  const optionsFor = (frame: Frame): RenderOptions => ({
    cache: "shared",
    headers: { "speculation-rules": SPECULATION_RULES_HEADER },
    needs: tagManagerNeeds(frame, accountNeeds(frame, needs?.(frame))),
  });

  async function render(c: AppContext, key: string): Promise<RememberedPage> {
    const frame = createAccountFrame(c);
    return rememberPage(key, await renderToBytes(<Page frame={frame} />), pageHeaders(optionsFor(frame)));
  }

  return async (c) => {
    const key = rememberKey(c);
    if (key === null) {
      const frame = createAccountFrame(c);
      return renderPage(<Page frame={frame} />, optionsFor(frame));
    }
    const { bytes, etag, headers } = recallPage(key) ?? (await render(c, key));
    if (matchesEtag(c.req.header("if-none-match"), etag)) return new Response(null, { status: 304, headers });
    return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
  };
}

/** What a page made of its request is: the page, and what it may load from outside. */
export type LoadedPage = { page: ReactElement; needs?: PageNeeds };

/** A page that its request's query or path makes; without one (null) it is not found. */
export function serveLoadedPage(
  load: (frame: Frame, params: URLSearchParams, c: AppContext) => LoadedPage | null,
): Handler {
  return (c) => {
    const frame = createAccountFrame(c);
    const loaded = load(frame, new URL(c.req.url).searchParams, c);
    if (loaded === null) return c.notFound();
    return renderPage(loaded.page, {
      cache: "private",
      needs: tagManagerNeeds(frame, accountNeeds(frame, loaded.needs)),
    });
  };
}
