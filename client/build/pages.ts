import { createApp } from "../../src/app.tsx";
import { CONTENT_PATHS } from "../../src/routes.ts";
import type { Bindings } from "../../src/server/env.ts";
import { readConfigProblems } from "../../src/server/env.ts";
import { type BuiltPage, PageMemory } from "../../src/server/http/page-memory.ts";
import { FLOWS } from "../../src/shared/courses.ts";

/** Replace the secrets that selling gifts requires; no page contains them. */
const ANY_KEYS = { GIFT_ACTIVATION_KEY: "k".repeat(32), ORDER_TOKEN_KEYS: `1:${"k".repeat(43)}` };

/**
 * Renders every content page in every flow, through the app itself, with these vars. Returns each under its key in the
 * page memory. Returns none if the configuration still has gaps. Rejects if a page cannot be rendered.
 */
export async function renderContentPages(
  vars: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, BuiltPage>> {
  const env = { ...vars, ...ANY_KEYS } as unknown as Bindings;
  if (readConfigProblems(env).length > 0) return new Map();
  const pages = new PageMemory();
  const app = createApp(pages);
  for (const path of CONTENT_PATHS) {
    for (const flow of FLOWS) {
      const address = `${vars.SITE_ORIGIN}${path}${flow === "none" ? "" : `?flow=${flow}`}`;
      const response = await app.request(address, {}, env);
      if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
    }
  }
  return pages.builtPages();
}
