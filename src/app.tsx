import { HonoBase } from "hono/hono-base";
import { LinearRouter } from "hono/router/linear-router";
import { desk, routes } from "./routes.ts";
import { readSettings } from "./server/env.ts";
import { createAddressFinder, type FoundAddress, pathOf } from "./server/http/addresses.ts";
import type { AppContext, AppEnv } from "./server/http/context.ts";
import { readHeader } from "./server/http/header.ts";
import { keepAlive } from "./server/http/page-context.ts";
import { PageMemory } from "./server/http/page-memory.ts";
import type { Handler, Route } from "./server/http/route.ts";
import { apiSecurityHeaders, STRICT_TRANSPORT_SECURITY } from "./server/http/security.ts";
import { timingMetric, traceOf } from "./server/http/trace.ts";
import { logEvent } from "./server/log.ts";

/** Loaded only when an error must be answered: most isolates never need it. */
const errors = () => import("./server/http/errors-handler.tsx");

/** The longest address that is read, characters: Cloudflare allows no longer one (Workers, "Limits"). */
const ADDRESS_MAX_LENGTH = 16 * 1024;

/** Finds a path's line of the route table. */
const findRoute = createAddressFinder(routes);

/**
 * The whole shop: the middleware, the route table, and the answers to errors. `pages`: its memory of finished pages;
 * empty by default.
 */
export function createApp(pages = new PageMemory()): HonoBase<AppEnv> {
  // Paths are matched as they were sent. If they were decoded first, `/%6Blein-vaarbewijs-1` would count as canonical.
  const app = new HonoBase<AppEnv>({ router: new LinearRouter(), getPath: pathOf });
  app.use(answerRequest(pages));
  app.notFound(answerNotFound);
  app.onError(answerError);
  return app;
}

/**
 * Sets a request's variables, lets its line of the route table answer, and adds the headers that every answer has. A
 * request's id is Cloudflare's own if there is one, so that their logs can be searched for it.
 */
function answerRequest(pages: PageMemory): (c: AppContext, next: () => Promise<void>) => Promise<void> {
  return async (c, next) => {
    const isTooLong = c.req.url.length > ADDRESS_MAX_LENGTH;
    const found = isTooLong ? null : findRoute(c.req.path);
    const isDesk = !isTooLong && desk.isPath(c.req.path) && readSettings(c.env).access !== null;
    c.set("requestId", readHeader(c, "cf-ray") ?? crypto.randomUUID());
    c.set("route", found?.address.name ?? (isDesk ? desk.name : ""));
    c.set("path", found?.path ?? "");
    c.set("parameter", found?.parameter ?? "");
    c.set("pages", pages);
    const httpsOrigin = httpsOriginOf(c);
    if (httpsOrigin !== null && found?.address.overHttp !== true) {
      c.res = await answerPlainHttp(c, httpsOrigin);
      return;
    }
    if (isTooLong) c.res = await (await errors()).answerLongAddress(c);
    else if (isDesk) c.res = await answerWithLogLine(c, desk.name, desk.serve).catch((error) => answerError(error, c));
    else if (found === null) await next();
    else c.res = await answerRoute(c, found).catch((error) => answerError(error, c));
    c.res.headers.set("strict-transport-security", STRICT_TRANSPORT_SECURITY[readSettings(c.env).hsts]);
  };
}

/**
 * The https origin that a request over http should have used. Null if the request is right. A site whose origin is
 * https answers only its health check over http, because a page over http cannot take a payment. Cloudflare gives a
 * Worker the visitor's scheme.
 */
function httpsOriginOf(c: AppContext): string | null {
  const { siteOrigin } = readSettings(c.env);
  return siteOrigin?.startsWith("https:") && c.req.url.startsWith("http:") ? siteOrigin : null;
}

/**
 * Redirects a GET or HEAD to the same address at the site's own host, whatever host it names. Refuses all else, because
 * data that was sent unencrypted is not processed. The answer has no Strict-Transport-Security, which counts only over
 * https (RFC 6797, section 7.2).
 */
async function answerPlainHttp(c: AppContext, httpsOrigin: string): Promise<Response> {
  if (!isRead(c)) return (await errors()).answerPlainHttp(c);
  const { pathname, search } = new URL(c.req.url);
  return c.body(null, 308, { ...leadingHeaders(), location: httpsOrigin + pathname + search });
}

async function answerRoute(c: AppContext, { address: route, path }: FoundAddress<Route>): Promise<Response> {
  if (path !== "" && path !== c.req.path) return answerOtherSpelling(c, route, path);
  const handler: Handler = () => answer(c, route);
  return route.logged ? answerWithLogLine(c, route.name, handler) : handler(c);
}

function answer(c: AppContext, { GET, POST }: Route): Response | Promise<Response> {
  const handler = isRead(c) ? GET : c.req.method === "POST" ? POST : undefined;
  if (handler !== undefined) return handler(c);
  const allow = [GET && "GET, HEAD", POST && "POST"].filter(Boolean).join(", ");
  return c.text("Method Not Allowed", 405, { ...apiSecurityHeaders(), allow });
}

async function answerNotFound(c: AppContext): Promise<Response> {
  return (await errors()).answerNotFound(c);
}

async function answerError(error: Error, c: AppContext): Promise<Response> {
  return (await errors()).answerError(error, c);
}

/**
 * Redirects another spelling of a path to the canonical one, with its query. Addresses that only programs call have no
 * other spelling.
 */
function answerOtherSpelling(c: AppContext, { GET }: Route, path: string): Response | Promise<Response> {
  if (!isRead(c) || GET === undefined) return answerNotFound(c);
  return c.body(null, 308, { ...leadingHeaders(), location: `${path}${new URL(c.req.url).search}` });
}

/** Headers of a redirect. Not stored, because the address may name a gift. */
function leadingHeaders(): Record<string, string> {
  return { ...apiSecurityHeaders(), "cache-control": "no-store" };
}

function isRead(c: AppContext): boolean {
  return c.req.method === "GET" || c.req.method === "HEAD";
}

/**
 * Answers, and writes one log line, `request.handled`, with the outside calls and the causes of the answer. The line of
 * a page that is sent in order is written at its end, even if the visitor has left. Calls that ended before the headers
 * are sent are also in `Server-Timing`.
 */
async function answerWithLogLine(c: AppContext, route: string, handler: Handler): Promise<Response> {
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
    // `answerError` answers, and logs the error.
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
