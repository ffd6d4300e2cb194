import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { readFiles, type SourceFile } from "./source-files.ts";

/**
 * Imports go down only. Each room names the rooms that its files may import from (its own included where it is listed)
 * and the packages. A file of `src/` that is in none of the folders is a room of its own.
 */
type Room = { files: RegExp; imports: readonly RegExp[]; packages: readonly RegExp[] };

const SHARED = /^src\/shared\//;
const CONTENT = /^src\/content\//;
const COMPONENTS = /^src\/components\//;
const PAGES = /^src\/pages\//;
const ISLANDS = /^client\/islands\/[^/]+\.tsx$/;
const REGISTRY = /^client\/islands\.ts$/;
const MANIFEST = /^src\/client-manifest\.ts$/;
const NO_PACKAGE: readonly RegExp[] = [];

const ROOMS: readonly Room[] = [
  { files: SHARED, imports: [SHARED], packages: NO_PACKAGE },
  { files: CONTENT, imports: [SHARED, CONTENT], packages: NO_PACKAGE },
  {
    files: COMPONENTS,
    imports: [SHARED, CONTENT, COMPONENTS, ISLANDS, REGISTRY, MANIFEST],
    // simple-icons: in the drawing that is only made at build time.
    packages: [/^react$/, /^simple-icons$/],
  },
  { files: PAGES, imports: [SHARED, CONTENT, COMPONENTS, PAGES, ISLANDS, MANIFEST], packages: [/^react$/] },
  {
    files: /^client\/(?!build)/,
    imports: [/^client\//, SHARED],
    packages: [/^react$/, /^react-dom\/client$/, /^leaflet$/, /^@stripe\/stripe-js/, /^@supabase\/auth-js$/],
  },
  {
    files: /^src\/[^/]+\.tsx?$/,
    imports: [/^src\//, /^client\/build\.ts$/, /^\.build\//, /^node_modules\/react-dom\//],
    packages: [/^react$/, /^react-dom\/server\.edge$/, /^hono/, /^zod/, /^stripe$/, /^@cloudflare\/workers-types$/],
  },
];

/** The top rooms, highest first: each may import those after it, never those before it. */
const STAIRS = ["src/worker.ts", "src/app.tsx", "src/routes.ts"];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|(?:^|\n)\s*import\s+"([^"]+)"|import\("([^"]+)"\)/g;

const files = [...readFiles("src", [".ts", ".tsx"]), ...readFiles("client", [".ts", ".tsx"])];

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
      if (path.startsWith("client/build")) return;
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

  test("the stairs are walked down only", () => {
    for (const file of files) {
      const own = STAIRS.indexOf(file.path);
      for (const { path = "" } of importsOf(file)) {
        const target = STAIRS.indexOf(path);
        if (target !== -1) expect(own !== -1 && own < target, `${file.path} imports ${path}`).toBe(true);
      }
    }
  });

  test("only payments.ts loads Stripe's package, and only when a payment needs it", () => {
    const loaders = files.filter((file) => /^import (?!type )[^;]*from "stripe"|import\("stripe"\)/m.test(file.text));
    expect(loaders.map((file) => file.path)).toEqual(["src/payments.ts"]);
    expect(loaders[0]?.text).not.toMatch(/^import (?!type )[^;]*from "stripe"/m);
  });

  test("only auth.ts verifies tokens, and only one file of the client takes the session library in", () => {
    const owners = (source: RegExp) => files.filter((file) => source.test(file.text)).map((file) => file.path);
    expect(owners(/from "hono\/utils\/jwt/)).toEqual(["src/auth.ts"]);
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
      .filter((file) => !file.path.startsWith("client/build") && file.path !== "src/shared/paths.ts")
      .filter((file) =>
        /"\/(klein-vaarbewijs|marifonie-cursus|cbr-examen|veelgestelde|algemene|antwoord|quiz|cursus-aanschaffen|betalen|interstitial|api\/\w)/.test(
          file.text,
        ),
      );
    expect(typed.map((file) => file.path)).toEqual([]);
  });
});
