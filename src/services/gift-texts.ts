import { cleanText } from "../shared/typed-text.ts";

/** Names and messages of gifts, which anybody may have typed, made fit to print. Doing it twice changes nothing more. */

/** Whether nothing of a text would be seen: spaces, line breaks and characters without a shape. */
export function isBlank(text: string): boolean {
  return text.replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "") === "";
}

/** A name as one line; empty when nothing of it would be seen. */
export function tameName(text: string): string {
  return isBlank(text) ? "" : tame(text).replace(/\s+/g, " ");
}

/** Lines as they were typed, but never more than two empty ones in a row; empty when nothing would be seen. */
export function tameMessage(text: string): string {
  if (isBlank(text)) return "";
  // From its beginning only: from each of its spaces anew, a long run of them would be read that often.
  const lines = tame(text).replace(/(?<![^\S\n])[^\S\n]+\n/g, "\n");
  return lines.replace(/\n{4,}/g, "\n\n\n").trim();
}

/** A clean text without heaps of accents that would paint over the lines above and below. */
function tame(text: string): string {
  return cleanText(text).replace(/(\p{M}{4})\p{M}+/gu, "$1");
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
