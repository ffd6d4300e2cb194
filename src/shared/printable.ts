/** Makes a text one line: nothing in it moves a terminal's cursor, forges a line or reverses text. */
export function printable(text: string): string {
  return safeLines(text).replaceAll("\n", "\\n");
}

/** Text of several lines, with all other control characters, separators and marks of direction made visible. */
export function safeLines(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n]|\p{Bidi_Control}|[\u2028\u2029]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
