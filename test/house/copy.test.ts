import { describe, expect, test } from "vitest";
import { capitalise, inWords } from "../../src/ui/dutch-copy.ts";
import { readFiles, withoutComments } from "./source-files.ts";

/** Rules for the Dutch texts that visitors read. */

const SENTENCE_MAX = 60;

/**
 * Texts that the law prescribes, files with sentences that several pages print from one source, and the mail that
 * repeats the checkout's consent word for word (from the checkout's own copy).
 */
const EXEMPT = /\/(terms|privacy|owner|site|order-mail|licence-grounds)(-copy)?\.ts$/;

const COPY_FILES = readFiles("src", [".ts"]).filter(({ path }) => path.endsWith("-copy.ts"));

/** The long sentences of a file, as its source has them: copy is not put together. */
const sentencesOf = (text: string) =>
  [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)]
    .flatMap(([, plain, template]) => (plain ?? template ?? "").split(/(?<=[.!?:])\s+/))
    .filter((sentence) => sentence.trim().length > SENTENCE_MAX);

describe("the copy", () => {
  test("has no long sentence in two files", () => {
    const all = COPY_FILES.flatMap(({ path, text }) =>
      [...new Set(sentencesOf(text))].map((sentence) => ({ path, sentence })),
    );
    expect(all.length).toBeGreaterThan(150);
    const files = Map.groupBy(all, ({ sentence }) => sentence.trim());
    expect([...files].filter(([, found]) => found.filter(({ path }) => !EXEMPT.test(path)).length > 1)).toEqual([]);
  });

  test.each([
    [
      "uses the words that the editor chose",
      /leerstof|tot je geslaagd|eraan toe\b|zelf weten waar|24\/7 open|met slecht zicht|wachttijd af te wachten/i,
    ],
    [
      "makes no remark to buyers of what the owner has not done, and calls no link an address",
      /nog niet (nagekeken|gecontroleerd)|weten we nog niet( zeker)?\b(?! of je betaling)|Zeeuws ruim|het adres van (de|deze|die) pagina|op een ander adres staat|\(\$\{textOf/i,
    ],
  ])("%s", (_rule, struck) => {
    expect(COPY_FILES.filter(({ text }) => struck.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test("Dutch stands in copy, not in rules", () => {
    const dutch = /["'`][^"'`\n]*\b(je|het|een|niet|voor)\b[^"'`\n]*["'`]/;
    const rules = readFiles("src", [".ts"]).filter(({ path }) => /-rules\.ts$|^src\/shared\//.test(path));
    const found = rules.filter(({ text }) => dutch.test(withoutComments(text)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe("Dutch forms", () => {
  test("numbers below twenty are words", () => {
    expect([0, 1, 4, 19, 20, 40].map(inWords)).toEqual(["nul", "één", "vier", "negentien", "20", "40"]);
    expect(capitalise(inWords(5))).toBe("Vijf");
  });
});
