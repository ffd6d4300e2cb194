import { type HTMLElement, parse } from "node-html-parser";
import { describe, expect, test } from "vitest";
import { composeMail, type MailPart } from "../../src/server/mail/compose-mail.ts";
import { ownersSubject } from "../../src/shared/environment.ts";
import { TOKEN_COLORS } from "../../src/shared/token-colors.ts";
import { SITE_COPY } from "../../src/ui/site-copy.ts";
import { MAIL_SAMPLES, OWNER } from "../mail-samples.ts";
import { inLines } from "../worker/document.ts";
import { TOKENS } from "./source-files.ts";

/** What every mail has, so that Gmail, Outlook for Windows (Word's engine) and Apple Mail show it. */

const MAILS = Object.entries(MAIL_SAMPLES);
/** Of a shop that has no desk. */
const WITHOUT_DESK = ["alarm-one", "evening-waiting", "notice-unknown", "withdrawal-notice"];
/** What all three know (caniemail.com, 13 May 2026), or lose without a loss: a corner, a break in a long word, the dark design. */
const ELEMENTS = "a,blockquote,br,h1,h2,img,li,ol,p,span,strong,table,tbody,td,th,tr";
const PROPERTIES =
  /^(background-color|border-(bottom|left|radius)|color|display|font-(family|size|weight)|height|line-height|margin|max-width|mso-padding-alt|overflow-wrap|padding|text-(align|decoration)|vertical-align|white-space|word-break)$/;

const bodyOf = (html: string) => parse(html).querySelector("body") as HTMLElement;
const stylesOf = (element: HTMLElement) =>
  new Map(
    (element.getAttribute("style") ?? "").split(";").flatMap((text) => {
      const [name = "", value = ""] = text.split(/:(.*)/);
      return name.trim() === "" ? [] : [[name.trim(), value.trim()] as const];
    }),
  );

