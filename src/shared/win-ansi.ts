/**
 * The letters that the fonts of every PDF reader have: those of Windows-1252 (PDF 1.7, annex D.2, WinAnsiEncoding).
 */

/** Bytes 0x80 to 0x9f. A point stands for a byte that is no character. */
const FROM_80 =
  "\u20ac.\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152.\u017d..\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153.\u017e\u0178";

/** The byte of each character; -1 for one that has none. */
export function winAnsiBytes(text: string): readonly number[] {
  return [...text].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
    const index = FROM_80.indexOf(character);
    return index < 0 ? -1 : 0x80 + index;
  });
}

/** The characters of a text that have no byte, each once. A line may end. */
export function unprintable(text: string): readonly string[] {
  return [...new Set(text.replaceAll("\n", ""))].filter((character) => winAnsiBytes(character)[0] === -1);
}
