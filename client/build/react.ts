import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";

/** React's file that calls other exports of React, by name. */
const CALLER = "node_modules/react-dom/cjs/react-dom-client.production.js";
const CALLS = /\bReact(?:DOM)?\.(\w+)/g;
/** A statement on one line, or a function to its end. */
const EXPORTS = /^exports\.(\w+) = (?:.*|function .*\{\n[\s\S]*?\n\});\n/gm;
/** The internal object behind `preload`, `flushSync` and similar functions, none of which is exported here. */
const DISPATCHER = /^var previousDispatcher = .*\n\w+\.d = \{\n[\s\S]*?\n\};\n/m;
/** The methods of a hydrated root, and `findDOMNode`: nothing calls them. */
const METHODS = /^ReactDOM\w+\.(?:prototype\.\w+|findDOMNode) =(?: .*=\n)?\s+function .*\{\n[\s\S]*?\n\s*\};\n/gm;

/**
 * Removes React's exports that nothing uses, and the code that only they use. React's files are CommonJS, in which
 * esbuild keeps every export. It keeps the names in `entry`, a path from `root`, and the names that React's own files
 * use. With React 19.3.1 and esbuild 0.28.2 the browser gets 61.8 KB instead of 65.6 KB (brotli 5). Without it the
 * checkout would exceed its limit of 75 KB of scripts (test/README.md).
 */
export function usedPartsOfReact(root: string, entry: string): Plugin {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  return {
    name: "used-parts-of-react",
    setup(plugin) {
      const calls = [...read(CALLER).matchAll(CALLS)].map(([, name]) => name);
      const used = new Set([...calls, ...(read(entry).match(/\w+/g) ?? [])]);
      plugin.onLoad({ filter: /\/react(-dom)?\/cjs\/.*\.production\.js$/ }, ({ path }) => ({
        contents: readFileSync(path, "utf8")
          .replaceAll(EXPORTS, (statement, name) => (used.has(name) ? statement : ""))
          .replace(DISPATCHER, "")
          .replaceAll(METHODS, ""),
      }));
    },
  };
}
