import { expect, test } from "vitest";
import { keepWordsUnbroken } from "../../src/server/http/unbroken.ts";

/** Words that no line breaks at their hyphen. */

const KEPT = "<un-broken>";

/** As one part, where a link or a summary lays out its parts beside each other. */
const whole = (text: string) => `<whole-text>${text}</whole-text>`;

test.each([
  ['<a href="#x">Vul je e-mailadres in.</a>', `<a href="#x">${whole(`Vul je ${KEPT}e-mailadres</un-broken> in.`)}</a>`],
  [
    "<p><b>Geen</b> e-mail, of twee E-mails?</p>",
    `<p><b>Geen</b>${whole(` ${KEPT}e-mail</un-broken>, of twee ${KEPT}E-mails</un-broken>?`)}</p>`,
  ],
  ["<li>Eén</li><li>Per e-mail</li>", `<li>Eén</li><li>${whole(`Per ${KEPT}e-mail</un-broken>`)}</li>`],
])("%s", (markup, expected) => {
  expect(keepWordsUnbroken(markup)).toBe(expected);
  // The text itself is the same: for a search, a copy and a screen reader.
  expect(expected.replace(/<[^>]*>/g, "")).toBe(markup.replace(/<[^>]*>/g, ""));
});

test.each([
  ["a label that is only the word", '<label for="e-mail x">E-mailadres</label>'],
  ["an attribute", '<input placeholder="je e-mailadres hier"/>'],
  ["the title, and what is typed", "<title>Je e-mailadres kwijt</title><textarea>geen e-mail meer</textarea>"],
  ["data and scripts", '<script type="application/ld+json">{"a":"per e-mail gestuurd"}</script>'],
  ["another word", "<p>Tussen reële-mailboxen in</p>"],
  ["a page that React compares with its own markup", '<div data-island="checkout"><p>Je e-mailadres hier</p></div>'],
])("%s stays as it is", (_name, markup) => {
  expect(keepWordsUnbroken(markup)).toBe(markup);
});
