import type { HTMLElement } from "node-html-parser";
import { expect, test } from "vitest";
import { CONTENT_PATHS } from "../../src/routes.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { MAIL_SAMPLES } from "../mail-samples.ts";
import { all, one, visibleText } from "./document.ts";
import { openPage } from "./shop.ts";

/** How much there is to read, and how easily: the words of each page and mail, at most. How long the pages are on a phone: browser/lengths. */

const wordsIn = (text: string) => text.replaceAll(/https?:\S+/g, "").match(/[\p{L}\p{N}€]\S*/gu)?.length ?? 0;

/** The words that somebody reads without unfolding anything, and without the reviews. */
function wordsOf(main: HTMLElement): number {
  const unread = ".reviews, .visually-hidden, template, noscript, details:not([open]) > :not(summary)";
  for (const part of all(main, unread)) part.remove();
  return wordsIn(visibleText(main));
}

const LONG_BOAT = "boot=motorboot&lengte=16&snelheid=tot-20&water=ruim-water&gebruik=vrije-tijd&leeftijd=18";

test.each([
  [PATHS.home, 340],
  [PATHS.kvb1, 360],
  [PATHS.kvb2, 360],
  [PATHS.marifonie, 360],
  [PATHS.order, 120],
  [PATHS.exam, 460],
  [PATHS.checkout, 190],
  [`${PATHS.licenceCheck}?${LONG_BOAT}`, 260],
  [PATHS.terms, 1390],
  [PATHS.privacy, 1590],
])("%s has at most %i words", async (path, most) => {
  expect(wordsOf(one(await openPage(path), "main"))).toBeLessThanOrEqual(most);
});

const TO_BUYERS = Object.entries(MAIL_SAMPLES).filter(([name]) =>
  /^(confirmation|gift|order-links|receipt)/.test(name),
);

test.each(TO_BUYERS)("%s has at most 220 words", (_name, { text }) => {
  expect(wordsIn(text)).toBeLessThanOrEqual(220);
});

/** How easy the pages are to read: Douma's formula for Dutch (1960), after Flesch. 60 is ordinary, 80 is easy. */
const EASY_ENOUGH = 60;
const LONGEST_SENTENCE = 40;

const spokenIn = (sentence: string) => sentence.match(/\p{L}[\p{L}'-]*/gu) ?? [];
/** Groups of vowels; `ij` is one. */
const syllablesOf = (word: string) => Math.max(1, word.match(/(?:ij|[aeiouyà-öù-ü])+/giu)?.length ?? 0);

function scoreOf(sentences: readonly string[]): number {
  const words = sentences.flatMap(spokenIn);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 206.84 - (77 * syllables) / words.length - (0.93 * words.length) / sentences.length;
}

async function sentencesOf(path: string): Promise<readonly string[]> {
  const texts = all(await openPage(path), "main p, main li").filter((part) => part.querySelector("p, li") === null);
  return texts.flatMap((part) => visibleText(part).split(/(?<=[.!?:])\s+/)).filter((text) => spokenIn(text).length > 2);
}

test.each(CONTENT_PATHS)("%s is easy to read", async (path) => {
  const sentences = await sentencesOf(path);
  expect(sentences.length).toBeGreaterThan(0);
  expect(scoreOf(sentences)).toBeGreaterThan(EASY_ENOUGH);
  expect(sentences.filter((sentence) => spokenIn(sentence).length > LONGEST_SENTENCE)).toEqual([]);
});
