import { createHash } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { basename, extname, join, relative, resolve } from "node:path";
import { SPECULATION_RULES } from "../../src/shared/speculation.ts";
import type { IslandName } from "../islands.ts";
import { writeWhole } from "./files.ts";
import { buildFonts } from "./font.ts";
import { writeBuildFiles } from "./kept-files.ts";
import { buildPictures, type Drawings } from "./pictures.ts";
import { type BuiltScript, type BuiltScripts, bundleScripts } from "./scripts.ts";
import { bundleStylesheet, collectStyles, LIBRARY_LAYER, stylesheetEntry } from "./styles.ts";

/**
 * Builds all files for the browser: the island loader and its chunks, the stylesheets and the font, with hashed names
 * in `assets/build/`. Writes `.build/manifest.json`, which tells the Worker those names. Fails if a server file is in
 * the client's module graph. wrangler runs it before each bundle (see `[build]` in wrangler.toml).
 */

const ROOT = resolve(import.meta.dirname, "../..");
const OUT = join(ROOT, "assets/build");
const MANIFEST = join(ROOT, ".build/manifest.json");
const PUBLIC_PATH = "/build/";
/** The longest bridge script, bytes: it comes before everything else on its pages. */
const BRIDGE_MAX_BYTES = 2048;

const MAP_STYLESHEET = "leaflet";

const CHECKOUT = "client/islands/checkout.tsx";
const PAYMENT_BEGINNING = "client/checkout/begin-payment.ts";
const GIFT_STEP = "client/checkout/gift-step.ts";

export type InlineScript = { code: string; cspSource: string };

export type ClientManifest = {
  /** Changes with any byte of the build. */
  buildId: string;
  loader: InlineScript;
  bridge: InlineScript;
  /** The speculation rules, which count as a script. */
  speculationRules: InlineScript;
  islands: Record<IslandName, string>;
  /** Begins the checkout's payment before React has loaded; `files` are all files of the module. */
  paymentBeginning: { module: string; files: readonly string[] };
  giftStepScript: string;
  notFoundScript: string;
  /** One per kind of page, so that a page loads only one. */
  stylesheets: Record<string, string>;
  /** The extra stylesheet of the map of exam centres. */
  mapStylesheet: string;
  font: string;
  pictures: Drawings["pictures"];
  inline: Drawings["inline"];
  icons: Drawings["icons"];
};

async function buildClient(): Promise<ClientManifest> {
  mkdirSync(OUT, { recursive: true });

  const fonts = await buildFonts(ROOT);
  const font = hashedFile("figtree-dutch", ".woff2", fonts.dutch);
  const wholeFont = hashedFile("figtree", ".woff2", fonts.whole);
  const islandFiles = readdirSync(join(ROOT, "client/islands")).map((file) => `client/islands/${file}`);
  const scripts = new Map<string, BuiltScript>();
  // Each group is bundled apart, after its dynamic imports. Shared code is repeated in each, so that no page waits for a
  // shared chunk. Only the checkout shares a chunk: it takes over the session of its page's script.
  for (const files of [
    ["client/auth/session.ts"],
    [PAYMENT_BEGINNING, CHECKOUT],
    ...islandFiles.filter((file) => file !== CHECKOUT).map((file) => [file]),
    [GIFT_STEP],
    ["client/start-island.ts"],
    ["client/not-found.ts"],
    ["client/end-visit.ts"],
  ]) {
    for (const { fileName, code, imports, facadeModuleId, isEntry, exports } of await bundleScripts(
      ROOT,
      files,
      scripts,
    )) {
      writeWhole(join(OUT, fileName), code);
      const source = isEntry && facadeModuleId !== null ? relative(ROOT, facadeModuleId) : fileName;
      if (islandFiles.includes(source) && exports.join() !== "enhance")
        throw new Error(`${source} must export 'enhance' alone, not ${exports.join(", ")}`);
      scripts.set(source, { url: PUBLIC_PATH + fileName, imports: imports.map((name) => PUBLIC_PATH + name) });
    }
  }
  const urlOf = (source: string): string => (scripts.get(source) as BuiltScript).url;

  const loader = await buildInline("client/hydrate.ts", scripts);
  const bridge = await buildInline("client/bridge.ts", scripts);
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
  const urls = new Map([
    ["figtree-dutch.woff2", font],
    ["figtree.woff2", wholeFont],
    // Images of Leaflet's default marker and layers button, which the map does not use.
    ...["layers", "layers-2x", "marker-icon"].map((name) => [`images/${name}.png`, "data:,"] as const),
    ...[...backgrounds].map(([name, src]) => [`picture:${name}`, src] as const),
  ]);
  const styles = new Map<string, string>();
  for (const [name, css] of entries)
    styles.set(name, hashedFile(name, ".css", await bundleStylesheet(ROOT, css, urls)));

  const files = [
    font,
    wholeFont,
    ...Object.values(pictures).map(({ src }) => src),
    ...backgrounds.values(),
    ...[...scripts.values()].map(({ url }) => url),
    ...styles.values(),
  ];
  writeBuildFiles(files.map((file) => basename(file)));

  const manifest: Omit<ClientManifest, "buildId"> = {
    loader,
    bridge,
    speculationRules: inlineScript(SPECULATION_RULES),
    islands: Object.fromEntries(
      islandFiles.map((file) => [islandName(file), urlOf(file)]),
    ) as ClientManifest["islands"],
    paymentBeginning: {
      module: urlOf(PAYMENT_BEGINNING),
      files: [urlOf(PAYMENT_BEGINNING), ...(scripts.get(PAYMENT_BEGINNING)?.imports ?? [])],
    },
    giftStepScript: urlOf(GIFT_STEP),
    notFoundScript: urlOf("client/not-found.ts"),
    stylesheets: Object.fromEntries([...stylesheets.keys()].map((name) => [name, styles.get(name) ?? ""])),
    mapStylesheet: styles.get(MAP_STYLESHEET) ?? "",
    font,
    pictures,
    inline,
    icons,
  };
  const buildId = createHash("sha256").update(JSON.stringify(manifest)).digest("hex").slice(0, 12);
  return { buildId, ...manifest };
}

async function buildInline(entryPoint: string, scripts: BuiltScripts): Promise<InlineScript> {
  const [chunk] = await bundleScripts(ROOT, [entryPoint], scripts, true);
  return inlineScript((chunk?.code ?? "").trim());
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

const manifest = await buildClient();
writeWhole(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`client build ${manifest.buildId} -> ${relative(ROOT, OUT)}`);
