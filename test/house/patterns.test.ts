import { analyse } from "scslre";
import type { Node } from "typescript/unstable/ast";
import { isRegularExpressionLiteral } from "typescript/unstable/ast/is";
import { describe, expect, test } from "vitest";
import { parsedFile, readFiles } from "./source-files.ts";

/**
 * Every pattern of the shop takes a time that grows with the length of the text, not with its square, so no request can
 * keep an isolate busy. scslre reads the pattern, so a busy machine changes nothing.
 */

type Pattern = { where: string; source: string; flags: string };

/** Build tools read only files of this repository. */
const VISITORS_NEVER = /^client\/build/;

function patternsOf(path: string): Pattern[] {
  const file = parsedFile(path);
  const found: Pattern[] = [];
  const visit = (node: Node): void => {
    if (isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const line = file.text.slice(0, node.pos).split("\n").length;
      found.push({ where: `${path}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

const patterns = ["src", "client"]
  .flatMap((folder) => readFiles(folder, [".ts", ".tsx"]))
  .filter(({ path }) => !VISITORS_NEVER.test(path))
  .flatMap(({ path }) => patternsOf(path));

/** A look ahead or behind of any length, in a pattern that may begin anywhere: each place looks again. The analysis does not follow it. */
const LOOKS_FAR = /^(?!\^).*\(\?<?[=!][^)]*(?:[*+]|\{\d+,\})/;
/** Linear although the analysis says otherwise, each with the reason. */
const LINEAR: ReadonlySet<string> = new Set([
  "[>?].*$", // With `s` its first place takes all that is left, so no other is tried.
]);

/** Why a pattern may take a time that grows with the square of the text, or faster. The analysis measures no time. */
function slownessOf({ source, flags }: Pattern): readonly string[] {
  if (LINEAR.has(source)) return [];
  const reports = analyse(new RegExp(source, flags)).reports.map(({ type, exponential }) =>
    exponential ? `${type}, exponential` : type,
  );
  return LOOKS_FAR.test(source) ? [...reports, "looks far"] : reports;
}

describe("a pattern", () => {
  test("is found in every room", () => {
    expect(patterns.length).toBeGreaterThan(50);
  });

  test.each(patterns.map((pattern) => [`${pattern.where} /${pattern.source}/${pattern.flags}`, pattern] as const))(
    "%s is linear",
    (_, pattern) => {
      expect(slownessOf(pattern)).toEqual([]);
    },
  );
});
