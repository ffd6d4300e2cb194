/** Cleans typed texts, so that they can be stored, printed and mailed. Cleaning twice changes nothing more. */

/**
 * Removes control characters, which could forge a line of a mail, and direction marks, which reverse the text after
 * them.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n\t]|[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
}

/** `cleanText` for a text of one line: a name, an address, a title. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ");
}
