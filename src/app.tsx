import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { createAddressFinder, pathOf } from "./addresses.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { readSettings } from "./env.ts";
import { errorMessage, logEvent } from "./log.ts";
import { createFrame, keepAlive } from "./response/frame.ts";
import { apiError, isForPrograms } from "./response/json.ts";
import { PageMemory } from "./response/page-memory.ts";
import { apiSecurityHeaders, STRICT_TRANSPORT_SECURITY } from "./response/security.ts";
import { timingMetric, traceOf } from "./response/trace.ts";
import { type Route, routes } from "./routes.ts";
import { unmeasured } from "./shared/frame.ts";

/** The pages' addresses, each in its one spelling; what only programs send to has no other spelling at all. */
const findAddress = createAddressFinder(routes.filter(({ GET }) => GET !== undefined));

/**
 * The whole shop: middleware in order, the route table, and what answers when nothing else does. `pages`: what it
 * remembers of finished pages; nothing yet, unless somebody says otherwise.
 */
export function createApp(pages = new PageMemory()): Hono<AppEnv> {
  // Routes match a path as it was sent: decoded first, `/%6Blein-vaarbewijs-1` would be one of them.
  const app = new Hono<AppEnv>({ getPath: pathOf });
  app.use(prepareRequest(pages));
  for (const route of routes) register(app, route);
  app.notFound(answerNotFound);
  app.onError(answerError);
  return app;
}

/**
 * Gives each request what its handlers go by, and each answer what does not depend on it. A request's id is Cloudflare's
 * own where there is one, to be found in their logs too.
 */
function prepareRequest(pages: PageMemory): (c: AppContext, next: () => Promise<void>) => Promise<void> {
  return async (c, next) => {
    const path = findAddress(c.req.path);
    c.set("requestId", c.req.header("cf-ray") ?? crypto.randomUUID());
    c.set("path", path ?? "");
    c.set("pages", pages);
    if (path === null || path === c.req.path) await next();
    else c.res = await answerOtherSpelling(c, path);
    c.res.headers.set("strict-transport-security", STRICT_TRANSPORT_SECURITY[readSettings(c.env).hsts]);
  };
}

/** A path is answered in one spelling only: who reads it in another is led there, query and all. */
function answerOtherSpelling(c: AppContext, path: string): Response | Promise<Response> {
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (!isRead) return answerNotFound(c);
  // Not stored: it may name a gift.
  const headers = { ...apiSecurityHeaders(), "cache-control": "no-store" };
  return c.body(null, 308, { ...headers, location: `${path}${new URL(c.req.url).search}` });
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
 * The line of a page that is sent in order comes when its late part is known, whether or not the visitor is still there.
 * Waits that were over before the headers
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
    else
      keepAlive(
        c,
        late.catch(() => undefined).then(() => log(response.status)),
      );
    return response;
  };
}

/** `/g-:code` in Hono's spelling: a parameter is a whole segment there, so the prefix moves into its pattern. */
function honoPattern(path: string): string {
  return path.replace(/\/([a-z]+-):([a-z]+)$/, "/:$2{$1[^/]+}");
}

async function answerNotFound(c: AppContext): Promise<Response> {
  if (isForPrograms(c.req.path)) return apiError(c, "not_found");
  const [{ renderPage }, { NotFoundPage }] = await Promise.all([
    import("./response/render.tsx"),
    import("./pages/not-found.tsx"),
  ]);
  // Never measured: an address that is almost a gift's or a payment's ends up here too.
  return renderPage(<NotFoundPage frame={unmeasured(createFrame(c))} />, { status: 404, cache: "private" });
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
  if (isForPrograms(c.req.path)) return apiError(c, "unexpected");
  try {
    const [{ renderPage }, { ErrorPage }] = await Promise.all([
      import("./response/render.tsx"),
      import("./pages/error.tsx"),
    ]);
    return await renderPage(<ErrorPage frame={unmeasured(createFrame(c))} requestId={requestId} />, {
      status: 500,
      cache: "private",
    });
  } catch {
    return c.text(`Unexpected Application Error! (${requestId})`, 500, apiSecurityHeaders());
  }
}
