import type { Context } from "hono";
import { type Bindings, readSettings, type Settings } from "./env.ts";
import { COURSE_IDS, type CourseId, parseFlow } from "./shared/courses.ts";
import type { Frame } from "./shared/frame.ts";
import { carriedSearch } from "./shared/paths.ts";
import type { Trace } from "./trace.ts";

export type AppEnv = { Bindings: Bindings; Variables: { requestId: string; trace?: Trace } };
export type AppContext = Context<AppEnv>;

/** What pages may know of a request: its address, checked, and the configuration. */
export function createFrame(c: AppContext): Frame {
  const url = new URL(c.req.url);
  const settings = readSettings(c.env);
  const flow = parseFlow(url.searchParams.get("flow"));
  return {
    origin: settings.siteOrigin ?? url.origin,
    path: url.pathname,
    search: carriedSearch(url.searchParams),
    flow,
    year: new Date().getUTCFullYear(),
    trader: settings.trader,
    practicePopup: settings.practicePopup,
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

function checkoutLinks(settings: Settings, flow: Frame["flow"]): Record<CourseId, string | null> {
  return Object.fromEntries(COURSE_IDS.map((id) => [id, settings.checkoutLinks[id][flow]])) as Record<
    CourseId,
    string | null
  >;
}
