/**
 * The letters that the fonts of every PDF reader have: those of Windows-1252 (PDF 1.7, annex D.2, WinAnsiEncoding).
 */

/** Bytes 0x80 to 0x9f. A point stands for a byte that is no character. */
const FROM_80 = "€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ";

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
