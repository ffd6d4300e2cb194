import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";

/** Which file of React's calls others of them, and by which names. */
const CALLER = "node_modules/react-dom/cjs/react-dom-client.production.js";
const CALLS = /\bReact(?:DOM)?\.(\w+)/g;
/** A statement on one line, or a function to its end. */
const EXPORTS = /^exports\.(\w+) = (?:.*|function .*\{\n[\s\S]*?\n\});\n/gm;
/** What `preload`, `flushSync` and the like of React's other file would call: none of them is ever exported here. */
const DISPATCHER = /^var previousDispatcher = .*\n\w+\.d = \{\n[\s\S]*?\n\};\n/m;
/** What one could do with a root that has been hydrated, and `findDOMNode`: nobody does. */
const METHODS = /^ReactDOM\w+\.(?:prototype\.\w+|findDOMNode) =(?: .*=\n)?\s+function .*\{\n[\s\S]*?\n\s*\};\n/gm;

/**
 * Leaves out what React exports and nobody calls, and what only that calls, 3 KB: its files are CommonJS, in which a
 * bundler cannot see that. Kept is what `entry` names, a path from `root`, and what React's files call of each other.
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
