import { basename, dirname, join, relative } from "node:path";
import { type OutputChunk, rolldown } from "rolldown";
import { OLDEST_BROWSERS } from "./browser-versions.ts";

/** The allowed sources of client code; any other file in its graph is a server file. The packages may be linked. */
const ALLOWED = [/^client\//, /^src\/shared\//, /^src\/.*-rules\.ts$/, /^(\.\.\/)*node_modules\//];

/** A module that is built: its URL, and those of the files that it imports statically. */
export type BuiltScript = { url: string; imports: readonly string[] };
export type BuiltScripts = ReadonlyMap<string, BuiltScript>;

/**
 * Bundles modules for browsers; code that several share becomes a chunk. Modules in `built` are not bundled again where they
 * are imported dynamically. `inline`: one classic script without exports. Rejects if a server file is in the graph.
 */
export async function bundleScripts(
  root: string,
  entryPoints: readonly string[],
  built: BuiltScripts,
  inline = false,
): Promise<readonly OutputChunk[]> {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entryPoints.map((path) => [basename(path).replace(/\.tsx?$/, ""), path])),
    platform: "browser",
    transform: {
      target: Object.entries(OLDEST_BROWSERS).map(([browser, version]) => `${browser}${version}`),
      jsx: { runtime: "automatic" },
      define: {
        "process.env.NODE_ENV": '"production"',
        // React's hook for its developer tools.
        __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined",
      },
    },
    plugins: [
      {
        name: "built-modules",
        resolveId(source, importer, { kind }) {
          if (kind !== "dynamic-import" || importer === undefined || !source.startsWith(".")) return null;
          const path = relative(root, join(dirname(importer), source));
          const found = built.get(path);
          if (found === undefined && inline) throw new Error(`${path} is not built before the script that imports it`);
          return found === undefined ? null : { id: found.url, external: "absolute" };
        },
      },
    ],
  });
  const { output } = await bundle.generate({
    format: inline ? "iife" : "es",
    minify: true,
    comments: false,
    hashCharacters: "base36",
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
    ...(inline && { codeSplitting: false }),
  });
  const chunks = output.filter((file) => file.type === "chunk");
  refuseServerFiles(
    root,
    chunks.flatMap(({ moduleIds }) => moduleIds),
  );
  return chunks;
}

function refuseServerFiles(root: string, modules: readonly string[]): void {
  const foreign = modules
    .filter((id) => !id.startsWith("\0"))
    .map((id) => relative(root, id))
    .filter((path) => !ALLOWED.some((allowed) => allowed.test(path)));
  if (foreign.length > 0) {
    throw new Error(`Server files in the client's module graph: ${foreign.join(", ")}. Pass what they hold as props.`);
  }
}
