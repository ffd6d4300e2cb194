import type { ExecutionContext, KVNamespace } from "@cloudflare/workers-types";
import { createApp } from "../../src/app.tsx";
import type { Bindings } from "../../src/env.ts";

/**
 * The shop with a KV that fails as a test says: the entry point of a `wrangler dev` of its own (`startShop({ entry })`).
 * `POST /_kv?mode=down&times=1` lets the next read of an interstitial fail; without `times` all reads until it is set again.
 */

// What wrangler.toml names must be here, as in the Worker's own entry.
export { AfterSale, AfterWithdrawal } from "../../src/workflows/classes.ts";

/** `missing`: no entry. `down`: the read throws. `hang`: it never answers. */
export type KvMode = "ok" | "missing" | "down" | "hang";

const app = createApp();
let mode: KvMode = "ok";
let remaining = Number.POSITIVE_INFINITY;
/** Made once: the shop reads its configuration once for each object of bindings. */
let bindings: Bindings | undefined;

export default {
  async fetch(request: Request, env: Bindings, context: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "POST" && pathname === "/_kv") {
      mode = searchParams.get("mode") as KvMode;
      remaining = Number(searchParams.get("times") ?? Number.POSITIVE_INFINITY);
      return new Response(null, { status: 204 });
    }
    bindings ??= { ...env, INTERSTITIALS: failing(env.INTERSTITIALS) };
    return app.fetch(request, bindings, context as never);
  },
};

function failing(namespace: KVNamespace): KVNamespace {
  const get = async (key: string) => {
    const now = takeMode();
    if (now === "missing") return null;
    if (now === "down") throw new Error("KV GET failed: 500 Internal Server Error");
    if (now === "hang") return new Promise<null>(() => undefined);
    return namespace.get(key, "text");
  };
  return { get } as unknown as KVNamespace;
}

function takeMode(): KvMode {
  if (mode === "ok") return mode;
  const taken = mode;
  remaining -= 1;
  if (remaining <= 0) mode = "ok";
  return taken;
}
