import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { type LocalServer, listenLocally } from "./local-server.ts";

/** Beside its request a handler has the answer's own stream, to cut the connection. */
export type World = { Bindings: { outgoing: ServerResponse } };

/** What a handler returns that never answers. */
export const NO_ANSWER = new Promise<never>(() => undefined);

/** Lets an app answer on a port of this machine; 0 picks a free one. */
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
      // No address, or gone before the answer.
      outgoing.destroy();
    }
  });
}

/**
 * A control: takes what the schema says, as JSON or from a form, and answers with what the change returns. A form goes
 * back to the page that has it. A bad value is a 400 that says why.
 */
export function control<T>(app: Hono<World>, path: string, schema: z.ZodType<T>, change: (fields: T) => unknown): void {
  app.post(path, async (c) => {
    const isForm = c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded");
    const isEmpty = (await c.req.text()) === "";
    const given = isForm ? await c.req.parseBody() : isEmpty ? {} : await c.req.json().catch(() => null);
    const fields = schema.safeParse(given);
    if (!fields.success) throw new HTTPException(400, { message: z.prettifyError(fields.error) });
    const result = await change(fields.data);
    return isForm ? c.redirect("/", 303) : c.json(result as object);
  });
}

/** How a service behaves: well, or in a mode that lasts for so many calls, or until it is set again. */
export class Behaviour<Mode extends string> {
  mode: Mode | "ok" = "ok";
  /** How many calls the mode still lasts. */
  times = Number.POSITIVE_INFINITY;

  set(mode: Mode | "ok", times = Number.POSITIVE_INFINITY): void {
    Object.assign(this, { mode, times });
  }

  /** The mode that a call meets; `applies` says whether it is about such calls. */
  take(applies: (mode: Mode) => boolean): Mode | "ok" {
    const { mode } = this;
    if (mode === "ok" || !applies(mode as Mode)) return "ok";
    this.times -= 1;
    if (this.times <= 0) this.set("ok");
    return mode;
  }
}
