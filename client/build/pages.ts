import { createApp } from "../../src/app.tsx";
import type { Bindings } from "../../src/env.ts";
import { readConfigProblems } from "../../src/env.ts";
import { type BuiltPage, PageMemory } from "../../src/response/page-memory.ts";
import { routes } from "../../src/routes.ts";
import { FLOWS } from "../../src/shared/courses.ts";

/** Stand in for the secrets that gifts are sold with; no page holds them. */
const ANY_KEYS = { GIFT_ACTIVATION_KEY: "k".repeat(32), ORDER_TOKEN_KEYS: `1:${"k".repeat(43)}` };

/**
 * Every content page in every flow, as the app itself renders it with these vars, by the key under which it remembers
 * it. None for a configuration with gaps, which is still to be filled in. Rejects when a page cannot be rendered.
 */
export async function renderContentPages(
  vars: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, BuiltPage>> {
  const env = { ...vars, ...ANY_KEYS } as unknown as Bindings;
  if (readConfigProblems(env).length > 0) return new Map();
  const pages = new PageMemory();
  const app = createApp(pages);
  for (const { path } of routes.filter(({ isContent }) => isContent)) {
    for (const flow of FLOWS) {
      const address = `${vars.SITE_ORIGIN}${path}${flow === "none" ? "" : `?flow=${flow}`}`;
      const response = await app.request(address, {}, env);
      if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
    }
  }
  return pages.builtPages();
}
