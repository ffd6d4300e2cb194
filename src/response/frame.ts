import type { AppContext } from "../context.ts";
import { readSettings, type Settings, sellsGifts } from "../env.ts";
import { mayHoldCallback, withoutCallback } from "../shared/auth.ts";
import { COURSE_IDS, type CourseId, parseFlow } from "../shared/courses.ts";
import type { Frame } from "../shared/frame.ts";
import { carriedSearch } from "../shared/paths.ts";

/**
 * Lets work go on after the answer, also when the visitor has gone: otherwise the Worker ends with the connection. Tests
 * that ask the app without a runtime around it have nothing that could end. The work must not reject.
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

/** What a page knows of its address. */
type FrameAddress = Pick<Frame, "path" | "search" | "flow">;

/** What pages may know of a request: its address, checked, and the configuration. */
export function createFrame(c: AppContext): Frame {
  return createFrameOf(c, { path: c.get("path"), ...readQuery(c) });
}

/** The frame of a template that knows nothing of its address but what its texts say. */
export function createTextFrame(c: AppContext, search: string): Frame {
  return createFrameOf(c, { path: "", search, flow: "none" });
}

function createFrameOf(c: AppContext, { path, search, flow }: FrameAddress): Frame {
  const settings = readSettings(c.env);
  return {
    origin: siteOrigin(c),
    path,
    search,
    flow,
    year: new Date().getUTCFullYear(),
    trader: settings.trader,
    practicePopup: settings.practicePopup,
    sellsGifts: sellsGifts(c.env),
    auth: null,
    tagManagerId: settings.tagManagerId,
    links: {
      checkout: checkoutLinks(settings, flow),
      practiceApp: settings.practiceAppUrl,
      introVideo: settings.videos.intro,
      quizVideos: [
        settings.videos.quiz1,
        settings.videos.quiz2,
        settings.videos.quiz3,
        settings.videos.quiz4,
        settings.videos.quiz5,
      ],
      mapTileUrl: settings.mapTileUrl,
      mapAttribution: settings.mapAttribution,
    },
  };
}

/** What a page makes of its request's query: the price variant, and what its links carry on. */
export function readQuery(c: AppContext): Pick<Frame, "flow" | "search"> {
  const { url } = c.req;
  const start = url.indexOf("?");
  if (start === -1) return { flow: "none", search: "" };
  const end = url.indexOf("#", start);
  const params = new URLSearchParams(url.slice(start, end === -1 ? undefined : end));
  return { flow: parseFlow(params.get("flow")), search: carriedQuery(c, params) };
}

/** What of these parameters the links of a page carry: never what the sign-in service left there, tokens among it. */
export function carriedQuery(c: AppContext, params: URLSearchParams): string {
  const isCallback = readSettings(c.env).auth !== null && mayHoldCallback(`?${params}`);
  return carriedSearch(isCallback ? withoutCallback(params) : params);
}

/** Scheme and host of the public site: as configured, else the request's own. */
export function siteOrigin(c: AppContext): string {
  return readSettings(c.env).siteOrigin ?? new URL(c.req.url).origin;
}

function checkoutLinks(settings: Settings, flow: Frame["flow"]): Record<CourseId, string | null> {
  return Object.fromEntries(COURSE_IDS.map((id) => [id, settings.checkoutLinks[id][flow]])) as Record<
    CourseId,
    string | null
  >;
}

/**
 * The frame of a page on which a visitor's session may be at work: those that people read, and the checkout. Not the
 * pages whose address is itself a secret (gifts, the payment's return) and not those that only pass a visitor on.
 */
export function createAccountFrame(c: AppContext): Frame {
  return { ...createFrame(c), auth: readSettings(c.env).auth };
}
