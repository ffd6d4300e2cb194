import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { errorMessage, logEvent } from "./log.ts";
import { ErrorPage } from "./pages/error.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { renderPage } from "./render.tsx";
import { type AppContext, type AppEnv, createFrame } from "./request.ts";
import { type Route, routes } from "./routes.ts";
import { apiSecurityHeaders } from "./security.ts";
import { unmeasured } from "./shared/frame.ts";
import { timingMetric, traceOf } from "./trace.ts";

/** The whole shop: middleware in order, the route table, and what answers when nothing else does. */
export function createApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(nameRequest);
  for (const route of routes) register(app, route);
  app.notFound(answerNotFound);
  app.onError(answerError);
  return app;
}

/** Gives the request an id: Cloudflare's own where there is one, so that it can be found in their logs too. */
async function nameRequest(c: AppContext, next: () => Promise<void>): Promise<void> {
  c.set("requestId", c.req.header("cf-ray") ?? crypto.randomUUID());
  await next();
}

type Handler = NonNullable<Route["GET"]>;

function register(app: Hono<AppEnv>, { path, name, GET, POST, logged }: Route): void {
  const pattern = honoPattern(path);
  const allow = [GET && "GET, HEAD", POST && "POST"].filter(Boolean).join(", ");
  const refuseMethod: Handler = (c) => c.text("Method Not Allowed", 405, { ...apiSecurityHeaders(), allow });
  const prepare = (handler: Handler): Handler => (logged ? withLogLine(name, handler) : handler);
  if (GET) app.get(pattern, prepare(GET));
  if (POST) app.post(pattern, prepare(POST));
  app.all(pattern, prepare(refuseMethod));
}

/**
 * Gives each request one line in the log, `request.handled`, with what it waited for and why it was answered as it was.
 * The line of a page that is sent in order comes when its late part is known. Waits that were over before the headers
 * leave are named in `Server-Timing` too.
 */
function withLogLine(route: string, handler: Handler): Handler {
  return async (c) => {
    const startMs = performance.now();
    const log = (status: number) => {
      const { spans, causes } = traceOf(c);
      logEvent("info", "request.handled", {
        requestId: c.get("requestId"),
        route,
        method: c.req.method,
        status,
        ms: Math.round(performance.now() - startMs),
        ...Object.fromEntries([...spans].map(([span, ms]) => [`${span}Ms`, Math.round(ms)])),
        ...(causes.length === 0 ? {} : { cause: causes.join(" ") }),
      });
    };
    let response: Response;
    try {
      response = await handler(c);
    } catch (error) {
      // `answerError` answers, and logs what it was.
      traceOf(c).causes.push("error");
      log(500);
      throw error;
    }
    const { spans, late } = traceOf(c);
    for (const [span, ms] of spans) response.headers.append("server-timing", timingMetric(span, ms));
    if (late === undefined) log(response.status);
    else late.catch(() => undefined).then(() => log(response.status));
    return response;
  };
}

/** `/g-:code` in Hono's spelling: a parameter is a whole segment there, so the prefix moves into its pattern. */
function honoPattern(path: string): string {
  return path.replace(/\/([a-z]+-):([a-z]+)$/, "/:$2{$1[^/]+}");
}

async function answerNotFound(c: AppContext): Promise<Response> {
  const url = new URL(c.req.url);
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (isRead && url.pathname.length > 1 && url.pathname.endsWith("/")) {
    const path = url.pathname.replace(/^\/+/, "/").replace(/\/+$/, "");
    if (isKnownPath(path)) return c.body(null, 308, { ...apiSecurityHeaders(), location: `${path}${url.search}` });
  }
  // Never measured: an address that is almost a gift's or a payment's ends up here too.
  return renderPage(<NotFoundPage frame={unmeasured(createFrame(c))} />, { status: 404, cache: "private" });
}

/** Whether a path without parameters is in the route table. */
function isKnownPath(path: string): boolean {
  return routes.some((route) => route.path === path);
}

async function answerError(error: Error, c: AppContext): Promise<Response> {
  if (error instanceof HTTPException && error.status < 500) return error.getResponse();
  const requestId = c.get("requestId");
  logEvent("error", "request.failed", {
    requestId,
    method: c.req.method,
    route: c.req.routePath,
    reason: errorMessage(error),
    stack: error.stack,
  });
  try {
    return await renderPage(<ErrorPage frame={unmeasured(createFrame(c))} requestId={requestId} />, {
      status: 500,
      cache: "private",
    });
  } catch {
    return c.text(`Unexpected Application Error! (${requestId})`, 500, apiSecurityHeaders());
  }
}
