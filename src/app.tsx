import type { MiddlewareHandler } from "hono";
import { HonoBase } from "hono/hono-base";
import { TrieRouter } from "hono/router/trie-router";
import { addRoutes } from "./routes.ts";
import { readSettings } from "./server/env.ts";
import type { AppContext, AppEnv } from "./server/http/context.ts";
import { readHeader } from "./server/http/header.ts";
import { PageMemory } from "./server/http/page-memory.ts";
import { STRICT_TRANSPORT_SECURITY } from "./server/http/security.ts";
import { openShop } from "./server/shop.ts";
import { PATHS } from "./shared/paths.ts";
import { isRead, redirectTo, spellPath } from "./spelling.ts";

/** Loaded only when an error must be answered: most isolates never need it. */
const errors = () => import("./server/http/errors-handler.tsx");

/** The longest address that is read, characters: Cloudflare allows no longer one (Workers, "Limits"). */
const ADDRESS_MAX_LENGTH = 16 * 1024;

/** The whole shop. `pages`: its memory of finished pages; empty by default. */
export function createApp(pages = new PageMemory()): HonoBase<AppEnv> {
  // Paths are matched as they were sent. If they were decoded first, `/%6Blein-vaarbewijs-1` would count as canonical.
  const app = new HonoBase<AppEnv>({ router: new TrieRouter(), getPath: pathOf });
  app.use(prepare(pages));
  addRoutes(app);
  app.notFound((c) => answerUnmatched(app, c));
  app.onError(async (error, c) => (await errors()).answerError(error, c));
  return app;
}

/**
 * Sets a request's variables and the headers that every answer has. A request's id is Cloudflare's own if there is one,
 * so that their logs can be searched for it. A site whose origin is https answers only its health check over http.
 */
function prepare(pages: PageMemory): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { siteOrigin, hsts } = readSettings(c.env);
    c.set("shop", openShop(c.env, new Date(), readHeader(c, "cf-ray") ?? crypto.randomUUID()));
    c.set("path", c.req.path);
    c.set("pages", pages);
    if (siteOrigin?.startsWith("https:") && c.req.url.startsWith("http:") && c.req.path !== PATHS.health)
      return isRead(c) ? redirectTo(c, siteOrigin + new URL(c.req.url).pathname) : (await errors()).answerPlainHttp(c);
    if (c.req.url.length > ADDRESS_MAX_LENGTH) c.res = await (await errors()).answerLongAddress(c);
    else await next();
    c.res.headers.set("strict-transport-security", STRICT_TRANSPORT_SECURITY[hsts]);
  };
}

/** Answers a request that no route takes: another method of an address, another spelling of it, or no address. */
async function answerUnmatched(app: HonoBase<AppEnv>, c: AppContext): Promise<Response> {
  const answers = (method: string, path: string) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
  const allow = ["GET", "POST"].filter((method) => answers(method, c.req.path));
  if (allow.length > 0 && !allow.includes(isRead(c) ? "GET" : c.req.method))
    return (await errors()).answerOtherMethod(c, allow.join(", ").replace("GET", "GET, HEAD"));
  const path = spellPath(c.req.path)?.path ?? "";
  if (isRead(c) && path !== c.req.path && answers("GET", path)) return redirectTo(c, path);
  return (await errors()).answerNotFound(c);
}

/** The path of a request as it was sent, still encoded. */
function pathOf({ url }: { url: string }): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.slice(start).search(/[?#]/);
  return url.slice(start, end < 0 ? undefined : start + end);
}
