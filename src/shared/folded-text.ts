import { plain } from "./plain-text.ts";

/**
 * Names as a search compares them. What is stored and what is typed are folded by the same rules: no signs, no capitals, no
 * quotes, and one blank for everything else that is no letter or digit.
 */

/** Letters that Unicode does not take apart, in plain ones. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{
    æ: "ae",
    œ: "oe",
    ø: "o",
    ł: "l",
    đ: "d",
    ð: "d",
    þ: "th",
    ß: "ss",
    ı: "i",
    ȷ: "j",
    ħ: "h",
    ŧ: "t",
    ŋ: "n",
    ĸ: "k",
  },
  ...{ ə: "e", ƒ: "f", ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y", ɨ: "i", ʉ: "u", ɔ: "o", ɛ: "e", ǝ: "e", ʒ: "z", ƿ: "w", ς: "σ" },
};
/** The two letters that some write for one with a sign: Mueller is Müller. */
const PAIRS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", ӓ: "ae", ӧ: "oe" };
const QUOTES = /['"`\u00b4\u02b9-\u02bf\u00ab\u00bb\u2018-\u201f\u2032-\u2037\u2039\u203a\uff07]/g;

function fold(text: string): string {
  return plain(text)
    .replace(QUOTES, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function withPairs(text: string): string {
  return text.normalize("NFC").replace(/[^\p{ASCII}]/gu, (letter) => PAIRS[letter.toLowerCase()] ?? letter);
}

/** The words of a typed text, each in the spellings that may be stored. Empty if it has no letter or digit. */
export function foldedWords(text: string): readonly (readonly string[])[] {
  // Both have the same blanks.
  const [words = [], pairs = []] = [fold(text), fold(withPairs(text))].map((folded) => folded.split(" "));
  return words.flatMap((word, index) => (word === "" ? [] : [[...new Set([word, pairs[index] ?? word])]]));
}

/** Names as they are stored beside what they are, to be found by any part: in all spellings, also without blanks. Null of none. */
export function foldedNames(names: readonly (string | undefined)[]): string | null {
  const spelled = names
    .flatMap((name = "") => [fold(name), fold(withPairs(name))])
    .flatMap((folded) => [folded, folded.replaceAll(" ", "")]);
  return [...new Set(spelled)].filter((folded) => folded !== "").join(" ") || null;
}
