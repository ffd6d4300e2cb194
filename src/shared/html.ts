const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Escapes a text for HTML, between tags or in quotes, as React does. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A word whose first part is one letter. A browser may break a line after its hyphen. */
const WORD = /\be-mail\p{L}*/giu;

/** Puts 'e-mail' and its compounds into elements that keep a line whole: `open` and `close` are their tags. */
export function keepUnbroken(text: string, open: string, close: string): string {
  return text.replace(WORD, `${open}$&${close}`);
}

/**
 * Data as JSON for a script element. `<` is escaped, so no text can end the element. So is the private use area, which
 * has the placeholders of templates (placeholders.ts).
 */
export function jsonMarkup(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<\uE000-\uF8FF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
