import { describe, expect, test } from "vitest";
import { readUnicodeRange } from "../../client/build/font.ts";
import { readFiles, readText, withoutComments } from "./source-files.ts";

/** The preloaded face of the font must have every character that pages print, or a visitor fetches a second face. */
describe("the preloaded font", () => {
  test("has every character of the site's copy", () => {
    const characters = new Set(readUnicodeRange(readText("client/base.css")));
    // What is printed nowhere: the letters that a search folds, and what the build says to its reader.
    const isPrinted = ({ path }: { path: string }) =>
      path !== "src/shared/folded-text.ts" && !path.startsWith("client/build/");
    const questions = readFiles("src/free/mock-exam/bank", [".md"]).map(({ path, text }) => ({
      path,
      text: text.replaceAll("> — ", ""),
    }));
    const copy = ["src", "client", "assets/drawings/inline"]
      .flatMap((folder) => readFiles(folder, [".ts", ".tsx", ".css", ".svg"]))
      .filter(isPrinted)
      .concat(questions)
      // A stylesheet may write a character by its number.
      .map(({ path, text }) => ({
        path,
        text: path.endsWith(".css")
          ? text.replaceAll(/\\([\da-f]{4})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
          : text,
      }));
    expect(copy.length).toBeGreaterThan(100);
    const missing = copy.flatMap(({ path, text }) =>
      [...new Set(withoutComments(text))]
        .filter((character) => /\S/.test(character) && !characters.has(character))
        .map((character) => `${character} in ${path}`),
    );
    expect(missing).toEqual([]);
  });

  test("is asked only for a feature that it has: numerals of one width", () => {
    const css = ["src", "client"].flatMap((folder) => readFiles(folder, [".css"]));
    const asked = css.flatMap(({ text }) => [...text.matchAll(/\bfont-(?:variant|feature)[\w-]*:\s*([^;}]+)/g)]);
    expect(new Set(asked.map(([, value]) => value))).toEqual(new Set(["tabular-nums"]));
  });
});
