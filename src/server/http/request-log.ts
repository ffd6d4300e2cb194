import type { MiddlewareHandler } from "hono";
import { logEvent } from "../log.ts";
import type { AppEnv } from "./context.ts";
import { keepAlive } from "./page-context.ts";
import { timingMetric, traceOf } from "./trace.ts";

/**
 * Writes one log line for each request, `request.handled`, with the outside calls and the causes of the answer. The line
 * of a page that is sent in order is written at its end, even if the visitor has left. Calls that ended before the
 * headers are sent are also in `Server-Timing`.
 */
export function logged(route: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startMs = performance.now();
    c.set("route", route);
    await next();
    const { spans, causes, written } = traceOf(c);
    if (c.error) causes.push("error");
    const { status, headers } = c.res;
    for (const [span, ms] of spans) headers.append("server-timing", timingMetric(span, ms));
    const log = () =>
      logEvent("info", "request.handled", {
        requestId: c.get("shop").requestId,
        route,
        method: c.req.method,
        status,
        ms: Math.round(performance.now() - startMs),
        ...Object.fromEntries([...spans].map(([span, ms]) => [`${span}Ms`, Math.round(ms)])),
        ...(causes.length === 0 ? {} : { cause: causes.join(" ") }),
      });
    if (written === undefined) log();
    else keepAlive(c, written.then(log));
  };
}
