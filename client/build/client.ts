import { createHash } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { basename, extname, join, relative, resolve } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { SPECULATION_RULES } from "../../src/shared/speculation.ts";
import type { IslandName } from "../islands.ts";
import { OLDEST_BROWSERS } from "./browser-versions.ts";
import { removeOthers, writeWhole } from "./files.ts";
import { buildFonts } from "./font.ts";
import { writeBuildFiles } from "./kept-files.ts";
import { buildPictures, type Drawings } from "./pictures.ts";
import { usedPartsOfReact } from "./react.ts";
import { shorten, shortenedBy } from "./shorten.ts";
import { collectStyles, LIBRARY_LAYER, stylesheetEntry } from "./styles.ts";

/**
 * Builds all files for the browser: the island loader and its chunks, the stylesheets and the font, with hashed names
 * in `assets/build/`. Writes `.build/manifest.json`, which tells the Worker those names. Fails if a server file is in
 * the client's module graph. wrangler runs it before each bundle (see `[build]` in wrangler.toml).
 */

const ROOT = resolve(import.meta.dirname, "../..");
const OUT = join(ROOT, "assets/build");
const MANIFEST = join(ROOT, ".build/manifest.json");
/** The URL path of `assets/build/`. */
const PUBLIC_PATH = "/build/";
/** The allowed sources of client code; any other file in its graph is a server file. */
const ALLOWED = [/^client\//, /^src\/shared\//, /^src\/.*-rules\.ts$/, /^node_modules\//, /^built:/];

const TARGET = Object.entries(OLDEST_BROWSERS).map(([browser, version]) => `${browser}${version}`);

const SCRIPT_OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  format: "esm",
  target: TARGET,
  jsx: "automatic",
  minify: true,
  metafile: true,
  legalComments: "none",
  define: {
    "process.env.NODE_ENV": '"production"',
    // React's hook for its developer tools.
    __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined",
  },
} as const;

/** The longest bridge script, bytes: it comes before everything else on its pages. */
const BRIDGE_MAX_BYTES = 2048;

const MAP_STYLESHEET = "leaflet";

const REACT = "client/react.ts";
const CHECKOUT = "client/islands/checkout.tsx";
const PAYMENT_BEGINNING = "client/checkout/begin-payment.ts";
const GIFT_STEP = "client/checkout/gift-step.ts";

/** An inline script, and the CSP source that allows it. */
export type InlineScript = { code: string; cspSource: string };

/** The facts of the build that the Worker needs. */
export type ClientManifest = {
  /** Changes with any byte of the build. */
  buildId: string;
  /** The inlined island loader. */
  loader: InlineScript;
  /** The inlined script of bridge and return pages. */
  bridge: InlineScript;
  /** The speculation rules, which count as a script. */
  speculationRules: InlineScript;
  islands: Record<IslandName, string>;
  /** Begins the checkout's payment before React has loaded; `files` are all files of the module. */
  paymentBeginning: { module: string; files: readonly string[] };
  /** Fills this tab's gift into its payment step. */
  giftStepScript: string;
  notFoundScript: string;
  /** One per kind of page, so that a page loads only one. */
  stylesheets: Record<string, string>;
  /** The extra stylesheet of the map of exam centres. */
  mapStylesheet: string;
  /** The font that pages preload. */
  font: string;
  /** The big drawings as files. */
  pictures: Drawings["pictures"];
  /** Drawings inside a page, as SVG markup. */
  inline: Drawings["inline"];
  icons: Drawings["icons"];
};

