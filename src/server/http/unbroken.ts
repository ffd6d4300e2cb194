import { keepUnbroken } from "../../shared/html.ts";

/** A tag and the text behind it. */
const TAG_AND_TEXT = /<(\/?[a-z][a-z0-9]*)(?=[\s/>])[^<>]*>([^<]+)/gi;
/** Elements whose text is not running text, or no markup. */
const WITHOUT_WORDS: ReadonlySet<string> = new Set(["script", "style", "title", "textarea", "option"]);

/**
 * Keeps 'e-mail' and its compounds on one line, in all running text of a page. The hyphen stays the usual one, so that
 * copied texts, searches and screen readers get the word as it is written. The element has a name of its own, because
 * rules for `span` hit that. A text that is only this word stays as it is.
 * The whole text is an element too: as parts of a flex or grid container its words would stand apart, without their spaces.
 * The checkout stays as it is, because React compares its markup in the browser.
 */
export function keepWordsUnbroken(markup: string): string {
  if (markup.includes(' data-island="checkout"')) return markup;
  return markup.replace(TAG_AND_TEXT, (found, tag: string, text: string) => {
    if (WITHOUT_WORDS.has(tag.toLowerCase()) || !text.trim().includes(" ")) return found;
    const kept = keepUnbroken(text, "<un-broken>", "</un-broken>");
    if (kept === text) return found;
    return `${found.slice(0, found.length - text.length)}<whole-text>${kept}</whole-text>`;
  });
}
