import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { bundleAsync } from "lightningcss";
import { rolldown } from "rolldown";
import { OLDEST_BROWSERS } from "./browser-versions.ts";

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
  const pages: PageBundle[] = [];
  for (const path of findFiles(root, "src", /-page\.tsx$/)) {
    const bundle = await rolldown({
      cwd: root,
      input: path,
      // Packages, and the build's manifest, which does not exist yet.
      external: /^[^./]|\.json$/,
      transform: { jsx: { runtime: "automatic" } },
    });
    const { output } = await bundle.generate({ codeSplitting: false });
    const { modules, code } = output[0];
    const used = Object.keys(modules).filter((id) => (modules[id]?.renderedLength ?? 0) > 0);
    pages.push({ path, modules: used.map((id) => relative(root, id)), code });
  }
  return pages;
}

/**
 * Makes one stylesheet of an entry and its imports, shortened for the oldest browsers. `urls`: the addresses of what the
 * sources name otherwise. Rejects for a name that is not among them.
 */
export async function bundleStylesheet(
  root: string,
  entry: string,
  urls: ReadonlyMap<string, string>,
): Promise<Uint8Array> {
  const name = join(root, "stylesheet.css");
  const { code } = await bundleAsync({
    filename: name,
    minify: true,
    // Versions are numbers of three bytes, the first of which is the major one.
    targets: Object.fromEntries(Object.entries(OLDEST_BROWSERS).map(([browser, major]) => [browser, major << 16])),
    resolver: {
      read: (path) => (path === name ? entry : readFileSync(path, "utf8")),
      resolve: (path, from) => (path.startsWith(".") ? join(dirname(from), path) : join(root, "node_modules", path)),
    },
    visitor: {
      Url(url) {
        if (/^(data:|#)/.test(url.url)) return url;
        const found = urls.get(url.url);
        if (found === undefined) throw new Error(`No file for url(${url.url})`);
        return { ...url, url: found };
      },
    },
  });
  return code;
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
