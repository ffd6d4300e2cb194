import { HonoBase } from "hono/hono-base";
import { TrieRouter } from "hono/router/trie-router";
import { createAddressFinder, pathOf } from "./addresses.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { readSettings } from "./env.ts";
import { logEvent } from "./log.ts";
import { keepAlive } from "./response/frame.ts";
import { PageMemory } from "./response/page-memory.ts";
import { apiSecurityHeaders, STRICT_TRANSPORT_SECURITY } from "./response/security.ts";
import { timingMetric, traceOf } from "./response/trace.ts";
import { type Route, routes } from "./routes.ts";

/** What answers when nothing else does: most isolates never need it. */
const errors = () => import("./handlers/errors.tsx");

/** The pages' addresses, each in its one spelling; what only programs send to has no other spelling at all. */
const findAddress = createAddressFinder(routes.filter(({ GET }) => GET !== undefined));

/**
 * The whole shop: middleware in order, the route table, and what answers when nothing else does. `pages`: what it
 * remembers of finished pages; nothing yet, unless somebody says otherwise.
 */
export function createApp(pages = new PageMemory()): HonoBase<AppEnv> {
  // Routes match a path as it was sent: decoded first, `/%6Blein-vaarbewijs-1` would be one of them.
  const app = new HonoBase<AppEnv>({ router: new TrieRouter(), getPath: pathOf });
  app.use(prepareRequest(pages));
  for (const route of routes) register(app, route);
  app.notFound(answerNotFound);
  app.onError(async (error, c) => (await errors()).answerError(error, c));
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

async function answerNotFound(c: AppContext): Promise<Response> {
  return (await errors()).answerNotFound(c);
}

/** A path is answered in one spelling only: who reads it in another is led there, query and all. */
function answerOtherSpelling(c: AppContext, path: string): Response | Promise<Response> {
  if (!isRead(c)) return answerNotFound(c);
  // Not stored: it may name a gift.
  const headers = { ...apiSecurityHeaders(), "cache-control": "no-store" };
  return c.body(null, 308, { ...headers, location: `${path}${new URL(c.req.url).search}` });
}

function isRead(c: AppContext): boolean {
  return c.req.method === "GET" || c.req.method === "HEAD";
}

type Handler = NonNullable<Route["GET"]>;

function register(app: HonoBase<AppEnv>, { path, name, GET, POST, logged }: Route): void {
  const pattern = honoPattern(path);
  const allow = [GET && "GET, HEAD", POST && "POST"].filter(Boolean).join(", ");
  const answer: Handler = (c) => {
    const handler = isRead(c) ? GET : c.req.method === "POST" ? POST : undefined;
    return handler ? handler(c) : c.text("Method Not Allowed", 405, { ...apiSecurityHeaders(), allow });
  };
  app.all(pattern, logged ? withLogLine(name, answer) : answer);
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
