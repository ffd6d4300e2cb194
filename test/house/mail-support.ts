/**
 * The support of three mail programs for the CSS in our mails: Gmail (web and apps), Outlook for Windows (Word's
 * engine) and Apple Mail (macOS and iOS). From the data of caniemail.com, as of 13 May 2026; `feature` is the name of a
 * page there (https://www.caniemail.com/features/...). Mails use no property that is not here.
 */
type Answer = "yes" | "partly" | "no";

export type Support = {
  feature: string | null;
  gmail: Answer;
  outlook: Answer;
  apple: Answer;
  /** The values that all three programs know. Required if one of them knows only some. */
  known?: (use: { tag: string; value: string }) => boolean;
  /** The loss for readers of a program without support; it must not matter. Required for a "no". */
  without?: string;
};

const BLOCKS = ["h1", "h2", "p", "ol", "li", "table", "blockquote"];
const isPixels = (value: string) => value.split(" ").every((length) => length === "0" || /^\d+px$/.test(length));

export const PROPERTIES: Readonly<Record<string, Support>> = {
  "background-color": { feature: "css-background-color", gmail: "yes", outlook: "yes", apple: "yes" },
  "border-bottom": border(),
  "border-left": border(),
  "border-color": { ...border(), known: ({ value }) => value.startsWith("#") },
  "border-radius": {
    feature: "css-border-radius",
    gmail: "yes",
    outlook: "no",
    apple: "yes",
    without: "the button has square corners",
  },
  color: { feature: null, gmail: "yes", outlook: "yes", apple: "yes" },
  "color-scheme": {
    feature: "css-color-scheme",
    gmail: "no",
    outlook: "no",
    apple: "yes",
    without: "these programs turn colours over, or do not, by themselves",
  },
  display: {
    feature: "css-display",
    gmail: "partly",
    outlook: "partly",
    apple: "yes",
    known: ({ tag, value }) => tag === "a" && value === "inline-block",
    without: "in Outlook the button's cell has the padding (mso-padding-alt)",
  },
  "font-family": {
    feature: "css-font",
    gmail: "yes",
    outlook: "partly",
    apple: "yes",
    // Outlook uses a serif font if it does not know the first name, whatever the next names are.
    known: ({ value }) => value.startsWith("Arial,"),
  },
  "font-size": {
    feature: "css-font-size",
    gmail: "yes",
    outlook: "partly",
    apple: "yes",
    known: ({ value }) => isPixels(value),
  },
  "font-weight": {
    feature: "css-font-weight",
    gmail: "yes",
    outlook: "partly",
    apple: "yes",
    known: ({ value }) => value === "bold" || value === "normal",
  },
  height: {
    feature: "css-height",
    gmail: "yes",
    outlook: "partly",
    apple: "yes",
    known: ({ tag }) => tag === "td",
  },
  "line-height": {
    feature: "css-line-height",
    gmail: "yes",
    outlook: "partly",
    apple: "yes",
    known: ({ tag, value }) => /^\d(\.\d+)?$/.test(value) || (tag === "td" && isPixels(value)),
  },
  margin: {
    feature: "css-margin",
    gmail: "partly",
    outlook: "partly",
    apple: "yes",
    known: ({ tag, value }) => isPixels(value) && (BLOCKS.includes(tag) || (tag === "body" && value === "0")),
  },
  "max-width": {
    feature: "css-max-width",
    gmail: "yes",
    outlook: "partly",
    apple: "yes",
    // Word keeps an image's width in pixels (its attribute), which is what it should be there.
    known: ({ tag }) => tag === "table" || tag === "img",
  },
  "mso-padding-alt": {
    feature: null,
    gmail: "no",
    outlook: "yes",
    apple: "no",
    known: ({ tag }) => tag === "td",
    without: "it stands in for the padding of a link, which the others know",
  },
  "overflow-wrap": {
    feature: "css-overflow-wrap",
    gmail: "no",
    outlook: "no",
    apple: "partly",
    known: ({ value }) => value === "anywhere",
    without: "they break long words by themselves, or by word-break",
  },
  padding: {
    feature: "css-padding",
    gmail: "yes",
    outlook: "partly",
    apple: "yes",
    // A link gets its padding from its cell (mso-padding-alt).
    known: ({ tag, value }) => isPixels(value) && (["td", "th", "a"].includes(tag) || value === "0"),
  },
  "text-align": {
    feature: "css-text-align",
    gmail: "partly",
    outlook: "partly",
    apple: "yes",
    known: ({ value }) => value === "left",
  },
  "text-decoration": {
    feature: "css-text-decoration",
    gmail: "partly",
    outlook: "partly",
    apple: "yes",
    known: ({ value }) => value === "none" || value === "underline",
    without: "where the apps of Gmail show another provider's mail, the button's words are underlined",
  },
  "vertical-align": { feature: "css-vertical-align", gmail: "yes", outlook: "yes", apple: "yes" },
  "word-break": {
    feature: "css-word-break",
    gmail: "partly",
    outlook: "yes",
    apple: "partly",
    known: ({ value }) => value === "break-word",
    without: "they break long words by overflow-wrap, or by themselves",
  },
  "white-space": {
    feature: "css-white-space",
    gmail: "partly",
    outlook: "no",
    apple: "yes",
    known: ({ value }) => value === "nowrap",
    without: "a word may break after its hyphen",
  },
};

/** Rules around declarations in a style sheet. A mail without them has the colours on its elements. */
export const RULES: Readonly<Record<"@media" | "selector" | "important", Support & { form: RegExp }>> = {
  "@media": {
    feature: "css-at-media-prefers-color-scheme",
    gmail: "no",
    outlook: "no",
    apple: "yes",
    form: /^\(prefers-color-scheme: dark\)$/,
    without:
      "the colours of a light screen, which a program may turn over: each text stands on a background of its own",
  },
  selector: {
    feature: "css-selector-class",
    gmail: "partly",
    outlook: "yes",
    apple: "yes",
    form: /^(:root|\.[a-z]+)$/,
    known: () => true,
    without: "as without @media, in which they stand",
  },
  important: {
    feature: "css-important",
    gmail: "partly",
    outlook: "partly",
    apple: "yes",
    // In a style sheet only, in lower case, after a space.
    form: / !important$/,
    known: () => true,
    without: "as without @media",
  },
};

/**
 * HTML attributes with the same effect, for Word. All three programs know them (html-align, html-width, html-table
 * ...).
 */
export const ATTRIBUTES = [
  "alt",
  "align",
  "bgcolor",
  "border",
  "cellpadding",
  "cellspacing",
  "class",
  "height",
  "href",
  "role",
  "scope",
  "src",
  "style",
  "width",
];

/** Elements that all three keep (html-table, html-lists, html-h1-h6, html-blockquote ...). */
export const ELEMENTS = [
  "a",
  "blockquote",
  "br",
  "h1",
  "h2",
  "img",
  "li",
  "ol",
  "p",
  "span",
  "strong",
  "table",
  "td",
  "th",
  "tr",
];

/** Word draws no border thicker than 8 px, and is reliable only at cells. */
function border(): Support {
  return {
    feature: "css-border",
    gmail: "yes",
    outlook: "partly",
    apple: "yes",
    known: ({ tag, value }) => tag === "td" && /^[1-8]px solid #[0-9a-f]{6}$/.test(value),
  };
}
