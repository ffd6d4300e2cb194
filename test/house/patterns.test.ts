import type { Node } from "typescript/unstable/ast";
import { isRegularExpressionLiteral } from "typescript/unstable/ast/is";
import { API, type Project } from "typescript/unstable/sync";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT, readFiles } from "./source-files.ts";

/**
 * Every pattern of the shop takes a time that grows with the length of the text, not with its square, so no request can
 * keep an isolate busy. Each pattern gets the texts on which backtracking is worst. They are made of the characters
 * that the pattern names: a long run of one or two of them, with other characters before and after it.
 */

/**
 * Lengths of the texts, in turn. A worse pattern than a quadratic one is slow with fewer characters already, and would
 * never end with more. At the last length a linear pattern takes some microseconds, and a quadratic one some milliseconds.
 */
const LENGTHS = [12, 15, 18, 21, 24, 28, 256, 2 * 1024];
/** A text that takes longer is tried at four times its length: a quadratic pattern takes 16 times as long. */
const DOUBTFUL_MS = 3;
const MAX_CPU_MS = 20;
/** The same at the last length. */
const LAST_DOUBTFUL_MS = 0.3;
const LAST_MAX_CPU_MS = 5;
/** No pattern is tried at four times this length: one that took long with so few characters is exponential. */
const FEW = 28;
/** Texts that are measured together: while all of them take no longer than one may, none is doubtful. */
const TOGETHER = 8;

type Pattern = { where: string; source: string; flags: string };

/** Build tools read only files of this repository. */
const VISITORS_NEVER = /^client\/build/;

const api = new API({ cwd: ROOT });
const [project] = api.updateSnapshot({ openProjects: ["tsconfig.json"] }).getProjects() as readonly [Project];
afterAll(() => api.close());

function patternsOf(path: string): Pattern[] {
  const file = project.program.getSourceFile(`${ROOT}/${path}`);
  if (file === undefined) throw new Error(`${path} is not in tsconfig.json`);
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

/** Characters for every pattern beside its own: one of each class that patterns name, and one of no class. */
const USUAL = ["a", "A", "0", "-", ".", " ", "\t", "\n", "_", "@", "/", "#", "\u0301", "\u0007", "é", "!"];

/** The characters and the words that a pattern names, however it quotes them. */
function namedIn(source: string): string[] {
  const bare = source
    .replace(/\\[dDwWsSbBpP](\{[^}]*\})?/g, " ")
    .replace(/\\u([\da-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const characters = bare.replace(/[\\^$()[\]{}|*+?]/g, "");
  const words = bare.match(/[\w:/=.-]{2,20}/g) ?? [];
  return [...new Set([...characters, ...words])];
}

/** The texts on which this pattern may be slow: `length` characters each. */
function worstTexts(source: string, length: number): string[] {
  const pumps = [...new Set([...USUAL, ...namedIn(source)])];
  const pairs = pumps.flatMap((one) => USUAL.slice(0, 8).map((other) => one + other));
  const beginnings = ["", ...namedIn(source).map((name) => (name.length > 1 ? name : `a${name}`))];
  const endings = ["", "a", "@", "!\u0000", "\n"];
  return [...pumps, ...pairs].flatMap((pump) =>
    (pump.length === 1 ? beginnings : [""]).flatMap((beginning) =>
      endings.map((ending) => beginning + pump.repeat(Math.ceil(length / pump.length)) + ending),
    ),
  );
}

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function wallMs(work: () => void): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

/** The first text on which this pattern takes too long, shortened for people. Undefined if there is none. */
function slowText({ source, flags }: Pattern): string | undefined {
  const pattern = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
  // Three times, because something else may have taken the time.
  const takesOver = (measure: typeof cpuMs, ms: number, texts: readonly string[]) =>
    [1, 2, 3].every(() => measure(() => texts.forEach((text) => void text.replace(pattern, ""))) > ms);

  for (const length of LENGTHS) {
    const isLast = length === LENGTHS.at(-1);
    const [doubtfulMs, maxMs] = isLast ? [LAST_DOUBTFUL_MS, LAST_MAX_CPU_MS] : [DOUBTFUL_MS, MAX_CPU_MS];
    const texts = worstTexts(source, length);
    for (let from = 0; from < texts.length; from += TOGETHER) {
      const some = texts.slice(from, from + TOGETHER);
      if (!takesOver(wallMs, doubtfulMs, some)) continue;
      const slow = some.find(
        (text, index) =>
          takesOver(wallMs, doubtfulMs, [text]) &&
          (length <= FEW || takesOver(cpuMs, maxMs, [worstTexts(source, 4 * length)[from + index] ?? ""])),
      );
      if (slow !== undefined) return `${JSON.stringify(slow.slice(0, 12))}… of ${slow.length}`;
    }
  }
  return undefined;
}

describe("a pattern", () => {
  test("is found in every room", () => {
    expect(patterns.length).toBeGreaterThan(50);
  });

  test.each(patterns.map((pattern) => [`${pattern.where} /${pattern.source}/${pattern.flags}`, pattern] as const))(
    "%s is linear",
    (_, pattern) => {
      expect(slowText(pattern)).toBeUndefined();
    },
  );

  test.each([
    "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$",
    "[^\\S\\n]+\\n",
    "[^\\w-]+$",
    "#.*_token=",
    "^(a+)+$",
    "^(\\d+|\\w+)*$",
    "\\s*,\\s*$",
    ", (?!.*, )",
  ])("the test finds %s", (source) => {
    expect(slowText({ where: "", source, flags: "" })).toBeDefined();
  });
});