/** A mail's text in lines that a reviewer can read at once: a mark for each empty line, and once what stood in a mail before it. */
const said = new Map<string, string>();
function linesOf(name: string, text: string): string {
  const titled = text.replaceAll(/(?:^|\n\n\n)(.+)\n(-+)\n\n/g, (whole, title, line) =>
    line.length === title.length ? `\n# ${title}\n` : whole,
  );
  const sections = titled.split(/\n(?=# )/).map((section) => {
    const [title, ...words] = section.split("\n");
    const known = said.get(section);
    if (known === undefined) said.set(section, name);
    return known === undefined || words.length < 2 ? section : `${title} (as in '${known}')`;
  });
  const parts = sections.join("\n").replaceAll(/\n\n+(?=.)/g, (empty) => `\n${"\u00b6".repeat(empty.length - 1)} `);
  return inLines(parts.trim().split("\n"), { begins: /^(?:# |\d+\. )/ });
}
const APPROVED = new Map(MAILS.map(([name, { text }]) => [name, linesOf(name, text)]));

test("a mail to the owner names its shop, unless that is the real one", () => {
  const subjects = ["production", "staging", null].map((environment) => ownersSubject("Vandaag", environment));
  expect(subjects).toEqual(["Vandaag", "[staging] Vandaag", "[?] Vandaag"]);
});

describe.each(MAILS)("the mail '%s'", (name, { to, html, text, subject, sender, attachments = [] }) => {
  const links = bodyOf(html).querySelectorAll("a");

  test("says what was approved", () => {
    const files = attachments.map(({ filename }) => `\nBijlage: ${filename}`).join("");
    const head = `${sender === undefined ? "" : `Van: ${sender}\n`}Aan: ${to}\n${subject}${files}`;
    expect(new Set(attachments.map(({ content }) => String(content))).size).toBe(attachments.length);
    expect(`${head}\n${APPROVED.get(name)}`).toMatchSnapshot();
  });

  test("is made of elements and styles that all programs show, is not cut off, loads nothing and measures nobody", () => {
    for (const element of bodyOf(html).querySelectorAll("*")) {
      expect(ELEMENTS.split(",")).toContain(element.rawTagName);
      for (const [property, value] of stylesOf(element)) {
        expect(property).toMatch(PROPERTIES);
        expect(value).not.toMatch(/!|\d(rem|em|vw)\b|url\(|var\(/);
        if (property === "padding") expect(["td", "th", "a"].includes(element.rawTagName) || value === "0").toBe(true);
        // Outlook shows a serif font if it does not know the first name.
        if (property === "font-family") expect(value).toMatch(/^Arial,/);
      }
    }
    // A picture only of our own, the same for everybody, with words in its place.
    const plain = html.replace(/<img src="https:\/\/[\w.-]+\/images\/social\/gift\.png" alt="[^"]+" width="560"/, "");
    expect(plain).not.toMatch(/<(script|img|link|iframe|form|svg|video)\b|url\(|@import|@font-face|\bsrc=/i);
    // Gmail cuts a mail off above 102 KB.
    expect(new TextEncoder().encode(html).length).toBeLessThan(100_000);
    expect(subject.length).toBeLessThan(110);
  });

  test("is Dutch, has one title, and one button at most, of 44 px or more, before anything else to press", () => {
    expect(parse(html).querySelectorAll("html[lang=nl] h1")).toHaveLength(1);
    const [button, ...others] = links.filter((link) => stylesOf(link).get("display") === "inline-block");
    expect(others).toEqual([]);
    if (button === undefined) return;
    expect(button).toBe(links[0]);
    expect(2 * Number.parseInt(stylesOf(button).get("padding") ?? "", 10) + 16 * 1.25).toBeGreaterThanOrEqual(44);
    expect(stylesOf(button.parentNode as HTMLElement).get("mso-padding-alt")).toBe(stylesOf(button).get("padding"));
  });

  test("says the same as text, in lines that a text window shows", () => {
    for (const link of links) expect(text).toContain(link.getAttribute("href") ?? "?");
    expect(links.map(({ textContent }) => textContent).join()).not.toContain("://");
    const words = (value: string) => value.replaceAll(/\s+/g, " ").trim();
    for (const element of bodyOf(html).querySelectorAll("a,h1,h2,li,th,blockquote"))
      expect(words(text)).toContain(words(element.textContent));
    for (const part of text.replaceAll(/^(> |\d+\. |-+$)|:$/gm, "").split(/: |\n|https?:\S+/))
      expect(words(bodyOf(html).textContent)).toContain(words(part));
    expect(text).not.toMatch(/<[a-z]|&amp;|&quot;|undefined|\[object|\n{4}/);
  });
});

test.each(MAILS.filter(([name, { to }]) => to === OWNER && !WITHOUT_DESK.includes(name)))(
  "the owner's mail '%s' leads to the desk, and names no command, key or file",
  (_name, { text }) => {
    expect(text).toMatch(/^https:\/\/www\.vaarkoers\.example\/beheer/m);
    expect(text).not.toMatch(
      /npm |npx |\b[A-Z]+_[A-Z_]+\b|kv-seed|\b[a-z]+\.(ts|md|unavailable|refused)\b|[a-z]_[a-z]/,
    );
  },
);

test("whatever text a mail is made of is no markup, in every part and in the subject", () => {
  const text = `<b> "Noor" & 'Bo'`;
  const href = `https://shop.example/?a=1&b="><b>`;
  const parts: readonly MailPart[] = [
    { title: text },
    { title: text },
    { picture: href, alt: text },
    { text },
    { sentence: text, href },
    { quote: text },
    { lines: [text, text] },
    { rows: [[text, `${text}\n${text}`]] },
    { steps: [{ title: text, text: [text, { label: text, href }] }] },
    { link: text, href },
    { button: text, href },
    { small: text },
  ];
  const { html } = composeMail("sanne@example.nl", text, parts, text);
  expect(html).not.toContain("<b>");
  const links = bodyOf(html).querySelectorAll("a");
  expect(links.map((element) => element.getAttribute("href"))).toEqual(Array(4).fill(href));
  expect(bodyOf(html).querySelector("img")?.attributes).toMatchObject({ src: href, alt: text });
  // One between the lines, one in the value of a row, one below the title of a step.
  expect(bodyOf(html).querySelectorAll("br")).toHaveLength(3);
});

test("whoever gets a gift, and asked for no mail, does not read what the shop sells", () => {
  expect(MAIL_SAMPLES["gift-delivery"]?.html).not.toContain(SITE_COPY.tagline);
});

test("colours of mails and invoices are the shop's own", () => {
  for (const [name, value] of Object.entries(TOKEN_COLORS)) expect(TOKENS.get(name.replace("--", ""))).toBe(value);
});
