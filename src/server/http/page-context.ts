import { mayHoldCallback, withoutCallback } from "../../shared/auth.ts";
import { type Flow, PRODUCT_IDS, parseFlow } from "../../shared/courses.ts";
import { mapKeys } from "../../shared/map-keys.ts";
import { type PageContext, unmeasured } from "../../shared/page-context.ts";
import { carriedSearch } from "../../shared/paths.ts";
import { thisYear } from "../../shared/time.ts";
import { hasOfferEnded } from "../env.ts";
import type { AppContext } from "./context.ts";

/**
 * Keeps the Worker alive until `work` ends, even if the visitor has left. Without a runtime, as in some tests, it does
 * nothing. `work` must not reject.
 */
export function keepAlive(c: AppContext, work: Promise<unknown>): void {
  let context: AppContext["executionCtx"];
  try {
    context = c.executionCtx;
  } catch {
    return;
  }
  context.waitUntil(work);
}

type FrameAddress = Pick<PageContext, "path" | "search" | "flow">;

/** The page context of a request: its checked address, and the configuration. */
export function createPageContext(c: AppContext): PageContext {
  return createPageContextOf(c, { path: c.get("path"), ...readQuery(c) });
}

/** The page context of a template: its only fact about an address is the query in its texts. */
export function createTextPageContext(c: AppContext, search: string): PageContext {
  return createPageContextOf(c, { path: "", search, flow: "none" });
}

function createPageContextOf(c: AppContext, { path, search, flow }: FrameAddress): PageContext {
  const settings = c.get("shop").settings;
  const { intro, ...quiz } = settings.videos;
  return {
    origin: siteOrigin(c),
    path,
    search,
    flow,
    offerEnds: settings.offerEnds,
    year: thisYear(c.get("shop").now),
    trader: settings.trader,
    courseMakers: settings.courseMakers,
    makersPicture: settings.makersPicture,
    practicePopup: settings.practicePopup,
    sellsGifts: c.get("shop").sellsGifts,
    auth: null,
    tagManagerId: settings.tagManagerId,
    links: {
      checkout: mapKeys(PRODUCT_IDS, (id) => settings.checkoutLinks[id][flow]),
      practiceApp: settings.practiceAppUrl,
      introVideo: intro,
      quizVideos: Object.values(quiz),
      mapTileUrl: settings.mapTileUrl,
      mapAttribution: settings.mapAttribution,
    },
  };
}

/** The price variant of a request's query, and the query that the page's links carry. */
export function readQuery(c: AppContext): Pick<PageContext, "flow" | "search"> {
  const { url } = c.req;
  const start = url.indexOf("?");
  if (start === -1) return { flow: "none", search: "" };
  const end = url.indexOf("#", start);
  const params = new URLSearchParams(url.slice(start, end === -1 ? undefined : end));
  return { flow: flowAt(c, params.get("flow")), search: carriedQuery(c, params) };
}

/** The price variant that a query asks for. After the offer's last day there is none. */
export function flowAt(c: AppContext, asked: string | null | undefined): Flow {
  return hasOfferEnded(c.env, c.get("shop").now) ? "none" : parseFlow(asked);
}

/**
 * The page context of a page that is never measured, and whose links do not carry these parameters of its own: what
 * somebody typed, or an exam.
 */
export function unmeasuredWithout(
  c: AppContext,
  own: Iterable<string>,
  pageContext: PageContext = createPageContext(c),
): PageContext {
  const params = new URL(c.req.url).searchParams;
  for (const name of own) params.delete(name);
  return unmeasured({ ...pageContext, search: carriedQuery(c, params) });
}

/** The query that a page's links carry: the request's, without the parameters of a sign-in, such as tokens. */
function carriedQuery(c: AppContext, params: URLSearchParams): string {
  const isCallback = c.get("shop").settings.auth !== null && mayHoldCallback(`?${params}`);
  return carriedSearch(isCallback ? withoutCallback(params) : params);
}

/** Scheme and host of the public site: the configured ones, else the request's own. */
export function siteOrigin(c: AppContext): string {
  return c.get("shop").settings.siteOrigin ?? new URL(c.req.url).origin;
}

/**
 * The page context of a page that may use a visitor's session: pages that people read, and the checkout. Not for pages
 * with a secret address (gifts, the payment return), nor for pages that only redirect.
 */
export function createAccountPageContext(c: AppContext): PageContext {
  return { ...createPageContext(c), auth: c.get("shop").settings.auth };
}
