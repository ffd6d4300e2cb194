import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { writeWhole } from "../../client/build/files.ts";
import { BUNDLE_OPTIONS } from "../../client/build/worker.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** A mistake for a copy of the shop: `before` is replaced by `after`. */
export type PlantedFault = { name: string; file: string; before: string; after: string };

/**
 * Bundles the shop and its simulator into one script, as the Worker is bundled, with these mistakes. Returns its path.
 * Throws unless the text that a mistake replaces occurs exactly once.
 */
export async function buildSimulator(faults: readonly PlantedFault[] = [], name = "simulator"): Promise<string> {
  const own: Plugin = {
    name: "own-sources",
    setup({ onLoad }) {
      onLoad({ filter: /\/(src|client|kv-seed)\/.*\.tsx?$/ }, ({ path }) => {
        const file = relative(ROOT, path);
        if (file.startsWith("..") || file.startsWith("node_modules")) return undefined;
        // Sources use their own folder at run time, when they are in one script.
        const contents = plantAll(file, faults).replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
  const { outputFiles } = await build({
    ...BUNDLE_OPTIONS,
    splitting: false,
    platform: "node",
    entryPoints: [join(ROOT, "test/simulator/run.ts")],
    alias: { ...BUNDLE_OPTIONS.alias, "cloudflare:workers": join(ROOT, "test/simulator/cloudflare-workers.ts") },
    external: ["node:*", "esbuild", "wrangler", "svgo", "sharp", "subset-font"],
    // The parts of a page that the checkout's machine uses.
    define: {
      ...BUNDLE_OPTIONS.define,
      "window.Stripe": "globalThis.Stripe",
      "document.documentElement.dataset": "globalThis.pageDataset",
    },
    // CommonJS packages need Node's `require`.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    plugins: [own],
    logLevel: "error",
  });
  const script = join(ROOT, `.build/simulator/${name}.mjs`);
  writeWhole(script, outputFiles[0]?.contents ?? "");
  return script;
}

/** A file's source with its mistakes. */
export function plantAll(file: string, faults: readonly PlantedFault[]): string {
  return faults.filter((fault) => fault.file === file).reduce(plant, readFileSync(join(ROOT, file), "utf8"));
}

/** Puts one mistake into a text. Throws if it does not fit. */
function plant(text: string, { name, file, before, after }: PlantedFault): string {
  if (text.split(before).length !== 2) throw new Error(`"${name}" does not fit ${file} any more: ${before}`);
  return text.replace(before, () => after);
}
