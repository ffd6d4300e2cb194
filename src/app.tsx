import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { errorMessage, logEvent } from "./log.ts";
import { ErrorPage } from "./pages/error.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { renderPage } from "./render.tsx";
import { type AppContext, type AppEnv, createFrame } from "./request.ts";
import { type Route, routes } from "./routes.tsx";
import { apiSecurityHeaders } from "./security.ts";

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

function register(app: Hono<AppEnv>, { path, GET, POST }: Route): void {
  const pattern = honoPattern(path);
  const allow = [GET && "GET, HEAD", POST && "POST"].filter(Boolean).join(", ");
  if (GET) app.get(pattern, GET);
  if (POST) app.post(pattern, POST);
  app.all(pattern, (c) => c.text("Method Not Allowed", 405, { ...apiSecurityHeaders(), allow }));
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
    if (isKnownPath(path)) return c.redirect(`${path}${url.search}`, 308);
  }
  return renderPage(<NotFoundPage frame={createFrame(c)} />, { status: 404, cache: "private" });
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
    return await renderPage(<ErrorPage frame={createFrame(c)} requestId={requestId} />, {
      status: 500,
      cache: "private",
    });
  } catch {
    return c.text(`Unexpected Application Error! (${requestId})`, 500, apiSecurityHeaders());
  }
}
