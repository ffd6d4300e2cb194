import { charactersOf } from "./give-gift-rules.ts";

/** The giver's message on the printed gift card (src/gifts/gift-card-markup.ts): its size, and what fits. */

/** Widths of Figtree's characters at weight 500, hundredths of an em; `WIDE` for the others of ASCII. */
const WIDTHS: ReadonlyMap<string, number> = new Map(
  (
    [
      [" ',.`ijl|:;I!", 28],
      ['()[]"rft{}-/\\1', 41],
      ["sxzk?JLavy7c3Fe_*", 55],
      ["$2T^hnu695oqEPbdgp~8BS4KY", 62],
      ["#+<=>RX&0ZADVUCHGNOQ%w", 80],
    ] as const
  ).flatMap(([characters, width]) => Array.from(characters, (character) => [character, width] as const)),
);
const WIDE = 99;
/** Letters outside ASCII, and signs that are as wide as high (Chinese, Japanese, Korean, emoji). */
const OTHER = 75;
const SQUARE = 140;
/** The first characters that are as wide as high; emoji come later. */
const FIRST_SQUARE = 0x1100;

/** The message's lines on the card, millimetres: their length, and their height as a part of the size of the letters. */
const LINE_LENGTH = 109;
const LINE_HEIGHT = 1.34;
/** An empty line is half as high; several in a row are one. */
const GAP = 0.5;

/** The sizes, millimetres, with the space that the card then has for the message. With `tall` it is higher. */
const SIZES = [
  { name: "large", letter: 4.6, height: 22.5 },
  { name: "medium", letter: 3.9, height: 22.5 },
  { name: "tall-medium", letter: 3.9, height: 32 },
  { name: "tall", letter: 3.3, height: 32 },
  { name: "tall-fine", letter: 2.9, height: 32 },
] as const;
const SMALLEST = SIZES[SIZES.length - 1] as (typeof SIZES)[number];

/** How many of the card's last words the giver of a cut message reads, and their most characters. */
const END_WORDS = 4;
const END_MAX_LENGTH = 60;

/** A cut word at the end of a text. A longer end is kept, because it may be no word. */
const BROKEN_WORD = /\s\S{1,30}$/;

export type CardMessage = {
  size: (typeof SIZES)[number]["name"];
  /** Each is lines with `\n` between them; between paragraphs is half a line. */
  paragraphs: readonly string[];
  /** Whether the card has the whole message. Otherwise the text ends in an ellipsis. */
  isWhole: boolean;
};

/** The message in the largest size in which it fits, or its beginning in the smallest. Null for an empty message. */
export function cardMessage(message: string): CardMessage | null {
  const text = message.trim().replace(/\r\n?/g, "\n");
  if (text === "") return null;
  const size = SIZES.find((each) => fits(text, each));
  if (size !== undefined) return { size: size.name, paragraphs: paragraphsOf(text), isWhole: true };
  return { size: "tall-fine", paragraphs: paragraphsOf(beginningOf(text)), isWhole: false };
}

/** The last words on the card of a message that does not fit, or null if all of it does. */
export function printedEnd(message: string): string | null {
  const card = cardMessage(message);
  if (card === null || card.isWhole) return null;
  return card.paragraphs.join(" ").split(/\s+/).slice(-END_WORDS).join(" ").slice(-END_MAX_LENGTH).replace(/…$/, "");
}

const paragraphsOf = (text: string) => text.split(/\n(?:[^\S\n]*\n)+/);

function fits(text: string, { letter, height }: (typeof SIZES)[number]): boolean {
  return linesOf(text, letter) * letter * LINE_HEIGHT <= height;
}

/** The longest beginning that fits in the smallest size, without a cut word, and an ellipsis. */
function beginningOf(text: string): string {
  const characters = charactersOf(text);
  const cutAt = (count: number) => {
    const cut = characters.slice(0, count).join("");
    const whole = /\s/.test(characters[count] ?? " ") ? cut : cut.replace(BROKEN_WORD, "");
    return `${whole.trimEnd()}…`;
  };
  let [fitting, tooMany] = [0, characters.length];
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1;
    if (fits(cutAt(middle), SMALLEST)) fitting = middle;
    else tooMany = middle;
  }
  return cutAt(fitting);
}

/** How many lines the text takes; rather too many than too few. */
function linesOf(text: string, letter: number): number {
  const longest = (LINE_LENGTH / letter) * 100;
  const paragraphs = paragraphsOf(text);
  let lines = (paragraphs.length - 1) * GAP;
  for (const line of paragraphs.flatMap((paragraph) => paragraph.split("\n"))) {
    let used = 0;
    lines += 1;
    for (const [word] of line.matchAll(/\S+\s*/g)) {
      const width = widthOf(word.trimEnd());
      if (used > 0 && used + width > longest) {
        lines += 1;
        used = 0;
      }
      // A longer word is broken where the line ends.
      lines += Math.floor(width / (longest - SQUARE));
      used += width > longest - SQUARE ? width % (longest - SQUARE) : width;
      used += widthOf(" ");
    }
  }
  return lines;
}

/** The width of a word, hundredths of an em. */
function widthOf(word: string): number {
  let width = 0;
  // An accent has no width of its own.
  for (const character of word.normalize("NFD").replace(/\p{M}|\u200d/gu, "")) {
    const code = character.codePointAt(0) ?? 0;
    width += WIDTHS.get(character) ?? (code >= FIRST_SQUARE ? SQUARE : code < 0x80 ? WIDE : OTHER);
  }
  return width;
}
