import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/**
 * Turns the big drawings into SVG files of their own. As files they are cached once for all pages and cost a page's
 * HTML and its rendering next to nothing. Their colours are filled in from the tokens, because a stylesheet of the page
 * does not reach into an image.
 */

/** name -> the component that draws it, and its props. Sizes are those of its view box. */
const PICTURES = {
  "poster-intro": { module: "poster-intro", component: "PosterIntro" },
  "poster-quiz-1": { module: "poster-quiz", component: "PosterQuiz", props: { number: 1 } },
  "poster-quiz-2": { module: "poster-quiz", component: "PosterQuiz", props: { number: 2 } },
  "poster-quiz-3": { module: "poster-quiz", component: "PosterQuiz", props: { number: 3 } },
  "poster-quiz-4": { module: "poster-quiz", component: "PosterQuiz", props: { number: 4 } },
  "poster-quiz-5": { module: "poster-quiz", component: "PosterQuiz", props: { number: 5 } },
  "payment-methods": { module: "payment-methods", component: "PaymentMethods" },
  "five-buoys": { module: "five-buoys", component: "FiveBuoys" },
  "licence-power": { module: "licence-measures", component: "LicencePower" },
  "licence-length": { module: "licence-measures", component: "LicenceLength" },
  "licence-speed": { module: "licence-measures", component: "LicenceSpeed" },
  "harbour-entrance": { module: "harbour-entrance", component: "HarbourEntrance" },
  "not-found-scene": { module: "not-found-scene", component: "NotFoundScene" },
  "error-scene": { module: "error-scene", component: "ErrorScene" },
} as const satisfies Record<string, Drawing>;

/** The same for charts that only stylesheets show, as `url("picture:hero-chart-wide")`. */
const BACKGROUNDS: Readonly<Record<string, Drawing>> = {
  "hero-chart-wide": { module: "hero-chart", component: "HeroChartWide" },
  "chart-corner": { module: "chart-corner", component: "ChartCorner" },
  "head-contours": { module: "head-contours", component: "HeadContours" },
};

/** The same for drawings that stand in a page's HTML: what a phone's first screen shows must not wait for a file. */
const INLINE = {
  "hero-chart-narrow": { module: "hero-chart", component: "HeroChartNarrow" },
  "coast-edge": { module: "coast-edge", component: "CoastEdge" },
  "scene-kvb1": { module: "scene-kvb1", component: "SceneKvb1" },
  "scene-kvb2": { module: "scene-kvb2", component: "SceneKvb2" },
  "scene-marifonie": { module: "scene-marifonie", component: "SceneMarifonie" },
  "scene-exam": { module: "scene-exam", component: "SceneExam" },
} as const satisfies Record<string, Drawing>;

type Drawing = { module: string; component: string; props?: Record<string, unknown> };

export type PictureName = keyof typeof PICTURES;
export type InlineName = keyof typeof INLINE;
/** Width and height are CSS pixels. */
export type PictureFile = { src: string; width: number; height: number };

const DRAWINGS = "src/components/drawings";

export type Drawings = {
  /** Files that pages show. */
  pictures: Record<PictureName, PictureFile>;
  /** Name -> public URL of files that stylesheets show. */
  backgrounds: ReadonlyMap<string, string>;
  /** SVG markup. */
  inline: Record<InlineName, string>;
};

/** Draws everything; files go to `write`, which returns their public URL. */
export async function buildPictures(root: string, write: (name: string, content: string) => string): Promise<Drawings> {
  const drawn = await importDrawings(root);
  const colours = readColours(root);
  const draw = ({ module, component, props = {} }: Drawing): string => {
    const Component = drawn[component];
    if (Component === undefined) throw new Error(`${module}.tsx does not export ${component}`);
    return standalone(renderToStaticMarkup(createElement(Component, props)), colours);
  };
  return {
    pictures: mapValues(PICTURES, (drawing, name) => {
      const svg = draw(drawing);
      return { src: write(name, svg), ...sizeOf(svg) };
    }),
    backgrounds: new Map(Object.entries(BACKGROUNDS).map(([name, drawing]) => [name, write(name, draw(drawing))])),
    // In a page words are in the page's font.
    inline: mapValues(INLINE, (drawing) =>
      draw(drawing)
        .replace(/ xmlns="[^"]+"/, ' aria-hidden="true"')
        .replaceAll(/ font-family="[^"]+"/g, ""),
    ),
  };
}

