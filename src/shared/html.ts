const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** A text as it stands in HTML, between tags or in quotes: as React writes it too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Data as JSON in a script element. `<` is spelled out, so that no text in it can end the element, and so is the private
 * use area, which has the marks of templates (marks.ts).
 */
export function jsonMarkup(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<\uE000-\uF8FF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
