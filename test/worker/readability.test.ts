import { expect, test } from "vitest";
import { CONTENT_PATHS } from "../content-paths.ts";
import { all, visibleText } from "./document.ts";
import { openPage } from "./shop.ts";

/** How easy the pages are to read: Douma's formula for Dutch (1960), after Flesch. 60 is ordinary, 80 is easy. */

const EASY_ENOUGH = 60;
const LONGEST_SENTENCE = 40;

const wordsOf = (sentence: string) => sentence.match(/\p{L}[\p{L}'-]*/gu) ?? [];
/** Groups of vowels; `ij` is one. */
const syllablesOf = (word: string) => Math.max(1, word.match(/(?:ij|[aeiouyà-öù-ü])+/giu)?.length ?? 0);

function scoreOf(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 206.84 - (77 * syllables) / words.length - (0.93 * words.length) / sentences.length;
}

/** The sentences of a page's paragraphs and lists. */
async function sentencesOf(path: string): Promise<readonly string[]> {
  const texts = all(await openPage(path), "main p, main li").filter((part) => part.querySelector("p, li") === null);
  return texts.flatMap((part) => visibleText(part).split(/(?<=[.!?:])\s+/)).filter((text) => wordsOf(text).length > 2);
}

test.each(CONTENT_PATHS)("%s is easy to read", async (path) => {
  const sentences = await sentencesOf(path);
  expect(sentences.length).toBeGreaterThan(0);
  expect(scoreOf(sentences)).toBeGreaterThan(EASY_ENOUGH);
  expect(sentences.filter((sentence) => wordsOf(sentence).length > LONGEST_SENTENCE)).toEqual([]);
});