async function buildClient(): Promise<ClientManifest> {
  mkdirSync(OUT, { recursive: true });

  const fonts = await buildFonts(ROOT);
  const font = hashedFile("figtree-dutch", ".woff2", fonts.dutch);
  const wholeFont = hashedFile("figtree", ".woff2", fonts.whole);
  // Built before the loader, which imports them by their hashed names.
  const islandFiles = readdirSync(join(ROOT, "client/islands"))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `client/islands/${file}`);
  let scripts = joinMetafiles([]);
  // Each group is bundled apart, after its imports. Shared code is repeated in each, so that no page waits for a shared
  // chunk. Only the checkout shares a chunk: it takes over the session of its page's script.
  for (const files of [
    [REACT],
    ["client/auth/session.ts"],
    [PAYMENT_BEGINNING, CHECKOUT],
    ...islandFiles.filter((file) => file !== CHECKOUT).map((file) => [file]),
    [GIFT_STEP],
    ["client/light.ts"],
    ["client/not-found.ts"],
    ["client/end-visit.ts"],
  ]) {
    scripts = joinMetafiles([scripts, await buildChunks(files, scripts)]);
  }

  const loader = await buildInline("client/hydrate.ts", scripts);
  // A classic inline script: its names must not become the page's.
  const bridge = await buildInline("client/bridge.ts", scripts, { banner: "(()=>{", footer: "})()" });
  if (bridge.code.length > BRIDGE_MAX_BYTES) {
    throw new Error(`The bridge script has ${bridge.code.length} bytes; more than ${BRIDGE_MAX_BYTES} is too much.`);
  }

  const { pictures, backgrounds, inline, icons } = buildPictures(ROOT, (name, content) =>
    hashedFile(name, ".svg", content),
  );

  const stylesheets = await collectStyles(ROOT);
  const entries = new Map([...stylesheets].map(([name, css]) => [name, stylesheetEntry(css)]));
  // Leaflet's stylesheet loads with the map, after the page's. Its layer puts it below the page's rules.
  entries.set(MAP_STYLESHEET, `@import "leaflet/dist/leaflet.css" layer(${LIBRARY_LAYER});`);
  const styles = await buildFiles({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries([...entries.keys()].map((name) => [name, `stylesheet:${name}`])),
    outdir: OUT,
    bundle: true,
    target: TARGET,
    minify: true,
    metafile: true,
    entryNames: "[name]-[hash]",
    // Images of Leaflet's default marker and layers button, which the map does not use.
    loader: { ".png": "empty" },
    publicPath: PUBLIC_PATH,
    plugins: [
      {
        name: "stylesheet",
        setup(plugin) {
          plugin.onResolve({ filter: /^stylesheet:/ }, ({ path }) => ({
            path: path.replace("stylesheet:", ""),
            namespace: "stylesheet",
          }));
          plugin.onLoad({ filter: /./, namespace: "stylesheet" }, ({ path }) => ({
            contents: entries.get(path) ?? "",
            loader: "css",
            resolveDir: ROOT,
          }));
        },
      },
      {
        name: "font-url",
        setup(plugin) {
          plugin.onResolve({ filter: /^figtree-dutch\.woff2$/ }, () => ({ path: font, external: true }));
          plugin.onResolve({ filter: /^figtree\.woff2$/ }, () => ({ path: wholeFont, external: true }));
        },
      },
      {
        name: "background-urls",
        setup(plugin) {
          plugin.onResolve({ filter: /^picture:/ }, ({ path }) => {
            const src = backgrounds.get(path.replace("picture:", ""));
            return src === undefined ? { errors: [{ text: `No drawing for ${path}` }] } : { path: src, external: true };
          });
        },
      },
    ],
  });

  const files = [
    font,
    wholeFont,
    ...Object.values(pictures).map(({ src }) => src),
    ...backgrounds.values(),
    ...Object.keys(scripts.outputs),
    ...Object.keys(styles.metafile.outputs),
  ];
  const names = files.map((file) => basename(file));
  removeOthers(OUT, new Set([...names, ...writeBuildFiles(names)]));

  const manifest: Omit<ClientManifest, "buildId"> = {
    loader,
    bridge,
    speculationRules: inlineScript(SPECULATION_RULES),
    islands: Object.fromEntries(
      islandFiles.map((file) => [islandName(file), PUBLIC_PATH + basename(islandOutput(scripts, file))]),
    ) as ClientManifest["islands"],
    paymentBeginning: {
      module: publicPath(scripts, PAYMENT_BEGINNING),
      files: filesOf(scripts, PAYMENT_BEGINNING).map((path) => PUBLIC_PATH + basename(path)),
    },
    giftStepScript: publicPath(scripts, GIFT_STEP),
    notFoundScript: publicPath(scripts, "client/not-found.ts"),
    stylesheets: Object.fromEntries(
      [...stylesheets.keys()].map((name) => [name, publicPath(styles.metafile, `stylesheet:${name}`)]),
    ),
    mapStylesheet: publicPath(styles.metafile, `stylesheet:${MAP_STYLESHEET}`),
    font,
    pictures,
    inline,
    icons,
  };
  const buildId = createHash("sha256").update(JSON.stringify(manifest)).digest("hex").slice(0, 12);
  return { buildId, ...manifest };
}

/** Builds files, and writes each file whole. */
async function buildFiles(options: BuildOptions): Promise<{ metafile: Metafile }> {
  const { outputFiles, metafile } = await build({ ...options, metafile: true, write: false });
  for (const { path, contents, text } of outputFiles) {
    writeWhole(path, path.endsWith(".js") ? await shorten(path, text, TARGET) : contents);
  }
  return { metafile };
}

/**
 * Builds modules for the browser; code that several share becomes a chunk. Modules in `built` are not built again:
 * the new files import their files.
 */
