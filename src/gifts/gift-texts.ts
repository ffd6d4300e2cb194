import { cleanText } from "../shared/typed-text.ts";
import { charactersOf } from "./give-gift-rules.ts";

/**
 * Cleans names and messages of gifts, which anybody may have typed, for printing. Cleaning twice changes nothing more.
 */

/** Whether a text shows nothing: only spaces, line breaks and characters without a shape. */
export function isBlank(text: string): boolean {
  return text.replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "") === "";
}

/** A name as one line; empty if it would show nothing. */
export function tameName(text: string): string {
  return isBlank(text) ? "" : tame(text).replace(/\s+/g, " ");
}

/** A message with its own lines, but at most two empty ones in a row; empty if it would show nothing. */
export function tameMessage(text: string): string {
  if (isBlank(text)) return "";
  // Begins only at the first space of a run; otherwise a long run would be scanned once for each of its spaces.
  const lines = tame(text).replace(/(?<![^\S\n])[^\S\n]+\n/g, "\n");
  return lines.replace(/\n{4,}/g, "\n\n\n").trim();
}

/** A clean text without stacked accents that would cover the lines above and below. */
function tame(text: string): string {
  return cleanText(text).replace(/(\p{M}{4})\p{M}+/gu, "$1");
}

/** Cuts a text to this many user-perceived characters; a longer one ends in an ellipsis. An emoji is never halved. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = charactersOf(text);
  if (characters.length <= maxLength) return text;
  const kept = characters.slice(0, maxLength - 1).join("");
  return `${kept.trimEnd()}…`;
}
