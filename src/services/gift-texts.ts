/** Names and messages of gifts, which anybody may have typed, made fit to print. Doing it twice changes nothing more. */

/** Whether nothing of a text would be seen: spaces, line breaks and characters without a shape. */
export function isBlank(text: string): boolean {
  return text.replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "") === "";
}

/** A name as one line; empty when nothing of it would be seen. */
export function tameName(text: string): string {
  return isBlank(text) ? "" : tame(text).replace(/\s+/g, " ").trim();
}

/** Lines as they were typed, but never more than two empty ones in a row; empty when nothing would be seen. */
export function tameMessage(text: string): string {
  if (isBlank(text)) return "";
  const lines = tame(text.replace(/\r\n?|[\u2028\u2029]/g, "\n")).replace(/[^\S\n]+\n/g, "\n");
  return lines.replace(/\n{4,}/g, "\n\n\n").trim();
}

/** Without control characters, lone surrogates and heaps of accents that would paint over the lines above and below. */
function tame(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1");
}

/** A text of at most so many user-perceived characters; a longer one ends in an ellipsis. An emoji is never halved. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters: string[] = [];
  for (const { segment } of new Intl.Segmenter("nl", { granularity: "grapheme" }).segment(text)) {
    characters.push(segment);
    if (characters.length > maxLength)
      return `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`;
  }
  return text;
}
