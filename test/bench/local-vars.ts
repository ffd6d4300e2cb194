import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./workerd.ts";

/** The vars of wrangler.toml's default section: the local shop's. */
export function localVars(): Record<string, string> {
  const text = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  const section = /\n\[vars\]\n([\s\S]*?)\n# -{10,}/.exec(text)?.[1] ?? "";
  return Object.fromEntries(
    [...section.matchAll(/^([A-Z][A-Z0-9_]*) = "(.*)"$/gm)].map(([, name, value]) => [name, value]),
  );
}
