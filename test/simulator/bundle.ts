import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { writeWhole } from "../../client/build/files.ts";
import { BUNDLE_OPTIONS } from "../../client/build/worker.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** A mistake that is put into a copy of the shop, to see whether it is found: this text in the place of that one. */
export type PlantedFault = { name: string; file: string; before: string; after: string };

/**
 * Bundles the shop and its simulator into one script, as the Worker is bundled, with these mistakes in it. Answers its path.
 * Throws where the text that a mistake replaces is not there exactly once.
 */
export async function buildSimulator(faults: readonly PlantedFault[] = [], name = "simulator"): Promise<string> {
  const own: Plugin = {
    name: "own-sources",
    setup({ onLoad }) {
      onLoad({ filter: /\/(src|client|kv-seed)\/.*\.tsx?$/ }, ({ path }) => {
        const file = relative(ROOT, path);
        if (file.startsWith("..") || file.startsWith("node_modules")) return undefined;
        // A file's own folder is asked for at run time, by then in one script.
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
    // All that the checkout's decisions use of a page.
    define: {
      ...BUNDLE_OPTIONS.define,
      "window.Stripe": "globalThis.Stripe",
      "document.documentElement.dataset": "globalThis.pageDataset",
    },
    // Packages that are not modules ask for Node's own.
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

/** A file with its mistakes. */
export function plantAll(file: string, faults: readonly PlantedFault[]): string {
  return faults.filter((fault) => fault.file === file).reduce(plant, readFileSync(join(ROOT, file), "utf8"));
}

/** Puts one mistake into a text. Throws where it does not fit. */
function plant(text: string, { name, file, before, after }: PlantedFault): string {
  if (text.split(before).length !== 2) throw new Error(`"${name}" does not fit ${file} any more: ${before}`);
  return text.replace(before, () => after);
}