function mapValues<Name extends string, Result>(
  drawings: Readonly<Record<Name, Drawing>>,
  map: (drawing: Drawing, name: Name) => Result,
): Record<Name, Result> {
  const names = Object.keys(drawings) as Name[];
  return Object.fromEntries(names.map((name) => [name, map(drawings[name], name)])) as Record<Name, Result>;
}

async function importDrawings(root: string): Promise<Record<string, ComponentType<Record<string, unknown>>>> {
  const drawings: readonly Drawing[] = [PICTURES, BACKGROUNDS, INLINE].flatMap((group) =>
    Object.values<Drawing>(group),
  );
  const modules = [...new Set(drawings.map(({ module }) => module))];
  const bundle = await build({
    absWorkingDir: root,
    stdin: {
      contents: modules.map((name) => `export * from "./${DRAWINGS}/${name}.tsx";`).join("\n"),
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    packages: "external",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  mkdirSync(join(root, ".build"), { recursive: true });
  // A name of its own for each run: builds may overlap, and Node remembers modules by their address.
  const file = join(root, `.build/drawings-${process.pid}.mjs`);
  writeFileSync(file, bundle.outputFiles[0]?.text ?? "");
  const drawn = await import(pathToFileURL(file).href);
  rmSync(file, { force: true });
  return drawn;
}

/** Class -> attribute with the token's value filled in, from the drawings' own stylesheet. */
function readColours(root: string): ReadonlyMap<string, string> {
  const tokens = new Map(
    [...readFileSync(join(root, "client/tokens.css"), "utf8").matchAll(/(--[\w-]+): ([^;]+);/g)].map((match) => [
      match[1],
      match[2],
    ]),
  );
  const rules = readFileSync(join(root, DRAWINGS, "drawings.css"), "utf8").matchAll(
    /\.([fs]-[\w-]+) \{\s*(fill|stroke): var\((--[\w-]+)(?:, [^)]*)?\);/g,
  );
  return new Map(
    [...rules].map(([, name = "", property, token]) => [name, `${property}="${tokens.get(token ?? "")}"`]),
  );
}

/** Classes become attributes: an image that needs no stylesheet of its own needs no exception in its policy. */
function standalone(svg: string, colours: ReadonlyMap<string, string>): string {
  return svg
    .replace(
      /^<svg [^>]*?(viewBox="[^"]+")( preserveAspectRatio="[^"]+")?[^>]*>/,
      (_, box, ratio = "") => `<svg xmlns="http://www.w3.org/2000/svg" ${box}${ratio} fill="none">`,
    )
    .replaceAll(/ (?:aria-hidden|focusable)="[^"]*"/g, "")
    .replaceAll(/<text(?= |>)/g, '<text font-family="system-ui, sans-serif"')
    .replaceAll(/<([a-z]+)([^>]*?) class="([^"]+)"([^>]*)>/g, (_, tag, before, names, after) => {
      const attributes = names.split(" ").map((name: string) => colours.get(name) ?? WORDS.get(name) ?? "");
      return `<${[tag, ...attributes.filter(Boolean)].join(" ")}${before}${after}>`;
    });
}

/** How the drawings' words look, as attributes; on the pages a stylesheet says it. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["soundings", 'font-size="15" font-style="italic"'],
  ["five-buoys-number", 'font-size="17" font-weight="800" text-anchor="middle"'],
  ["payment-methods-word", 'font-size="15" font-weight="800"'],
]);

function sizeOf(svg: string): { width: number; height: number } {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  if (width === undefined || height === undefined)
    throw new Error(`A picture without a view box: ${svg.slice(0, 100)}`);
  return { width: Number(width), height: Number(height) };
}
