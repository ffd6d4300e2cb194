import { mkdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type InputOptions, rolldown } from "rolldown";
import { readWranglerConfig } from "../../kv-seed/wrangler.ts";
import { termsDocument, withdrawalFormDocument } from "../../src/legal/legal-documents-copy.ts";
import { TERMS_COPY } from "../../src/legal/terms-copy.ts";
import { type Bindings, readSettings } from "../../src/server/env.ts";
import { LEGAL_PDF_PATHS } from "../../src/shared/paths.ts";
import { TOKEN_COLORS } from "../../src/shared/token-colors.ts";
import type { Trader } from "../../src/shared/trader.ts";
import { BRAND } from "../../src/ui/site-copy.ts";
import { buildExam } from "./exam.ts";
import { removeOthers, writeWhole } from "./files.ts";
import { readWholeFont } from "./font.ts";
import { type PdfLooks, renderLegalPdf } from "./legal-pdf.ts";
import { withoutUnusedStripe } from "./stripe.ts";

/**
 * Builds the Worker: the questions of the mock exam, the legal PDFs and the content pages of one configuration, then `.build/worker/` as several
 * modules, so that a new isolate compiles only the code for its first request. It needs the client's build, whose file
 * names are in the pages. wrangler uploads the modules unchanged (`no_bundle` in wrangler.toml). Option:
 * `--env production`, the environment in wrangler.toml with the vars for the pages.
 */

const ROOT = resolve(import.meta.dirname, "../..");
const PAGES = join(ROOT, ".build/pages");
const PAGES_INDEX = join(ROOT, ".build/pages.ts");
const WORKER = join(ROOT, ".build/worker");

/** Modules for browsers only; the server renders their islands without them. */
const BROWSER_ONLY = join(ROOT, "client/build/browser-only.cjs");

export const BUNDLE_OPTIONS = {
  cwd: ROOT,
  platform: "browser",
  external: [/^cloudflare:/, /^node:/],
  resolve: {
    conditionNames: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    alias: {
      // Its public entry also loads React's legacy renderer, 30 KB gzip that nothing here uses.
      "react-dom/server.edge": join(ROOT, "node_modules/react-dom/cjs/react-dom-server.edge.production.js"),
      leaflet: BROWSER_ONLY,
      "@supabase/auth-js": BROWSER_ONLY,
    },
  },
  transform: {
    target: "es2024",
    jsx: { runtime: "automatic" },
    define: { "process.env.NODE_ENV": '"production"' } as Record<string, string>,
  },
  plugins: [withoutUnusedStripe],
} as const satisfies InputOptions;

/**
 * Bundles an entry point as the modules of a Worker; the main one is `worker.mjs`. They are uploaded together, so their names
 * need no hashes. Unchanged files are not written again.
 */
export async function buildWorker(entry: string, outdir: string): Promise<void> {
  const bundle = await rolldown({ ...BUNDLE_OPTIONS, input: { worker: entry } });
  const { output } = await bundle.generate({
    minify: true,
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name].mjs",
  });
  writeFolder(
    resolve(ROOT, outdir),
    new Map(output.map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source])),
  );
}

type Vars = Readonly<Record<string, string>>;

/** How the PDFs of a seller look. */
export const legalLooks = ({ legalName }: Trader): PdfLooks => ({
  brand: BRAND,
  author: legalName ?? BRAND,
  changedAt: TERMS_COPY.lastChanged,
  font: readWholeFont(ROOT),
  strip: [TOKEN_COLORS["--port"], TOKEN_COLORS["--starboard"], TOKEN_COLORS["--yellow"]],
  ink: TOKEN_COLORS["--ink"],
  muted: TOKEN_COLORS["--ink-2"],
});

/** Writes the terms and the model form as PDFs. The vars of an environment name the seller. */
async function buildLegalPdfs(vars: Vars): Promise<void> {
  const { trader } = readSettings(vars as unknown as Bindings);
  const documents = { terms: termsDocument(trader), withdrawalForm: withdrawalFormDocument(trader) };
  for (const name of Object.keys(documents) as (keyof typeof documents)[]) {
    writeWhole(join(ROOT, "assets", LEGAL_PDF_PATHS[name]), await renderLegalPdf(documents[name], legalLooks(trader)));
  }
  writeWhole(join(ROOT, ".build/documents.json"), `${JSON.stringify({ trader })}\n`);
}

/** Renders and stores each content page in each flow, with the vars of an environment. */
async function buildPages(vars: Vars): Promise<void> {
  const bundle = await rolldown({ ...BUNDLE_OPTIONS, input: join(ROOT, "client/build/pages.ts") });
  const { output } = await bundle.generate({ codeSplitting: false });
  const script = join(ROOT, ".build/build-pages.mjs");
  writeWhole(script, output[0].code);
  const { renderContentPages } = (await import(pathToFileURL(script).href)) as typeof import("./pages.ts");
  // A page without prices is the same in every flow and is stored once.
  const files = new Map<string, string>();
  const pages = [...(await renderContentPages(vars))].map(([key, page]) => {
    const json = JSON.stringify(page);
    const file = files.get(json) ?? `page-${files.size}.json`;
    files.set(json, file);
    return { key, file };
  });
  writeFolder(PAGES, new Map([...files].map(([json, file]) => [file, json])));
  writeWhole(
    PAGES_INDEX,
    `import type { BuiltPages } from "../src/server/http/page-memory.ts";

/** Made by client/build/worker.ts. */
export const BUILT_PAGES: BuiltPages = {
  vars: ${JSON.stringify(vars)},
  pages: {
${pages.map(({ key, file }) => `    ${JSON.stringify(key)}: () => import("./pages/${file}"),`).join("\n")}
  },
};
`,
  );
}

function writeFolder(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) writeWhole(join(folder, name), content);
  removeOthers(folder, new Set(files.keys()));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { env: { type: "string" } } });
  const environment = values.env === undefined ? {} : { env: values.env };
  const vars = (await readWranglerConfig({ remote: false, ...environment })).vars as Vars;
  buildExam(ROOT);
  await buildLegalPdfs(vars);
  await buildPages(vars);
  await buildWorker("src/worker.ts", WORKER);
  console.log(`Worker build -> ${relative(ROOT, WORKER)}`);
}
