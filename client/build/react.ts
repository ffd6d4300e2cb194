import { join } from "node:path";
import commonjs from "@rollup/plugin-commonjs";
import { type Plugin, type TransformOptions, transform } from "esbuild";
import { rollup } from "rollup";

/** The files of React's packages that Rollup gets as ES modules. */
const REACT_FILES: Record<string, string> = {
  react: "react/cjs/react.production.js",
  "react/jsx-runtime": "react/cjs/react-jsx-runtime.production.js",
  "react-dom": "react-dom/cjs/react-dom.production.js",
  "react-dom/client": "react-dom/cjs/react-dom-client.production.js",
};
const SCHEDULER = "scheduler/cjs/scheduler.production.js";
/** All files of React in the bundle, in `node_modules/`. */
export const BUNDLED_FILES: readonly string[] = [...Object.values(REACT_FILES), SCHEDULER];
/** Rollup's sign for a module that is no file, before the name of a package. */
const MODULE = "\0module:";

/**
 * The names of fields that React alone writes and reads, in its fibers, hooks and roots. They become short: 1.3 KB of
 * the compressed file ([why](../../src/decisions/0071-short-names-inside-react.md)). A name of the browser's, of props,
 * of elements or of what React's callers give or get must never be in it.
 */
export const INTERNAL_FIELDS: RegExp = new RegExp(
  `^(${[
    "sibling|deletions|stateNode|elementType|memoized(Props|State)|pendingProps|updateQueue|subtreeFlags",
    "lanes|\\w+Lanes|dependencies|refCleanup|dehydrated|isDehydrated|hydrationErrors|treeContext|blockedOn",
    "base(State|Queue)|(first|last)BaseUpdate|lastRendered(Reducer|State)|(hasE|e)agerState|revertLane|lastEffect",
    "hiddenCallbacks|hiddenUpdates|memoCache|containerInfo|callback(Node|Priority)|cancelPendingCommit|timeoutHandle",
    "pendingContext|pooledCache|cachePool|pingCache|retry(Lane|Queue)|entanglements|expirationTimes|transitionTypes",
    "shellSuspendCounter|_[a-zA-Z]\\w+|unstable_\\w+",
  ].join("|")})$`,
);

/**
 * Bundles a file with the parts of React that it uses. React is CommonJS: esbuild and rolldown keep every export of it
 * that is required somewhere. Rollup removes the others, because each package is a module here that exports its file's
 * names, and React's files import that module ([why](../../src/decisions/0057-rollup-removes-unused-react.md)).
 */
export function usedPartsOfReact(root: string, options: TransformOptions): Plugin {
  const inPackages = (path = "") => join(root, "node_modules", path);
  return {
    name: "used-parts-of-react",
    setup(plugin) {
      plugin.onLoad({ filter: /\/client\/react\.ts$/ }, async ({ path }) => {
        const bundle = await rollup({
          input: path,
          // esbuild bundles our own files, and sees which they are.
          external: /^\./,
          plugins: [
            {
              name: "react-as-modules",
              resolveId(id) {
                if (id === "scheduler") return inPackages(SCHEDULER);
                return id in REACT_FILES ? MODULE + id : null;
              },
              load: (id) =>
                id.startsWith(MODULE)
                  ? `export * from ${JSON.stringify(inPackages(REACT_FILES[id.slice(MODULE.length)]))};`
                  : null,
              async transform(source, id) {
                if (id.startsWith("\0")) return null;
                const { code } = await transform(source, { ...options, loader: "ts" });
                return code;
              },
            },
            commonjs({ strictRequires: "auto", requireReturnsDefault: "namespace" }),
          ],
          // For example: a file of React has no such export.
          onwarn: ({ message }) => {
            throw new Error(message);
          },
        });
        const { output } = await bundle.generate({});
        const { code } = await transform(output[0].code, { mangleProps: INTERNAL_FIELDS });
        return { contents: code, resolveDir: join(path, "..") };
      });
    },
  };
}
