import { dirname } from "node:path";
import { expect, test } from "vitest";
import { table } from "../table.ts";
import { importsOf, readFiles, type SourceFile } from "./source-files.ts";

/**
 * Imports only point down, also for types. Two things of a file decide: its wing (the folder below `src/`) and its role
 * (the last word of its name). Promises need floors: a file imports from its own wing and from lower floors. Techniques
 * need roles: a page does no I/O, copy has no markup, and browsers run rules only.
 */
const FLOORS: readonly (readonly string[])[] = table(`
  worker.ts
  app.tsx
  routes.ts | workflows.ts
  spelling.ts
  upkeep    | desk
  shop      | paying | orders
  free      | gifts
  courses   | legal  | ledger
  server
  ui
  shared
`);

const PLATFORM = "@cloudflare/workers-types|cloudflare:workers";
const packageOf = (name: string) => new RegExp(`^(${name === "PLATFORM" ? PLATFORM : name})$`);

/** What a role may import: roles, and packages. */
const ROLES = new Map(
  table(`
  # Starts the Worker.
  entry   | handler http steps rules                        |
  # Answers a request.
  handler | handler http service page part copy rules       | hono.* react stripe zod.*
  # How answers are sent: the rest of server/http/.
  http    | handler http service page part copy rules       | hono.* react react-dom/server.edge
  # Runs after an answer, in a Workflow or by the clock.
  steps   | steps mail service copy rules                   | PLATFORM
  # The text of one mail, and the sheets that go with it.
  mail    | mail service part copy rules                    | PLATFORM
  page    | page part copy rules                            | react
  # Markup of a page: any other .tsx, -markup, -drawing.
  part    | part copy rules                                 | react uqr schema-dts
  # Dutch, without markup.
  copy    | copy rules                                      |
  # A .ts without a role: it talks to the outside, and holds secrets.
  service | service rules                                   | hono/utils/.* stripe zod.* PLATFORM
  # Pure, safe in a browser: -rules, and all of shared/.
  rules   | rules                                           |
`).map(([role = "", imports = "", packages = ""]) => [
    role,
    { imports: imports.split(" "), packages: packages.split(" ").filter(Boolean).map(packageOf) },
  ]),
);

function roleOf(path: string): string {
  if (path === "src/worker.ts") return "entry";
  if (/^src\/(app|routes|spelling)\.tsx?$/.test(path)) return "handler";
  if (path === "src/workflows.ts") return "steps";
  if (path.startsWith("src/shared/") || path === MANIFEST) return "rules";
  if (path.endsWith("-handler.ts")) return "handler";
  const [, name] =
    /-(handler|page)\.tsx$|-(steps|mail|copy|rules|markup|drawing)\.ts$/.exec(path)?.filter(Boolean) ?? [];
  if (name === "markup" || name === "drawing") return "part";
  if (name !== undefined) return name;
  if (path.startsWith("src/server/http/")) return "http";
  return path.endsWith(".tsx") ? "part" : "service";
}

const wingOf = (path: string) => path.split("/")[1] ?? "";
/** The number of the floor of a file below `src/`, from the top. */
const floorOf = (path: string) => FLOORS.findIndex((wings) => wings.includes(wingOf(path)));

const MANIFEST = "src/ui/client-manifest.ts";

/** What a file imports, and may not. Empty if all is well. */
function breachesOf(path: string, found: { package?: string; path?: string }): string[] {
  const role = roleOf(path);
  const { imports = [], packages = [] } = ROLES.get(role) ?? {};
  if (found.package !== undefined)
    return packages.some((allowed) => allowed.test(found.package ?? "")) ? [] : [`${role} uses ${found.package}`];
  const { path: to = "" } = found;
  if (!to.startsWith("src/")) {
    const allowed = OUTSIDE.some(([from, target]) => from.test(path) && target.test(to));
    return allowed ? [] : [`imports ${to}`];
  }
  const breaches: string[] = [];
  const isLower = wingOf(path) === wingOf(to) || floorOf(path) < floorOf(to);
  if (!isLower) breaches.push(`${wingOf(path)} imports ${wingOf(to)}`);
  if (!imports.includes(roleOf(to))) breaches.push(`${role} imports ${roleOf(to)}: ${to}`);
  return breaches;
}

