import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";

/** The first rules of every stylesheet, in this order. All others come with the modules that they belong to. */
const FOUNDATION = ["client/tokens.css", "client/base.css", "client/objects.css"];
/** The layer of a package's CSS. The shop's own layers win, whatever the order of loading. */
export const LIBRARY_LAYER = "library";
/**
 * Later layers win over earlier ones, whatever the selectors: a page's rules over a component's, and those over an
 * object's.
 */
const LAYERS = `@layer reset, tokens, base, ${LIBRARY_LAYER}, objects, components, pages;`;
/** A page that renders one of these loads its stylesheet, unless the page names another one (`stylesheet`). */
const DOCUMENTS: Readonly<Record<string, string>> = {
  "src/ui/document.tsx": "styles",
  "src/desk/desk-document.tsx": "desk",
};

/** A page's modules after tree shaking, and their code. */
type PageBundle = { path: string; modules: readonly string[]; code: string };

/**
 * The CSS files of each stylesheet, found from the pages. `x.css` is included if a page with that stylesheet uses the
 * module `x.tsx` beside it; so are the imports of `x.css`. Paths from `root`: those of `client/` first, then by the
 * file's name, so that moving a file changes no stylesheet (layers decide what wins). Rejects with every fault: CSS that
 * neither stands beside a module nor is imported, CSS that no page uses, and a page whose stylesheet lacks a class of its
 * markup.
 */
export async function collectStyles(root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = ["client", "src"]
    .flatMap((folder) => findFiles(root, folder, /\.css$/))
    .filter((path) => !FOUNDATION.includes(path));
  const owners = new Map(files.flatMap((css) => modulesBeside(root, css).map((module) => [module, css] as const)));
  const imports = new Map(files.map((css) => [css, importsOf(root, css)] as const));
  const classes = new Map([...FOUNDATION, ...files].map((css) => [css, classNames(join(root, css))] as const));

  const stylesheets = new Map<string, Set<string>>();
  const named = (await bundlePages(root)).flatMap((page) => {
    const own = Object.entries(DOCUMENTS).find(([path]) => page.modules.includes(path))?.[1];
    return own === undefined ? [] : [{ ...page, names: stylesheetsOf(join(root, page.path), own) }];
  });
  for (const { modules, names } of named) {
    const own = modules.flatMap((module) => owners.get(module) ?? []);
    const css = own.flatMap((path) => [path, ...(imports.get(path) ?? [])]);
    for (const name of names) stylesheets.set(name, new Set([...(stylesheets.get(name) ?? []), ...css]));
  }

  const claimed = new Set([...owners.values(), ...[...imports.values()].flat()]);
  const reached = new Set([...stylesheets.values()].flatMap((found) => [...found]));
  const faults = [
    ...files.filter((css) => !claimed.has(css)).map((css) => `${css} has no module beside it, and no CSS imports it.`),
    ...[...claimed].filter((css) => !reached.has(css)).map((css) => `No page uses ${css}.`),
    ...named.flatMap(({ path, code, names }) =>
      names.flatMap((name) => {
        const loaded = new Set([...FOUNDATION, ...(stylesheets.get(name) ?? [])]);
        return missingClasses(code, classes, loaded).map((missing) => `${path}: ${name}.css lacks ${missing}.`);
      }),
    ),
  ];
  if (faults.length > 0) throw new Error(`CSS that would be forgotten:\n${faults.join("\n")}`);
  return new Map([...stylesheets].map(([name, css]) => [name, [...css].sort(byFileName)] as const).sort());
}

function byFileName(one: string, other: string): number {
  const key = (path: string) => `${path.startsWith("client/") ? 0 : 1}${basename(path)}`;
  return key(one) < key(other) ? -1 : 1;
}

export function stylesheetEntry(css: readonly string[]): string {
  return [LAYERS, ...[...FOUNDATION, ...css].map((path) => `@import "./${path}";`)].join("\n");
}

/** Bundles each page apart, in memory: tree shaking leaves only the code that the page may show. */
async function bundlePages(root: string): Promise<PageBundle[]> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: findFiles(root, "src", /-page\.tsx$/),
    outdir: ".build/pages",
    bundle: true,
    format: "esm",
    jsx: "automatic",
    packages: "external",
    // The build's manifest, which does not exist yet.
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

/** The stylesheets that a page's file names, else its document's own. */
function stylesheetsOf(file: string, own: string): string[] {
  const names = [...readFileSync(file, "utf8").matchAll(/\sstylesheet="([\w-]+)"/g)].map(([, name = ""]) => name);
  return names.length === 0 ? [own] : [...new Set(names)];
}

/** Classes in the page's markup that some CSS file has, but none of the loaded ones. */
function missingClasses(
  code: string,
  classes: ReadonlyMap<string, ReadonlySet<string>>,
  loaded: ReadonlySet<string>,
): string[] {
  // The value after the name, up to the next comma or bracket outside a string.
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

/** The shared CSS that a file imports: `@import "./form.css"`. */
function importsOf(root: string, css: string): string[] {
  const text = readFileSync(join(root, css), "utf8");
  return [...text.matchAll(/@import "(\.[^"]+)"/g)].map(([, path = ""]) => join(dirname(css), path));
}

function modulesBeside(root: string, css: string): string[] {
  return [".tsx", ".ts"]
    .map((extension) => css.replace(/\.css$/, extension))
    .filter((path) => existsSync(join(root, path)));
}

function findFiles(root: string, folder: string, pattern: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => pattern.test(path));
}
