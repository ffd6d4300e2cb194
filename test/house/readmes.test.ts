import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { ROOT, readFiles } from "./source-files.ts";

/**
 * Everything that the READMEs name exists. Decision records are left out: they describe the day on which they were
 * written.
 */

const documents = ["src", "test", "kv-seed", "assets"].flatMap((folder) => readFiles(folder, [".md"]));
const records = documents.filter(({ path }) => /^src\/decisions\/\d/.test(path));
const manuals = [
  { path: "README.md", text: readFileSync(join(ROOT, "README.md"), "utf8") },
  ...documents.filter((document) => !records.includes(document)),
];

/** Paths that the build, a run or an operator makes; a fresh clone has none of them. */
const MADE = /^(assets\/build|\.build|\.wrangler|kv-seed\/(gift-cards|production|staging))(\/|$)/;
/** A folder of the repository, or a file of its root. */
const FIRST_FOLDERS = ["src", "client", "assets", "kv-seed", "test"];
const ROOT_FILE = /^\.?[\w-]+(\.[\w-]+)*\.(json|toml|md|example)$/;

/** The paths of the repository that a text names in backticks or links to, relative to its root. */
function pathsOf(text: string, folder: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  const quoted = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, word = ""]) => word);
  const named = quoted
    .map((word) => (/^\.\.?\//.test(word) ? relative(ROOT, resolve(ROOT, folder, word)) : word))
    .filter((word) => FIRST_FOLDERS.some((first) => word.startsWith(`${first}/`)) || ROOT_FILE.test(word));
  const linked = [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, href = ""]) => href)
    .filter((href) => !/^[a-z]+:/.test(href))
    .map((href) => relative(ROOT, resolve(ROOT, folder, href)));
  return [...named, ...linked].filter((path) => !MADE.test(path) && !/[*<>{}…]/.test(path));
}

/** `go-live` is a folder of its own. */
const commands = [...readdirSync(join(ROOT, "kv-seed/commands")).map((file) => file.replace(/\.ts$/, "")), "go-live"];

describe("the reader of paths", () => {
  test("finds quoted and linked paths, and leaves out generated files and other words", () => {
    const text =
      "`src/app.tsx`, `../makers/`, [x](./y.md#z), `assets/build/`, `text/html`, `kv-seed/*.json`, <https://a.b>";
    expect(pathsOf(text, "assets/drawings")).toEqual(["src/app.tsx", "assets/makers", "assets/drawings/y.md"]);
  });
});

describe.each(manuals.map((file) => [file.path, file] as const))("%s", (path, { text }) => {
  test("names files and folders that exist", () => {
    const missing = pathsOf(text, dirname(path)).filter(
      (named) => !existsSync(join(ROOT, named)) && !existsSync(join(ROOT, dirname(path), named)),
    );
    expect(missing).toEqual([]);
  });

  test("leads to headings that exist", () => {
    const lost = [...text.matchAll(/\]\(((?![a-z]+:)[^)\s#]*)#([^)]+)\)/g)].filter(([, href = "", anchor]) => {
      const target = manuals.find((file) => file.path === (href ? join(dirname(path), href) : path))?.text ?? "";
      const headings = [...target.matchAll(/^#+ (.*)$/gm)].map(([, words = ""]) => words.toLowerCase());
      return !headings.some((words) => words.replaceAll(/[^\w\s-]/g, "").replaceAll(" ", "-") === anchor);
    });
    expect(lost.map(([link]) => link)).toEqual([]);
  });

  test("names commands that exist", () => {
    const scripts = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(scripts.filter((name) => !Object.hasOwn(packageFile.scripts, name))).toEqual([]);
    const subcommands = [...text.matchAll(/npm run (?:--silent )?kv -- ([a-z-]+)/g)].map(([, name = ""]) => name);
    expect(subcommands.filter((name) => !commands.includes(name))).toEqual([]);
  });
});

describe("decision records", () => {
  test("exist, and each has a number of its own", () => {
    const numbers = records.map(({ path }) => basename(path).slice(0, 4));
    expect(numbers.length).toBeGreaterThan(0);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test.each(records.map((file) => [file.path, file.text] as const))(
    "%s is short and dated, and says why",
    (path, text) => {
      expect(path).toMatch(/^src\/decisions\/\d{4}-[a-z0-9-]+\.md$/);
      const lines = text.trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(25);
      expect(lines[0]).toMatch(/^# \d{4} \S/);
      expect(lines[0]?.slice(2, 6)).toBe(basename(path).slice(0, 4));
      expect(lines[2]).toMatch(/^20\d\d-\d\d-\d\d\./);
      for (const part of ["**What.**", "**Why.**", "**Rejected.**"]) expect(text).toContain(part);
      const links = [...text.matchAll(/\]\((\d{4}[^)]*)\)/g)].map(([, href = ""]) => join("src/decisions", href));
      expect(links.filter((link) => !existsSync(join(ROOT, link)))).toEqual([]);
    },
  );
});
