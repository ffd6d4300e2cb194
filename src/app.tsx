import { HonoBase } from "hono/hono-base";
import { LinearRouter } from "hono/router/linear-router";
import { createAddressFinder, type FoundAddress, pathOf } from "./addresses.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { readSettings } from "./env.ts";
import { logEvent } from "./log.ts";
import { keepAlive } from "./response/frame.ts";
import { readHeader } from "./response/header.ts";
import { PageMemory } from "./response/page-memory.ts";
import { apiSecurityHeaders, STRICT_TRANSPORT_SECURITY } from "./response/security.ts";
import { timingMetric, traceOf } from "./response/trace.ts";
import { type Route, routes } from "./routes.ts";

/** What answers when nothing else does: most isolates never need it. */
const errors = () => import("./handlers/errors.tsx");

/** The longest address that is looked at, characters: Cloudflare lets none through that is longer (Workers, "Limits"). */
const ADDRESS_MAX_LENGTH = 16 * 1024;

/** Which line of the route table a path asks for. */
const findRoute = createAddressFinder(routes);

/**
 * The whole shop: what each request gets, the route table, and what answers when nothing else does. `pages`: what it
 * remembers of finished pages; nothing yet, unless somebody says otherwise.
 */
export function createApp(pages = new PageMemory()): HonoBase<AppEnv> {
  // Paths are matched as they were sent: decoded first, `/%6Blein-vaarbewijs-1` would be one of them.
  const app = new HonoBase<AppEnv>({ router: new LinearRouter(), getPath: pathOf });
  app.use(answerRequest(pages));
  app.notFound(answerNotFound);
  app.onError(answerError);
  return app;
}

/**
 * Gives each request what its handlers go by, has its line of the route table answer it, and gives each answer what does
 * not depend on it. A request's id is Cloudflare's own where there is one, to be found in their logs too.
 */
function answerRequest(pages: PageMemory): (c: AppContext, next: () => Promise<void>) => Promise<void> {
  return async (c, next) => {
    const isTooLong = c.req.url.length > ADDRESS_MAX_LENGTH;
    const found = isTooLong ? null : findRoute(c.req.path);
    c.set("requestId", readHeader(c, "cf-ray") ?? crypto.randomUUID());
    c.set("route", found?.address.name ?? "");
    c.set("path", found?.path ?? "");
    c.set("parameter", found?.parameter ?? "");
    c.set("pages", pages);
    const httpsOrigin = httpsOriginOf(c);
    if (httpsOrigin !== null && found?.address.overHttp !== true) {
      c.res = await answerPlainHttp(c, httpsOrigin);
      return;
    }
    if (isTooLong) c.res = await answerLongAddress(c);
    else if (found === null) await next();
    else c.res = await answerRoute(c, found).catch((error) => answerError(error, c));
    c.res.headers.set("strict-transport-security", STRICT_TRANSPORT_SECURITY[readSettings(c.env).hsts]);
  };
}

/**
 * Where this should have been asked: a site whose origin is https answers nothing over http but its health, because a
 * page that came so cannot pay. Null when it is right. Cloudflare gives a Worker the scheme that the visitor used.
 */
function httpsOriginOf(c: AppContext): string | null {
  const { siteOrigin } = readSettings(c.env);
  return siteOrigin?.startsWith("https:") && c.req.url.startsWith("http:") ? siteOrigin : null;
}

/**
 * A read is led to the same address at the site's own host, whatever host was named. What was sent has been seen by
 * everybody on the way already, so nothing is done with it. Without Strict-Transport-Security, which counts over https
 * only (RFC 6797, section 7.2).
 */
async function answerPlainHttp(c: AppContext, httpsOrigin: string): Promise<Response> {
  if (!isRead(c)) return (await errors()).answerPlainHttp(c);
  const { pathname, search } = new URL(c.req.url);
  return c.body(null, 308, { ...leadingHeaders(), location: httpsOrigin + pathname + search });
}

async function answerRoute(c: AppContext, { address: route, path }: FoundAddress<Route>): Promise<Response> {
  if (path !== "" && path !== c.req.path) return answerOtherSpelling(c, route, path);
  return route.logged ? answerWithLogLine(c, route) : answer(c, route);
}

function answer(c: AppContext, { GET, POST }: Route): Response | Promise<Response> {
  const handler = isRead(c) ? GET : c.req.method === "POST" ? POST : undefined;
  if (handler !== undefined) return handler(c);
  const allow = [GET && "GET, HEAD", POST && "POST"].filter(Boolean).join(", ");
  return c.text("Method Not Allowed", 405, { ...apiSecurityHeaders(), allow });
}

async function answerLongAddress(c: AppContext): Promise<Response> {
  return (await errors()).answerLongAddress(c);
}

async function answerNotFound(c: AppContext): Promise<Response> {
  return (await errors()).answerNotFound(c);
}

async function answerError(error: Error, c: AppContext): Promise<Response> {
  return (await errors()).answerError(error, c);
}

/**
 * A path is answered in one spelling only: who reads it in another is led there, query and all. What only programs send to
 * has no other spelling at all.
 */
function answerOtherSpelling(c: AppContext, { GET }: Route, path: string): Response | Promise<Response> {
  if (!isRead(c) || GET === undefined) return answerNotFound(c);
  return c.body(null, 308, { ...leadingHeaders(), location: `${path}${new URL(c.req.url).search}` });
}

/** Headers of an answer that leads on. Not stored: the address may name a gift. */
function leadingHeaders(): Record<string, string> {
  return { ...apiSecurityHeaders(), "cache-control": "no-store" };
}

function isRead(c: AppContext): boolean {
  return c.req.method === "GET" || c.req.method === "HEAD";
}

/**
 * An answer with one line in the log, `request.handled`, with what it waited for and why it was answered as it was. The
 * line of a page that is sent in order comes when it is written, whether or not the visitor is still there.
 * Waits that were over before the headers leave are named in `Server-Timing` too.
 */
async function answerWithLogLine(c: AppContext, route: Route): Promise<Response> {
  const startMs = performance.now();
  const log = (status: number) => {
    const { spans, causes } = traceOf(c);
    logEvent("info", "request.handled", {
      requestId: c.get("requestId"),
      route: route.name,
      method: c.req.method,
      status,
      ms: Math.round(performance.now() - startMs),
      ...Object.fromEntries([...spans].map(([span, ms]) => [`${span}Ms`, Math.round(ms)])),
      ...(causes.length === 0 ? {} : { cause: causes.join(" ") }),
    });
  };
  let response: Response;
  try {
    response = await answer(c, route);
  } catch (error) {
    // `answerError` answers, and logs what it was.
    traceOf(c).causes.push("error");
    log(500);
    throw error;
  }
  const { spans, written } = traceOf(c);
  for (const [span, ms] of spans) response.headers.append("server-timing", timingMetric(span, ms));
  if (written === undefined) log(response.status);
  else
    keepAlive(
      c,
      written.then(() => log(response.status)),
    );
  return response;
}
