import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrationNames } from "../../kv-seed/migrations.ts";
import packageFile from "../../package.json" with { type: "json" };
import { FURTHER_BRIDGE_PRICES, OWN_CHECKOUT_PRICE, PRICES } from "../../src/shared/prices.ts";
import { ROOT, readFiles, readText, withoutComments } from "./source-files.ts";

/** Rules that a text of the repository keeps or breaks. */

const CODE = [".ts", ".tsx"];

const PRODUCT = ["src", "client", "kv-seed", "assets/makers"];
const STYLES = ["src", "client"];

/** Each price in whole euros, as the addresses of bridge pages have it. */
const EUROS = [
  ...[...Object.values(PRICES), ...Object.values(FURTHER_BRIDGE_PRICES)].flatMap((prices) => Object.values(prices)),
  OWN_CHECKOUT_PRICE,
].map((cents) => cents / 100);
/** Cents, euros as copy and as programs write them, and keys of bridge pages. */
const PRICE = new RegExp(
  `\\b(?:${EUROS.join("|")})(?:00|[.,]00)\\b|(?:€ ?|bridge-|"price\\\\*": ?)(?:${EUROS.join("|")})(?:incl|\\b)`,
);

test("prices are whole euros", () => {
  expect(EUROS.filter((euros) => !Number.isInteger(euros) || euros <= 0)).toEqual([]);
});

