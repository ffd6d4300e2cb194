import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * `npm run licences` reads the licences of the installed packages. It fails on one that is unknown, that asks for more
 * than a notice, or that is missing in `assets/third-party.txt`. `--write` writes that file anew. Needs no network.
 */

const ROOT = resolve(import.meta.dirname, "../..");
const NOTICES = "assets/third-party.txt";

/** SPDX names of licences that ask for a notice at most. */
const ALLOWED = new Set(
  "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT OFL-1.1 Python-2.0 Zlib".split(" "),
);

/** Tools whose licence has conditions for passing on changed copies. We neither change them nor pass them on. */
const TOOLS_ONLY: readonly { packages: RegExp; licence: string }[] = [
  { packages: /^axe-core$/, licence: "MPL-2.0" },
  { packages: /^lightningcss(-|$)/, licence: "MPL-2.0" },
  // Reads the study plan's calendar in tests; never shipped.
  { packages: /^ical\.js$/, licence: "MPL-2.0" },
  { packages: /^@img\/sharp-(libvips-|win32-|wasm32)/, licence: "LGPL-3.0-or-later" },
];

/** Development packages that visitors get a part of: the font and the brand marks. */
const SHIPPED_DEV_PACKAGES = ["@fontsource-variable/figtree", "simple-icons"];

/** Sources other than packages. */
const OTHER_SOURCES = `Brand marks of payment methods: the marks of Apple Pay, Google Pay, iDEAL, Klarna, Mastercard and Visa are trademarks
of their owners. They are shown only to say how one can pay. Their outlines come from Simple Icons (below) or were drawn
for this site.

Coordinates of the exam centres: GeoNames, https://www.geonames.org/, licensed under Creative Commons Attribution 4.0,
https://creativecommons.org/licenses/by/4.0/. Rounded to four decimals.

Map pictures: where they come from is written on the map itself.
`;

type Package = { name: string; version: string; licence: string; isDev: boolean; folder: string };

type Lock = { packages: Record<string, { version?: string; license?: unknown; dev?: boolean; devOptional?: boolean }> };

/** Every package of the lock file; those for other systems are not installed, and have their licence in it. */
function readPackages(): Package[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lock;
  return Object.entries(packages)
    .filter(([folder]) => folder !== "")
    .map(([folder, locked]) => {
      const manifest = join(ROOT, folder, "package.json");
      const installed = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : locked;
      return {
        name: folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length),
        version: String(installed.version ?? locked.version ?? "?"),
        licence: typeof installed.license === "string" ? installed.license : licenceOfFile(join(ROOT, folder)),
        isDev: locked.dev === true || locked.devOptional === true,
        folder,
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** The first line of the licence file, for a package that names no licence. */
function licenceOfFile(folder: string): string {
  const file = join(folder, "LICENSE");
  return existsSync(file) && /^(The )?MIT License\b/i.test(readFileSync(file, "utf8")) ? "MIT" : "unknown";
}

/** Whether the shop accepts an SPDX expression of names, AND and OR (without nesting). */
function isAllowed(expression: string): boolean {
  return expression
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((name) => ALLOWED.has(name.trim())));
}

function isToolOnly({ name, licence, isDev }: Package): boolean {
  return (
    isDev &&
    TOOLS_ONLY.some(
      (tool) =>
        tool.packages.test(name) && licence.split(" AND ").every((name) => name === tool.licence || ALLOWED.has(name)),
    )
  );
}

/** The notices that visitors can read, for all third-party code and files that reach them or that run the shop. */
function formatNotices(packages: readonly Package[]): string {
  const shipped = packages.filter(({ name, isDev }) => !isDev || SHIPPED_DEV_PACKAGES.includes(name));
  const parts = shipped.map((found) => `${found.name} (${found.licence})\n\n${licenceText(found).trim()}\n`);
  const line = `\n${"-".repeat(80)}\n\n`;
  return ["Third-party notices\n", OTHER_SOURCES, ...parts].join(line);
}

function licenceText({ folder, name }: Package): string {
  if (!existsSync(join(ROOT, folder))) throw new Error(`${name} is in the lock file but not installed: npm ci`);
  const files = readdirSync(join(ROOT, folder));
  const file =
    files.find((candidate) => /^licen[cs]e(\.|$)/i.test(candidate)) ?? files.find((f) => /^copying/i.test(f));
  if (file === undefined) throw new Error(`${name} has no licence file.`);
  return readFileSync(join(ROOT, folder, file), "utf8").replaceAll("\r\n", "\n");
}

const packages = readPackages();
const notices = formatNotices(packages);
if (process.argv.includes("--write")) writeFileSync(join(ROOT, NOTICES), notices);

const problems = packages
  .filter((found) => !isAllowed(found.licence) && !isToolOnly(found))
  .map(({ name, licence }) => `${name}: ${licence} is not on the list in test/house/licences.ts`);
const path = join(ROOT, NOTICES);
if (!existsSync(path) || readFileSync(path, "utf8") !== notices)
  problems.push(`${NOTICES} is not up to date: npm run licences -- --write`);
for (const problem of problems) console.error(`\n${problem}`);
if (problems.length > 0) process.exitCode = 1;
else console.log(`\n${packages.length} packages, every licence on the list, notices up to date.`);
