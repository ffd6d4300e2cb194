import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Config, type CustomPlugin, optimize } from "svgo";

/**
 * Prepares the drawings in `assets/drawings/` for browsers. A drawing's folder decides how it is shown: `pictures/`
 * become files (cached once for all pages), `backgrounds/` become files that stylesheets name as `url("picture:name")`,
 * `inline/` become markup in a page's HTML (a phone's first screen must not wait for a file), and `icons/` become
 * markup in the text's colour.
 */

/** Width and height are CSS pixels: those of the view box. */
type PictureFile = { src: string; width: number; height: number };

export type Drawings = {
  pictures: Record<string, PictureFile>;
  /** Each drawing's public URL. */
  backgrounds: ReadonlyMap<string, string>;
  inline: Record<string, string>;
  icons: Record<string, string>;
};

/** The prefix of brands' own colours: literal values, not tokens. */
const BRAND = "brand-";

/**
 * The optimiser removes data for drawing programs and readers, and shortens paths and numbers. Groups and classes stay,
 * because stylesheets animate them.
 */
const SHORTEN: NonNullable<Config["plugins"]> = [
  "removeDoctype",
  "removeComments",
  "removeMetadata",
  "removeEditorsNSData",
  "removeTitle",
  "cleanupAttrs",
  "cleanupNumericValues",
  "convertColors",
  { name: "convertPathData", params: { applyTransforms: false } },
  "removeUnknownsAndDefaults",
  "sortAttrs",
];

/**
 * Adds the drawing's name to its ids, because a page holds several drawings. Removes titles, because the text beside a
 * drawing describes it.
 */
const inPage = (name: string): NonNullable<Config["plugins"]> => [
  { name: "prefixIds", params: { prefix: name, delim: "-", prefixClassNames: false } },
  "removeXMLNS",
  { name: "addAttributesToSVGElement", params: { attributes: [{ "aria-hidden": "true" }] } },
];

/** Each icon file has line attributes, for drawing programs. In a page `.icon` sets them once. */
const AS_ICON: CustomPlugin = {
  name: "as-icon",
  fn: () => ({
    element: {
      enter: (node, parent) => {
        if (parent.type === "root") node.attributes = { class: "icon", viewBox: node.attributes.viewBox ?? "" };
      },
    },
  }),
};

/** Builds all drawings of the shop's pages. `write` stores a file and returns its public URL. */
export function buildPictures(root: string, write: (name: string, content: string) => string): Drawings {
  const draw = <Result>(folder: string, make: (name: string, source: string) => Result): Record<string, Result> =>
    Object.fromEntries(
      readdirSync(join(root, DRAWINGS, folder)).map((file) => {
        const name = basename(file, ".svg");
        return [name, make(name, readDrawing(root, `${folder}/${name}`))];
      }),
    );
  return {
    pictures: draw("pictures", (name, source) => {
      const svg = shorten(source);
      return { src: write(name, svg), ...sizeOf(name, svg) };
    }),
    backgrounds: new Map(Object.entries(draw("backgrounds", (name, source) => write(name, shorten(source))))),
    inline: draw("inline", (name, source) => holdApart(shorten(source, inPage(name)))),
    icons: draw("icons", (name, source) => holdApart(shorten(source, [AS_ICON, ...inPage(name)]))),
  };
}

const DRAWINGS = "assets/drawings";

function readDrawing(root: string, path: string): string {
  const tokens = readFileSync(join(root, "client/tokens.css"), "utf8");
  return readFileSync(join(root, DRAWINGS, `${path}.svg`), "utf8").replaceAll(
    /<!ENTITY (\S+) "([^"]*)">/g,
    (declared, name: string) => {
      if (name.startsWith(BRAND)) return declared;
      const value = new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1];
      if (value === undefined) throw new Error(`${path}.svg: client/tokens.css has no colour ${name}`);
      return `<!ENTITY ${name} "${value}">`;
    },
  );
}

export function readInlineDrawing(root: string, path: string): string {
  return shorten(readDrawing(root, path), inPage(basename(path)));
}

function shorten(svg: string, plugins: NonNullable<Config["plugins"]> = []): string {
  return optimize(svg, { multipass: false, plugins: [...SHORTEN, ...plugins] }).data;
}

/** Puts a blank behind each text, so that a text browser does not join two numbers. A drawing shows none. */
const holdApart = (svg: string): string => svg.replaceAll("</text>", "</text> ");

function sizeOf(name: string, svg: string): { width: number; height: number } {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  if (width === undefined || height === undefined) throw new Error(`${name}.svg has no view box that begins at 0 0`);
  return { width: Number(width), height: Number(height) };
}
