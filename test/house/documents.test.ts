import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { ROOT, readFiles, readText } from "./source-files.ts";

/** What the READMEs, manuals, records and comments name exists. */

const read = (path: string) => ({ path, text: readText(path) });
const files = [
  ...["src", "client", "kv-seed", "test", "assets"].flatMap((folder) =>
    readFiles(folder, [".ts", ".tsx", ".css", ".md", ".mjs"]),
  ),
  ...["README.md", "wrangler.toml"].map(read),
].filter(({ path }) => !path.startsWith("assets/build/"));
const records = files.filter(({ path }) => /^src\/decisions\/\d/.test(path));
/** Records are left out: they describe the day on which they were written. */
const manuals = files.filter((file) => file.path.endsWith(".md") && !records.includes(file));
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** Paths that the build, a run or an operator makes; a fresh clone has none of them. */
const MADE = /^(assets\/build|\.build|\.wrangler|kv-seed\/(gift-cards|production|staging))(\/|$)/;
const NAMED = /^(src|client|assets|kv-seed|test)\/|^\.?[\w-]+(\.[\w-]+)*\.(json|toml|md|example)$/;

/** The paths of the repository that a text names in backticks or links to, relative to its root. */
function pathsOf(text: string, folder: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  const fromHere = (path: string) => relative(ROOT, resolve(ROOT, folder, path));
  const quoted = all(prose, /`([^`\s]+)`/g).map((word) => (/^\.\.?\//.test(word) ? fromHere(word) : word));
  const linked = all(prose, /\]\(([^)\s#]+)[^)]*\)/g).filter((href) => !/^[a-z]+:/.test(href));
  return [...quoted.filter((word) => NAMED.test(word)), ...linked.map(fromHere)].filter(
    (path) => !MADE.test(path) && !/[*<>{}…]/.test(path),
  );
}

// The operators' commands are run: kv-seed/reconcile.test.ts.
test.each(manuals)("$path names files, headings and scripts that exist", ({ path, text }) => {
  const folder = dirname(path);
  const isThere = (named: string) => [named, join(folder, named)].some((one) => existsSync(join(ROOT, one)));
  expect(pathsOf(text, folder).filter((named) => !isThere(named))).toEqual([]);
  const lost = [...text.matchAll(/\]\(((?![a-z]+:)[^)\s#]*)#([^)]+)\)/g)].filter(([, href = "", anchor]) => {
    const target = manuals.find((file) => file.path === (href ? join(folder, href) : path))?.text ?? "";
    const headings = all(target, /^#+ (.*)$/gm).map((words) =>
      words
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    );
    return !headings.includes(anchor ?? "");
  });
  expect(lost.map(([link]) => link)).toEqual([]);
  const scripts = all(text, /npm run (?:--silent )?([\w:-]+)/g);
  expect(scripts.filter((name) => !Object.hasOwn(packageFile.scripts, name))).toEqual([]);
});

test("each point of what is given has one number, and each citation of a point or a record is right", () => {
  const points = all(read("src/decisions/given.md").text, /\*\*(\d+\.\d+)\*\*/g);
  expect(points.length).toBeGreaterThan(50);
  expect(new Set(points).size).toBe(points.length);
  const numbers = records.map(({ path }) => path.slice(14, 18));
  expect(new Set(numbers).size).toBe(numbers.length);
  const lost = files.flatMap(({ path, text }) => {
    const cited = all(text, /\bgiven (\d+\.\d+(?:(?:, | and | to )\d+\.\d+)*)/gi).flatMap((found) =>
      found.split(/, | and | to /),
    );
    const wrong = [
      ...cited.filter((point) => !points.includes(point)),
      ...all(text, /\brecord (\d{4})\b/g).filter((one) => !numbers.includes(one)),
      ...all(text, /\]\((\d{4}-[^)#]*)/g).filter((link) => !existsSync(join(ROOT, "src/decisions", link))),
    ];
    return wrong.map((point) => `${path}: ${point}`);
  });
  expect(lost).toEqual([]);
});

test("each word that the owner's week quotes stands on the desk", () => {
  // What callers say (in italics), and the subjects of the owner's mails, which have tests of their own.
  const elsewhere = /\*"[^"]*"\*|"[^"]*…"/g;
  const [, week = ""] =
    /## The owner's week\n([\s\S]*?)\n## What the shop mails/.exec(read("kv-seed/owner.md").text) ?? [];
  const quoted = all(week.replaceAll(/\s+/g, " ").replaceAll(elsewhere, ""), /"([^"]{3,60})"/g);
  const copy = read("src/desk/desk-copy.ts").text + read("src/desk/acts-copy.ts").text;
  expect(quoted.length).toBeGreaterThan(20);
  expect(quoted.filter((text) => !copy.includes(text))).toEqual([]);
});
