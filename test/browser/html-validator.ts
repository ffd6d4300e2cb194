import { type ConfigData, HtmlValidate, StaticConfigLoader } from "html-validate";

/** The rules for the HTML of every page and of the desk. */

const CONFIG: ConfigData = {
  extends: ["html-validate:standard", "html-validate:a11y", "html-validate:document"],
  rules: {
    // React writes `<meta .../>` and `selected=""`, which is valid.
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": ["error", { style: "uppercase" }],
    // React escapes `&` and quotes as it needs to; text is otherwise UTF-8.
    "no-raw-characters": "off",
    // Pages are streamed without line breaks.
    "long-title": "off",
    "no-trailing-whitespace": "off",
    // Our own files have hashed names on our own origin. Stripe forbids pinning its script.
    "require-sri": "off",
    // The search of exam centres filters while the visitor types, and Enter shows the first. It submits nothing.
    "wcag/h32": "off",
    // The list of a <nav> or of steps is styled without bullets; Safari needs the role to still call it a list.
    "no-redundant-role": "off",
    // The outcome of a wait has a heading of its own, and CSS hides the one it replaces. How many a page has: worker/every-page.
    "heading-level": ["error", { allowMultipleH1: true }],
  },
};

const validator = new HtmlValidate(new StaticConfigLoader(CONFIG));

export async function findHtmlFaults(html: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap((result) =>
    result.messages.map(({ ruleId, message, offset }) => {
      const excerpt = html.slice(Math.max(0, offset - 40), offset + 60);
      return `${ruleId}: ${message} in ${excerpt}`;
    }),
  );
}
