import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { BUNDLE_OPTIONS } from "../../client/build/worker.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { type BenchWorker, bundleWorker, CONFIG, ROOT } from "./workerd.ts";

/**
 * The KVB1 page as other frameworks' own servers render it, on the same raw workerd: React alone, React Router in
 * framework mode, and Astro with its Cloudflare adapter. Each renders the shop's own page (`frameworks/page.ts`), a
 * React component with its props, and sends it without a script of the framework. They are installed on request (`npm
 * run bench -- --compare`) into `.build/frameworks/` and are no part of the lock file. React is the shop's own.
 */

const PACKAGES = {
  "react-router": "8.5.1",
  "@react-router/dev": "8.4.0",
  astro: "7.3.5",
  "@astrojs/react": "7.0.0",
  "@astrojs/cloudflare": "14.3.3",
  vite: "8.3.8",
} as const;

const APPS = join(ROOT, "test/bench/frameworks");
const HOME = join(ROOT, ".build/frameworks");
const REACT_ROUTER = join(HOME, "react-router");
const ASTRO = join(HOME, "astro");

const DEFINE = { ...BUNDLE_OPTIONS.define, VARS: JSON.stringify(CONFIG.vars) };

/** The query with which the shop is asked for the markup of `astroTemplate`. */
const MARK = "?mark=1";

export type Framework = { what: string; path: string; worker: BenchWorker };

/** The Worker that renders each page afresh with React alone: KVB1, and the FAQ at its path. */
export function bundleReact(folder: string, plugins: Plugin[] = []): ReturnType<typeof bundleWorker> {
  return bundleWorker(join(APPS, "react.tsx"), folder, { define: DEFINE, plugins });
}

/**
 * Installs and builds the frameworks. `folder` takes the modules for workerd; a shop at `origin` gives the markup.
 */
export async function buildFrameworks(folder: string, origin: string): Promise<readonly Framework[]> {
  // This comes first, because an installation takes longer than a connection stays open.
  const markup = await (await fetch(`${origin}${PATHS.kvb1}${MARK}`)).text();
  install();
  cpSync(APPS, HOME, { recursive: true });
  writeFileSync(join(ASTRO, "src/pages/template.astro"), astroTemplate(markup));
  // React is not bundled. The frameworks find it in the shop's own packages.
  await build({
    ...BUNDLE_OPTIONS,
    entryPoints: [join(APPS, "page.ts")],
    outfile: join(HOME, "page.js"),
    splitting: false,
    minify: true,
    define: DEFINE,
    external: ["react", "react/*"],
    write: true,
  });
  run("npx", ["react-router", "build"], REACT_ROUTER);
  run("npx", ["astro", "build"], ASTRO);

  const one = async (name: string, what: string, entry: string) => ({
    what,
    path: "/",
    worker: { name, modules: await bundleWorker(entry, join(folder, `bundle-${name}`)) },
  });
  const astro = await one("astro", `Astro ${PACKAGES.astro}, the page in React`, join(ASTRO, "dist/server/entry.mjs"));
  return [
    {
      what: "React alone",
      path: "/",
      worker: { name: "react", modules: await bundleReact(join(folder, "bundle-react")) },
    },
    await one("react-router", `React Router ${PACKAGES["react-router"]}`, join(REACT_ROUTER, "worker.js")),
    astro,
    { ...astro, what: `Astro ${PACKAGES.astro}, the page as its template`, path: "/template" },
  ];
}

/**
 * The page as the cheapest possible Astro page: fixed markup, in which it computes only the query that the links carry.
 */
function astroTemplate(markup: string): string {
  const parts = markup.split(/(<(script|style)\b.*?<\/\2>)/s).filter((_, index) => index % 3 < 2);
  const body = parts.map((part, index) =>
    index % 2 === 1
      ? part.replace(/^<(script|style)/, "<$1 is:inline")
      : part
          .replaceAll(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`)
          .replaceAll(/"([^"]*)\?mark=1([^"]*)"/g, '{"$1" + search + "$2"}'),
  );
  return `---\nconst { search } = Astro.url;\n---\n${body.join("")}`;
}

function install(): void {
  const isThere = Object.entries(PACKAGES).every(([name, version]) => {
    const manifest = join(HOME, "node_modules", name, "package.json");
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === version;
  });
  if (isThere) return;
  mkdirSync(HOME, { recursive: true });
  writeFileSync(join(HOME, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const packages = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  // Without peers, or React would be installed a second time.
  run(
    "npm",
    ["install", "--no-save", "--no-package-lock", "--legacy-peer-deps", "--ignore-scripts", ...packages],
    HOME,
  );
}

function run(command: string, args: readonly string[], cwd: string): void {
  console.error(`${command} ${args.join(" ")} ...`);
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", ASTRO_TELEMETRY_DISABLED: "1", WRANGLER_SEND_METRICS: "false" },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
}
