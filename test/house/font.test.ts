import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readUnicodeRange } from "../../client/build/font.ts";
import { ROOT, readFiles } from "./source-files.ts";

/** The preloaded face of the font must have every character that pages print, or a visitor fetches a second face. */
describe("the preloaded font", () => {
  test("has every character of the site's copy", () => {
    const characters = new Set(readUnicodeRange(readFileSync(join(ROOT, "client/base.css"), "utf8")));
    const copy = ["src", "client", "assets/drawings/inline"].flatMap((folder) =>
      readFiles(folder, [".ts", ".tsx", ".css", ".svg"]),
    );
    expect(copy.length).toBeGreaterThan(100);
    const missing = copy.flatMap(({ path, text }) =>
      [...new Set(withoutComments(text))]
        .filter((character) => /\S/.test(character) && !characters.has(character))
        .map((character) => `${character} in ${path}`),
    );
    expect(missing).toEqual([]);
  });
});

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
