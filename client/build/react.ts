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
/** Rollup's sign for a module that is no file, before the name of a package. */
const MODULE = "\0module:";

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
        return { contents: output[0].code, resolveDir: join(path, "..") };
      });
    },
  };
}
