import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { type Plugin, rolldown } from "rolldown";
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
    load: {
      filter: { id: /\/(src|client|kv-seed)\/.*\.tsx?$/ },
      handler(path) {
        const file = relative(ROOT, path);
        if (file.startsWith("..") || file.startsWith("node_modules")) return null;
        // Sources use their own folder at run time, when they are in one script.
        const code = plantAll(file, faults).replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
        return { code, moduleType: path.endsWith("x") ? "tsx" : "ts" };
      },
    },
  };
  const { resolve: found, transform, plugins } = BUNDLE_OPTIONS;
  const bundle = await rolldown({
    ...BUNDLE_OPTIONS,
    platform: "node",
    input: join(ROOT, "test/simulator/run.ts"),
    external: [/^node:/, "esbuild", "wrangler", "svgo", "sharp", "subset-font", "rolldown"],
    resolve: {
      ...found,
      alias: { ...found.alias, "cloudflare:workers": join(ROOT, "test/simulator/cloudflare-workers.ts") },
    },
    // The parts of a page that the checkout's machine uses.
    transform: {
      ...transform,
      define: {
        ...transform.define,
        "window.Stripe": "globalThis.Stripe",
        "document.documentElement.dataset": "globalThis.pageDataset",
      },
    },
    plugins: [...plugins, own],
  });
  const { output } = await bundle.generate({ codeSplitting: false });
  const script = join(ROOT, `.build/simulator/${name}.mjs`);
  writeWhole(script, output[0].code);
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