/** Each pattern stands in these files alone, for this reason. */
test.each<[why: string, folders: string[], endings: string[], pattern: RegExp, files: string[]]>([
  [
    "how long a header may be is known in one place; the second reads the content-length of a body",
    ["src"],
    CODE,
    /\breq\.header\(|\breq\.raw\.headers\b|\brequest\.headers\b/,
    ["src/server/http/header.ts", "src/server/http/json.ts"],
  ],
  ["Hono's redirect sends none of the shop's headers", ["src"], CODE, /\bc\.redirect\(/, []],
  [
    "KV refuses a second write within a second; only `writeKv` writes again",
    ["src"],
    CODE,
    /(?:\.put\b|\bput\s*\}|\[["']put["']\])/,
    ["src/server/kv.ts"],
  ],
  [
    "a translator replaces the texts of a page by elements: no script reaches for one by its place",
    ["client"],
    CODE,
    /\.(?:firstChild|lastChild|nextSibling|previousSibling|nodeValue)\b|\b(?:insertBefore|removeChild|createTextNode)\(/,
    [],
  ],
  [
    "VoiceOver in Safari reads no list without a style; a summary is no list",
    STYLES,
    [".css"],
    /list-style(-type)?: none/,
    ["src/ui/faq-list.css"],
  ],
  ["colours are tokens", STYLES, [".css"], /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i, ["client/tokens.css"]],
  ["the content security policy refuses an inline style", ["src"], [".tsx"], /\sstyle=\{/, []],
  ["Stripe's package is loaded in one place", PRODUCT, CODE, /import\("stripe"\)/, ["src/server/stripe.ts"]],
  ["and when a payment needs it, never before", PRODUCT, CODE, /^import (?!type )[^;]*from "stripe"/m, []],
  ["tokens are verified in one place", PRODUCT, CODE, /from "hono\/utils\/jwt/, ["src/server/jwt.ts"]],
  [
    "one file takes the session library in",
    PRODUCT,
    CODE,
    /^(?:import|export) (?!type )[^;]*from "@supabase\/auth-js"/m,
    ["client/auth/library.ts"],
  ],
  [
    "every path of the URL contract is typed once",
    PRODUCT,
    CODE,
    /"\/(klein-vaarbewijs|marifonie-cursus|cbr-examen|veelgestelde|algemene|antwoord|quiz|cursus-aanschaffen|betalen|interstitial|api\/\w)/,
    ["src/shared/paths.ts"],
  ],
  [
    // Stripe's objects in tests have a payment of their own; tests check themselves where it must be the price.
    "a price stands in one place, so that one line changes it",
    [...PRODUCT, "test/outside-world", "test/bench"],
    [...CODE, ".json"],
    PRICE,
    ["src/shared/prices.ts", "test/outside-world/stripe-objects.ts"],
  ],
  [
    "the shop is asked what time it is; only its doors and its vars, read before it, ask the machine, and a cache of keys",
    ["src"],
    CODE,
    /\bnew Date\(\)|\bDate\.now\(\)/,
    ["src/app.tsx", "src/server/env.ts", "src/server/jwt.ts", "src/server/shop.ts"],
  ],
  [
    "a namespace holds what tests of other files wrote: its first thousand names are not all",
    ["test/worker"],
    CODE,
    /const .*\.list\(\)/,
    [],
  ],
])("%s", (_why, folders, endings, pattern, files) => {
  const texts = folders.flatMap((folder) => readFiles(folder, endings));
  expect(texts.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path)).toEqual(files);
});

test("every version in package.json is exact and locked; the lock names no registry, and has the packages of every platform", () => {
  type Locked = { version: string; resolved?: string; optionalDependencies?: Record<string, string> };
  const { packages } = JSON.parse(readText("package-lock.json")) as { packages: Record<string, Locked> };
  for (const [name, version] of Object.entries({ ...packageFile.dependencies, ...packageFile.devDependencies })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  // npm leaves out a platform's package that its registry does not show at that moment. Then `npm ci` refuses the lock.
  const names = Object.keys(packages);
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  expect(wanted.filter((name) => !names.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([]);
});

test("each migration has a number of four digits, and the numbers are those from 1", () => {
  const names = migrationNames();
  expect(names.length).toBeGreaterThan(0);
  for (const [index, name] of names.entries())
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, "0")}_[a-z0-9_]+\\.sql$`));
});

test("the approved pictures are at most 6 MB together", () => {
  const folder = join(ROOT, "test/looks/approved");
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(6_000_000);
});

const manual = readText("test/README.md");
const tests = readFiles("test", [".test.ts", ".test.tsx"]);

test("each folder of tests has a line in their manual, and each line a folder", () => {
  const named = [...manual.matchAll(/^\| `test\/([\w-]+)\/` \| `\w+` \|/gm)].map(([, folder]) => folder);
  expect(named.toSorted()).toEqual([...new Set(tests.map(({ path }) => path.split("/")[1]))].toSorted());
});

test("each of the six kinds of test stands in its place, and so does its example", () => {
  const [, table = ""] = manual.split("## Six kinds of test");
  const kinds = [...table.matchAll(/^\| ([\w ]+).*? \| (`test.*?) \| (.*) \|$/gm)].slice(0, 6);
  expect(kinds).toHaveLength(6);
  const places = new Map(kinds.map(([, kind = "", place = ""]) => [kind, place.match(/test\/[\w./-]+/g) ?? []]));
  for (const [, kind = "", , example = ""] of kinds)
    for (const [name] of example.matchAll(/[\w-]+\.test\.ts/g))
      expect(tests.filter(({ path }) => path.endsWith(`/${name}`) && isIn(path, places.get(kind)))).toHaveLength(1);
  // What shows a test's kind.
  const shown: readonly (readonly [kind: string, mark: RegExp, alsoIn?: string])[] = [
    ["story at the door", /from "\.\.\/\.\.\/src\/app\.tsx"|\baskWith\(|\bcreateApp\(/],
    ["any order of events", /simulator\/bundle|\bfindInSales\(/],
    // A gift's card is paper: the tool's own test prints it.
    ["walk", /\bpage\.(goto|locator|click|pdf)\(/, "test/looks/ test/orca/ test/browsers/ test/kv-seed/gift-card"],
    ["reading", /\brunTool\(|\.toMatch(File|Inline)?Snapshot\(/, "test/orca/"],
  ];
  for (const [kind, mark, alsoIn = ""] of shown) {
    const allowed = [...(places.get(kind) ?? []), ...alsoIn.split(" ").filter(Boolean)];
    const strayed = tests.filter(({ path, text }) => mark.test(withoutComments(text)) && !isIn(path, allowed));
    expect(
      strayed.map(({ path }) => path),
      kind,
    ).toEqual([]);
  }
});

const isIn = (path: string, places: readonly string[] = []) => places.some((place) => path.startsWith(place));
