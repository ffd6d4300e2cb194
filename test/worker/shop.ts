import { env, exports } from "cloudflare:workers";
import { createApp } from "../../src/app.tsx";
import type { Bindings } from "../../src/env.ts";

/** Scheme and host of the local shop, as wrangler.toml has it. */
export const ORIGIN = "http://localhost:8787";

/** A real request to the Worker with its real local bindings. */
export function ask(path: string, init?: RequestInit): Promise<Response> {
  return exports.default.fetch(new Request(`${ORIGIN}${path}`, { redirect: "manual", ...init }));
}

/** A request to the same app with some bindings replaced, for faults that real bindings don't have. */
export async function askWith(bindings: Partial<Bindings>, path: string, init?: RequestInit): Promise<Response> {
  return createApp().request(`${ORIGIN}${path}`, init, { ...env, ...bindings } as Bindings);
}

/** The text of a page. */
export async function pageText(path: string): Promise<string> {
  return (await ask(path)).text();
}
