import { test } from "vitest";

/** The cells of a table that is a text: a line a row, `|` between cells. Lines with `#` are headings. */
export function table(text: string): string[][] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
}

/**
 * A table of stories, one a line: `promise | steps, with commas | end`. A step is a word of `words`; behind its colon
 * stands the answer that it must get. An unknown word fails the test.
 */
export type Step = () => Promise<unknown>;
export type Words = Readonly<Record<string, (answer?: string) => Step>>;

export function stories(
  words: Words,
  text: string,
): readonly (readonly [promise: string, steps: Step[], end: string])[] {
  return table(text).map(([promise = "", steps = "", end = ""]) => [
    promise,
    steps === "" ? [] : steps.split(", ").map((step) => stepOf(words, step)),
    end,
  ]);
}

function stepOf(words: Words, text: string): Step {
  const [word = "", answer] = text.split(": ");
  const step = words[word];
  if (step === undefined) throw new Error(`no step is called '${word}'`);
  return step(answer);
}

export const eachRow = (text: string) => test.each(table(text));
export const eachStory = (words: Words) => (text: string) => test.each(stories(words, text));
