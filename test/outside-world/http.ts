import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { type LocalServer, listenLocally } from "./local-server.ts";

/** A handler also gets the answer's own stream, so that it can cut the connection. */
export type World = { Bindings: { outgoing: ServerResponse } };

/** The result of a handler that never answers. */
export const NO_ANSWER = new Promise<never>(() => undefined);

export function serveLocally(port: number, app: Hono<World>): Promise<LocalServer> {
  return listenLocally(port, async (incoming, outgoing) => {
    try {
      const { url = "/", method = "GET", headers } = incoming;
      const body = method === "GET" || method === "HEAD" ? null : await buffer(incoming);
      const init = { method, headers: headers as Record<string, string>, body };
      const answer = await app.fetch(new Request(`http://localhost${url}`, init), { outgoing });
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      outgoing.end(await answer.bytes());
    } catch {
      // The address is missing, or the connection ended before the answer.
      outgoing.destroy();
    }
  });
}

/**
 * Adds a control. It takes the schema's fields, as JSON or from a form, and answers with the result of `change`. A
 * form's answer goes back to its page. An invalid value is a 400 with the reason.
 */
export function control<T>(
  app: Hono<World>,
  path: string,
  schema: z.ZodType<T>,
  change: (fields: T) => unknown,
  page = "/",
): void {
  app.post(path, async (c) => {
    const isForm = c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded");
    const isEmpty = (await c.req.text()) === "";
    const given = isForm ? await c.req.parseBody() : isEmpty ? {} : await c.req.json().catch(() => null);
    const fields = schema.safeParse(given);
    if (!fields.success) throw new HTTPException(400, { message: z.prettifyError(fields.error) });
    const result = await change(fields.data);
    return isForm ? c.redirect(page, 303) : c.json(result as object);
  });
}
