import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, readFiles } from "./source-files.ts";

/** Each citation in the code exists in the repository: a point of `src/decisions/given.md`, or a record beside it. */

const given = readFileSync(join(ROOT, "src/decisions/given.md"), "utf8");
const points = [...given.matchAll(/\*\*(\d+\.\d+)\*\*/g)].map(([, number = ""]) => number);
const files = [
  ...["src", "client", "kv-seed", "test", "assets"].flatMap((folder) =>
    readFiles(folder, [".ts", ".tsx", ".css", ".md", ".mjs"]),
  ),
  ...["README.md", "wrangler.toml"].map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") })),
].filter(({ path }) => path !== "test/house/given.test.ts" && !path.startsWith("assets/build/"));
const records = files.flatMap(({ path }) => path.match(/^src\/decisions\/(\d{4})/)?.[1] ?? []);

/** The points that a text cites: "given 1.5", "given 1.4, 1.5", "given 2.1 to 2.6". */
function pointsCited(text: string): string[] {
  const citations = text.matchAll(/\bgiven (\d+\.\d+(?:(?:, | and | to )\d+\.\d+)*)/gi);
  return [...citations].flatMap(([, numbers = ""]) => numbers.match(/\d+\.\d+/g) ?? []);
}

describe("what is given", () => {
  test("numbers each point once, and its parts in order", () => {
    expect(points.length).toBeGreaterThan(50);
    expect(new Set(points).size).toBe(points.length);
    const parts = [...given.matchAll(/^## (\d+) /gm)].map(([, number]) => Number(number));
    expect(parts).toEqual(parts.map((_, index) => index + 1));
    expect(points.filter((point) => !parts.includes(Number.parseInt(point, 10)))).toEqual([]);
  });

  test("has each point, and each record, that is cited anywhere", () => {
    expect(pointsCited("(given 1.4, 1.5) Given 2.1 to 2.6; given 9.9.")).toEqual(["1.4", "1.5", "2.1", "2.6", "9.9"]);
    const lost = files.flatMap(({ path, text }) => [
      ...pointsCited(text)
        .filter((point) => !points.includes(point))
        .map((point) => `${path}: given ${point}`),
      ...[...text.matchAll(/\brecord (\d{4})\b/g)]
        .filter(([, number = ""]) => !records.includes(number))
        .map(([cited]) => `${path}: ${cited}`),
    ]);
    expect(lost).toEqual([]);
  });

  test("is the only thing of its kind: nothing cites a page that is not in the repository", () => {
    const outside = files.flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:the|this) specification\b|\bspecification sections?\b|\(decisions\b[^/]/gi)].map(
        ([cited]) => `${path}: ${cited}`,
      ),
    );
    expect(outside).toEqual([]);
  });
});

describe("the glossary", () => {
  const [, glossary = ""] = /### Words\n(.*?)\n### /s.exec(readFileSync(join(ROOT, "src/README.md"), "utf8")) ?? [];
  const terms = [...glossary.matchAll(/^\| ([^|]+) \|[^|]*\|[^|]*\| (`[^|]*`) \|$/gm)];

  test("is short, and says each word once", () => {
    expect(terms.length).toBeGreaterThan(15);
    expect(glossary.split("\n").length).toBeLessThanOrEqual(40);
    const words = terms.map(([, word]) => word);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });

  test("names what the code exports", () => {
    const code = files.map(({ text }) => text).join("\n");
    const names = terms.flatMap(([, , inCode = ""]) => inCode.match(/\w+/g) ?? []);
    const isExported = (name: string) =>
      new RegExp(`^export (async )?(const|function|class|type) ${name}\\b`, "m").test(code);
    expect(names.filter((name) => !isExported(name))).toEqual([]);
  });
});