async function buildChunks(entryPoints: string[], built: Metafile): Promise<Metafile> {
  const { metafile } = await buildFiles({
    ...SCRIPT_OPTIONS,
    entryPoints,
    outdir: OUT,
    splitting: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    publicPath: PUBLIC_PATH,
    // A part of the names' hashes only: rolldown removes it.
    banner: { js: `/* ${shortenedBy(TARGET)} */` },
    plugins: [
      entryPoints.includes(REACT)
        ? usedPartsOfReact(ROOT, { target: TARGET, define: SCRIPT_OPTIONS.define })
        : importBuilt(built),
    ],
  });
  refuseServerFiles(metafile);
  return metafile;
}

/**
 * Makes modules import files that are built already. Imports of React become imports from the built file that starts
 * React islands; dynamic imports of other built modules become imports of their files.
 */
function importBuilt(built: Metafile): Plugin {
  const find = (source: string) => Object.entries(built.outputs).find(([, { entryPoint }]) => entryPoint === source);
  return {
    name: "import-built",
    setup(plugin) {
      const react = find(REACT);
      if (react !== undefined) {
        const [file, { exports }] = react;
        plugin.onResolve({ filter: /^react(\/jsx-runtime)?$/ }, () => ({ path: "react", namespace: "built" }));
        plugin.onLoad({ filter: /./, namespace: "built" }, () => ({
          contents: `export { ${exports.join()} } from "${PUBLIC_PATH}${basename(file)}";`,
        }));
        plugin.onResolve({ filter: /./, namespace: "built" }, ({ path }) => ({ path, external: true }));
      }
      plugin.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        const source = relative(ROOT, join(resolveDir, path));
        const isOwnChunk = plugin.initialOptions.splitting && find(source) === undefined;
        return kind !== "dynamic-import" || isOwnChunk ? null : { path: publicPath(built, source), external: true };
      });
    },
  };
}

function joinMetafiles(metafiles: readonly Metafile[]): Metafile {
  return {
    inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
  };
}

/** Builds an inline script. Its dynamic imports are files that `metafile` describes. */
async function buildInline(
  entryPoint: string,
  metafile: Metafile,
  { banner = "", footer = "" } = {},
): Promise<InlineScript> {
  const { outputFiles, metafile: built } = await build({
    ...SCRIPT_OPTIONS,
    entryPoints: [entryPoint],
    write: false,
    banner: { js: banner },
    footer: { js: footer },
    plugins: [importBuilt(metafile)],
  });
  refuseServerFiles(built);
  return inlineScript((await shorten(entryPoint, outputFiles[0]?.text ?? "", TARGET)).trim());
}

function inlineScript(code: string): InlineScript {
  if (code.includes("</script"))
    throw new Error(`A script cannot be inlined: it holds '</script'. It begins with ${code.slice(0, 60)}`);
  return { code, cspSource: `'sha256-${createHash("sha256").update(code).digest("base64")}'` };
}

/** Writes content under a name that changes with it; returns its public URL. */
function hashedFile(name: string, extension: string, content: string | Uint8Array): string {
  const file = `${name}-${createHash("sha256").update(content).digest("hex").slice(0, 8)}${extension}`;
  writeWhole(join(OUT, file), content);
  return PUBLIC_PATH + file;
}

/** The name of an island: `client/islands/exam-map.ts` is `examMap`. */
function islandName(file: string): string {
  return basename(file, extname(file)).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The output of an island's module. Throws unless the module has exactly one export, which the loader uses. */
function islandOutput(metafile: Metafile, file: string): string {
  const output = outputOf(metafile, file);
  const exported = metafile.outputs[output]?.exports ?? [];
  if (exported.length !== 1 || (exported[0] === "enhance") === file.endsWith(".tsx")) {
    throw new Error(`${file} must export its component alone, or 'enhance' without React, not ${exported.join(", ")}`);
  }
  return output;
}

/** The URL of an entry point's output. */
function publicPath(metafile: Metafile, entryPoint: string): string {
  return PUBLIC_PATH + basename(outputOf(metafile, entryPoint));
}

/** A module's file and its static imports: with all names at once a browser fetches them in parallel. */
function filesOf(metafile: Metafile, entryPoint: string): string[] {
  const output = outputOf(metafile, entryPoint);
  return [output, ...(metafile.outputs[output]?.imports ?? []).map(({ path }) => path)];
}

function outputOf(metafile: Metafile, entryPoint: string): string {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entryPoint);
  if (found === undefined) throw new Error(`esbuild made no output for ${entryPoint}`);
  return found[0];
}

function refuseServerFiles(metafile: Metafile): void {
  const foreign = Object.keys(metafile.inputs).filter((path) => !ALLOWED.some((allowed) => allowed.test(path)));
  if (foreign.length > 0) {
    throw new Error(`Server files in the client's module graph: ${foreign.join(", ")}. Pass what they hold as props.`);
  }
}

const manifest = await buildClient();
writeWhole(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`client build ${manifest.buildId} -> ${relative(ROOT, OUT)}`);
