import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { readFiles, type SourceFile } from "./source-files.ts";

/**
 * Imports only point to lower layers. Each room names the rooms from which its files may import (its own too, if it is
 * listed) and the packages, also for types. The rooms are in the order in which a request meets them.
 */
type Room = { files: RegExp; imports: readonly RegExp[]; packages: readonly RegExp[] };

const SHARED = /^src\/shared\//;
const CONTENT = /^src\/content\//;
const COMPONENTS = /^src\/components\//;
const PAGES = /^src\/pages\//;
const LEDGER = /^src\/ledger\//;
const SERVICES = /^src\/services\//;
const RESPONSE = /^src\/response\//;
const HANDLERS = /^src\/handlers\//;
const MAILS = /^src\/mails\//;
const WORKFLOWS = /^src\/workflows\//;
const PAGE_MEMORY = /^src\/response\/page-memory\.ts$/;
const APP = /^src\/app\.tsx$/;
const ROUTES = /^src\/routes\.ts$/;
const ADDRESSES = /^src\/addresses\.ts$/;
const ENV = /^src\/env\.ts$/;
const LOG = /^src\/log\.ts$/;
const CONTEXT = /^src\/context\.ts$/;
const ISLANDS = /^client\/islands\/[^/]+\.tsx$/;
const REGISTRY = /^client\/islands\.ts$/;
const MANIFEST = /^src\/client-manifest\.ts$/;

const BUILD = /^client\/build\//;
const MAKERS = /^assets\/makers\//;

const REACT = /^react$/;
const HONO = /^hono/;
const ZOD = /^zod/;
const PLATFORM = /^@cloudflare\/workers-types$/;