/** What `src/` may import from elsewhere: the checkout, so that server and browser render the same. */
const OUTSIDE: readonly (readonly [RegExp, RegExp])[] = [
  [/\.tsx$/, /^client\/checkout\/checkout\.tsx$/],
  [/^src\/ui\/island\.tsx$/, /^client\/islands\.ts$/],
  [/^src\/ui\/client-manifest\.ts$/, /^\.build\/|^client\/build\/client\.ts$/],
  [/^src\/worker\.ts$/, /^\.build\/pages\.ts$/],
  [/^src\/free\/mock-exam\/bank\/bank-copy\.ts$/, /^\.build\/exam\//],
];

/** The rooms outside `src/`, which have no roles: what their files may import, and which packages. */
const RULES = "src/shared/.*|.*-rules\\.ts";
const ROOMS = [
  [
    "client/build/.*",
    `client/build/.*|${RULES}|.*-copy\\.ts|src/(app\\.tsx|routes\\.ts)|client/islands\\.ts|kv-seed/wrangler\\.ts|src/server/(env|log|http/page-memory|mail/compose-mail)\\.ts`,
    "node:.*|zod.*|pdfkit|lightningcss|rolldown|sharp|subset-font|svgo",
  ],
  // What browsers run. From copy only types: the build refuses the texts.
  [
    "client/.*",
    `client/.*|${RULES}|.*-copy\\.ts`,
    "react|react/jsx-runtime|react-dom/client|leaflet|@stripe/stripe-js.*|@supabase/auth-js",
  ],
  // The scripts that make pictures of drawings. Developers run them by hand, and nobody downloads them.
  [
    "assets/makers/.*",
    `assets/makers/.*|${RULES}|.*-copy\\.ts|client/build/pictures\\.ts|test/browser/chromium\\.ts`,
    "node:.*|sharp",
  ],
  // The operators' tool runs the Worker's own functions, but answers no request.
  [
    "kv-seed/.*",
    "kv-seed/.*|client/build/.*|src/(?!.*-(handler|page|steps)\\.tsx?$)(?!app|routes|worker).*",
    `node:.*|stripe|zod.*|wrangler|${PLATFORM}`,
  ],
  // A test may import what it tests.
  ["test/.*", ".*", ".*"],
].map((room) => room.map((names) => new RegExp(`^(${names})$`)) as [files: RegExp, imports: RegExp, packages: RegExp]);

const files = ["src", "client", "assets/makers", "kv-seed", "test"].flatMap((folder) =>
  readFiles(folder, [".ts", ".tsx"]),
);
const product = files.filter(({ path }) => !path.startsWith("test/"));
const sources = files.filter(({ path }) => path.startsWith("src/"));

function withoutTypes({ path, text }: SourceFile): SourceFile {
  return { path, text: text.replaceAll(/^(import|export) type [^;]*;/gm, "") };
}

/** What imports what, by file or by folder. */
function linksOf(of: readonly SourceFile[], nameOf: (path: string) => string): Map<string, readonly string[]> {
  const links = new Map<string, Set<string>>();
  for (const file of of) {
    const from = nameOf(file.path);
    const targets = importsOf(file).flatMap(({ path = "" }) =>
      of.some((known) => known.path === path) ? nameOf(path) : [],
    );
    links.set(from, new Set([...(links.get(from) ?? []), ...targets.filter((target) => target !== from)]));
  }
  return new Map([...links].map(([from, targets]) => [from, [...targets]]));
}

/** What is in a circle: what is left once all that imports nothing of the rest, or that none of it imports, is taken away. */
function circleIn(links: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const left = new Map(links);
  for (;;) {
    const aims = new Set([...left.values()].flat());
    const free = [...left].filter(([name, to]) => !aims.has(name) || !to.some((target) => left.has(target)));
    if (free.length === 0) return [...left.keys()];
    for (const [name] of free) left.delete(name);
  }
}

test("each file of src imports only what is below it, and what its role may", () => {
  expect(sources.filter(({ path }) => floorOf(path) < 0).map(({ path }) => path)).toEqual([]);
  expect(
    sources.flatMap((file) =>
      importsOf(file).flatMap((found) => breachesOf(file.path, found).map((breach) => `${file.path}: ${breach}`)),
    ),
  ).toEqual([]);
});

test("the tool, the build and the browser's code import only what their rooms name", () => {
  const breaches = files
    .filter(({ path }) => !path.startsWith("src/"))
    .flatMap((file) => {
      const [, paths, packages] = ROOMS.find(([files]) => files.test(file.path)) ?? [];
      return importsOf(file)
        .filter(({ package: name, path = "" }) => !(name === undefined ? paths?.test(path) : packages?.test(name)))
        .map((found) => `${file.path} imports ${found.package ?? found.path}`);
    });
  expect(breaches).toEqual([]);
});

test("nothing imports in a circle: no files (in the product types neither), and no folders of src", () => {
  expect(circleIn(linksOf(product, (path) => path))).toEqual([]);
  expect(circleIn(linksOf(files.map(withoutTypes), (path) => path))).toEqual([]);
  expect(circleIn(linksOf(sources, dirname))).toEqual([]);
});
