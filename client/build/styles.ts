import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";

/** What every stylesheet begins with, in this order; everything else comes with the modules that it belongs to. */
const FOUNDATION = ["client/tokens.css", "client/base.css", "client/objects.css"];
/** Where the CSS of a package goes: whatever it says, and whenever it comes, the shop's own look wins. */
export const LIBRARY_LAYER = "library";
/** Later layers win whatever the selectors: the look of one place over that of a component, and that over an object's. */
const LAYERS = `@layer reset, tokens, base, ${LIBRARY_LAYER}, objects, components, pages;`;
/** A page that loads a stylesheet renders this, and gets the first one unless it names another (`stylesheet`). */
const DOCUMENT = "src/components/document.tsx";
const DEFAULT_STYLESHEET = "styles";

/** A page's modules as far as its code holds something of them, and that code. */
type PageBundle = { path: string; modules: readonly string[]; code: string };

/**
 * The CSS files of each stylesheet, found from the pages: `x.css` is in when a page with that stylesheet uses something
 * of the module `x.tsx` beside it, and what `x.css` imports along with it. Paths from `root`, in the order of the alphabet
 * (layers settle what must win). Rejects with every fault that it finds: CSS beside no module, CSS that no page uses, and
 * a page whose stylesheet lacks a class that its markup has.
 */
export async function collectStyles(root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = ["client", "src"]
    .flatMap((folder) => findCss(root, folder))
    .filter((path) => !FOUNDATION.includes(path));
  const owners = new Map(files.flatMap((css) => modulesBeside(root, css).map((module) => [module, css] as const)));
  const imports = new Map(files.map((css) => [css, importsOf(root, css)] as const));
  const classes = new Map([...FOUNDATION, ...files].map((css) => [css, classNames(join(root, css))] as const));

  const stylesheets = new Map<string, Set<string>>();
  const pages = (await bundlePages(root)).filter(({ modules }) => modules.includes(DOCUMENT));
  const named = pages.map((page) => ({ ...page, names: stylesheetsOf(join(root, page.path)) }));
  for (const { modules, names } of named) {
    const own = modules.flatMap((module) => owners.get(module) ?? []);
    const css = own.flatMap((path) => [path, ...(imports.get(path) ?? [])]);
    for (const name of names) stylesheets.set(name, new Set([...(stylesheets.get(name) ?? []), ...css]));
  }

  const claimed = new Set(owners.values());
  const reached = new Set([...stylesheets.values()].flatMap((found) => [...found]));
  const faults = [
    ...files.filter((css) => !claimed.has(css)).map((css) => `${css} has no module of its name beside it.`),
    ...[...claimed].filter((css) => !reached.has(css)).map((css) => `No page uses the module of ${css}.`),
    ...named.flatMap(({ path, code, names }) =>
      names.flatMap((name) => {
        const loaded = new Set([...FOUNDATION, ...(stylesheets.get(name) ?? [])]);
        return missingClasses(code, classes, loaded).map((missing) => `${path}: ${name}.css lacks ${missing}.`);
      }),
    ),
  ];
  if (faults.length > 0) throw new Error(`CSS that would be forgotten:\n${faults.join("\n")}`);
  return new Map([...stylesheets].map(([name, css]) => [name, [...css].sort()] as const).sort());
}

/** The entry point of a stylesheet. */
export function stylesheetEntry(css: readonly string[]): string {
  return [LAYERS, ...[...FOUNDATION, ...css].map((path) => `@import "./${path}";`)].join("\n");
}

/** Bundles each page for itself, in memory: what tree shaking leaves is what the page may show. */
async function bundlePages(root: string): Promise<PageBundle[]> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: readdirSync(join(root, "src/pages"))
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => `src/pages/${file}`),
    outdir: ".build/pages",
    bundle: true,
    format: "esm",
    jsx: "automatic",
    packages: "external",
    // The build's manifest, which is not there yet.
    external: ["*.json"],
    metafile: true,
    write: false,
  });
  return Object.entries(metafile.outputs).map(([output, { entryPoint = "", inputs }]) => ({
    path: entryPoint,
    modules: Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0),
    code: outputFiles.find((file) => relative(root, file.path) === output)?.text ?? "",
  }));
}

/** The stylesheets that a page's file names. */
function stylesheetsOf(file: string): string[] {
  const names = [...readFileSync(file, "utf8").matchAll(/\sstylesheet="([\w-]+)"/g)].map(([, name = ""]) => name);
  return names.length === 0 ? [DEFAULT_STYLESHEET] : [...new Set(names)];
}

/** Classes in the page's markup that some CSS file has, but none of those that are loaded. */
function missingClasses(
  code: string,
  classes: ReadonlyMap<string, ReadonlySet<string>>,
  loaded: ReadonlySet<string>,
): string[] {
  // What stands behind the name, to the next comma or bracket that is in no string.
  const values = code.match(/className: (?:"[^"]*"|`[^`]*`|[^,}"`])+/g) ?? [];
  const words = new Set(
    values.flatMap((value) => (value.match(/"[^"]*"|`[^`]*`/g) ?? []).flatMap((text) => text.match(/[\w-]+/g) ?? [])),
  );
  return [...words].flatMap((word) => {
    const homes = [...classes].filter(([, names]) => names.has(word)).map(([css]) => css);
    return homes.length === 0 || homes.some((css) => loaded.has(css)) ? [] : [`.${word} of ${homes.join(" or ")}`];
  });
}

function classNames(file: string): Set<string> {
  const text = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, "");
  return new Set([...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name));
}

/** What a file takes along for a look that it shares: `@import "./form.css"`. */
function importsOf(root: string, css: string): string[] {
  const text = readFileSync(join(root, css), "utf8");
  return [...text.matchAll(/@import "(\.[^"]+)"/g)].map(([, path = ""]) => join(dirname(css), path));
}

function modulesBeside(root: string, css: string): string[] {
  return [".tsx", ".ts"]
    .map((extension) => css.replace(/\.css$/, extension))
    .filter((path) => existsSync(join(root, path)));
}

function findCss(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".css"))
    .map((path) => join(folder, path));
}