const ROOMS: readonly Room[] = [
  { files: /^src\/worker\.ts$/, imports: [APP, WORKFLOWS, PAGE_MEMORY, /^\.build\/pages\.ts$/], packages: [] },
  { files: APP, imports: [ROUTES, ADDRESSES, HANDLERS, RESPONSE, CONTEXT, ENV, LOG], packages: [HONO] },
  { files: ROUTES, imports: [HANDLERS, PAGES, SHARED], packages: [] },
  {
    files: HANDLERS,
    imports: [HANDLERS, RESPONSE, SERVICES, LEDGER, PAGES, CONTENT, SHARED, CONTEXT, ADDRESSES, ENV, LOG],
    packages: [HONO, REACT, ZOD, /^stripe$/],
  },
  {
    // The steps of Workflows, which run after the answer.
    files: WORKFLOWS,
    imports: [WORKFLOWS, MAILS, SERVICES, LEDGER, SHARED, MANIFEST, ENV, LOG],
    packages: [/^cloudflare:workers$/, PLATFORM],
  },
  { files: MAILS, imports: [MAILS, SERVICES, LEDGER, CONTENT, SHARED], packages: [PLATFORM] },
  {
    files: RESPONSE,
    imports: [RESPONSE, COMPONENTS, CONTENT, SHARED, CONTEXT, ENV, LOG, MANIFEST],
    packages: [REACT, /^react-dom\/server\.edge$/, HONO],
  },
  { files: LEDGER, imports: [LEDGER, SHARED, LOG], packages: [PLATFORM] },
  {
    files: SERVICES,
    imports: [SERVICES, LEDGER, SHARED, CONTEXT, ENV, LOG],
    packages: [HONO, ZOD, /^stripe$/, PLATFORM],
  },
  { files: PAGES, imports: [PAGES, COMPONENTS, CONTENT, SHARED, MANIFEST, ISLANDS], packages: [REACT] },
  {
    files: COMPONENTS,
    imports: [COMPONENTS, CONTENT, SHARED, MANIFEST, ISLANDS, REGISTRY],
    packages: [REACT, /^uqr$/, /^schema-dts$/],
  },
  { files: CONTENT, imports: [CONTENT, SHARED], packages: [] },
  { files: CONTEXT, imports: [ENV, PAGE_MEMORY], packages: [HONO] },
  { files: ADDRESSES, imports: [], packages: [] },
  { files: ENV, imports: [SHARED, LOG], packages: [PLATFORM] },
  { files: MANIFEST, imports: [/^\.build\//, /^client\/build\/client\.ts$/, SHARED], packages: [] },
  { files: LOG, imports: [], packages: [] },
  {
    files: /^client\/(?!build\/)/,
    imports: [/^client\//, SHARED],
    packages: [
      REACT,
      /^react\/jsx-runtime$/,
      /^react-dom\/client$/,
      /^leaflet$/,
      /^@stripe\/stripe-js/,
      /^@supabase\/auth-js$/,
    ],
  },
  {
    // The build makes the files of the browser and of the Worker. npm runs it, and nobody downloads it.
    files: BUILD,
    imports: [BUILD, APP, ROUTES, RESPONSE, MAILS, CONTENT, SHARED, ENV, LOG, REGISTRY, /^kv-seed\/wrangler\.ts$/],
    packages: [
      /^node:/,
      /^@rollup\/plugin-commonjs$/,
      /^esbuild$/,
      /^pdfkit$/,
      /^rolldown(\/utils)?$/,
      /^rollup$/,
      /^sharp$/,
      /^subset-font$/,
      /^svgo$/,
      /^zod$/,
    ],
  },
  {
    // The scripts that make pictures of drawings. Developers run them by hand, and nobody downloads them.
    files: MAKERS,
    imports: [MAKERS, CONTENT, SHARED, /^client\/build\/pictures\.ts$/, /^test\/browser\/chromium\.ts$/],
    packages: [/^node:/, /^sharp$/],
  },
  { files: SHARED, imports: [SHARED], packages: [] },
];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|(?:^|\n)\s*import\s+"([^"]+)"|import\("([^"]+)"\)/g;

const files = ["src", "client", "assets/makers"].flatMap((folder) => readFiles(folder, [".ts", ".tsx"]));

function importsOf(file: SourceFile): { package?: string; path?: string }[] {
  return [...file.text.matchAll(IMPORT)].map((match) => {
    const source = match[1] ?? match[2] ?? match[3] ?? "";
    return source.startsWith(".") ? { path: normalize(join(dirname(file.path), source)) } : { package: source };
  });
}

describe("the house", () => {
  test("the import reader finds imports of every kind", () => {
    const text =
      'import a from "./a.ts";\nimport "./b.ts";\nexport { c } from "./c.ts";\nconst d = import("./d.ts");\n';
    expect(importsOf({ path: "src/x.ts", text }).map((found) => found.path)).toEqual(
      ["a", "b", "c", "d"].map((name) => `src/${name}.ts`),
    );
  });

  test.each(files.map((file) => [file.path, file] as const))(
    "%s imports only from the rooms below it",
    (path, file) => {
      const room = ROOMS.find((candidate) => candidate.files.test(path));
      expect(room, `${path} is in no room`).toBeDefined();
      for (const found of importsOf(file)) {
        if (found.package !== undefined) {
          expect(
            room?.packages.some((allowed) => allowed.test(found.package ?? "")),
            `package ${found.package}`,
          ).toBe(true);
        } else {
          expect(
            room?.imports.some((allowed) => allowed.test(found.path ?? "")),
            `imports ${found.path}`,
          ).toBe(true);
        }
      }
    },
  );

  test("nothing imports in a circle, types neither", () => {
    const imports = new Map(
      files.map((file) => [file.path, importsOf(file).flatMap(({ path = "" }) => (path === "" ? [] : [path]))]),
    );
    const done = new Set<string>();
    const walk = (path: string, trail: readonly string[]): void => {
      expect(trail, `${path} is imported in a circle`).not.toContain(path);
      if (done.has(path)) return;
      for (const next of imports.get(path) ?? []) walk(next, [...trail, path]);
      done.add(path);
    };
    for (const file of files) walk(file.path, []);
  });

  test("only services/stripe.ts loads Stripe's package, and only when a payment needs it", () => {
    const loaders = files.filter((file) => /^import (?!type )[^;]*from "stripe"|import\("stripe"\)/m.test(file.text));
    expect(loaders.map((file) => file.path)).toEqual(["src/services/stripe.ts"]);
    expect(loaders[0]?.text).not.toMatch(/^import (?!type )[^;]*from "stripe"/m);
  });

  test("only services/accounts.ts verifies tokens, and only one file of the client takes the session library in", () => {
    const owners = (source: RegExp) => files.filter((file) => source.test(file.text)).map((file) => file.path);
    expect(owners(/from "hono\/utils\/jwt/)).toEqual(["src/services/accounts.ts"]);
    expect(owners(/^(?:import|export) (?!type )[^;]*from "@supabase\/auth-js"/m)).toEqual(["client/auth/library.ts"]);
  });

  test("no raw colour stands outside the tokens", () => {
    const styles = [...readFiles("src", [".css"]), ...readFiles("client", [".css"])];
    const raw = styles
      .filter((file) => file.path !== "client/tokens.css")
      .filter((file) => /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i.test(file.text.replaceAll(/\/\*[\s\S]*?\*\//g, "")));
    expect(raw.map((file) => file.path)).toEqual([]);
  });

  test("no component or page sets an inline style, which the content security policy would refuse", () => {
    const styled = files.filter((file) => file.path.startsWith("src/") && /\sstyle=\{/.test(file.text));
    expect(styled.map((file) => file.path)).toEqual([]);
  });

  test("every path of the URL contract is typed once", () => {
    const typed = files
      .filter((file) => file.path !== "src/shared/paths.ts")
      .filter((file) =>
        /"\/(klein-vaarbewijs|marifonie-cursus|cbr-examen|veelgestelde|algemene|antwoord|quiz|cursus-aanschaffen|betalen|interstitial|api\/\w)/.test(
          file.text,
        ),
      );
    expect(typed.map((file) => file.path)).toEqual([]);
  });
});
